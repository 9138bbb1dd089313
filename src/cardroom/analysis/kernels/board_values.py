"""Classes of boards by their ranks, and what every hand is worth on each, without flushes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import compiler
from cardroom.analysis.kernels.hand_tables import (
    ROW_BITS,
    card_keys,
    hand_tables,
    low_card_bits,
    rank_keys,
    three_lowest,
)

Cards = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Keys = npt.NDArray[np.uint32]
Places = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.int64]

_TABLES: Final = hand_tables()
KEYS: Final = card_keys()
RANK_KEYS: Final = rank_keys()
LOW_BITS: Final = low_card_bits()
LOWEST: Final = three_lowest()
ROWS: Final = _TABLES["seven_rows"]
SEVEN: Final = _TABLES["seven_values"]
FIVE_ROWS: Final = _TABLES["five_rows"]
FIVE: Final = _TABLES["five_values"]

ROW: Final = np.uint32(ROW_BITS)
COLUMN: Final = np.uint32((1 << ROW_BITS) - 1)
ZERO, ONE = np.uint64(0), np.uint64(1)
NO_LOW: Final = 1 << 8
PAIRS: Final = np.array([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], np.int64)
TRIPLES: Final = np.array(
    [(a, b, c) for a in range(5) for b in range(a + 1, 5) for c in range(b + 1, 5)], np.int64
)

njit = compiler(
    __file__, KEYS, RANK_KEYS, LOW_BITS, LOWEST, ROWS, SEVEN, FIVE_ROWS, FIVE, PAIRS, TRIPLES
)


@njit("uint16(uint32)")
def five_place(key: Any) -> Any:
    return FIVE[FIVE_ROWS[key >> ROW] + (key & COLUMN)]


@njit("uint16(uint32)")
def seven_place(key: Any) -> Any:
    return SEVEN[ROWS[key >> ROW] + (key & COLUMN)]


@njit("int64(int64[::1], int64, uint32, uint32[::1], int64[::1], uint8[:, ::1])")
def bags(left: Counts, size: int, first: Any, keys: Keys, weights: Counts, ranks: Cards) -> int:
    """Every bag of `size` ranks with `left` cards of each: the sum of its keys and `first`, its
    number of draws, and its ranks; how many bags there are."""
    if size == 0:
        keys[0], weights[0] = first, 1
        return 1
    path, copies = np.full(6, -1, np.int64), np.zeros(6, np.int64)
    sums, ways = np.zeros(6, np.uint32), np.zeros(6, np.int64)
    sums[0], ways[0] = first, 1
    found, level = 0, 0
    while level >= 0:
        path[level] += 1
        rank = path[level]
        if rank > 12:
            level -= 1
            continue
        copy = 1
        if level > 0 and path[level - 1] == rank:
            copy += copies[level - 1]
        if copy > left[rank]:
            continue
        copies[level] = copy
        sums[level + 1] = sums[level] + RANK_KEYS[rank]
        ways[level + 1] = ways[level] * (left[rank] - copy + 1) // copy
        if level == size - 1:
            keys[found], weights[found] = sums[size], ways[size]
            for i in range(size):
                ranks[found, i] = path[i]
            found += 1
        else:
            level += 1
            path[level] = rank - 1
    return found


@njit("void(uint8[:, ::1], uint32[::1], int64, uint16[:, ::1])")
def hold_em_values(holes: Cards, keys: Keys, classes: int, values: Places) -> None:
    """The value of every hand on every class of boards, without flushes."""
    for i in range(holes.shape[0]):
        held = np.uint32(KEYS[holes[i, 0]]) + np.uint32(KEYS[holes[i, 1]])
        for j in range(classes):
            values[j, i] = seven_place(keys[j] + held)


@njit("void(uint8[:, ::1], uint8[:, ::1], int64, uint16[:, ::1])")
def omaha_values(holes: Cards, ranks: Cards, classes: int, values: Places) -> None:
    """The same with exactly two cards of the hand and three of the board."""
    players = holes.shape[0]
    pairs = np.empty((players, 6), np.uint32)
    for i in range(players):
        for p in range(6):
            a, b = holes[i, PAIRS[p, 0]], holes[i, PAIRS[p, 1]]
            pairs[i, p] = np.uint32(KEYS[a]) + np.uint32(KEYS[b])
    for j in range(classes):
        for i in range(players):
            values[j, i] = 0
        for t in range(10):
            a, b, c = ranks[j, TRIPLES[t, 0]], ranks[j, TRIPLES[t, 1]], ranks[j, TRIPLES[t, 2]]
            three = RANK_KEYS[a] + RANK_KEYS[b] + RANK_KEYS[c]
            for i in range(players):
                best = values[j, i]
                for p in range(6):
                    best = max(best, five_place(three + pairs[i, p]))
                values[j, i] = best


@njit("void(uint8[:, ::1], uint8[:, ::1], int64, uint64[::1])")
def low_winners(holes: Cards, ranks: Cards, classes: int, winners: Words) -> None:
    """The players with the best low on every class of boards, as bits; 0 if there is no low."""
    players = holes.shape[0]
    pairs, sizes = np.empty((players, 6), np.int64), np.zeros(players, np.int64)
    for i in range(players):
        for p in range(6):
            one, two = LOW_BITS[holes[i, PAIRS[p, 0]]], LOW_BITS[holes[i, PAIRS[p, 1]]]
            if one and two and one != two:
                pairs[i, sizes[i]] = one | two
                sizes[i] += 1
    for j in range(classes):
        board, best, masks = 0, NO_LOW, ZERO
        for c in range(5):
            board |= LOW_BITS[(ranks[j, c] + 1) % 13]
        if not LOWEST[board]:
            winners[j] = ZERO
            continue
        for i in range(players):
            low = NO_LOW
            for p in range(sizes[i]):
                three = LOWEST[board & ~pairs[i, p]]
                if three:
                    low = min(low, pairs[i, p] | three)
            if low < best:
                best, masks = low, ZERO
            if low == best and low != NO_LOW:
                masks |= ONE << np.uint64(i)
        winners[j] = masks
