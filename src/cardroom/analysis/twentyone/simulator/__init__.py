"""Simulated rounds of a 21 game: rules and strategy as an automaton that a kernel runs."""
