"""How other options change the wagers of a game."""

from __future__ import annotations

from typing import NamedTuple

from cardroom.analysis.documents import GameOdds, WagerOdds


class WagerChange(NamedTuple):
    """One wager of a game, with other options."""

    wager: WagerOdds | None
    """None where it is not offered."""
    change: float | None
    """Of the edge; None for the game that is compared with, and for a wager not offered."""


def compared(first: GameOdds, other: GameOdds) -> tuple[WagerChange, ...]:
    """Every wager of the first game, next to the same wager of the second."""
    offered = {wager.spot: wager for wager in other.wagers}
    return tuple(_difference(wager, offered.get(wager.spot)) for wager in first.wagers)


def _difference(wager: WagerOdds, other: WagerOdds | None) -> WagerChange:
    if other is None or other is wager:
        return WagerChange(other, None)
    return WagerChange(other, other.edge - wager.edge)
