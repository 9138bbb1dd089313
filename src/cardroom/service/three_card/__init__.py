"""Three Card Poker in the service: its coach and its bots."""
