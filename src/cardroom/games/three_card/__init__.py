"""Three Card Poker 1.3, banked by a player."""
