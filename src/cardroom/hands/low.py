"""Low hands, eight or better: five different ranks, none above eight, the ace low.

Straights and flushes are ignored (Omaha Hi-Lo). The best low is A-2-3-4-5.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from cardroom.cards import Card
from cardroom.hands.poker import NAMES, omaha_hands

EIGHT: Final = 8


class LowValue(NamedTuple):
    """The five ranks from the highest down, negated, so that a better low compares greater."""

    negated: tuple[int, ...]

    @property
    def ranks(self) -> tuple[int, ...]:
        return tuple(-rank for rank in self.negated)

    @property
    def label(self) -> str:
        cards = "-".join("A" if rank == 1 else str(rank) for rank in self.ranks)
        return f"{NAMES[self.ranks[0]]} low, {cards}"

    def __str__(self) -> str:
        return self.label


def low(cards: Iterable[Card]) -> LowValue | None:
    """The best low of these cards, or None if none qualifies."""
    ranks = sorted({card.rank for card in cards if 1 <= card.rank <= EIGHT})[:5]
    if len(ranks) < 5:
        return None
    return LowValue(tuple(-rank for rank in reversed(ranks)))


def low_omaha(hole: Iterable[Card], board: Iterable[Card]) -> LowValue | None:
    """Exactly two from the hand with exactly three of the board."""
    lows = [value for five in omaha_hands(hole, board) if (value := low(five)) is not None]
    return max(lows, default=None)
