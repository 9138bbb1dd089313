"""What a hand is worth with the board, high and low; the last few are remembered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from cardroom.cards import UNSEEN, Card
from cardroom.games.poker.policies import Poker
from cardroom.hands.low import LowValue, low_omaha
from cardroom.hands.poker import Category, PokerValue, best, best_omaha, told_apart

Cards = tuple[Card, ...]

NOTHING: Final = PokerValue(Category.HIGH_CARD, ())
"""Below every hand: one that nobody has seen."""


@lru_cache(maxsize=1024)
def high(posted: Poker, hole: Cards, board: Cards) -> PokerValue:
    if UNSEEN in hole:
        return NOTHING
    return best_omaha(hole, board) if posted.plays == "two" else best(hole + board)


@lru_cache(maxsize=1024)
def low(posted: Poker, hole: Cards, board: Cards) -> LowValue | None:
    if posted.low == "none" or UNSEEN in hole:
        return None
    return low_omaha(hole, board)


def labels(posted: Poker, hands: Mapping[str, Cards], board: Cards) -> dict[str, str]:
    """Descriptions that tell hands apart; an Omaha hand needs three cards on the board."""
    if posted.plays == "two" and len(board) < 3:
        return {}
    highs = {place: high(posted, hole, board) for place, hole in hands.items()}
    called = told_apart(highs.values())
    found = {}
    for place, hole in hands.items():
        bottom = low(posted, hole, board)
        found[place] = called[highs[place]] + (f"; {bottom.label}" if bottom else "")
    return found
