"""Double Hand Poker and Fortune Pai Gow, banked by a player."""
