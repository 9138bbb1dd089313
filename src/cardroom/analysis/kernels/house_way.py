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
    BACK_BITS,
    FRONT_BITS,
    JOKER_RANK,
    pai_gow_tables,
)

Codes = npt.NDArray[np.uint16]
Worths = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.int64]
NO_RANK: Final = 14
OTHERS: Final = NO_RANK * NO_RANK
"""Up to two ranks outside the flush suit, 13 for none: a * 14 + b, a <= b."""

_HANDS: Final = hand_tables()
_PAI_GOW: Final = pai_gow_tables()
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
FLOORS: Final = _PAI_GOW["floors"]
FRONTS: Final = _PAI_GOW["fronts"]
JOKER: Final = int(JOKER_RANK)

RANKS: Final = np.uint64((1 << 32) - 1)
ROW: Final = np.uint64(ROW_BITS)
COLUMN: Final = np.uint64((1 << ROW_BITS) - 1)
ONE: Final = np.uint64(1)
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


@njit("int64(uint8[::1], int64)")
def flush_suit(cards: npt.NDArray[np.uint8], jokers: int) -> int:
    """The suit that makes a flush of the natural cards, -1 if none does."""
    held = np.zeros(4, np.int64)
    for i in range(7 - jokers):
        held[cards[i] // 13] += 1
    for suit in range(4):
        if held[suit] + jokers >= 5:
            return suit
    return -1


@njit("int64(uint8[::1], int64, int64, int64, int64)")
def find(cards: npt.NDArray[np.uint8], jokers: int, suit: int, wanted: int, taken: int) -> int:
    """Where the card lies that five bits of a setting name; -1 if the hand does not hold it."""
    rank, inside = wanted & 15, wanted >> 4
    if rank == JOKER:
        return 6 if jokers else -1
    for i in range(7 - jokers):
        if i == taken or (cards[i] + 12) % 13 != rank:
            continue
        if suit < 0 or (cards[i] // 13 == suit) == (inside == 1):
            return i
    return -1


@njit("int64(uint8[::1], int64, int64, int64)")
def back_place(cards: npt.NDArray[np.uint8], jokers: int, first: int, second: int) -> int:
    """The place of the five cards that are left, judged by themselves."""
    key, bits, joker = ZERO, ZERO, jokers == 1 and first != 6 and second != 6
    for i in range(7 - jokers):
        if i not in (first, second):
            key += KEYS[cards[i]]
            bits |= BITS[cards[i]]
    total = key & RANKS
    if joker:
        value = FOUR[np.uint64(FOUR_ROWS[total >> ROW]) + (total & COLUMN)]
    else:
        value = FIVE[np.uint64(FIVE_ROWS[total >> ROW]) + (total & COLUMN)]
    table = FLUSH_JOKER if joker else FLUSH
    for _ in range(4):
        value = max(value, table[bits & SUIT])
        bits >>= SUIT_BITS
    return int(value)


@njit("int64(uint8[::1], int64, uint16[::1], int64[::1])")
def lay(cards: npt.NDArray[np.uint8], jokers: int, settings: Codes, found: Counts) -> int:
    """Set one hand, naturals before the joker: found = [rule, front, back]; returns 1 if it is
    foul or cannot be laid."""
    suit = flush_suit(cards, jokers)
    key, bits = summed(cards, 7 - jokers)
    code = int(settings[class_of(key, bits, jokers)])
    first = find(cards, jokers, suit, code >> 5 & 31, -1)
    second = find(cards, jokers, suit, code & 31, first)
    if first < 0 or second < 0:
        return 1
    a, b = code >> 5 & 15, code & 15
    found[0], found[1], found[2] = (
        code >> 10,
        FRONTS[a, b],
        back_place(cards, jokers, first, second),
    )
    return 1 if found[2] < FLOORS[a, b] else 0


@njit("int64(int64, int64, int64, uint16[::1], uint32[::1], int64[:, ::1])")
def lay_all(
    jokers: int, start: int, stop: int, settings: Codes, worths: Worths, tally: Counts
) -> int:
    """All hands whose first natural card is in start .. stop - 1; returns how many are foul,
    or are worth something else than the tables say.

    `tally` counts by rule, by front and by back.
    """
    size = 7 - jokers
    cards = np.full(7, 52, np.uint8)
    found = np.zeros(3, np.int64)
    fouls, level = 0, 0
    cards[0] = start
    while cards[0] < stop:
        if level < size - 1:
            cards[level + 1] = cards[level] + 1
            level += 1
            continue
        while cards[level] < 52:
            foul = lay(cards, jokers, settings, found)
            laid = (found[0] << FRONT_BITS | found[1]) << BACK_BITS | found[2]
            key, bits = summed(cards, 7 - jokers)
            fouls += 1 if foul or worths[class_of(key, bits, jokers)] != laid else 0
            for kind in range(3):
                tally[kind, found[kind]] += 1
            cards[level] += 1
        while level > 0 and cards[level] > 52 - size + level - 1:
            level -= 1
        cards[level] += 1
    return fouls
