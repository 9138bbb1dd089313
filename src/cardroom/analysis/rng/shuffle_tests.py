"""Tests of shuffles: every card is equally likely everywhere, no neighbors stay together, and a cut
changes nothing.

Cards are numbered by their position before the shuffle, even in shoes of several decks, so that a
card that stays near its old position is noticed although eight cards look like it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.rng.finding import RngFinding, Subject, chi_square, fit
from cardroom.analysis.rng.source import Lanes, NumberSource
from cardroom.cards import CARDS, shuffled

SIZES: Final = (52, 53, 104, 312, 416, 432)
BANDS: Final = 13
DEALT_MAX: Final = 2000
_CHUNK: Final = 4096
_KEPT_MAX: Final = 12

Orders = NDArray[np.uint16]
"""One column per shuffle: the card at each position, from the first dealt."""


def shuffle(lanes: Lanes, size: int, count: int) -> Orders:
    """`cards.shuffled`, for many shoes side by side."""
    orders = np.repeat(np.arange(size, dtype=np.uint16)[:, None], count, axis=1)
    columns = np.arange(count)
    for i in range(size - 1):
        j = i + lanes(size - i)
        picked = orders[j, columns]
        orders[j, columns] = orders[i]
        orders[i] = picked
    return orders


class ShuffleCounts:
    """The counts that the tests of one shoe size need, from any number of shuffles."""

    def __init__(self, size: int) -> None:
        self.size, self.shuffles = size, 0
        self.places = np.zeros(size * size, np.int64)
        self.kept = np.zeros(_KEPT_MAX + 1, np.int64)
        self.steps = np.zeros(size, np.int64)
        self.halves = np.zeros(size // 2 + 1, np.int64)
        self.cuts = np.zeros(BANDS * BANDS, np.int64)

    def add(self, orders: Orders, cuts: NDArray[np.int64]) -> None:
        """Count some shuffles; `cuts` are depths chosen independently of the cards."""
        size, count = orders.shape
        columns = np.arange(count)
        wide = orders.astype(np.int64)
        rows = np.arange(size)[:, None] * size
        self.places += np.bincount((wide + rows).ravel(), minlength=size * size)
        followed = np.count_nonzero(wide[1:] == wide[:-1] + 1, axis=0)
        self.kept += np.bincount(np.minimum(followed, _KEPT_MAX), minlength=_KEPT_MAX + 1)
        # One pair of neighbors per shuffle, each time another pair: independent observations.
        upper = (self.shuffles + columns) % (size - 1)
        step = (wide[upper + 1, columns] - wide[upper, columns]) % size
        self.steps += np.bincount(step, minlength=size)
        stayed = np.count_nonzero(wide[: size // 2] < size // 2, axis=0)
        self.halves += np.bincount(stayed, minlength=size // 2 + 1)
        bands = cuts * BANDS // size * BANDS + wide[cuts, columns] * BANDS // size
        self.cuts += np.bincount(bands, minlength=BANDS * BANDS)
        self.shuffles += count

    def findings(self) -> Iterator[RngFinding]:
        yield self.position()
        yield fit(
            self._about("adjacency: neighbors kept"), self.kept, kept_chances(self.size, _KEPT_MAX)
        )
        yield self._adjacent()
        yield fit(self._about("mixing: upper half"), self.halves, half_chances(self.size))
        yield self._cut()

    def position(self) -> RngFinding:
        """Card by position. Row and column sums are fixed, which leaves (n - 1)**2 degrees of
        freedom.

        The counts of permutations vary a little more than those of independent draws: by
        n / (n - 1), by which the sum is divided.
        """
        expected = self.shuffles / self.size
        total = float(((self.places - expected) ** 2).sum()) / expected
        degrees = (self.size - 1) ** 2
        statistic = total * (self.size - 1) / self.size
        return chi_square(self._about("position: card by place"), statistic, degrees)

    def _adjacent(self) -> RngFinding:
        chances = [1 / (self.size - 1)] * (self.size - 1)
        return fit(self._about("adjacency: step to the next"), self.steps[1:], chances)

    def _cut(self) -> RngFinding:
        shares = np.bincount(np.arange(self.size) * BANDS // self.size, minlength=BANDS) / self.size
        chances = np.outer(shares, shares).ravel()
        return fit(self._about("cut: depth by card"), self.cuts, chances.tolist())

    def _about(self, test: str) -> Subject:
        return Subject(test, f"shuffles of {self.size} cards", self.shuffles)


def order_tests(source: NumberSource, size: int, shuffles: int) -> Iterator[RngFinding]:
    tally = ShuffleCounts(size)
    while tally.shuffles < shuffles:
        count = min(_CHUNK, shuffles - tally.shuffles)
        orders = shuffle(source.lanes(tally.shuffles, count), size, count)
        tally.add(orders, source.below(size, count))
    yield from tally.findings()


def dealt_test(
    below: Callable[[int], Callable[[int], int]], size: int, shuffles: int
) -> RngFinding:
    """The position test again, through the function that tables deal with; fewer shuffles, because
    it is slower.

    `below(n)` is the source of shuffle n.
    """
    shuffles = min(shuffles, DEALT_MAX)
    tally = ShuffleCounts(size)
    number = {card: place for place, card in enumerate(CARDS[:size])}
    orders = [[number[c] for c in shuffled(CARDS[:size], below(n))] for n in range(shuffles)]
    tally.add(np.array(orders, np.uint16).T, np.zeros(shuffles, np.int64))
    return msgspec.structs.replace(tally.position(), test="position, as dealt at a table")


def kept_chances(size: int, most: int) -> list[float]:
    """Chances that 0, 1, 2 ... or `most` and more cards still precede their old neighbor.

    Orders without any number a(n) = n a(n-1) + (n-1) a(n-2), with a(0) = a(1) = 1 for 1 and 2 cards
    (OEIS A000255); orders with k number C(n-1, k) times those of n - k cards.
    """
    without = [1, 1]
    for n in range(2, size):
        without.append(n * without[n - 1] + (n - 1) * without[n - 2])
    orders = math.factorial(size)
    chances = [math.comb(size - 1, k) * without[size - 1 - k] / orders for k in range(most)]
    return [*chances, max(0.0, 1 - math.fsum(chances))]


def half_chances(size: int) -> list[float]:
    """Chances of k cards of the old upper half in the new one (hypergeometric)."""
    half = size // 2
    return [
        math.comb(half, k) * math.comb(size - half, half - k) / math.comb(size, half)
        for k in range(half + 1)
    ]
