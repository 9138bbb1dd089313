"""The service: tables over HTTP and WebSocket, for people with roles. Play money only."""
