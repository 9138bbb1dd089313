"""The odds of Three Card Poker."""
