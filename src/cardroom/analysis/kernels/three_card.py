"""Three Card Poker: what playing is worth for every hand against every exposed card.

Cards are counted by kind, 0 to 51, so that any number of decks is the same loop. The settlement is
a table by the two values, made by `analysis.three_card_odds`; there is no rule here.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import compiler

Counts = npt.NDArray[np.int64]
Places = npt.NDArray[np.int64]

KINDS: Final = 52

njit = compiler()


@njit("int64(int64[:, :, :, ::1], int64, int64, int64)")
def place(places: Places, a: int, b: int, c: int) -> int:
    """The place of three cards: by ranks, and whether they are of one suit."""
    suited = 1 if a // 13 == b // 13 == c // 13 else 0
    return int(places[suited, a % 13, b % 13, c % 13])


@njit("void(int64[:, :, :, ::1], int64[:, ::1], int64[:, ::1], int64, int64[:, :, ::1])")
def play_values(places: Places, pays: Counts, hands: Counts, decks: int, out: Counts) -> None:
    """For each hand and each card the bank may show: the sum of what playing pays over every two
    other cards of the bank, and in how many ways that card and those two can come."""
    left = np.empty(KINDS, np.int64)
    for row in range(hands.shape[0]):
        left[:] = decks
        for i in range(3):
            left[hands[row, i]] -= 1
        own = place(places, hands[row, 0], hands[row, 1], hands[row, 2])
        for shown in range(KINDS):
            copies = left[shown]
            left[shown] -= 1
            total = ways = 0
            if copies > 0:
                for b in range(KINDS):
                    pairs = left[b] * (left[b] - 1) // 2
                    total += pairs * pays[own, place(places, shown, b, b)]
                    ways += pairs
                    for c in range(b + 1, KINDS):
                        both = left[b] * left[c]
                        total += both * pays[own, place(places, shown, b, c)]
                        ways += both
            left[shown] += 1
            out[row, shown, 0] = copies * total
            out[row, shown, 1] = copies * ways
