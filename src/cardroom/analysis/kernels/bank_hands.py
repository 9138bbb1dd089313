"""Every hand that the bank may hold, and settings weighed against all of them.

The bank's way is a table by class of hand, and how many hands of a class can be made of the cards
that are left is a product: 53,524,680 hands are counted in as many steps as there are classes.
"""

from __future__ import annotations

from math import comb
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels import house_way
from cardroom.analysis.kernels.cache import compiler
from cardroom.analysis.kernels.hand_tables import RANK_KEYS, ROW_BITS, bag_rows
from cardroom.analysis.kernels.house_way import (
    BITS,
    FLOORS,
    FLUSH_START,
    FRONTS,
    JOKER,
    KEYS,
    SEVEN_ROWS,
    SIX_ROWS,
    SIX_START,
    back_place,
    class_of,
    summed,
)
from cardroom.analysis.kernels.pai_gow_tables import BACK_BITS, FRONT_BITS, NO_RANK, OTHERS

Cards = npt.NDArray[np.uint8]
Codes = npt.NDArray[np.uint32]
Longs = npt.NDArray[np.int64]
JOKER_CARD: Final = 52
BACK: Final = np.uint64(BACK_BITS)
BACK_MASK: Final = np.uint64((1 << BACK_BITS) - 1)
WORTH: Final = (1 << FRONT_BITS + BACK_BITS) - 1

SEVEN_BAGS: Final = bag_rows(7).astype(np.uint8)
SIX_BAGS: Final = bag_rows(6).astype(np.uint8)


def _shared(bags: Cards) -> Cards:
    """With how many of the cards of the bag before it each bag begins."""
    same = bags[1:] == bags[:-1]
    return np.append(0, np.logical_and.accumulate(same, axis=1).sum(axis=1)).astype(np.uint8)


SEVEN_SHARED: Final = _shared(SEVEN_BAGS)
SIX_SHARED: Final = _shared(SIX_BAGS)
KERNEL_RANKS: Final = np.array([*((card + 12) % 13 for card in range(52)), JOKER], np.uint8)
"""By card: 0 (deuce) to 12 (ace), 13 for the joker."""
KEY_OF: Final = np.array([*RANK_KEYS, 0])
SEVEN_SUMS: Final = KEY_OF[SEVEN_BAGS].sum(axis=1)
SIX_SUMS: Final = KEY_OF[SIX_BAGS].sum(axis=1)
RANK_BITS: Final = np.arange(1 << 13)[:, None] >> np.arange(13) & 1
RANK_SUMS: Final = RANK_BITS @ np.array(RANK_KEYS)
"""By the bits of ranks: the sum of their keys."""
CHOOSE: Final = np.array([[comb(n, k) for k in range(5)] for n in range(5)])
SUITS: Final = 4

njit = compiler(
    __file__,
    *house_way.TABLES,
    *(SEVEN_BAGS, SIX_BAGS, SEVEN_SHARED, SIX_SHARED, CHOOSE, KERNEL_RANKS),
)


class BankWay(NamedTuple):
    """How a way sets every hand of 7 - jokers natural cards, in the order they are counted in.

    A hand is set by its ranks, unless it has a flush and is set otherwise: then it is listed, too.
    """

    bags: Codes
    """[bag of ranks] the worth of a hand without a flush."""
    starts: Longs
    """[bits of the ranks in a suit] where those with other cards begin in the lists below."""
    others: Cards
    """[flush] the ranks a and b of the other cards, as a * 14 + b."""
    came: Codes
    """[flush] the worth of its ranks without the flush."""
    goes: Codes
    """[flush] its own worth."""


def bank_way(worths: Codes, jokers: int) -> BankWay:
    """Listed once, because to look a worth up in the table of all classes takes more time than to
    count it."""
    plain = worths & np.uint32(WORTH)
    bits, a, b = _flushes(jokers)
    came = plain[_ranked_class(RANK_SUMS[bits] + KEY_OF[a] + KEY_OF[b], jokers)]
    goes = plain[int(FLUSH_START[jokers]) + bits * OTHERS + a * NO_RANK + b]
    moved = came != goes
    return BankWay(
        plain[_ranked_class(SIX_SUMS if jokers else SEVEN_SUMS, jokers)],
        np.searchsorted(bits[moved], np.arange((1 << 13) + 1)),
        (a * NO_RANK + b)[moved].astype(np.uint8),
        came[moved],
        goes[moved],
    )


def _flushes(jokers: int) -> tuple[Longs, Longs, Longs]:
    """The ranks of a suit with those of up to two other cards, in order."""
    others = [
        [(JOKER, JOKER)],
        [(a, JOKER) for a in range(13)],
        [(a, b) for a in range(13) for b in range(a, 13)],
    ]
    outside = 7 - jokers - RANK_BITS.sum(axis=1)
    bits = np.flatnonzero((outside >= 0) & (outside <= 2))
    times = np.array([len(each) for each in others])[outside[bits]]
    which = np.arange(times.sum()) - np.repeat(times.cumsum() - times, times)
    first = np.cumsum([0, *(len(each) for each in others)])[np.repeat(outside[bits], times)]
    a, b = np.array([pair for each in others for pair in each]).T[:, first + which]
    return np.repeat(bits, times), a, b


