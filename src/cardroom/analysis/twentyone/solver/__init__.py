"""Exact values of the hands, splits and rounds of a 21 game, by backward induction."""
