"""A board that lacks two cards at most: known hands against every holding of one open hand.

Without a flush a holding is worth what its two ranks are worth. So on each board every pair of
ranks is compared once with the best known hand and counted as often as there are such holdings;
then those that the board takes away, or to which it gives a flush, are counted again.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.board_values import seven_place
from cardroom.analysis.kernels.boards import credit
from cardroom.analysis.kernels.cache import INNER, compiler
from cardroom.analysis.kernels.four_hands import THREES
from cardroom.analysis.kernels.hand_tables import bit_counts, card_bits, card_keys, hand_tables
from cardroom.analysis.kernels.poker7 import FIVES, SHIFTS, SUIT, seven_value

Cards = npt.NDArray[np.uint8]
Places = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Keys = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.int64]

KEYS: Final = card_keys()
BITS: Final = card_bits()
ONES: Final = bit_counts()
FLUSH: Final = hand_tables()["flush"]
ZERO, ONE = np.uint64(0), np.uint64(1)
RANKS: Final = 13
PAIRS: Final = 91
WITH_CARD: Final = 2 * 51
"""A card is in no more holdings, even if a range names each twice, in either order."""
# Three counts in one word: how many holdings lose, tie, and win, on the boards with one turn.
LOSES, TIES, WINS = np.uint64(1), np.uint64(1 << 20), np.uint64(1 << 40)
COUNT: Final = np.uint64((1 << 20) - 1)
TIE_BITS, WIN_BITS, VALUE_BITS = np.uint64(20), np.uint64(40), np.uint64(16)
# Counting from three, a suit with three cards on the board has its fourth bit two cards later.
TWOS: Final = np.uint64(0x2222 << 32)

njit = compiler(__file__, KEYS, BITS, ONES, FLUSH)


@njit("uint64(uint16, uint16)", **INNER)
def _result(value: np.uint16, best: np.uint16) -> np.uint64:
    return WINS if value > best else TIES if value == best else LOSES


@njit("uint8[:, ::1](uint8[:, ::1], uint64)", no_cpython_wrapper=True)
def _possible(holdings: Cards, seen: np.uint64) -> Cards:
    """The holdings without a card that is seen."""
    count = 0
    for h in range(holdings.shape[0]):
        count += 0 if seen & (BITS[holdings[h, 0]] | BITS[holdings[h, 1]]) else 1
    found, count = np.empty((count, 2), np.uint8), 0
    for h in range(holdings.shape[0]):
        if not seen & (BITS[holdings[h, 0]] | BITS[holdings[h, 1]]):
            found[count, 0], found[count, 1] = holdings[h, 0], holdings[h, 1]
            count += 1
    return found


@njit("int64(uint8[:, ::1], uint64[::1], uint8[::1], uint32[::1], uint64[::1])")
def _pairs(holdings: Cards, bits: Words, pair: Cards, keys: Keys, times: Words) -> int:
    """The bits of every holding and its pair of ranks; of each pair, its key and how many holdings
    have it. How many pairs there are.
    """
    number, found = np.full(RANKS * RANKS, -1, np.int64), 0
    for h in range(holdings.shape[0]):
        one, two = holdings[h, 0], holdings[h, 1]
        bits[h] = BITS[one] | BITS[two]
        low, high = min(one % RANKS, two % RANKS), max(one % RANKS, two % RANKS)
        place = low * RANKS + high
        if number[place] < 0:
            number[place] = found
            keys[found], times[found] = np.uint32(KEYS[one]) + np.uint32(KEYS[two]), ZERO
            found += 1
        pair[h] = number[place]
        times[number[place]] += ONE
    return found


@njit("int64(uint64, uint64[::1], uint64[::1], int64[::1])", **INNER)
def _left(seen: np.uint64, bits: Words, keys: Words, places: Counts) -> int:
    """The cards that may come, and the place of each among them; how many there are."""
    left = 0
    for card in range(52):
        if not seen & BITS[card]:
            bits[left], keys[left], places[card] = BITS[card], KEYS[card], left
            left += 1
    return left


@njit("void(uint8[:, ::1], int64[::1], int64[::1], int64[:, ::1])", **INNER)
def _having(holdings: Cards, places: Counts, sizes: Places, lists: Places) -> None:
    """For each card that may come, by its place, the holdings that have it."""
    for h in range(holdings.shape[0]):
        for c in range(2):
            place = places[holdings[h, c]]
            if place >= 0:
                lists[place, sizes[place]] = h
                sizes[place] += 1


@njit("void(uint8[:, ::1], int64[:, ::1], int64[:, :, ::1])", **INNER)
def _of_suit(holdings: Cards, sizes: Places, lists: Places) -> None:
    """For each suit, the holdings with at least none, one, and two cards of it."""
    for h in range(holdings.shape[0]):
        one, two = holdings[h, 0] // RANKS, holdings[h, 1] // RANKS
        for s in range(4):
            for least in range(1 + int(one == s) + int(two == s)):
                lists[least, s, sizes[least, s]] = h
                sizes[least, s] += 1


@njit("uint64(uint64[::1], uint64[::1], uint64, uint64, int64)", **INNER)
def _best_known(
    keys: Words, held: Words, key: np.uint64, whole: np.uint64, open_place: int
) -> np.uint64:
    """The best value of the known hands on a board; above its bits, the players who have it."""
    best, winners = np.uint16(0), ZERO
    for i in range(keys.shape[0]):
        value = seven_value(keys[i] + key, held[i] | whole)
        if value > best:
            best, winners = value, ZERO
        if value == best:
            winners |= ONE << np.uint64(i if i < open_place else i + 1)
    return winners << VALUE_BITS | np.uint64(best)


@njit(
    "uint64(uint64, uint64, uint16, uint64[::1], uint64[::1], uint8[::1], int64[:, ::1],"
    " int64[:, :, ::1])"
)
def _flushes(  # noqa: PLR0913 - the holdings are five arrays
    whole: np.uint64,
    come: np.uint64,
    best: np.uint16,
    outcome: Words,
    bits: Words,
    pair: Cards,
    sizes: Places,
    lists: Places,
) -> np.uint64:
    """What the flushes of holdings change, on a board to which the cards `come`."""
    found = ZERO
    for s in range(4):
        suited = (whole >> SHIFTS[s]) & SUIT
        if ONES[suited] < 3:
            continue
        least = 5 - ONES[suited]
        for n in range(sizes[least, s]):
            h = lists[least, s, n]
            if not bits[h] & come:
                value = FLUSH[((bits[h] >> SHIFTS[s]) & SUIT) | suited]
                found += _result(value, best) - outcome[pair[h]]
    return found


@njit("int64(uint64, uint64, int64, int64[:, ::1])", **INNER)
def _credit(winners: np.uint64, total: np.uint64, open_place: int, shares: Counts) -> int:
    """Boards on which these are the best of the known hands; how many deals they are."""
    mine = ONE << np.uint64(open_place)
    lose, tie, win = int(total & COUNT), int((total >> TIE_BITS) & COUNT), int(total >> WIN_BITS)
    credit(winners, lose, shares)
    credit(winners | mine, tie, shares)
    credit(mine, win, shares)
    return lose + tie + win


@njit("int64(uint8[:, ::1], uint8[:, ::1], int64, uint8[::1], uint64, int64[:, :, ::1])")
def complete_open(
    known: Cards, named: Cards, open_place: int, board: Cards, seen: np.uint64, shares: Counts
) -> int:
    """Every way to complete the board with cards that nobody has and that are not `seen`, for every
    holding of the hand at `open_place`, of those `named` that are possible; `known` are the other
    hands, in order. How many deals there are.
    """
    keys, held = np.empty(known.shape[0], np.uint64), np.empty(known.shape[0], np.uint64)
    for i in range(known.shape[0]):
        keys[i] = KEYS[known[i, 0]] + KEYS[known[i, 1]]
        held[i] = BITS[known[i, 0]] | BITS[known[i, 1]]
        seen |= held[i]
    there, first = ZERO, THREES
    for card in board:
        there |= BITS[card]
        first += KEYS[card]
    seen |= there
    holdings = _possible(named, seen)
    size, need = holdings.shape[0], 5 - board.shape[0]
    bits, pair = np.empty(size, np.uint64), np.empty(size, np.uint8)
    pair_keys, pair_times = np.empty(PAIRS, np.uint32), np.empty(PAIRS, np.uint64)
    outcome = np.empty(PAIRS, np.uint64)
    pairs = _pairs(holdings, bits, pair, pair_keys, pair_times)
    # The last card is none: it is what a board gets that is complete.
    to_come, card_keys = np.zeros(53, np.uint64), np.zeros(53, np.uint64)
    places = np.full(52, -1, np.int64)
    left = _left(seen, to_come, card_keys, places)
    card_sizes, with_card = np.zeros(left + 1, np.int64), np.empty((left, WITH_CARD), np.int64)
    _having(holdings, places, card_sizes, with_card)
    suit_sizes, of_suit = np.zeros((3, 4), np.int64), np.empty((3, 4, size), np.int64)
    _of_suit(holdings, suit_sizes, of_suit)
    deals, last, total = 0, ZERO, ZERO
    for a in range(0 if need else left, left if need else left + 1):
        for b in range(a + 1 if need > 1 else left, left if need > 1 else left + 1):
            come, key = to_come[a] | to_come[b], first + card_keys[a] + card_keys[b]
            known_best = _best_known(keys, held, key, there | come, open_place)
            best, winners = np.uint16(known_best), known_best >> VALUE_BITS
            if winners != last:
                deals += _credit(last, total, open_place, shares[0])
                last, total = winners, ZERO
            found = ZERO
            for p in range(pairs):
                outcome[p] = _result(seven_place(np.uint32(key) + pair_keys[p]), best)
                found += outcome[p] * pair_times[p]
            for n in range(card_sizes[a]):
                found -= outcome[pair[with_card[a, n]]]
            for n in range(card_sizes[b]):
                if not bits[with_card[b, n]] & to_come[a]:
                    found -= outcome[pair[with_card[b, n]]]
            if (key + TWOS) & FIVES:
                found += _flushes(
                    there | come, come, best, outcome, bits, pair, suit_sizes, of_suit
                )
            total += found
        deals += _credit(last, total, open_place, shares[0])
        total = ZERO
    return deals
