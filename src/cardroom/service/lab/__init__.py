"""The laboratory: a game with options to try, and what they change."""
