"""Random deals: each deal is a stream of its own, so any of them can be dealt again alone."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import compiler
from cardroom.analysis.kernels.stream import MANY, below, draw_swaps, state_of

Cards = npt.NDArray[np.uint8]

FACES: Final = np.uint64(6)

njit = compiler(__file__)


@njit("void(uint64, uint64, uint8[::1], uint8[:, ::1], uint8[:, ::1])")
def throw_and_deal(
    seed: np.uint64, number: np.uint64, deck: Cards, dice: Cards, out: Cards
) -> None:
    """Row i is the stream (seed, number + i): first the dice, 1 to 6, then cards from `deck`."""
    size, width = deck.shape[0], out.shape[1]
    order, swaps = np.empty(size, np.uint8), np.empty(width, np.uint16)
    many = np.uint64(width) > MANY
    for row in range(out.shape[0]):
        # A loop, which is compiled to one move of memory; `order[:] = deck` takes 15 ns longer.
        for card in range(size):
            order[card] = deck[card]
        state = state_of(seed, number + np.uint64(row))
        for die in range(dice.shape[1]):
            state, face = below(state, FACES)
            dice[row, die] = face + np.uint64(1)
        if many and draw_swaps(state, np.uint64(size), swaps, np.uint64(width)):
            for i in range(width):
                j = i + np.int64(swaps[i])
                # What lies before the next card is never looked at again.
                out[row, i], order[j] = order[j], order[i]
            continue
        for i in range(width):
            state, ahead = below(state, np.uint64(size - i))
            j = i + np.int64(ahead)
            out[row, i], order[j] = order[j], order[i]


@njit("void(uint64, uint64, uint8[::1], uint8[:, ::1])")
def deal(seed: np.uint64, number: np.uint64, deck: Cards, out: Cards) -> None:
    """Rows of cards drawn from `deck`; row i is the stream (seed, number + i)."""
    throw_and_deal(seed, number, deck, np.empty((out.shape[0], 0), np.uint8), out)
