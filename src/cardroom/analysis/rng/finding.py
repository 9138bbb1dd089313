"""What one statistical test found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.rng.special import (
    chi_square_two_sided,
    kolmogorov_two_sided,
    normal_two_sided,
    poisson_two_sided,
)

LEVELS: Final = (0.05, 0.01)
"""Significance at 95% and at 99% confidence."""

EXPECTED_MIN: Final = 5.0
"""Cells expected to hold less are joined with their neighbors: the usual rule for chi-square."""


class RngFinding(msgspec.Struct, frozen=True, kw_only=True):
    """A test, what it was applied to, and its two-sided p-value."""

    test: str
    over: str
    sample: int
    statistic: float
    scale: str
    p: float

    def passes(self, level: float) -> bool:
        return self.p >= level


class Subject(msgspec.Struct, frozen=True):
    """The name of a test, what it is applied to, and how many observations it saw."""

    test: str
    over: str
    sample: int


def normal(subject: Subject, z: float) -> RngFinding:
    return _finding(subject, z, "z", normal_two_sided(z))


def poisson(subject: Subject, count: int, mean: float) -> RngFinding:
    scale = f"count, mean {mean:,.0f}"
    return _finding(subject, count, scale, poisson_two_sided(count, mean))


def kolmogorov(subject: Subject, distance: float) -> RngFinding:
    scale = f"distance, {subject.sample:,} values"
    return _finding(subject, distance, scale, kolmogorov_two_sided(distance, subject.sample))


def chi_square(subject: Subject, statistic: float, degrees: int) -> RngFinding:
    scale = f"chi-square, {degrees:,} df"
    return _finding(subject, statistic, scale, chi_square_two_sided(statistic, degrees))


def fit(
    subject: Subject, counts: NDArray[np.int64] | Sequence[int], chances: Sequence[float]
) -> RngFinding:
    """Counts of all possible results against the chances of each."""
    observed, expected = _joined(np.asarray(counts, float), np.asarray(chances, float))
    statistic = float(((observed - expected) ** 2 / expected).sum())
    return chi_square(subject, statistic, len(expected) - 1)


def _joined(
    counts: NDArray[np.float64], chances: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    expected = chances / chances.sum() * counts.sum()
    if expected.min() >= EXPECTED_MIN:
        return counts, expected
    cells: list[list[float]] = [[0.0, 0.0]]
    for seen, due in zip(counts.tolist(), expected.tolist(), strict=True):
        if cells[-1][1] >= EXPECTED_MIN:
            cells.append([0.0, 0.0])
        cells[-1][0] += seen
        cells[-1][1] += due
    if len(cells) > 1 and cells[-1][1] < EXPECTED_MIN:
        seen, due = cells.pop()
        cells[-1][0] += seen
        cells[-1][1] += due
    joined = np.array(cells)
    return joined[:, 0], joined[:, 1]


def _finding(subject: Subject, statistic: float, scale: str, p: float) -> RngFinding:
    return RngFinding(
        test=subject.test,
        over=subject.over,
        sample=subject.sample,
        statistic=float(statistic),
        scale=scale,
        p=p,
    )
