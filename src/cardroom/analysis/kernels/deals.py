"""Random deals: the stream of `cards.Stream`, one stream for each deal, in compiled code."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from cardroom.analysis.kernels.cache import compiler

Cards = npt.NDArray[np.uint8]

STEP: Final = np.uint64(0x9E3779B97F4A7C15)
FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
SECOND: Final = np.uint64(0x94D049BB133111EB)
S30: Final = np.uint64(30)
S27: Final = np.uint64(27)
S31: Final = np.uint64(31)
HALF: Final = np.uint64(32)
LOW: Final = np.uint64((1 << 32) - 1)
RANGE: Final = np.uint64(1 << 32)

njit = compiler()


@njit("uint64(uint64)")
def mix(z: np.uint64) -> np.uint64:
    z = (z ^ (z >> S30)) * FIRST
    z = (z ^ (z >> S27)) * SECOND
    return z ^ (z >> S31)


@njit("void(uint64, uint64, uint8[::1], uint8[:, ::1])")
def deal(seed: np.uint64, number: np.uint64, deck: Cards, out: Cards) -> None:
    """Rows of cards drawn from `deck`: row i is the stream (seed, number + i), so any deal can be
    dealt again alone, and results do not depend on how the work is divided."""
    size, width = deck.shape[0], out.shape[1]
    order = np.empty(size, np.uint8)
    for row in range(out.shape[0]):
        order[:] = deck
        state = mix(seed ^ mix(number + np.uint64(row) + STEP))
        for i in range(width):
            left = np.uint64(size - i)
            state += STEP
            product = (mix(state) >> HALF) * left
            if product & LOW < left:
                threshold = (RANGE - left) % left
                while product & LOW < threshold:
                    state += STEP
                    product = (mix(state) >> HALF) * left
            j = i + np.int64(product >> HALF)
            order[i], order[j] = order[j], order[i]
            out[row, i] = order[i]
