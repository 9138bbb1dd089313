"""A house way over all hands: looks up the setting, sets the cards, and evaluates them again.

How a hand is set depends on its ranks and, where a flush lies in it, on which ranks are in that
suit. `analysis.way_tables` asks the way itself once for each such class; here every hand finds
its class. The tables are arguments, because they are the house's.

A setting is sixteen bits: the rule's number, then for each card of the front its rank (13 the
joker) and whether it is taken from the flush suit. The worth of a setting is the rule's number
and the places of front and back.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import compiler
from cardroom.analysis.kernels.hand_tables import ROW_BITS, card_bits, card_keys, hand_tables
from cardroom.analysis.kernels.pai_gow_tables import (
    JOKER_RANK,
    NO_RANK,
    OTHERS,
    front_tables,
)

_HANDS: Final = hand_tables()
_FRONTS: Final = front_tables()
KEYS: Final = card_keys()
BITS: Final = card_bits()
SEVEN_ROWS: Final = _HANDS["seven_rows"]
SIX_ROWS: Final = _HANDS["six_joker_rows"]
FIVE_ROWS: Final = _HANDS["five_rows"]
FIVE: Final = _HANDS["five_values"]
FOUR_ROWS: Final = _HANDS["four_joker_rows"]
FOUR: Final = _HANDS["four_joker_values"]
FLUSH: Final = _HANDS["flush"]
FLUSH_JOKER: Final = _HANDS["flush_joker"]
FLOORS: Final = _FRONTS["floors"]
FRONTS: Final = _FRONTS["fronts"]
JOKER: Final = int(JOKER_RANK)

RANKS: Final = np.uint64((1 << 32) - 1)
ROW: Final = np.uint64(ROW_BITS)
COLUMN: Final = np.uint64((1 << ROW_BITS) - 1)
ZERO: Final = np.uint64(0)
SUIT: Final = np.uint64((1 << 13) - 1)
SUIT_BITS: Final = np.uint64(16)
SIX_START: Final = len(_HANDS["seven_values"])
FLUSH_START: Final = np.array(
    [SIX_START + len(_HANDS["six_joker_values"]) + jokers * (1 << 13) * OTHERS for jokers in (0, 1)]
)
"""A way's tables: hands without a flush by the hash of their ranks, those with the joker after
the others; then hands with a flush, alike."""
CLASS_PLACES: Final = int(FLUSH_START[1]) + (1 << 13) * OTHERS
# Counting from three, a suit's fourth bit says that five are there; with the joker, from four.
THREES: Final = np.uint64(0x3333 << 32)
FOURS: Final = np.uint64(0x4444 << 32)
FIVES: Final = np.uint64(0x8888 << 32)
FIFTH: Final = np.uint64(8 << 32)
NIBBLE: Final = np.uint64(4)
LOWEST: Final = np.array(
    [next((r for r in range(13) if bits >> r & 1), 13) for bits in range(1 << 13)], np.uint8
)
HIGHEST: Final = np.array([max(bits.bit_length() - 1, 0) for bits in range(1 << 13)], np.uint8)
TABLES: Final = (
    *(KEYS, BITS, SEVEN_ROWS, SIX_ROWS, FIVE_ROWS, FIVE, FOUR_ROWS, FOUR),
    *(FLUSH, FLUSH_JOKER, FLOORS, FRONTS, LOWEST, HIGHEST, FLUSH_START),
)
"""All that is baked in: a module that calls these kernels is compiled under their name, too."""

njit = compiler(__file__, *TABLES)


@njit("UniTuple(uint64, 2)(uint8[::1], int64)")
def summed(cards: npt.NDArray[np.uint8], size: int) -> tuple[np.uint64, np.uint64]:
    """Keys and bits of the first `size` cards."""
    key, bits = ZERO, ZERO
    for i in range(size):
        key += KEYS[cards[i]]
        bits |= BITS[cards[i]]
    return key, bits


@njit("int64(uint64, uint64, int64)")
def class_of(key: np.uint64, bits: np.uint64, jokers: int) -> int:
    """The hand's place in a way's tables, by the sum of its keys and its bits."""
    flush = (key + (FOURS if jokers else THREES)) & FIVES
    if not flush:
        total = key & RANKS
        if jokers:
            return int(np.uint64(SIX_ROWS[total >> ROW]) + (total & COLUMN)) + SIX_START
        return int(np.uint64(SEVEN_ROWS[total >> ROW]) + (total & COLUMN))
    held, a, b = ZERO, JOKER, JOKER
    for _ in range(4):
        inside = bits & SUIT
        if flush & FIFTH:
            held = inside
        elif inside:
            low, high = int(LOWEST[inside]), int(HIGHEST[inside])
            if a == JOKER:
                a, b = low, (high if high != low else JOKER)
            else:
                # One card each of two suits: no more than two are outside the flush.
                a, b = min(a, low), max(a, low)
        bits >>= SUIT_BITS
        flush >>= NIBBLE
    return int(FLUSH_START[jokers] + np.int64(held) * OTHERS) + a * NO_RANK + b


@njit("int64(uint64, uint64, int64)")
def back_place(key: np.uint64, bits: np.uint64, jokers: int) -> int:
    """The place of five cards, judged by themselves; a joker among them adds nothing to the sum of
    the keys."""
    total = key & RANKS
    if jokers:
        value = FOUR[np.uint64(FOUR_ROWS[total >> ROW]) + (total & COLUMN)]
    else:
        value = FIVE[np.uint64(FIVE_ROWS[total >> ROW]) + (total & COLUMN)]
    table = FLUSH_JOKER if jokers else FLUSH
    for _ in range(4):
        value = max(value, table[bits & SUIT])
        bits >>= SUIT_BITS
    return int(value)
