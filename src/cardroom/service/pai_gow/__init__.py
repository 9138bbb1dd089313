"""The pai gow poker games in the service: their coach and their bots."""
