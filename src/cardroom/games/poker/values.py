"""What a hand is worth with the board, high and low; the last few are remembered."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cardroom.cards import UNSEEN, Card
from cardroom.hands.low import LowValue, low_omaha
from cardroom.hands.poker import Category, HandValue, best, best_omaha
from cardroom.rules.policies import Poker

Cards = tuple[Card, ...]

NOTHING: Final = HandValue(Category.HIGH_CARD, ())
"""Below every hand: one that nobody has seen."""


@lru_cache(maxsize=1024)
def high(posted: Poker, hole: Cards, board: Cards) -> HandValue:
    if UNSEEN in hole:
        return NOTHING
    return best_omaha(hole, board) if posted.plays == "two" else best(hole + board)


@lru_cache(maxsize=1024)
def low(posted: Poker, hole: Cards, board: Cards) -> LowValue | None:
    if posted.low == "none" or UNSEEN in hole:
        return None
    return low_omaha(hole, board)


def label(posted: Poker, hole: Cards, board: Cards) -> str:
    """What a hand is called; Omaha's needs three cards of the board."""
    if posted.plays == "two" and len(board) < 3:
        return ""
    called = high(posted, hole, board).label
    bottom = low(posted, hole, board)
    return called if bottom is None else f"{called}; {bottom.label}"
