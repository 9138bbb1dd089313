"""Routes, streams and the application around a room."""
