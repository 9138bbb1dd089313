"""Random deals for hands whose cards are known, in part or not at all, and who wins each.

A block of deals is a stream of its own, so it does not matter how the blocks are divided.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.boards import credit
from cardroom.analysis.kernels.cache import INLINED, INNER, compiler
from cardroom.analysis.kernels.four_hands import THREES
from cardroom.analysis.kernels.hand_tables import card_bits, card_keys
from cardroom.analysis.kernels.omaha import NO_LOW, judge
from cardroom.analysis.kernels.poker7 import seven_value
from cardroom.analysis.kernels.stream import HALF, LOW, RANGE, STEP, mix, state_of

Cards = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int64]

BLOCK: Final = 1024
"""Deals of one stream."""
TALLIED: Final = 10
"""Up to this many hands, deals are counted by their winners and shared at the end."""
TRIES: Final = 1_000_000
"""Deals in a row in which two players get the same card: then there is hardly any other."""
KEYS: Final = card_keys()
BITS: Final = card_bits()
ZERO, ONE = np.uint64(0), np.uint64(1)

njit = compiler(__file__, KEYS, BITS)


@njit("UniTuple(uint64, 4)(uint64, uint64, uint64, uint64, uint64)", **INLINED)
def _pick(
    state: np.uint64, word: np.uint64, half: np.uint64, size: np.uint64, threshold: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """A place below `size`; a word of the stream serves two picks."""
    while True:
        if half:
            number, half = word & LOW, ZERO
        else:
            state += STEP
            word = mix(state)
            number, half = word >> HALF, ONE
        product = number * size
        if product & LOW >= threshold:
            return state, word, half, product >> HALF


@njit("UniTuple(uint64, 4)(uint64, uint64, uint64, uint64[::1], uint64, uint64)", **INLINED)
def _draw(
    state: np.uint64,
    word: np.uint64,
    half: np.uint64,
    choices: Words,
    threshold: np.uint64,
    used: np.uint64,
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The place of a choice, one card or two by its bits, that is not used yet."""
    while True:
        state, word, half, place = _pick(state, word, half, np.uint64(choices.shape[0]), threshold)
        if not used & choices[place]:
            return state, word, half, place


@njit("uint64(uint64)", **INNER)
def _threshold(size: np.uint64) -> np.uint64:
    """Products of a pick whose low half is less than this would favor some places."""
    return np.uint64((RANGE - size) % size) if size else ZERO


@njit("uint64(uint64[::1], uint64[::1], uint64, uint64)", **INLINED)
def _highest(keys: Words, bits: Words, key: np.uint64, bit: np.uint64) -> np.uint64:
    """The players with the best seven cards, as bits."""
    best, winners = np.uint16(0), ZERO
    for i in range(np.uint64(keys.shape[0])):
        value = seven_value(keys[i] + key, bits[i] | bit)
        # Without a branch: nobody can foresee who wins.
        winners *= np.uint64(value <= best)
        winners |= np.uint64(value >= best) << np.uint64(i)
        best = max(value, best)
    return winners


@njit("void(uint8[:, ::1], uint8[::1], int64[::1], int64[::1], int64, int64[:, :, ::1])")
def _award_omaha(
    holes: Cards, board: Cards, highs: Counts, lows: Counts, splits: int, shares: Counts
) -> None:
    judge(holes, board, highs, lows)
    high, low, winners, low_winners = highs[0], lows[0], ZERO, ZERO
    for i in range(1, holes.shape[0]):
        high, low = max(high, highs[i]), min(low, lows[i])
    for i in range(holes.shape[0]):
        winners |= ONE << np.uint64(i) if highs[i] == high else ZERO
        low_winners |= ONE << np.uint64(i) if lows[i] == low else ZERO
    kind = 1 if splits and low != NO_LOW else 0
    credit(winners, 1, shares[kind])
    if kind:
        credit(low_winners, 1, shares[2])


