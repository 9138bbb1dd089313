"""Tests of how numbers follow each other, and of extremes, subsequences, and parallel draws.

With the tests in `numbers` and `shuffle_tests` they are those that 58 Pa. Code 810a.5 names.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.rng.finding import (
    RngFinding,
    Subject,
    chi_square,
    fit,
    kolmogorov,
    poisson,
)
from cardroom.analysis.rng.source import NumberSource

NUMBERS: Final = 1_000_000
RANKS: Final = 13
GROUP: Final = 8
BINS: Final = 100
RUN_MAX: Final = 7


def sequence_tests() -> list[Callable[[NumberSource], Iterator[RngFinding]]]:
    """Each draws its own numbers, so that the tests are independent of each other."""
    return [
        kolmogorov_smirnov,
        order_statistics,
        runs_up,
        overlaps,
        subsequences,
        interplay,
        rare_events,
        collisions,
    ]


def kolmogorov_smirnov(source: NumberSource) -> Iterator[RngFinding]:
    """The largest distance between the words' distribution and the uniform one."""
    values = np.sort(_fractions(source, NUMBERS))
    places = np.arange(NUMBERS + 1) / NUMBERS
    distance = float(max((places[1:] - values).max(), (values - places[:-1]).max()))
    yield kolmogorov(Subject("Kolmogorov-Smirnov", "words", NUMBERS), distance)


def order_statistics(source: NumberSource) -> Iterator[RngFinding]:
    """The largest and the smallest of eight words: the eighth power of the former is uniform."""
    groups = _fractions(source, NUMBERS).reshape(-1, GROUP)
    for name, extremes in (("largest", groups.max(axis=1)), ("smallest", 1 - groups.min(axis=1))):
        bins = np.minimum((extremes**GROUP * BINS).astype(np.int64), BINS - 1)
        subject = Subject(f"order statistic: {name}", f"words, groups of {GROUP}", len(groups))
        yield fit(subject, np.bincount(bins, minlength=BINS), [1 / BINS] * BINS)


def runs_up(source: NumberSource) -> Iterator[RngFinding]:
    """Lengths of ascending runs. The word after a run is skipped, so that runs are independent."""
    words = source.words(NUMBERS // 4)
    ends = np.append(words[1:] < words[:-1], True)  # the last word ends a run
    lengths: list[int] = []
    start = 0
    for end in np.flatnonzero(ends).tolist():
        if end < start:
            continue  # the skipped word was a run of its own
        lengths.append(min(end - start + 1, RUN_MAX))
        start = end + 2
    chances = [1 / math.factorial(r) - 1 / math.factorial(r + 1) for r in range(1, RUN_MAX)]
    chances.append(1 / math.factorial(RUN_MAX))
    counts = np.bincount(lengths[:-1], minlength=RUN_MAX + 1)[1:]
    yield fit(Subject("runs up", "words", int(counts.sum())), counts, chances)


def overlaps(source: NumberSource) -> Iterator[RngFinding]:
    """Overlapping pairs and triples, in a circle.

    Overlapping groups are not independent, but the sum of squares of the groups of one size less
    that of the next smaller size is chi-square (Good, 1953).
    """
    ranks = source.below(RANKS, NUMBERS)
    sums = [_squares(ranks, size) for size in (1, 2, 3)]
    for size, (smaller, larger) in enumerate(pairwise(sums), start=2):
        degrees = RANKS**size - RANKS ** (size - 1)
        subject = Subject("overlaps", f"numbers below {RANKS}, groups of {size}", NUMBERS)
        yield chi_square(subject, larger - smaller, degrees)


def _squares(ranks: NDArray[np.int64], size: int) -> float:
    codes = np.zeros(len(ranks), np.int64)
    for place in range(size):
        codes = codes * RANKS + np.roll(ranks, -place)
    counts = np.bincount(codes, minlength=RANKS**size)
    expected: float = len(ranks) / RANKS**size
    total = float(((counts - expected) ** 2).sum())
    return total / expected


def subsequences(source: NumberSource) -> Iterator[RngFinding]:
    """Every second, fourth, or fifty-second number, in pairs with the next one of its kind."""
    for step, name in ((2, "second"), (4, "fourth"), (52, "fifty-second")):
        ranks = source.below(RANKS, NUMBERS)[::step]
        pairs = ranks[: len(ranks) // 2 * 2].reshape(-1, 2)
        counts = np.bincount(pairs @ (RANKS, 1), minlength=RANKS**2)
        subject = Subject("subsequences", f"every {name} number below {RANKS}", len(pairs))
        yield fit(subject, counts, [1 / RANKS**2] * RANKS**2)


def interplay(source: NumberSource) -> Iterator[RngFinding]:
    """Correlations between the draws of 64 shuffles made side by side, over all their pairs."""
    shuffles, draws = 64, 2000
    lanes = source.lanes(0, shuffles)
    values = np.array([lanes(1 << 30) for _ in range(draws)], np.float64)
    with np.errstate(invalid="ignore"):
        matrix = np.atleast_2d(np.corrcoef(values, rowvar=False))
    # Numbers that never change have no correlation; they count as fully correlated.
    correlations = np.nan_to_num(matrix[np.triu_indices(shuffles, 1)], nan=1.0)
    statistic = float((draws - 1) * (correlations**2).sum())
    subject = Subject("interplay correlation", f"{shuffles} shuffles side by side", draws)
    yield chi_square(subject, statistic, len(correlations))


def rare_events(source: NumberSource) -> Iterator[RngFinding]:
    """How often one of 104 cards is drawn in 104 draws: nearly Poisson, with the exact chances."""
    cards, most = 104, 6
    draws = source.below(cards, NUMBERS // cards * cards).reshape(-1, cards)
    hits = np.minimum(np.count_nonzero(draws == 0, axis=1), most)
    chances = [math.comb(cards, k) * (cards - 1) ** (cards - k) / cards**cards for k in range(most)]
    chances.append(1 - math.fsum(chances))
    subject = Subject("Poisson distribution", f"draws of one number below {cards}", len(hits))
    yield fit(subject, np.bincount(hits, minlength=most + 1), chances)


def collisions(source: NumberSource) -> Iterator[RngFinding]:
    """Numbers below 2**28 that were drawn before, among 2**18 of them."""
    draws, bound = 1 << 18, 1 << 28
    different = len(np.unique(source.below(bound, draws)))
    mean = draws - bound * -math.expm1(draws * math.log1p(-1 / bound))
    subject = Subject("collisions", f"numbers below {bound:,}", draws)
    yield poisson(subject, draws - different, mean)


def _fractions(source: NumberSource, count: int) -> NDArray[np.float64]:
    return (source.words(count) >> np.uint64(11)).astype(np.float64) / 2.0**53