def _ranked_class(totals: Longs, jokers: int) -> Longs:
    """The class of a hand without a flush, by the sum of its ranks' keys."""
    rows, columns = totals >> ROW_BITS, totals & (1 << ROW_BITS) - 1
    starts: Longs = (SIX_ROWS if jokers else SEVEN_ROWS)[rows].astype(np.int64)
    return starts + columns + (SIX_START if jokers else 0)


@njit("void(int64, uint32, int64[::1], int64[::1], int64[:, ::1])")
def add(ways: int, worth: int, fronts: Longs, backs: Longs, counts: Longs) -> None:
    front = np.uint64(fronts[np.uint64(worth) >> BACK])
    back = np.uint64(backs[np.uint64(worth) & BACK_MASK])
    counts[front, back] += ways


@njit("void(int64[::1], int64, uint32[::1], int64[::1], int64[::1], int64[:, ::1])")
def tally_ranks(
    many: Longs, jokers: int, worths: Codes, fronts: Longs, backs: Longs, counts: Longs
) -> None:
    """Hands by their ranks, ignoring flushes, given the number of cards left of each rank.

    A bag begins as the one before it does, so only the rest of the product is new.
    """
    bags = SIX_BAGS if jokers else SEVEN_BAGS
    shared = SIX_SHARED if jokers else SEVEN_SHARED
    size = 7 - jokers
    ways, before = np.ones(8, np.int64), np.ones(8, np.int64)
    run = np.zeros(8, np.int64)
    for n in range(bags.shape[0]):
        for i in range(shared[n], size):
            rank = bags[n, i]
            if i and bags[n, i - 1] == rank:
                run[i], before[i] = run[i - 1] + 1, before[i - 1]
            else:
                run[i], before[i] = 1, ways[i]
            ways[i + 1] = before[i] * CHOOSE[many[rank], run[i]]
        if ways[size]:
            add(ways[size], worths[n], fronts, backs, counts)


@njit("void(int64[:, ::1], int64[::1], int64[:, ::1])")
def pair_ways(held: Longs, many: Longs, pairs: Longs) -> None:
    """`pairs[suits, a * 14 + b]`: ways to take these ranks outside a suit, summed over the suits in
    the bits of `suits`. Rank 13 stands for a card that is not there."""
    others = np.ones(NO_RANK, np.int64)
    for suit in range(SUITS):
        for rank in range(13):
            others[rank] = many[rank] - held[suit, rank]
        for a in range(NO_RANK):
            for b in range(a, NO_RANK):
                ways = others[a] * (others[b] - 1) // 2 if a == b < JOKER else others[a] * others[b]
                for suits in range(1 << SUITS):
                    pairs[suits, a * NO_RANK + b] += ways * (suits >> suit & 1)


@njit()
def move_flushes(
    left: Longs, pairs: Longs, way: BankWay, fronts: Longs, backs: Longs, counts: Longs
) -> None:
    """Hands with a flush, by the ranks inside its suit and those of the other cards."""
    for bits in range(1 << 13):
        if way.starts[bits] == way.starts[bits + 1]:
            continue
        suits = 0
        for suit in range(SUITS):
            suits |= (bits & ~left[suit] == 0) << suit
        if suits == 0:
            continue
        for flush in range(way.starts[bits], way.starts[bits + 1]):
            ways = pairs[suits, way.others[flush]]
            if ways:
                # They were counted by their ranks, and belong elsewhere.
                add(-ways, way.came[flush], fronts, backs, counts)
                add(ways, way.goes[flush], fronts, backs, counts)


@njit()
def tally(
    left: Longs, jokers: int, way: BankWay, fronts: Longs, backs: Longs, counts: Longs
) -> None:
    """Each hand of 7 - jokers natural cards that are left, the joker with them if there is one.

    `left` holds the bits of each suit's ranks. A hand counts at `counts[fronts[f], backs[b]]` for
    the places f and b of its front and back.
    """
    # Sums over an axis and slices would take longer to compile than all the rest.
    held, many = np.zeros((SUITS, 13), np.int64), np.zeros(13, np.int64)
    for suit in range(SUITS):
        for rank in range(13):
            held[suit, rank] = left[suit] >> rank & 1
            many[rank] += held[suit, rank]
    pairs = np.zeros((1 << SUITS, OTHERS), np.int64)
    pair_ways(held, many, pairs)
    tally_ranks(many, jokers, way.bags, fronts, backs, counts)
    move_flushes(left, pairs, way, fronts, backs, counts)


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
            one, a = cards[first], KERNEL_RANKS[cards[first]]
            for second in range(first + 1, 7):
                two, b = cards[second], KERNEL_RANKS[cards[second]]
                left = 0 if JOKER in (a, b) else jokers
                place = back_place(key - KEYS[one] - KEYS[two], bits ^ BITS[one] ^ BITS[two], left)
                if place < FLOORS[a, b]:
                    continue
                other = np.int64(FRONTS[a, b]) << BACK_BITS | place
                if other != own & WORTH and values[FRONTS[a, b], place] > best:
                    best, code = values[FRONTS[a, b], place], other
        found[n, 1], found[n, 3] = best, code
