"""Poker on the side of the odds: nobody banks it, so it has equities and no edge."""

from __future__ import annotations

from cardroom.analysis.families import Analysis, NoAnswer

ANALYSIS = Analysis(
    odds=NoAnswer("has no bank, so no wager has a price; cardroom equity has its odds"),
    strategy=NoAnswer("has no chart; cardroom equity has its odds"),
    simulation=NoAnswer("is not simulated; cardroom equity has its odds"),
    banking=NoAnswer("is banked by nobody: players play for each other's money"),
    pricing=NoAnswer("no bank: players play for each other's money"),
)
