"""Pairs of events of two hands of a split, added up by the cards of both."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.kernels.cache import compiler
from cardroom.cards import GOLDEN

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Places = NDArray[np.int32]

njit = compiler(__file__)

EMPTY = -1


@njit("int64(int64[::1], int64[::1], int32[::1], int32[::1], int64[::1])")
def number(bags: Ints, keys: Ints, numbers: Places, places: Places, both: Ints) -> int:
    """Number the different sums of two bags: `places` has the number for every event with itself
    and with each later one, `both` the sum of each number. Returns how many there are, or -1 if
    `both` is too short.

    `keys` and `numbers` are scratch, empty, of a power of two and twice as long as `both`.
    """
    last, found, pair = np.uint64(keys.shape[0] - 1), 0, 0
    for i in range(bags.shape[0]):
        for j in range(i, bags.shape[0]):
            bag = bags[i] + bags[j]
            # An odd number without a pattern: similar bags lie far from each other.
            slot = (np.uint64(bag) * np.uint64(GOLDEN) >> np.uint64(40)) & last
            while keys[slot] != bag and keys[slot] != EMPTY:
                slot = (slot + np.uint64(1)) & last
            if keys[slot] == EMPTY:
                if found == both.shape[0]:
                    return -1
                keys[slot], numbers[slot], both[found] = bag, found, bag
                found += 1
            places[pair] = numbers[slot]
            pair += 1
    return found


@njit("void(float64[:, ::1], float64[:, ::1], int32[::1], float64[:, ::1])")
def add(one: Floats, other: Floats, places: Places, totals: Floats) -> None:
    """To the total of each pair, what `one` of its events brings times what the `other` does, both
    ways around; a pair whose place is -1 is left out."""
    pair = 0
    for i in range(one.shape[0]):
        for j in range(i, one.shape[0]):
            place = places[pair]
            pair += 1
            if place < 0:
                continue
            half = 0.5 if i == j else 1.0
            for c in range(one.shape[1]):
                totals[place, c] += half * (one[i, c] * other[j, c] + other[i, c] * one[j, c])
