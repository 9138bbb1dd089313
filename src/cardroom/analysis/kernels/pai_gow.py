"""Pai gow poker over all 154,143,080 hands of seven cards of 53.

A hand without the joker is seven natural cards, one with it six. The encoding is poker7's.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import compiler
from cardroom.analysis.kernels.hand_tables import ROW_BITS, card_bits, card_keys, hand_tables
from cardroom.analysis.kernels.pai_gow_tables import SevenCardRow, pai_gow_tables

Counts = npt.NDArray[np.int64]

_HANDS: Final = hand_tables()
_PAI_GOW: Final = pai_gow_tables()
KEYS: Final = card_keys()
BITS: Final = card_bits()
SEVEN_ROWS: Final = _HANDS["seven_rows"]
SEVEN: Final = _HANDS["seven_values"]
SIX_ROWS: Final = _HANDS["six_joker_rows"]
SIX: Final = _HANDS["six_joker_values"]
FLUSH: Final = _HANDS["flush"]
FLUSH_JOKER: Final = _HANDS["flush_joker"]
SEVEN_FORTUNE: Final = _PAI_GOW["seven_row"]
SIX_FORTUNE: Final = _PAI_GOW["six_joker_row"]
FLUSH_FORTUNE: Final = _PAI_GOW["flush_row"]
WITH_ROYAL: Final = _PAI_GOW["with_royal_row"]

RANKS: Final = np.uint64((1 << 32) - 1)
ROW: Final = np.uint64(ROW_BITS)
COLUMN: Final = np.uint64((1 << ROW_BITS) - 1)
# Counting from three, a suit's fourth bit says that five are there; with the joker, from four.
THREES: Final = np.uint64(0x3333 << 32)
FOURS: Final = np.uint64(0x4444 << 32)
FIVES: Final = np.uint64(0x8888 << 32)
SUIT: Final = np.uint64((1 << 13) - 1)
SHIFTS: Final = np.array([0, 16, 32, 48], np.uint64)
ROYAL: Final = int(SevenCardRow.ROYAL_FLUSH)

TABLES: Final = (
    *(KEYS, BITS, SEVEN_ROWS, SEVEN, SIX_ROWS, SIX, FLUSH, FLUSH_JOKER),
    *(SEVEN_FORTUNE, SIX_FORTUNE, FLUSH_FORTUNE, WITH_ROYAL),
)
"""All that is baked in: a module that calls these kernels is compiled under their name, too."""

njit = compiler(__file__, *TABLES)


@njit("int64(uint64, int64)")
def _flush_row(bits: np.uint64, jokers: int) -> int:
    """The Fortune row of a flush in seven natural cards, or in six and the joker. Without the
    joker, nothing else in them is worth more."""
    row, more = 0, 0
    for suit in range(4):
        held = (bits >> SHIFTS[suit]) & SUIT
        row = max(row, int(FLUSH_FORTUNE[jokers, held]))
        more = max(more, int(WITH_ROYAL[jokers, held]))
    return max(row, more) if row == ROYAL else row


@njit("int64(uint64, uint64, int64)")
def fortune_row(key: np.uint64, bits: np.uint64, jokers: int) -> int:
    """The row of seven cards, from the sum of their keys and their bits."""
    total = key & RANKS
    if jokers:
        row = int(SIX_FORTUNE[np.uint64(SIX_ROWS[total >> ROW]) + (total & COLUMN)])
        # The joker may make a full house of a flush, or more.
        return max(row, _flush_row(bits, 1)) if (key + FOURS) & FIVES else row
    if (key + THREES) & FIVES:
        return _flush_row(bits, 0)
    return int(SEVEN_FORTUNE[np.uint64(SEVEN_ROWS[total >> ROW]) + (total & COLUMN)])


@njit("void(uint64, int64[::1], int64[::1])")
def _tally_flush(bits: np.uint64, by_value: Counts, by_row: Counts) -> None:
    value = 0
    for suit in range(4):
        value = max(value, int(FLUSH[(bits >> SHIFTS[suit]) & SUIT]))
    by_value[value] += 1
    by_row[_flush_row(bits, 0)] += 1


@njit("void(uint64, uint64, int64[::1], int64[::1])")
def _tally_joker(key: np.uint64, bits: np.uint64, by_value: Counts, by_row: Counts) -> None:
    """`key` counts suits from nothing."""
    total = key & RANKS
    value = int(SIX[np.uint64(SIX_ROWS[total >> ROW]) + (total & COLUMN)])
    for suit in range(4):
        value = max(value, int(FLUSH_JOKER[(bits >> SHIFTS[suit]) & SUIT]))
    by_value[value] += 1
    by_row[fortune_row(key, bits, 1)] += 1


@njit("void(int64, int64, int64[::1], int64[::1])")
def count_naturals(start: int, stop: int, by_value: Counts, by_row: Counts) -> None:
    """Hands without the joker whose first card is in start .. stop - 1."""
    for a in range(start, stop):
        for b in range(a + 1, 52):
            key_b, bits_b = THREES + KEYS[a] + KEYS[b], BITS[a] | BITS[b]
            for c in range(b + 1, 52):
                key_c, bits_c = key_b + KEYS[c], bits_b | BITS[c]
                for d in range(c + 1, 52):
                    key_d, bits_d = key_c + KEYS[d], bits_c | BITS[d]
                    for e in range(d + 1, 52):
                        key_e, bits_e = key_d + KEYS[e], bits_d | BITS[e]
                        for f in range(e + 1, 52):
                            key_f, bits_f = key_e + KEYS[f], bits_e | BITS[f]
                            for g in range(f + 1, 52):
                                key = key_f + KEYS[g]
                                if key & FIVES:
                                    _tally_flush(bits_f | BITS[g], by_value, by_row)
                                else:
                                    total = key & RANKS
                                    at = np.uint64(SEVEN_ROWS[total >> ROW]) + (total & COLUMN)
                                    by_value[SEVEN[at]] += 1
                                    by_row[SEVEN_FORTUNE[at]] += 1


@njit("void(int64, int64, int64[::1], int64[::1])")
def count_jokers(start: int, stop: int, by_value: Counts, by_row: Counts) -> None:
    """Hands with the joker whose first natural card is in start .. stop - 1."""
    for a in range(start, stop):
        for b in range(a + 1, 52):
            key_b, bits_b = KEYS[a] + KEYS[b], BITS[a] | BITS[b]
            for c in range(b + 1, 52):
                key_c, bits_c = key_b + KEYS[c], bits_b | BITS[c]
                for d in range(c + 1, 52):
                    key_d, bits_d = key_c + KEYS[d], bits_c | BITS[d]
                    for e in range(d + 1, 52):
                        key_e, bits_e = key_d + KEYS[e], bits_d | BITS[e]
                        for f in range(e + 1, 52):
                            key, bits = key_e + KEYS[f], bits_e | BITS[f]
                            _tally_joker(key, bits, by_value, by_row)
