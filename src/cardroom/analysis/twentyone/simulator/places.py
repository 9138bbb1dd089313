"""Where the states of an automaton stand in the kernel's array of steps.

A state that draws has a row of steps, one for each view of the cards that come next: a pair of
cards, then a card alone; or cards alone only. It is numbered by where its row begins, so that state
plus view is the index of the step. The other states follow, each with one step, which leads to
itself and takes no card. Places are multiples of four, so that a step is the next place and the
number of cards that are taken, in one word.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

APART: Final = 4


class StepPlaces(NamedTuple):
    rows: int
    """States that draw."""
    codes: int
    paired: bool
    """Whether a view may be of two cards."""

    @property
    def views(self) -> int:
        return self.codes * (self.codes + 1) if self.paired else self.codes

    @property
    def width(self) -> int:
        return -(-self.views // APART) * APART

    @property
    def draws(self) -> int:
        return self.rows * self.width

    def end(self, states: int) -> int:
        """How many places that many states take."""
        return self.draws + (states - self.rows) * APART

    def of(self, states: Ints) -> Ints:
        """The places of states."""
        later = self.draws + (states - self.rows) * APART
        return np.where(states < self.rows, states * self.width, later)

    def spread(self, values: Ints) -> Ints:
        """[place] the value of its state, from [state] values."""
        rows, rest = np.split(values, [self.rows])
        return np.concatenate([np.repeat(rows, self.width), np.repeat(rest, APART)])

    def steps(self, after: Ints, states: int) -> Ints:
        """The kernel's array, from [state that draws, code] the state after a card."""
        one = self.of(after) + 1
        rows = one
        if self.paired:
            # A second card is taken where the first leads to a state that draws.
            second = one[np.minimum(after, self.rows - 1)] + 1
            two = np.where((after < self.rows)[:, :, None], second, one[:, :, None])
            rows = np.concatenate([two.reshape(self.rows, self.codes**2), one], axis=1)
        rows = np.pad(rows, ((0, 0), (0, self.width - self.views)))
        ends = np.repeat(self.of(np.arange(self.rows, states)), APART)
        return np.concatenate([rows.ravel(), ends])
