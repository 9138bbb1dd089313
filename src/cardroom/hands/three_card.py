"""Three-card hands, as Three Card Poker 1.3 ranks them.

The order is straight flush, three of a kind, straight, flush, pair, high card, because with three
cards a straight is rarer than a flush. With several decks, hands compare by rank alone, and a pair
within three cards of one suit is a flush.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from cardroom.cards import RANKS, Card
from cardroom.hands.poker import ACE, NAMES, high_rank, plural


class ThreeCardCategory(IntEnum):
    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    TRIPS = 4
    STRAIGHT_FLUSH = 5


class ThreeCardValue(NamedTuple):
    """The category, then the ranks that decide within it, the most important first."""

    category: ThreeCardCategory
    ranks: tuple[int, ...]

    @property
    def royal(self) -> bool:
        """A-K-Q suited, the pay table's royal flush."""
        return self.category is ThreeCardCategory.STRAIGHT_FLUSH and self.ranks == (ACE,)

    @property
    def label(self) -> str:
        first = self.ranks[0]
        match self.category:
            case ThreeCardCategory.STRAIGHT_FLUSH:
                return "royal flush" if self.royal else f"straight flush, {NAMES[first]} high"
            case ThreeCardCategory.TRIPS:
                return f"three of a kind, {plural(first)}"
            case ThreeCardCategory.STRAIGHT:
                return f"straight, {NAMES[first]} high"
            case ThreeCardCategory.FLUSH:
                return f"flush, {NAMES[first]} high"
            case ThreeCardCategory.PAIR:
                return f"pair of {plural(first)}"
            case ThreeCardCategory.HIGH_CARD:
                return f"{NAMES[first]} high"

    def __str__(self) -> str:
        return self.label


def three_card(cards: Iterable[Card]) -> ThreeCardValue:
    hand = tuple(cards)
    assert len(hand) == 3, hand
    return three_card_value(
        [high_rank(card) for card in hand], suits=len({card.suit for card in hand})
    )


def three_card_value(ranks: Iterable[int], suits: int) -> ThreeCardValue:
    """The value of three ranks, 2 to 14, in this many different suits."""
    return _value(tuple(sorted(ranks, reverse=True)), suits)


@cache
def _value(down: tuple[int, ...], suits: int) -> ThreeCardValue:
    """Of ranks from the highest: there are few, and odds ask for them again and again."""
    groups = tuple(
        rank for rank, _ in sorted(Counter(down).items(), key=lambda group: (-group[1], -group[0]))
    )
    top = _straight_top(down)
    if top and suits == 1:
        return ThreeCardValue(ThreeCardCategory.STRAIGHT_FLUSH, (top,))
    if len(groups) == 1:
        return ThreeCardValue(ThreeCardCategory.TRIPS, groups)
    if top:
        return ThreeCardValue(ThreeCardCategory.STRAIGHT, (top,))
    if suits == 1:
        return ThreeCardValue(ThreeCardCategory.FLUSH, down)
    if len(groups) == 2:
        return ThreeCardValue(ThreeCardCategory.PAIR, groups)
    return ThreeCardValue(ThreeCardCategory.HIGH_CARD, down)


def _straight_top(down: tuple[int, ...]) -> int:
    if down == (ACE, 3, 2):
        return 3
    return down[0] if down == (down[0], down[0] - 1, down[0] - 2) else 0


def sample(value: ThreeCardValue) -> tuple[Card, ...]:
    """Three cards that have this value."""
    return samples()[value]


@cache
def samples() -> Mapping[ThreeCardValue, tuple[Card, ...]]:
    """Every value of three cards from any number of decks, with three cards that have it."""
    # Only ranks count, and whether there is one suit. With several decks, a suited pair is a flush
    # of its own value. Three of a kind are of several suits, as they always are with one deck.
    ranks = tuple(combinations_with_replacement(RANKS, 3))
    mixed = [(Card(f"{one}c"), Card(f"{two}d"), Card(f"{three}h")) for one, two, three in ranks]
    suited = [tuple(Card(f"{rank}c") for rank in hand) for hand in ranks if len(set(hand)) > 1]
    return {three_card(hand): hand for hand in (*mixed, *suited)}


QUEEN_HIGH: Final = ThreeCardValue(ThreeCardCategory.HIGH_CARD, (12,))
"""Below every queen-high hand, and above every lower hand."""


def qualifies(value: ThreeCardValue) -> bool:
    """Whether the bank qualifies: queen high or better."""
    return value >= QUEEN_HIGH
