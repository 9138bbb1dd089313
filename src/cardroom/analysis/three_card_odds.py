"""Three-card hands from one to eight decks, counted exactly, and the bonus bet on them.

Pure Python: 24,804 bags of three cards, each weighted by the ways to pick it from the decks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import IntEnum
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb

from cardroom.cards import CARDS, JOKER_INDEX
from cardroom.hands.three_card import ThreeCardValue, three_card


class BonusRow(IntEnum):
    """The categories in rank order, the royal flush on its own."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    TRIPS = 4
    STRAIGHT_FLUSH = 5
    ROYAL_FLUSH = 6


def bonus_row(value: ThreeCardValue) -> BonusRow:
    return BonusRow.ROYAL_FLUSH if value.royal else BonusRow(value.category)


@cache
def three_card_counts(decks: int = 1) -> Mapping[BonusRow, int]:
    """All hands of three cards from so many decks, by row."""
    found: Counter[BonusRow] = Counter()
    for hand in combinations_with_replacement(CARDS[:JOKER_INDEX], 3):
        ways = 1
        for copies in Counter(hand).values():
            ways *= comb(decks, copies)
        if ways:
            found[bonus_row(three_card(hand))] += ways
    assert sum(found.values()) == comb(52 * decks, 3)
    return found


def bonus_edge(pays: Mapping[BonusRow, int], decks: int = 1) -> Fraction:
    """The bank's edge on a bonus bet that pays so much to 1.

    A royal flush without a row of its own is paid as a straight flush; other rows lose.
    """
    counts = three_card_counts(decks)
    paid = {BonusRow.ROYAL_FLUSH: pays.get(BonusRow.STRAIGHT_FLUSH, -1), **pays}
    won = sum(hands * (paid[row] + 1) for row, hands in counts.items() if row in paid)
    return 1 - Fraction(won, comb(52 * decks, 3))
