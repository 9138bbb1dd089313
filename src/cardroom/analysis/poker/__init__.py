"""Poker equities."""
