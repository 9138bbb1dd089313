"""Seven-card poker: counts over all hands, and hold'em over all boards.

A card is its index, 0 to 51. A hand is two sums over its cards: keys (ranks, and four bits that
count each suit) and bits (which ranks of which suit). Kernels that call each other stay in one
module, and the tables are globals: numba bakes those in as constants, which is five to ten
times faster than passing them.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import compiler
from cardroom.analysis.kernels.hand_tables import (
    ROW_BITS,
    card_bits,
    card_keys,
    hand_tables,
    low_rank_counts,
)

Cards = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int64]
Value = Any
"""A uint16. numpy's stubs do not say what an element of an array is."""

_TABLES: Final = hand_tables()
KEYS: Final = card_keys()
BITS: Final = card_bits()
ROWS: Final = _TABLES["seven_rows"]
SEVEN: Final = _TABLES["seven_values"]
FIVE_ROWS: Final = _TABLES["five_rows"]
FIVE: Final = _TABLES["five_values"]
FLUSH: Final = _TABLES["flush"]
CATEGORY: Final = _TABLES["categories"]
LOWS: Final = low_rank_counts()

# uint64 mixed with int64 becomes float64 in numba: every constant of a hand is a uint64.
RANKS: Final = np.uint64((1 << 32) - 1)
ROW: Final = np.uint64(ROW_BITS)
COLUMN: Final = np.uint64((1 << ROW_BITS) - 1)
# Counting from three, a suit's fourth bit says that five cards are there.
THREES: Final = np.uint64(0x3333 << 32)
FIVES: Final = np.uint64(0x8888 << 32)
ONES: Final = np.uint64(0x1111 << 32)
SUIT: Final = np.uint64((1 << 13) - 1)
SHIFTS: Final = np.array([0, 16, 32, 48], np.uint64)
ZERO: Final = np.uint64(0)

njit = compiler(KEYS, BITS, ROWS, SEVEN, FIVE_ROWS, FIVE, FLUSH, CATEGORY, LOWS)


@njit("uint16(uint64)")
def rank_value(key: np.uint64) -> Value:
    """The place of seven cards without a flush."""
    total = key & RANKS
    return SEVEN[np.uint64(ROWS[total >> ROW]) + (total & COLUMN)]


@njit("uint16(uint64, uint64)")
def seven_value(key: np.uint64, bits: np.uint64) -> Value:
    """The place of a seven-card hand; `key` counts suits from three."""
    if key & FIVES:
        best = np.uint16(0)
        for suit in range(4):
            best = max(best, FLUSH[(bits >> SHIFTS[suit]) & SUIT])
        return best
    return rank_value(key)


@njit("uint16(uint64, uint64)")
def five_value(key: np.uint64, bits: np.uint64) -> Value:
    if key & FIVES:
        best = np.uint16(0)
        for suit in range(4):
            best = max(best, FLUSH[(bits >> SHIFTS[suit]) & SUIT])
        return best
    total = key & RANKS
    return FIVE[np.uint64(FIVE_ROWS[total >> ROW]) + (total & COLUMN)]


@njit("void(int64, int64, int64[::1], int64[::1])")
def count_seven(start: int, stop: int, by_value: Counts, by_lows: Counts) -> None:
    """All seven-card hands whose first card is in start .. stop - 1.

    By place, and by the number of their different ranks that count for a low.
    """
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
                                bits = bits_f | BITS[g]
                                by_value[seven_value(key_f + KEYS[g], bits)] += 1
                                halves = bits | bits >> SHIFTS[2]
                                by_lows[LOWS[(halves | halves >> SHIFTS[1]) & SUIT]] += 1


@njit("void(uint8[:, ::1], uint16[::1])")
def five_values(hands: Cards, out: npt.NDArray[np.uint16]) -> None:
    for i in range(hands.shape[0]):
        key, bits = THREES, ZERO
        for j in range(5):
            key += KEYS[hands[i, j]]
            bits |= BITS[hands[i, j]]
        out[i] = five_value(key, bits)


@njit("void(uint8[:, ::1], uint16[::1])")
def seven_values(hands: Cards, out: npt.NDArray[np.uint16]) -> None:
    for i in range(hands.shape[0]):
        key, bits = THREES, ZERO
        for j in range(7):
            key += KEYS[hands[i, j]]
            bits |= BITS[hands[i, j]]
        out[i] = seven_value(key, bits)


@njit("uint64(uint64)")
def _near_flush(key: np.uint64) -> np.uint64:
    """Not zero if six cards hold four of a suit or more."""
    return (key + ONES) & FIVES


@njit("void(uint64[::1], uint64[::1], uint64, uint64, int64, int64[:, ::1])")
def _award(
    keys: Words, bits: Words, key: np.uint64, bit: np.uint64, weight: int, shares: Counts
) -> None:
    """Credit a board to its winners: `shares[player, how many share it]`."""
    players = keys.shape[0]
    best, winners = np.uint16(0), 0
    for i in range(players):
        value = seven_value(keys[i] + key, bits[i] | bit)
        if value > best:
            best, winners = value, 1
        elif value == best:
            winners += 1
    for i in range(players):
        if seven_value(keys[i] + key, bits[i] | bit) == best:
            shares[i, winners] += weight


