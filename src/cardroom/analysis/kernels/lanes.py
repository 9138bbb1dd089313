"""What the walk over the bank's hands works with, for several bags side by side."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RANKS: Final = 11
LANES: Final = 64
"""Bags worked on side by side. From 48 on the loop over them becomes vector code; below, LLVM
unrolls it to scalar code that takes twice the time."""
LINE: Final = 64
"""Bytes of a line of the processor's cache."""


class Lanes(NamedTuple):
    left: Floats
    """[rank, lane]"""
    share: Floats
    """[depth, lane] of one card among those that are left."""
    weight: Floats
    """[depth, lane]"""
    found: Floats
    """[up rank * classes + class, lane]"""


def lanes(depth: NDArray[np.int64], classes: int) -> Lanes:
    """For a trie whose nodes have these depths."""
    deepest = int(depth.max(initial=0))
    return Lanes(*(_zeros(size) for size in (RANKS, deepest + 1, deepest + 2, RANKS * classes)))


def _zeros(size: int) -> Floats:
    """Rows that begin with a line of the cache: numbers of a vector that lie in two lines take half
    as long again, and where numpy would put them is chance."""
    room = np.zeros(size * LANES + LINE // 8)
    start = -int(room.__array_interface__["data"][0]) % LINE // 8
    return room[start : start + size * LANES].reshape(size, LANES)