@njit(
    "int64(uint64, int64, int64, uint8[:, ::1], uint8[:, ::1], int64[::1], int64[::1], uint8[::1],"
    " uint8[::1], int64, int64[:, :, ::1])"
)
def sample(  # noqa: C901, PLR0913, PLR0915 - what is dealt is many arrays, and a call would copy them
    seed: np.uint64,
    block: int,
    deals: int,
    known: Cards,
    holdings: Cards,
    starts: Counts,
    stops: Counts,
    board: Cards,
    deck: Cards,
    splits: int,
    shares: Counts,
) -> int:
    """Deals from block number `block` on.

    Cards of `known` that are in no suit are drawn from the deck. A player with holdings, rows
    `starts[i]` to `stops[i]`, gets one of them; a deal in which two get the same card is dealt
    again. `shares` as in `boards.complete`. How many were dealt: 0 if that never succeeds.
    """
    players, hole, on_board = known.shape[0], known.shape[1], board.shape[0]
    holes, whole = known.copy(), np.empty(5, np.uint8)
    highs, lows = np.empty(players, np.int64), np.empty(players, np.int64)
    keys, bits = np.zeros(players, np.uint64), np.zeros(players, np.uint64)
    # Players who get cards from the deck: what they are known to hold, and the places. In hold'em,
    # only sums of cards matter, so players who get both of theirs are dealt two at a time.
    opened, open_count = np.empty(players, np.uint64), ZERO
    doubled, double_count = np.empty(players, np.uint64), ZERO
    ranged, range_count = np.empty(players, np.uint64), ZERO
    range_sizes, range_thresholds = np.empty(players, np.uint64), np.empty(players, np.uint64)
    open_keys, open_bits = np.empty(players, np.uint64), np.empty(players, np.uint64)
    slots, sizes = np.empty((players, hole), np.uint64), np.zeros(players, np.uint64)
    for i in range(players):
        for c in range(hole):
            keys[i] += KEYS[known[i, c]]
            bits[i] |= BITS[known[i, c]]
            if BITS[known[i, c]] == ZERO and stops[i] == starts[i]:
                slots[open_count, sizes[open_count]] = c
                sizes[open_count] += ONE
        if stops[i] > starts[i]:
            ranged[range_count], range_sizes[range_count] = i, np.uint64(stops[i] - starts[i])
            range_thresholds[range_count] = _threshold(range_sizes[range_count])
            range_count += ONE
        if hole == 2 and sizes[open_count] == 2:
            doubled[double_count], sizes[open_count] = i, ZERO
            double_count += ONE
        if sizes[open_count]:
            opened[open_count], open_keys[open_count], open_bits[open_count] = i, keys[i], bits[i]
            open_count += ONE
    tally = np.zeros(1 << min(players, TALLIED), np.int64)
    deck_bits, deck_keys = BITS[deck], KEYS[deck]
    threshold = _threshold(np.uint64(deck.shape[0]))
    known_key, known_bits = THREES, ZERO
    for i in range(on_board):
        whole[i] = board[i]
        known_key += KEYS[board[i]]
        known_bits |= BITS[board[i]]
    rows = holdings.shape[0]
    held_keys, held_bits = np.zeros(rows, np.uint64), np.zeros(rows, np.uint64)
    for i in range(rows):
        for c in range(hole):
            held_keys[i] += KEYS[holdings[i, c]]
            held_bits[i] |= BITS[holdings[i, c]]
    by_two = (5 - on_board) // 2 if hole == 2 else 0  # of the board
    pair_bits = np.empty(deck.shape[0] * (deck.shape[0] - 1) // 2, np.uint64)
    pair_keys, made = np.empty(pair_bits.shape[0], np.uint64), 0
    for i in range(deck.shape[0]):
        for j in range(i):
            pair_bits[made] = BITS[deck[i]] | BITS[deck[j]]
            pair_keys[made] = KEYS[deck[i]] + KEYS[deck[j]]
            made += 1
    pair_threshold = _threshold(np.uint64(made))
    state = word = half = ZERO
    done = 0
    while done < deals:
        if done % BLOCK == 0:
            state, half = state_of(seed, np.uint64(block + done // BLOCK)), ZERO
        done += 1
        used = ZERO
        if range_count:
            clash, tries = True, 0
            while clash:
                if tries == TRIES:
                    return 0
                tries += 1
                used, clash = ZERO, False
                for n in range(range_count):
                    i = ranged[n]
                    state, word, half, place = _pick(
                        state, word, half, range_sizes[n], range_thresholds[n]
                    )
                    place += np.uint64(starts[i])
                    keys[i], bits[i] = held_keys[place], held_bits[place]
                    clash |= (used & bits[i]) != ZERO
                    used |= bits[i]
                    if hole == 4:
                        for c in range(hole):
                            holes[i, c] = holdings[place, c]
        for n in range(double_count):
            state, word, half, place = _draw(state, word, half, pair_bits, pair_threshold, used)
            used |= pair_bits[place]
            keys[doubled[n]], bits[doubled[n]] = pair_keys[place], pair_bits[place]
        for n in range(open_count):
            key, bit = open_keys[n], open_bits[n]
            for c in range(sizes[n]):
                state, word, half, place = _draw(state, word, half, deck_bits, threshold, used)
                holes[opened[n], slots[n, c]] = deck[place]
                used |= deck_bits[place]
                key += deck_keys[place]
                bit |= deck_bits[place]
            keys[opened[n]], bits[opened[n]] = key, bit
        key, bit = known_key, known_bits
        for _ in range(by_two):
            state, word, half, place = _draw(state, word, half, pair_bits, pair_threshold, used)
            used |= pair_bits[place]
            key += pair_keys[place]
            bit |= pair_bits[place]
        for i in range(on_board + 2 * by_two, 5):
            state, word, half, place = _draw(state, word, half, deck_bits, threshold, used)
            whole[i] = deck[place]
            used |= deck_bits[place]
            key += deck_keys[place]
            bit |= deck_bits[place]
        if hole == 4:
            _award_omaha(holes, whole, highs, lows, splits, shares)
            continue
        winners = _highest(keys, bits, key, bit)
        if players <= TALLIED:
            tally[winners] += 1
        else:
            credit(winners, 1, shares[0])
    for mask in range(tally.shape[0]):
        credit(np.uint64(mask), tally[mask], shares[0])
    return deals
