"""Open tables: their commands, viewers, bots and clocks, and the room."""
