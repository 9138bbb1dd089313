"""What the analysis says while it computes."""

from __future__ import annotations

from typing import Final

from cardroom.progress import ProgressNotice

COMPILING: Final = ProgressNotice("compiling the solver, once; this takes a few seconds")
COMPILING_SIMULATOR: Final = ProgressNotice(
    "compiling the simulator, once; this takes a few seconds"
)
DEALING_ROUNDS: Final = "dealing rounds"
DEALING_SHOES: Final = "dealing shoes"
CARD_BY_CARD: Final = 1000
"""Rounds that the engine deals between two notices."""
LEARNING: Final = "learning the house way, once"
