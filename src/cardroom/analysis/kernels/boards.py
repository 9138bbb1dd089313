"""Every way to complete a board, by its ranks, and who wins each.

Suits matter only where a flush is possible. So boards are first counted by their ranks, a class
with the number of boards in it, as if there were no flushes. Then, suit by suit, the boards with
three or more cards of it are counted again where somebody's flush changes the winners: those cards
one by one, the rest by rank. No other suit can have three cards on the same board.

A class is found again by the place of its five ranks among the values of five cards, which is
different for every bag of five ranks.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.board_values import (
    RANK_KEYS,
    bags,
    five_place,
    hold_em_values,
    low_winners,
    omaha_values,
)
from cardroom.analysis.kernels.cache import INNER, compiler
from cardroom.analysis.kernels.hand_tables import (
    VALUES,
    bit_counts,
    card_bits,
    card_keys,
    hand_tables,
)

Cards = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
Keys = npt.NDArray[np.uint32]
Places = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.int64]

KEYS: Final = card_keys()
BITS: Final = card_bits()
ONES: Final = bit_counts()
FLUSH: Final = hand_tables()["flush"]

SUIT: Final = np.uint64((1 << 13) - 1)
SUIT_BITS: Final = np.uint64(16)
ZERO, ONE = np.uint64(0), np.uint64(1)
CLASSES_MAX: Final = np.array([1, 13, 91, 455, 1820, 6175])
"""By cards to come: bags of ranks, at most four of each."""

njit = compiler(__file__, KEYS, BITS, RANK_KEYS, ONES, FLUSH, CLASSES_MAX)


@njit("uint64(uint16[::1], uint16[::1])")
def highest(values: Places, flushes: Places) -> np.uint64:
    """The players with the best value, as bits."""
    best, winners = np.uint16(0), ZERO
    for i in range(values.shape[0]):
        value = max(values[i], flushes[i])
        if value > best:
            best, winners = value, ZERO
        if value == best:
            winners |= ONE << np.uint64(i)
    return winners


@njit("void(uint64, int64, int64[:, ::1])")
def credit(winners: np.uint64, weight: int, shares: Counts) -> None:
    """`shares[player, how many share it]`"""
    sharers, rest = 0, winners
    while rest:
        rest &= rest - ONE
        sharers += 1
    for i in range(shares.shape[0]):
        if (winners >> np.uint64(i)) & ONE:
            shares[i, sharers] += weight


@njit("uint16(uint64, uint64)")
def omaha_flush(held: np.uint64, board: np.uint64) -> Any:
    """The best flush of two cards of the hand and three of the board, by the bits of a suit."""
    best = np.uint16(0)
    high = held
    while high:
        first = high & (~high + ONE)
        high ^= first
        other = high
        while other:
            second = other & (~other + ONE)
            other ^= second
            # Every three of the board: all of it without one card, or without two.
            if ONES[board] == 3:
                best = max(best, FLUSH[first | second | board])
                continue
            out = board
            while out:
                less = out & (~out + ONE)
                out ^= less
                if ONES[board] == 4:
                    best = max(best, FLUSH[first | second | (board ^ less)])
                    continue
                again = out
                while again:
                    lesser = again & (~again + ONE)
                    again ^= lesser
                    best = max(best, FLUSH[first | second | (board ^ less ^ lesser)])
    return best


@njit("void(uint64[::1], int64, int64, uint64, uint16[::1])", **INNER)
def _flushes(suited: Words, hole: int, on_board: int, board: np.uint64, out: Places) -> None:
    """The flush of every hand with these cards of the suit on the board; 0 without one."""
    for i in range(suited.shape[0]):
        out[i] = 0
        held = ONES[suited[i]]
        if hole == 2 and held + on_board >= 5:
            out[i] = FLUSH[suited[i] | board]
        elif hole == 4 and held >= 2 and on_board >= 3:
            out[i] = omaha_flush(suited[i], board)


@njit("int64(int64[::1], uint32, int64, uint8[::1], uint32[::1], int64[::1], uint8[:, ::1])")
def _classes(
    left: Counts, key: Any, need: int, board: Cards, keys: Keys, weights: Counts, ranks: Cards
) -> int:
    """Every class of boards: the sum of its keys, how many boards there are, and its ranks."""
    found = bags(left, need, key, keys, weights, ranks)
    for j in range(found):
        for i in range(board.shape[0]):
            ranks[j, need + i] = (board[i] + 12) % 13
    return found


@njit("int64(uint64[::1], int64, int64)", **INNER)
def _flush_possible(suited: Words, hole: int, on_board: int) -> int:
    """Whether somebody has a flush with this many cards of the suit on the board."""
    for i in range(suited.shape[0]):
        held = ONES[suited[i]]
        if held + on_board >= 5 if hole == 2 else held >= 2 and on_board >= 3:
            return 1
    return 0


@njit("int64(int64[::1], int64, int64)", **INNER)
def _next_choice(path: Counts, size: int, more: int) -> int:
    """On to the next choice of `more` out of `size`; 0 after the last."""
    level = more - 1
    while level >= 0 and path[level] == size - more + level:
        level -= 1
    if level < 0:
        return 0
    path[level] += 1
    for i in range(level + 1, more):
        path[i] = path[i - 1] + 1
    return 1


@njit(
    "void(uint64[::1], int64, uint64, uint64, int64[::1], int64, uint32, uint16[::1],"
    " uint16[:, ::1], uint64[::1], uint64[::1], int64, int64[:, :, ::1])"
)
def _correct(  # noqa: PLR0913 - all that is known of the boards
    suited: Words,
    hole: int,
    there: np.uint64,
    free: np.uint64,
    left: Counts,
    need: int,
    key: Any,
    at: Places,
    values: Places,
    winners: Words,
    lows: Words,
    times: int,
    shares: Counts,
) -> None:
    """Count again the boards on which cards of one suit, `there` or `free` to come, make a flush
    that changes the winners."""
    flushes = np.empty(suited.shape[0], np.uint16)
    keys, weights = np.empty(91, np.uint32), np.empty(91, np.int64)
    ranks, others = np.empty((91, 2), np.uint8), left.copy()
    come, path, size = np.empty(13, np.int64), np.empty(5, np.int64), 0
    for rank in range(13):
        if (free >> np.uint64(rank)) & ONE:
            others[rank] -= 1
            come[size] = rank
            size += 1
    for more in range(max(0, 3 - ONES[there]), min(need, size) + 1):
        on_board = ONES[there] + more
        if not _flush_possible(suited, hole, on_board):
            continue
        rest = bags(others, need - more, np.uint32(0), keys, weights, ranks)
        for i in range(more):
            path[i] = i
        while True:
            cards, first = there, key
            for i in range(more):
                cards |= ONE << np.uint64(come[path[i]])
                first += RANK_KEYS[come[path[i]]]
            _flushes(suited, hole, on_board, cards, flushes)
            for r in range(rest):
                j = at[five_place(first + keys[r])]
                now = highest(values[j], flushes)
                if now != winners[j]:
                    kind, weight = 1 if lows[j] else 0, weights[r] * times
                    credit(winners[j], -weight, shares[kind])
                    credit(now, weight, shares[kind])
            if not _next_choice(path, size, more):
                break


@njit("void(uint8[:, ::1], uint8[::1], uint64, int64, int64, int64[:, :, ::1])")
def complete(
    holes: Cards, board: Cards, seen: np.uint64, times: int, splits: int, shares: Counts
) -> None:
    """Every way to complete the board with cards that nobody has and that are not among `seen`, the
    bits of BITS.

    Each counts as `times` boards. `shares[kind, player, how many share]`: the high where nobody
    has a low, the high where somebody has, the low. Where the pot is not split there is only the
    first.
    """
    players, hole, need = holes.shape[0], holes.shape[1], 5 - board.shape[0]
    left, key, known = np.zeros(13, np.int64), np.uint32(0), ZERO
    for card in board:
        key += np.uint32(KEYS[card])
        known |= BITS[card]
    seen |= known
    for i in range(players):
        for c in range(hole):
            seen |= BITS[holes[i, c]]
    for each in range(52):
        left[(each + 12) % 13] += 0 if seen & BITS[each] else 1
    most = CLASSES_MAX[need]
    keys, weights = np.empty(most, np.uint32), np.empty(most, np.int64)
    ranks, at = np.empty((most, 5), np.uint8), np.empty(VALUES + 1, np.uint16)
    values, none = np.empty((most, players), np.uint16), np.zeros(players, np.uint16)
    winners, lows = np.empty(most, np.uint64), np.zeros(most, np.uint64)
    classes = _classes(left, key, need, board, keys, weights, ranks)
    if hole == 2:
        hold_em_values(holes, keys, classes, values)
    else:
        omaha_values(holes, ranks, classes, values)
    if splits:
        low_winners(holes, ranks, classes, lows)
    for j in range(classes):
        at[five_place(keys[j])] = j
        winners[j] = highest(values[j], none)
        credit(winners[j], weights[j] * times, shares[1 if lows[j] else 0])
        if lows[j]:
            credit(lows[j], weights[j] * times, shares[2])
    suited = np.empty(players, np.uint64)
    for suit in range(4):
        shift = np.uint64(suit) * SUIT_BITS
        for i in range(players):
            suited[i] = ZERO
            for c in range(hole):
                suited[i] |= (BITS[holes[i, c]] >> shift) & SUIT
        there, free = (known >> shift) & SUIT, ~(seen >> shift) & SUIT
        _correct(
            suited, hole, there, free, left, need, key, at, values, winners, lows, times, shares
        )  # fmt: skip


@njit(
    "int64(uint8[:, ::1], int64[::1], int64[::1], int64[::1], uint8[::1], uint64, int64,"
    " int64[:, :, ::1])"
)
def complete_each(  # noqa: PLR0913 - holdings are three arrays
    holdings: Cards,
    times: Counts,
    starts: Counts,
    stops: Counts,
    board: Cards,
    seen: np.uint64,
    splits: int,
    shares: Counts,
) -> int:
    """The same for every choice of one holding per player in which no card is dealt twice.

    Player i holds one of the rows `starts[i]` to `stops[i]`, and each row stands for `times` like
    it. How many choices there are.
    """
    players, hole = starts.shape[0], holdings.shape[1]
    holes, path = np.empty((players, hole), np.uint8), np.empty(players, np.int64)
    gone: Any = np.empty(players + 1, np.uint64)
    like: Any = np.empty(players + 1, np.int64)
    path[0], gone[0], like[0] = starts[0] - 1, seen, 1
    found, level = 0, 0
    while level >= 0:
        path[level] += 1
        if path[level] >= stops[level]:
            level -= 1
            continue
        held = ZERO
        for c in range(hole):
            holes[level, c] = holdings[path[level], c]
            held |= BITS[holes[level, c]]
        if gone[level] & held:
            continue
        gone[level + 1] = gone[level] | held
        like[level + 1] = like[level] * times[path[level]]
        if level + 1 < players:
            level += 1
            path[level] = starts[level] - 1
            continue
        complete(holes, board, gone[players], like[players], splits, shares)
        found += like[players]
    return found
