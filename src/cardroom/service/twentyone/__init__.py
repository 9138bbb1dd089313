"""The 21 games in the service: their coach, charts and bots."""
