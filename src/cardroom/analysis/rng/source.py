"""Sources of random numbers, many at a time, drawn exactly as tables and simulations draw them.

`OsSource` draws as `secrets.randbelow` does: as many bits as the bound has, rejected if too large.
`StreamSource` draws with the simulator's kernels, so shuffle number n is that of `Stream(seed, n)`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Lanes = Callable[[int], Numbers]
"""One number below the bound for each of several shuffles that are made side by side."""


class NumberSource(Protocol):
    """A source of random numbers. Each call continues where the last one ended."""

    @property
    def name(self) -> str: ...

    def words(self, count: int) -> Words:
        """Raw 64-bit words."""
        ...

    def below(self, bound: int, count: int) -> Numbers:
        """Numbers on 0 .. bound - 1."""
        ...

    def lanes(self, first: int, count: int) -> Lanes:
        """The numbers for shuffles `first` to `first + count - 1`."""
        ...


class OsSource:
    """The operating system's entropy: what tables deal from."""

    name = "the operating system's entropy (os.urandom), as drawn by secrets.randbelow"

    def words(self, count: int) -> Words:
        return np.frombuffer(os.urandom(8 * count), np.uint64)

    def below(self, bound: int, count: int) -> Numbers:
        return bits_below(os.urandom, bound, count)

    def lanes(self, first: int, count: int) -> Lanes:
        del first  # entropy has no numbering
        return lambda bound: self.below(bound, count)


def bits_below(entropy: Callable[[int], bytes], bound: int, count: int) -> Numbers:
    """`secrets.randbelow`, many times: the top bits of whole bytes, too large ones rejected."""
    bits = bound.bit_length()
    width = (bits + 7) // 8
    found: list[Numbers] = []
    missing = count
    while missing > 0:
        # About enough for all that are missing, in one call.
        tries = max(16, missing * (1 << bits) // bound + missing // 16)
        raw = np.frombuffer(entropy(tries * width), np.uint8).reshape(tries, width)
        values = np.zeros(tries, np.int64)
        for column in range(width):
            values = (values << 8) | raw[:, column]
        values >>= 8 * width - bits
        kept = values[values < bound][:missing]
        found.append(kept)
        missing -= len(kept)
    return np.concatenate(found)


class StreamSource:
    """The simulator's stream, which repeats for a seed; never used where people play."""

    def __init__(self, seed: int) -> None:
        from cardroom.analysis.kernels import stream  # noqa: PLC0415 - where it runs

        self.name = f"the simulator's stream (splitmix64), seed {seed}"
        self._kernels = stream
        self._seed = np.uint64(seed & 0xFFFFFFFFFFFFFFFF)
        self._state = np.uint64(stream.state_of(self._seed, np.uint64(0)))

    def words(self, count: int) -> Words:
        found = np.empty(count, np.uint64)
        self._state = np.uint64(self._kernels.draw_words(self._state, found))
        return found

    def below(self, bound: int, count: int) -> Numbers:
        found = np.empty(count, np.int64)
        self._state = np.uint64(self._kernels.draw_below(self._state, np.uint64(bound), found))
        return found

    def lanes(self, first: int, count: int) -> Lanes:
        states = np.empty(count, np.uint64)
        self._kernels.states_of(self._seed, np.uint64(first), states)

        def below(bound: int) -> Numbers:
            found = np.empty(count, np.int64)
            self._kernels.draw_each(states, np.uint64(bound), found)
            return found

        return below
