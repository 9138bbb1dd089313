"""Seven-card poker: the value of a hand.

A card is its index, 0 to 51. A hand is two sums over its cards: keys (ranks, and four bits that
count each suit) and bits (which ranks of which suit). Kernels that call each other stay in one
module, and the tables are globals: numba bakes those in as constants, which is five to ten
times faster than passing them.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import INNER, compiler
from cardroom.analysis.kernels.four_hands import KEYS, THREES, four_keys
from cardroom.analysis.kernels.hand_tables import (
    ROW_BITS,
    card_bits,
    hand_tables,
)

Cards = npt.NDArray[np.uint8]
Value = Any
"""A uint16. numpy's stubs do not say what an element of an array is."""

_TABLES: Final = hand_tables()
BITS: Final = card_bits()
ROWS: Final = _TABLES["seven_rows"]
SEVEN: Final = _TABLES["seven_values"]
FLUSH: Final = _TABLES["flush"]

# uint64 mixed with int64 becomes float64 in numba: every constant of a hand is a uint64.
RANKS: Final = np.uint64((1 << 32) - 1)
ROW: Final = np.uint64(ROW_BITS)
COLUMN: Final = np.uint64((1 << ROW_BITS) - 1)
FIVES: Final = np.uint64(0x8888 << 32)
"""Set where a suit, counted from three, has five cards."""
SUIT: Final = np.uint64((1 << 13) - 1)
SHIFTS: Final = np.array([0, 16, 32, 48], np.uint64)
ZERO, ONE, FOUR = np.uint64(0), np.uint64(1), np.uint64(4)
BLOCK: Final = np.uint64(256)
"""Hands that are looked up before their flushes are."""

njit = compiler(__file__, KEYS, BITS, ROWS, SEVEN, FLUSH)


@njit("uint16(uint64)")
def rank_value(key: np.uint64) -> Value:
    """The place of seven cards without a flush."""
    total = key & RANKS
    return SEVEN[np.uint64(ROWS[total >> ROW]) + (total & COLUMN)]


@njit("uint16(uint64)")
def flush_value(bits: np.uint64) -> Value:
    """The place of cards of which five or more are of one suit."""
    best = np.uint16(0)
    for suit in range(4):
        best = max(best, FLUSH[(bits >> SHIFTS[suit]) & SUIT])
    return best


@njit("uint16(uint64, uint64)")
def seven_value(key: np.uint64, bits: np.uint64) -> Value:
    """The place of a seven-card hand; `key` counts suits from three."""
    if key & FIVES:
        return flush_value(bits)
    return rank_value(key)


@njit("void(uint8[:, ::1], uint16[::1])")
def seven_values(hands: Cards, out: npt.NDArray[np.uint16]) -> None:
    """Nobody foresees a flush, so every hand is looked up by its ranks, and those in the list of
    flushes once more.
    """
    flushes = np.empty(BLOCK, np.uint64)
    count = np.uint64(hands.shape[0])
    fours = (count - ONE) // FOUR * FOUR if count else ZERO  # they must not be the last hands
    for start in range(ZERO, fours, BLOCK):
        found = ZERO
        for four in range(start, min(start + BLOCK, fours), FOUR):
            hand = np.uint64(four)
            for key in four_keys(hands, hand):
                out[hand] = rank_value(key)
                flushes[found] = hand
                found += ONE if key & FIVES else ZERO
                hand += ONE
        for f in range(found):
            out[flushes[f]] = flush_value(_bits(hands, flushes[f]))
    for last in range(fours, count):
        key = THREES
        for j in range(7):
            key += KEYS[hands[last, j]]
        out[last] = seven_value(key, _bits(hands, np.uint64(last)))


@njit("uint64(uint8[:, ::1], uint64)", **INNER)
def _bits(hands: Cards, hand: np.uint64) -> np.uint64:
    bits = ZERO
    for j in range(7):
        bits |= BITS[hands[hand, j]]
    return bits
