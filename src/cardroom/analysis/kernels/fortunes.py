"""One more round of a fortune that has a chance for every amount."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.kernels.cache import LEAN, compiler

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

njit = compiler(__file__)

BLOCK = 2048
"""Amounts at a time, which stay in the nearest cache."""


@njit("void(float64[::1], int64[::1], float64[::1], float64[::1])", **LEAN)
def carry(before: Floats, starts: Ints, chances: Floats, after: Floats) -> None:
    """Write the sum of parts of `before`, each as long as `after`, from these starts and with these
    chances; they are added one after the other."""
    size, parts = after.shape[0], starts.shape[0]
    for first in range(0, size, BLOCK):
        last = min(first + BLOCK, size)
        for i in range(first, last):
            after[i] = 0.0
        part = 0
        while part + 4 <= parts:
            # Four at a time: a sum is read and written once for them.
            a, b, c, d = starts[part], starts[part + 1], starts[part + 2], starts[part + 3]
            p, q, r, s = chances[part], chances[part + 1], chances[part + 2], chances[part + 3]
            for i in range(first, last):
                found = after[i] + p * before[a + i]
                found = found + q * before[b + i]
                found = found + r * before[c + i]
                after[i] = found + s * before[d + i]
            part += 4
        while part < parts:
            start, chance = starts[part], chances[part]
            for i in range(first, last):
                after[i] += chance * before[start + i]
            part += 1
