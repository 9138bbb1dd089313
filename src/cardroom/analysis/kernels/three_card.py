"""Three Card Poker: how every hand stands against the bank's, by the card that is exposed.

Cards are counted by kind, 0 to 51, so that any number of decks is the same loop. How a
hand stands is a table by the two values, made by `analysis.three_card_odds`; there is no rule here.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import compiler

Counts = npt.NDArray[np.int64]
Places = npt.NDArray[np.int64]
Stands = npt.NDArray[np.uint8]

KINDS: Final = 52

njit = compiler()


@njit("int64(int64[:, :, :, ::1], int64, int64, int64)")
def place(places: Places, a: int, b: int, c: int) -> int:
    """The place of three cards: by ranks, and whether they are of one suit."""
    suited = 1 if a // 13 == b // 13 == c // 13 else 0
    return int(places[suited, a % 13, b % 13, c % 13])


@njit("void(int64[:, :, :, ::1], uint8[:, ::1], int64[:, ::1], int64, int64[:, :, ::1])")
def stand_counts(places: Places, stands: Stands, hands: Counts, decks: int, out: Counts) -> None:
    """For each hand and each card the bank may show: in how many ways that card and two others of
    the bank make the hand stand in each way."""
    left = np.empty(KINDS, np.int64)
    found = np.zeros(out.shape[2], np.int64)
    for row in range(hands.shape[0]):
        left[:] = decks
        for i in range(3):
            left[hands[row, i]] -= 1
        own = place(places, hands[row, 0], hands[row, 1], hands[row, 2])
        for shown in range(KINDS):
            copies = left[shown]
            found[:] = 0
            left[shown] -= 1
            if copies > 0:
                for b in range(KINDS):
                    pairs = left[b] * (left[b] - 1) // 2
                    found[stands[own, place(places, shown, b, b)]] += pairs
                    for c in range(b + 1, KINDS):
                        found[stands[own, place(places, shown, b, c)]] += left[b] * left[c]
            left[shown] += 1
            for way in range(found.shape[0]):
                out[row, shown, way] = copies * found[way]
