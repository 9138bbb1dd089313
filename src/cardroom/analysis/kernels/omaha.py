"""Omaha on a whole board: exactly two cards of the hand with exactly three of the board.

A low is the bits of its five ranks, the ace the lowest bit: read as a number, the smaller is the
better low, because lows compare from their highest card down.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import INNER, compiler
from cardroom.analysis.kernels.hand_tables import (
    ROW_BITS,
    card_bits,
    card_keys,
    hand_tables,
    low_card_bits,
)

Cards = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int64]

_TABLES: Final = hand_tables()
KEYS: Final = card_keys()
BITS: Final = card_bits()
LOW_BITS: Final = low_card_bits()
ROWS: Final = _TABLES["five_rows"]
FIVE: Final = _TABLES["five_values"]
FLUSH: Final = _TABLES["flush"]

RANKS: Final = np.uint64((1 << 32) - 1)
ROW: Final = np.uint64(ROW_BITS)
COLUMN: Final = np.uint64((1 << ROW_BITS) - 1)
THREES: Final = np.uint64(0x3333 << 32)
FIVES: Final = np.uint64(0x8888 << 32)
SUIT: Final = np.uint64((1 << 13) - 1)
SUIT_BITS: Final = np.uint64(16)
NO_LOW: Final = 1 << 8
PAIRS: Final = np.array([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], np.int64)
TRIPLES: Final = np.array(
    [(a, b, c) for a in range(5) for b in range(a + 1, 5) for c in range(b + 1, 5)], np.int64
)

njit = compiler(__file__, KEYS, BITS, LOW_BITS, ROWS, FIVE, FLUSH, PAIRS, TRIPLES)


@njit("uint16(uint64, uint64)")
def five_value(key: np.uint64, bits: np.uint64) -> Any:
    if key & FIVES:
        best = np.uint16(0)
        for _ in range(4):
            best = max(best, FLUSH[bits & SUIT])
            bits >>= SUIT_BITS
        return best
    total = key & RANKS
    return FIVE[np.uint64(ROWS[total >> ROW]) + (total & COLUMN)]


@njit("int64(int64, int64)", **INNER)
def _disjoint(a: int, b: int) -> int:
    """The union of two sets of low ranks that share none; 0 if they do, or one is not a low's."""
    return 0 if a == 0 or b == 0 or a & b else a | b


@njit("void(uint8[:, ::1], uint8[::1], int64[::1], int64[::1])")
def judge(holes: Cards, board: Cards, highs: Counts, lows: Counts) -> None:
    """The best high and low of every player on one whole board."""
    keys, bits = np.empty(10, np.uint64), np.empty(10, np.uint64)
    low_bits = np.empty(10, np.int64)
    for t in range(10):
        a, b, c = board[TRIPLES[t, 0]], board[TRIPLES[t, 1]], board[TRIPLES[t, 2]]
        keys[t] = THREES + KEYS[a] + KEYS[b] + KEYS[c]
        bits[t] = BITS[a] | BITS[b] | BITS[c]
        low_bits[t] = _disjoint(_disjoint(LOW_BITS[a], LOW_BITS[b]), LOW_BITS[c])
    for i in range(holes.shape[0]):
        high, low = np.uint16(0), NO_LOW
        for p in range(6):
            a, b = holes[i, PAIRS[p, 0]], holes[i, PAIRS[p, 1]]
            key, bit = KEYS[a] + KEYS[b], BITS[a] | BITS[b]
            pair = _disjoint(LOW_BITS[a], LOW_BITS[b])
            for t in range(10):
                high = max(high, five_value(keys[t] + key, bits[t] | bit))
            if pair:
                for t in range(10):
                    both = _disjoint(low_bits[t], pair)
                    low = both if 0 < both < low else low
        highs[i], lows[i] = high, low
