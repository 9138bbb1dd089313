"""Tables for seven cards of 53: Fortune rows and fouls, from `hands` at every point."""

from __future__ import annotations

from bisect import bisect_right
from enum import IntEnum
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import Tables, stored
from cardroom.analysis.kernels.hand_tables import (
    HAND_SOURCES,
    bag_rows,
    card_of,
    five_card_values,
    hand_tables,
    hash_places,
    rainbow,
    rank_keys,
)
from cardroom.cards import JOKER, Card
from cardroom.hands.pai_gow import FortuneRow, RoyalMatch, fortune_rows, front_value

PAI_GOW_SOURCES: Final = (*HAND_SOURCES, Path(__file__))
JOKER_RANK: Final = 13
"""The joker's rank in kernels: 0 is the deuce, 12 the ace."""
ACE: Final = JOKER_RANK - 1
NO_RANK: Final = 14
OTHERS: Final = NO_RANK * NO_RANK
"""Up to two ranks outside the suit of a flush, 13 for none: a * 14 + b, a <= b."""
FRONT_BITS: Final = 7
BACK_BITS: Final = 13
"""The worth of a setting: the rule's number, the front's place among 91, the back's among 7,463."""


class SevenCardRow(IntEnum):
    """Fortune rows in rank order, with a row of its own for the hand that is two of them."""

    NOTHING = 0
    TRIPS = 1
    STRAIGHT = 2
    STRAIGHT_AND_TRIPS = 3
    FLUSH = 4
    FULL_HOUSE = 5
    QUADS = 6
    STRAIGHT_FLUSH = 7
    ROYAL_FLUSH = 8
    FIVE_ACES = 9
    SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER = 10
    ROYAL_FLUSH_WITH_ROYAL_MATCH = 11
    SEVEN_CARD_STRAIGHT_FLUSH = 12


class Measure(IntEnum):
    """What is counted of a simulated round, with its square."""

    WON = 0
    PUSHED = 1
    LOST = 2
    MARGIN = 3
    """Hands won less hands lost."""
    FRONT_COPIES = 4
    BACK_COPIES = 5
    NET = 6
    """The bank's, in cents: base wagers, Fortune bets and envy."""
    BASE = 7
    FORTUNE = 8
    ENVY = 9
    UNPAID = 10
    """What the bank owed and its amount did not reach."""
    UNTAKEN = 11
    """What it was owed and could not collect."""


def row_of(cards: tuple[Card, ...]) -> SevenCardRow:
    rows = fortune_rows(cards, RoyalMatch.JOKER_ALLOWED)
    if rows == (FortuneRow.STRAIGHT, FortuneRow.TRIPS):
        return SevenCardRow.STRAIGHT_AND_TRIPS
    assert len(rows) == 1, rows
    return SevenCardRow[rows[0].name]


def _suited(jokers: int) -> npt.NDArray[np.uint8]:
    """By the bits of a suit's ranks: the row of its flush, the other cards adding nothing to it."""
    table = np.zeros(1 << 13, np.uint8)
    for bits in range(1 << 13):
        ranks = [rank for rank in range(13) if bits >> rank & 1]
        missing = 7 - jokers - len(ranks)
        if 0 <= missing <= 2:
            cards = [card_of(rank, 0) for rank in ranks]
            # Other suits, no pair with each other: they can make nothing above a flush.
            fill = [r for r in range(13) if r not in ranks and r != 12][:missing]
            cards += [card_of(rank, suit) for suit, rank in enumerate(fill, start=1)]
            table[bits] = row_of((*cards, *[JOKER] * jokers))
    return table


def _with_royal(jokers: int) -> npt.NDArray[np.uint8]:
    """By the bits of two ranks of a suit: their row with the royal flush of another suit."""
    table = np.zeros(1 << 13, np.uint8)
    royal = [*(card_of(rank, 1) for rank in range(8 + jokers, 13)), *[JOKER] * jokers]
    for low, high in combinations(range(13), 2):
        table[1 << low | 1 << high] = row_of((*royal, card_of(low, 0), card_of(high, 0)))
    return table


def _floors() -> npt.NDArray[np.uint16]:
    """By the ranks of a front: the lowest place of a back that does not make it foul."""
    values = five_card_values()
    table = np.zeros((14, 14), np.uint16)
    for a in range(14):
        for b in range(14):
            if a == b == JOKER_RANK:
                continue
            front = [JOKER if r == JOKER_RANK else card_of(r, s) for s, r in enumerate((a, b))]
            table[a, b] = bisect_right(values, front_value(front)) + 1
    return table


def _fronts() -> npt.NDArray[np.uint8]:
    """By the ranks of a front: its place among the 91 values of two cards."""
    table = np.zeros((14, 14), np.uint8)
    cards = [*(card_of(rank, 0) for rank in range(13)), JOKER]
    other = [*(card_of(rank, 1) for rank in range(13)), JOKER]
    values = {(a, b): front_value((cards[a], other[b])) for a in range(14) for b in range(14)}
    order = sorted(set(values.values()))
    for (a, b), value in values.items():
        table[a, b] = order.index(value)
    return table


def _unsuited(jokers: int) -> npt.NDArray[np.uint8]:
    """At the places of the hash: the row of a bag of ranks without a flush. It is the same for all
    bags with the same best hand and as many cards of one rank."""
    name = "six_joker" if jokers else "seven"
    rows, values = hand_tables()[f"{name}_rows"], hand_tables()[f"{name}_values"]
    bags = bag_rows(7 - jokers)
    places = hash_places(rows, rank_keys().astype(np.uint64)[bags].sum(1))
    held = np.hstack([bags, np.full((len(bags), jokers), ACE)])
    most = (held[:, :, None] == held[:, None, :]).sum(1).max(1)
    _, examples, alike = np.unique(
        values[places].astype(np.int64) * 7 + most, return_index=True, return_inverse=True
    )
    found = [row_of((*rainbow(bags[each].tolist()), *[JOKER] * jokers)) for each in examples]
    table = np.zeros(len(values), np.uint8)
    table[places] = np.array(found, np.uint8)[alike]
    return table


def _build() -> Tables:
    """The rows of the Fortune bet; those of suits come without the joker, then with it."""
    return {
        "seven_row": _unsuited(0),
        "six_joker_row": _unsuited(1),
        "flush_row": np.stack([_suited(0), _suited(1)]),
        "with_royal_row": np.stack([_with_royal(0), _with_royal(1)]),
    }


@cache
def front_tables() -> Tables:
    """`fronts` and `floors`, by the two ranks of a front."""
    return stored(
        "pai-gow-fronts", lambda: {"floors": _floors(), "fronts": _fronts()}, PAI_GOW_SOURCES
    )


@cache
def pai_gow_tables() -> Tables:
    return stored("pai-gow", _build, PAI_GOW_SOURCES)
