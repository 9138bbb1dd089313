"""Sources of random numbers, many at a time, by the same mapping as the ones dealt from.

`OsSource` draws as `secrets.randbelow` does: as many bits as the bound has, rejected if too large.
`StreamSource` draws as `cards.Stream` does, and shuffle number n is that of `Stream(seed, n)`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Lanes = Callable[[int], Numbers]
"""One number below the bound for each of several shuffles that are made side by side."""

_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_LOW: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(32)


class Source(Protocol):
    """Where numbers come from. Each call goes on where the one before ended."""

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
        self.name = f"the simulator's stream (splitmix64), seed {seed}"
        self._seed = np.uint64(seed & 0xFFFFFFFFFFFFFFFF)
        self._state = _start(self._seed, np.zeros(1, np.uint64))[0]

    def words(self, count: int) -> Words:
        with np.errstate(over="ignore"):
            steps = np.arange(1, count + 1, dtype=np.uint64) * _GOLDEN
            words = _mix(self._state + steps)
            self._state += np.uint64(count) * _GOLDEN
        return words

    def below(self, bound: int, count: int) -> Numbers:
        found: list[Numbers] = []
        missing = count
        while missing > 0:
            # Exactly as many words as numbers are missing: no word is drawn and thrown away.
            values, kept = _multiply(self.words(missing), bound)
            found.append(values[kept])
            missing -= int(kept.sum())
        return np.concatenate(found)

    def lanes(self, first: int, count: int) -> Lanes:
        numbers = np.arange(first, first + count, dtype=np.uint64)
        state = _start(self._seed, numbers)

        def below(bound: int) -> Numbers:
            values = np.empty(count, np.int64)
            waiting = np.arange(count)
            while len(waiting):
                with np.errstate(over="ignore"):
                    state[waiting] += _GOLDEN
                drawn, kept = _multiply(_mix(state[waiting]), bound)
                values[waiting[kept]] = drawn[kept]
                waiting = waiting[~kept]
            return values

        return below


def _start(seed: np.uint64, numbers: Words) -> Words:
    with np.errstate(over="ignore"):
        return _mix(seed ^ _mix(numbers + _GOLDEN))


def _mix(z: Words) -> Words:
    with np.errstate(over="ignore"):
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def _multiply(words: Words, bound: int) -> tuple[Numbers, NDArray[np.bool_]]:
    """Lemire's mapping: the high half of the product, and whether the low half is acceptable."""
    product = (words >> _HALF) * np.uint64(bound)
    threshold = np.uint64(((1 << 32) - bound) % bound)
    return (product >> _HALF).astype(np.int64), (product & _LOW) >= threshold
