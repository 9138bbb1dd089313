"""The integer count that follows a wager best.

A count follows a wager as closely as its tags correlate with the effects of removal, card by card.
Among all tags up to a level, the best ones are found by dynamic programming over the sum of squares
and the sum of the tags: for each pair of sums, the greatest product with the effects. Balanced
counts are those whose tags add up to nothing. So the result is the best there is, not the best that
was tried.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEVEL: Final = 2
NONE: Final = -np.inf


class Tags(NamedTuple):
    """A tag for each group of cards."""

    tags: tuple[int, ...]
    correlation: float
    sum: int
    """Of all cards of the shoe."""


class TagSearch:
    """All counts up to a level for groups of cards with these effects of removal."""

    def __init__(self, effects: Sequence[float], counts: Sequence[int], level: int = LEVEL) -> None:
        """Groups with the same effect should be one: each group gets a tag of its own."""
        self.effects, self.level = np.array(effects, np.float64), level
        self.counts = np.array(counts, np.int64)
        self.unit = math.gcd(*(int(count) for count in counts))
        self.weights: Ints = self.counts // self.unit
        self.total = int(self.weights.sum())
        mean = float((self.weights * self.effects).sum()) / self.total
        self.apart = self.effects - mean
        self.length = math.sqrt(float((self.weights * self.apart**2).sum()))
        self._best, self._chosen = self._fill()

    def _fill(self) -> tuple[Floats, NDArray[np.int8]]:
        """[squares, sum] the greatest product with the effects, and [group, ...] the tags."""
        most = self.level * self.total
        shape = (self.level**2 * self.total + 1, 2 * most + 1)
        best = np.full(shape, NONE)
        best[0, most] = 0.0
        chosen = np.zeros((len(self.weights), *shape), np.int8)
        for group, (weight, effect) in enumerate(
            zip(self.weights.tolist(), self.apart.tolist(), strict=True)
        ):
            after = np.full(shape, NONE)
            for tag in range(-self.level, self.level + 1):
                squares, move = weight * tag * tag, weight * tag
                moved = np.full(shape, NONE)
                rows = shape[0] - squares
                to, start = max(0, move), max(0, -move)
                width = shape[1] - abs(move)
                moved[squares:, to : to + width] = best[:rows, start : start + width]
                moved += weight * tag * effect
                better = moved > after
                after[better] = moved[better]
                chosen[group][better] = tag
            best = after
        return best, chosen

    def best(self, sums: Sequence[int]) -> Tags | None:
        """The most correlated count whose tags have one of these sums, over the cards of one unit;
        None where no count correlates at all."""
        found: tuple[float, int, int] | None = None
        middle = self.level * self.total
        if self.length == 0:
            return None
        squares = np.arange(self._best.shape[0], dtype=np.float64)
        for whole in sums:
            column = self._best[:, middle + whole]
            length = squares - whole * whole / self.total
            fits = np.isfinite(column) & (length > 1e-9)
            if not fits.any():
                continue
            share = np.full(len(column), NONE)
            share[fits] = column[fits] / np.sqrt(length[fits]) / self.length
            # The smallest tags among equally good ones.
            place = int(np.argmax(share > share.max() - 1e-12))
            if share[place] > 1e-9 and (found is None or share[place] > found[0] + 1e-12):
                found = float(share[place]), place, whole
        return None if found is None else self._tags(*found)

    def _tags(self, share: float, squares: int, whole: int) -> Tags:
        left, at, tags = squares, whole + self.level * self.total, []
        for group in reversed(range(len(self.weights))):
            tag = int(self._chosen[group, left, at])
            weight = int(self.weights[group])
            tags.append(tag)
            left, at = left - weight * tag * tag, at - weight * tag
        return Tags(tuple(reversed(tags)), share, whole * self.unit)

    def balanced(self) -> Tags | None:
        return self.best([0])

    def unbalanced(self) -> list[Tags]:
        """The most correlated count for each sum of the tags, other than 0."""
        most = self.level * self.total
        found = (self.best([whole]) for whole in range(-most, most + 1) if whole)
        return [each for each in found if each is not None and any(each.tags)]


def correlation(tags: Sequence[int], effects: Sequence[float], counts: Sequence[int]) -> float:
    """Of a count with effects of removal, over all cards; 0 where one of them is constant."""
    weights = np.array(counts, np.float64)
    both = [np.array(each, np.float64) for each in (tags, effects)]
    one, two = (each - (weights * each).sum() / weights.sum() for each in both)
    length = math.sqrt(float((weights * one**2).sum() * (weights * two**2).sum()))
    return float((weights * one * two).sum()) / length if length else 0.0
