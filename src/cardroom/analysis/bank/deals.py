"""Rounds dealt against a bank, as claims in the order in which they are settled."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.bank.seats import WagerLine

Ints = NDArray[np.int64]


class Claims(NamedTuple):
    starts: Ints
    """[round + 1] where its claims begin."""
    rows: Ints
    """[claim] step of the settlement, line, code."""


class Deals(Protocol):
    """A table of a posted game; rounds are functions of a seed and their number."""

    @property
    def lines(self) -> tuple[WagerLine, ...]: ...
    @property
    def money(self) -> Ints:
        """[stake, win, lose; line; code] in cents."""

    @property
    def play(self) -> str:
        """How the boxes play, in words."""

    @property
    def means(self) -> tuple[Fraction | None, ...]:
        """[line] the mean of a round against an ample bank, in cents, where it is known exactly."""

    def deal(self, first: int, rounds: int) -> Claims: ...


def lines_by(lines: Sequence[WagerLine], boxes: int, spots: Sequence[str]) -> Ints:
    """[box, spot] the line, or -1."""
    found = np.full((boxes, len(spots)), -1, np.int64)
    for place, line in enumerate(lines):
        found[line.box, spots.index(line.spot)] = place
    return found
