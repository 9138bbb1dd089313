"""The parts that every 21 game shares: turns, offers, the bank's hand, settlement."""
