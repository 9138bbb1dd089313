"""A house way over all hands: looks the setting up, lays the cards out, and judges them anew.

How a hand is set depends on its ranks and, where a flush lies in it, on which ranks are in that
suit. `analysis.pai_gow_hands` asks the way itself once for each such class; here every hand finds
its class. The tables are arguments, because they are the house's.

A setting is sixteen bits: the rule's number, then for each card of the front its rank (13 the
joker) and whether it is taken from the flush suit.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import compiler
from cardroom.analysis.kernels.hand_tables import ROW_BITS, card_bits, card_keys, hand_tables
from cardroom.analysis.kernels.pai_gow_tables import JOKER_RANK, pai_gow_tables

Codes = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.int64]
OTHERS: Final = 14 * 14
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

njit = compiler(
    *(KEYS, BITS, SEVEN_ROWS, SIX_ROWS, FIVE_ROWS, FIVE, FOUR_ROWS, FOUR),
    *(FLUSH, FLUSH_JOKER, FLOORS, FRONTS),
)


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


@njit("int64(uint8[::1], int64, int64, uint16[::1], uint16[::1])")
def setting(
    cards: npt.NDArray[np.uint8], jokers: int, suit: int, ranked: Codes, suited: Codes
) -> int:
    """What the way does with this hand; naturals first, then the joker."""
    if suit < 0:
        total = ZERO
        for i in range(7 - jokers):
            total += KEYS[cards[i]] & RANKS
        rows = SIX_ROWS if jokers else SEVEN_ROWS
        return int(ranked[np.uint64(rows[total >> ROW]) + (total & COLUMN)])
    bits, a, b = ZERO, JOKER, JOKER
    for i in range(7 - jokers):
        rank = (cards[i] + 12) % 13
        if cards[i] // 13 == suit:
            bits |= ONE << np.uint64(rank)
        else:
            a, b = min(a, rank), (max(a, rank) if a != JOKER else b)
    return int(suited[np.int64(bits) * OTHERS + a * 14 + b])


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


@njit("int64(uint8[::1], int64, uint16[::1], uint16[::1], int64[::1])")
def lay(
    cards: npt.NDArray[np.uint8], jokers: int, ranked: Codes, suited: Codes, found: Counts
) -> int:
    """Set one hand: found = [rule, front, back]; returns 1 if it is foul or cannot be laid."""
    suit = flush_suit(cards, jokers)
    code = setting(cards, jokers, suit, ranked, suited)
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


@njit("int64(int64, int64, int64, uint16[::1], uint16[::1], int64[:, ::1])")
def lay_all(jokers: int, start: int, stop: int, ranked: Codes, suited: Codes, tally: Counts) -> int:
    """All hands whose first natural card is in start .. stop - 1; returns how many are foul.

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
            fouls += lay(cards, jokers, ranked, suited, found)
            for kind in range(3):
                tally[kind, found[kind]] += 1
            cards[level] += 1
        while level > 0 and cards[level] > 52 - size + level - 1:
            level -= 1
        cards[level] += 1
    return fouls


@njit("int64(uint8[:, ::1], uint16[:, ::1], uint16[:, ::1], int64[:, ::1])")
def duels(
    deals: npt.NDArray[np.uint8],
    ranked: npt.NDArray[np.uint16],
    suited: npt.NDArray[np.uint16],
    faces: Counts,
) -> int:
    """Rows of fourteen cards, player then bank, naturals before the joker in each seven.

    `faces[front, back]` counts 0 player, 1 bank, 2 copy; returns the number of fouls.
    """
    player, bank = np.zeros(3, np.int64), np.zeros(3, np.int64)
    fouls = 0
    for row in range(deals.shape[0]):
        for side in range(2):
            cards = deals[row, 7 * side : 7 * side + 7]
            joker = 1 if cards[6] == 52 else 0
            fouls += lay(cards, joker, ranked[joker], suited[joker], bank if side else player)
        front = 2 if player[1] == bank[1] else (0 if player[1] > bank[1] else 1)
        back = 2 if player[2] == bank[2] else (0 if player[2] > bank[2] else 1)
        faces[front, back] += 1
    return fouls
