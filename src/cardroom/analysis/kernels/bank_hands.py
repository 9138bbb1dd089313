"""Every hand that the bank may hold, and settings weighed against all of them.

The bank's way is a table by class of hand, and how many hands of a class can be made of the cards
that are left is a product: 53,524,680 hands are counted in as many steps as there are classes.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels import house_way
from cardroom.analysis.kernels.cache import compiler
from cardroom.analysis.kernels.hand_tables import RANK_KEYS, ROW_BITS, key_sum, rank_bags
from cardroom.analysis.kernels.house_way import (
    FLOORS,
    FLUSH_START,
    FRONTS,
    JOKER,
    NO_RANK,
    OTHERS,
    SEVEN_ROWS,
    SIX_ROWS,
    SIX_START,
    back_place,
    class_of,
    summed,
)
from cardroom.analysis.kernels.pai_gow_tables import BACK_BITS, FRONT_BITS

Cards = npt.NDArray[np.uint8]
Codes = npt.NDArray[np.uint32]
Longs = npt.NDArray[np.int64]
JOKER_CARD: Final = 52
WORTH: Final = (1 << FRONT_BITS + BACK_BITS) - 1

SEVEN_BAGS: Final = np.array(list(rank_bags(7)), np.uint8)
SIX_BAGS: Final = np.array(list(rank_bags(6)), np.uint8)
RANK_SUMS: Final = np.array(
    [key_sum([rank for rank in range(13) if bits >> rank & 1]) for bits in range(1 << 13)]
)
"""By the bits of ranks: the sum of their keys."""
KEY_OF: Final = np.array([*RANK_KEYS, 0])
RANK_COUNTS: Final = np.array([bits.bit_count() for bits in range(1 << 13)], np.uint8)

njit = compiler(__file__, *house_way.TABLES, SEVEN_BAGS, SIX_BAGS, RANK_SUMS, RANK_COUNTS, KEY_OF)


@njit("int64(int64, int64)")
def ranked_class(total: int, jokers: int) -> int:
    """The class of a hand without a flush, by the sum of its ranks' keys."""
    row, column = total >> ROW_BITS, total & (1 << ROW_BITS) - 1
    if jokers:
        return int(SIX_ROWS[row]) + column + SIX_START
    return int(SEVEN_ROWS[row]) + column


@njit("void(int64, int64, uint32[::1], int64[::1], int64[::1], int64[:, ::1])")
def add(ways: int, place: int, worths: Codes, fronts: Longs, backs: Longs, counts: Longs) -> None:
    worth = np.int64(worths[place])
    front, back = worth >> BACK_BITS & (1 << FRONT_BITS) - 1, worth & (1 << BACK_BITS) - 1
    counts[fronts[front], backs[back]] += ways


@njit("void(int64[::1], int64, uint32[::1], int64[::1], int64[::1], int64[:, ::1])")
def tally_ranks(
    many: Longs, jokers: int, worths: Codes, fronts: Longs, backs: Longs, counts: Longs
) -> None:
    """Hands by their ranks, ignoring flushes, given the number of cards left of each rank."""
    bags = SIX_BAGS if jokers else SEVEN_BAGS
    for n in range(bags.shape[0]):
        ways, run, total = 1, 0, 0
        for i in range(7 - jokers):
            rank = bags[n, i]
            run = run + 1 if i and bags[n, i - 1] == rank else 1
            # (many over run), a factor for each card: exact, since the run began at one.
            ways = ways * (many[rank] - run + 1) // run
            total += KEY_OF[rank]
        if ways > 0:
            add(ways, ranked_class(total, jokers), worths, fronts, backs, counts)


@njit("void(uint64, int64[::1], int64, uint32[::1], int64[::1], int64[::1], int64[:, ::1])")
def move_flushes(
    inside: np.uint64,
    others: Longs,
    jokers: int,
    worths: Codes,
    fronts: Longs,
    backs: Longs,
    counts: Longs,
) -> None:
    """Hands with a flush of the suit of which these ranks are left; `others` are the cards of the
    other suits by rank. Rank 13 stands for a card that is not there."""
    for bits in range(1 << 13):
        outside = 7 - jokers - np.int64(RANK_COUNTS[bits])
        if outside < 0 or outside > 2 or np.uint64(bits) & ~inside:
            continue
        start = int(FLUSH_START[jokers]) + bits * OTHERS
        for a in range(0 if outside else JOKER, 13 if outside else NO_RANK):
            for b in range(a if outside == 2 else JOKER, 13 if outside == 2 else NO_RANK):
                ways = others[a] * (others[b] - 1) // 2 if a == b < JOKER else others[a] * others[b]
                if ways:
                    ranked = RANK_SUMS[bits] + KEY_OF[a] + KEY_OF[b]
                    # They were counted by their ranks, and belong elsewhere.
                    add(-ways, ranked_class(ranked, jokers), worths, fronts, backs, counts)
                    add(ways, start + a * NO_RANK + b, worths, fronts, backs, counts)


@njit("void(uint64[::1], int64, uint32[::1], int64[::1], int64[::1], int64[:, ::1])")
def tally(
    left: npt.NDArray[np.uint64],
    jokers: int,
    worths: Codes,
    fronts: Longs,
    backs: Longs,
    counts: Longs,
) -> None:
    """Each hand of 7 - jokers natural cards that are left, the joker with them if there is one.

    `left` holds the bits of each suit's ranks. A hand counts at `counts[fronts[f], backs[b]]` for
    the places f and b of its front and back.
    """
    held = np.zeros((4, 13), np.int64)
    for suit in range(4):
        for rank in range(13):
            held[suit, rank] = np.int64(left[suit] >> np.uint64(rank)) & 1
    many = held.sum(0)
    tally_ranks(many, jokers, worths, fronts, backs, counts)
    others = np.ones(NO_RANK, np.int64)
    for suit in range(4):
        others[:13] = many - held[suit]
        move_flushes(left[suit], others, jokers, worths, fronts, backs, counts)


@njit("void(uint8[:, ::1], uint32[::1], int64[:, ::1], int64[:, ::1])")
def weigh(hands: Cards, worths: Codes, values: Longs, found: Longs) -> None:
    """Rows of seven cards, naturals before the joker, each of its settings looked up by worth.

    `values[front, back]` is what a setting is worth. `found` holds for each hand what the way's
    setting is worth, what the best other one is, and the worth codes of both.
    """
    for n in range(hands.shape[0]):
        cards = hands[n]
        jokers = 1 if cards[6] == JOKER_CARD else 0
        key, bits = summed(cards, 7 - jokers)
        own = np.int64(worths[class_of(key, bits, jokers)])
        front, back = own >> BACK_BITS & (1 << FRONT_BITS) - 1, own & (1 << BACK_BITS) - 1
        found[n, 0], found[n, 2] = values[front, back], own
        best, code = np.int64(-(1 << 62)), np.int64(0)
        for first in range(7):
            a = JOKER if cards[first] == JOKER_CARD else (cards[first] + 12) % 13
            for second in range(first + 1, 7):
                b = JOKER if cards[second] == JOKER_CARD else (cards[second] + 12) % 13
                place = back_place(cards, jokers, first, second)
                if place < FLOORS[a, b]:
                    continue
                other = np.int64(FRONTS[a, b]) << BACK_BITS | place
                if other != own & WORTH and values[FRONTS[a, b], place] > best:
                    best, code = values[FRONTS[a, b], place], other
        found[n, 1], found[n, 3] = best, code