@njit("void(uint64[::1], uint64[::1], uint8[::1], int64[::1], int64, int64[:, ::1])")
def _last_card(
    keys: Words, bits: Words, deck: Cards, ends: Counts, start: int, shares: Counts
) -> None:
    """The last card of the board, from deck[start:], for any number of players.

    Where nobody is near a flush, cards of one rank come out alike and are compared once: the
    deck is sorted by rank, and `ends` says where each rank ends.
    """
    near = ZERO
    for key in keys:
        near |= _near_flush(key)
    i = start
    while i < deck.shape[0]:
        run = 1 if near else ends[i] - i
        _award(keys, bits, KEYS[deck[i]], BITS[deck[i]], run, shares)
        i += run


@njit("void(uint64[::1], uint64[::1], uint8[::1], int64[::1], int64, int64[:, ::1])")
def _last_card_of_two(
    keys: Words, bits: Words, deck: Cards, ends: Counts, start: int, shares: Counts
) -> None:
    """The same for two players, without arrays in the inner loop."""
    key_a, bits_a, key_b, bits_b = keys[0], bits[0], keys[1], bits[1]
    wins_a = wins_b = ties = 0
    near = _near_flush(key_a) | _near_flush(key_b)
    i = start
    while i < deck.shape[0]:
        card, run = deck[i], 1
        if near:
            value_a = seven_value(key_a + KEYS[card], bits_a | BITS[card])
            value_b = seven_value(key_b + KEYS[card], bits_b | BITS[card])
        else:
            run = ends[i] - i
            value_a, value_b = rank_value(key_a + KEYS[card]), rank_value(key_b + KEYS[card])
        wins_a += run if value_a > value_b else 0
        wins_b += run if value_a < value_b else 0
        ties += run if value_a == value_b else 0
        i += run
    shares[0, 1] += wins_a
    shares[1, 1] += wins_b
    shares[0, 2] += ties
    shares[1, 2] += ties


@njit("void(uint8[::1], int64[::1])")
def _rank_ends(deck: Cards, ends: Counts) -> None:
    """For each card of a deck sorted by rank: where the cards of its rank end."""
    for i in range(deck.shape[0] - 1, -1, -1):
        same = i + 1 < deck.shape[0] and deck[i] % 13 == deck[i + 1] % 13
        ends[i] = ends[i + 1] if same else i + 1


@njit("void(uint8[:, ::1], uint8[::1], uint8[::1], int64[:, ::1])")
def holdem_boards(holes: Cards, board: Cards, deck: Cards, shares: Counts) -> None:
    """Every way to complete the board from `deck`, which must be sorted by rank.

    The first cards to come are a path through the deck, kept as sums along the way; the last
    one is an inner loop.
    """
    players, size, need = holes.shape[0], deck.shape[0], 5 - board.shape[0]
    hole_keys, hole_bits = np.zeros(players, np.uint64), np.zeros(players, np.uint64)
    keys, bits = np.empty(players, np.uint64), np.empty(players, np.uint64)
    for i in range(players):
        hole_keys[i] = KEYS[holes[i, 0]] + KEYS[holes[i, 1]]
        hole_bits[i] = BITS[holes[i, 0]] | BITS[holes[i, 1]]
    sums, sets = np.zeros(6, np.uint64), np.zeros(6, np.uint64)
    sums[0] = THREES
    for card in board:
        sums[0] += KEYS[card]
        sets[0] |= BITS[card]
    if need == 0:
        _award(hole_keys, hole_bits, sums[0], sets[0], 1, shares)
        return
    ends = np.empty(size, np.int64)
    _rank_ends(deck, ends)
    path = np.full(6, -1, np.int64)
    level = 0
    while level >= 0:
        if level < need - 1:
            path[level] += 1
            if path[level] > size - need + level:
                level -= 1
                continue
            card = deck[path[level]]
            sums[level + 1] = sums[level] + KEYS[card]
            sets[level + 1] = sets[level] | BITS[card]
            path[level + 1] = path[level]
            level += 1
            continue
        for i in range(players):
            keys[i], bits[i] = hole_keys[i] + sums[level], hole_bits[i] | sets[level]
        if players == 2:
            _last_card_of_two(keys, bits, deck, ends, path[level] + 1, shares)
        else:
            _last_card(keys, bits, deck, ends, path[level] + 1, shares)
        level -= 1


@njit("void(uint8[:, ::1], int64, int64[:, ::1])")
def holdem_deals(deals: Cards, players: int, shares: Counts) -> None:
    """Whole deals, one a row: two cards for each player, then the board."""
    keys, bits = np.empty(players, np.uint64), np.empty(players, np.uint64)
    for row in range(deals.shape[0]):
        for i in range(players):
            a, b = deals[row, 2 * i], deals[row, 2 * i + 1]
            keys[i], bits[i] = KEYS[a] + KEYS[b], BITS[a] | BITS[b]
        key, bit = THREES, ZERO
        for j in range(2 * players, 2 * players + 5):
            key += KEYS[deals[row, j]]
            bit |= BITS[deals[row, j]]
        _award(keys, bits, key, bit, 1, shares)
