"""Pay tables that meet goals: an exact search over whole-number odds from a posted list.

The rows of a side bet have fixed probabilities; the search chooses what each row pays. Odds never
rise from one row to the next, and rows at the end may be left out. Chances are whole numbers of one
unit, so nothing is rounded.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from cardroom.errors import CardroomError

POSTED_ODDS: Final = (
    *(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50),
    *(60, 75, 100, 125, 150, 200, 250, 300, 400, 500, 1000, 2000, 5000),
)
"""Odds "to 1" that are usual on layouts."""
CHOICES_MAX: Final = 20_000_000
"""Pay tables that are looked at; beyond that a shorter list is asked for."""


class Range(NamedTuple):
    least: Fraction
    most: Fraction

    def __contains__(self, value: object) -> bool:
        return isinstance(value, Fraction) and self.least <= value <= self.most


class Goals(NamedTuple):
    edge: Range
    hit_frequency: Range = Range(Fraction(0), Fraction(1))


class PayTableProposal(NamedTuple):
    odds: tuple[int, ...]
    """To 1, for each row from the top; rows that are left out come last."""
    edge: Fraction
    hit_frequency: Fraction
    deviation: float


class TooManyChoices(CardroomError):
    """A search that would take too long; the message says what shortens it."""


Watch = Callable[[float], None]
"""Is given the part of the search that is done."""


def search(
    chances: Sequence[Fraction],
    odds: Sequence[int],
    goals: Goals,
    best: int = 10,
    watch: Watch = lambda _: None,
) -> list[PayTableProposal]:
    """The pay tables that meet the goals, those of the lowest standard deviation first."""
    choices = sum(math.comb(len(odds) + rows - 1, rows) for rows in range(1, len(chances) + 1))
    if choices > CHOICES_MAX:
        raise TooManyChoices(
            f"{len(chances)} rows and {len(odds)} odds make {choices:,} pay tables; at most"
            f" {CHOICES_MAX:,} are searched: give a shorter list of odds"
        )
    found: list[PayTableProposal] = []
    lengths = [
        rows
        for rows in range(1, len(chances) + 1)
        if sum(chances[:rows], Fraction(0)) in goals.hit_frequency
    ]
    for done, rows in enumerate(lengths):
        part = _Search(chances[:rows], sorted(odds, reverse=True), goals.edge, best)
        part.run(lambda share, at=done: watch((at + share) / len(lengths)))  # type: ignore[misc]
        found += part.proposals()
    return sorted(found, key=lambda each: (each.deviation, each.odds))[:best]


class _Search:
    """All tables with a given number of rows. Amounts are in units of 1 / `unit` of a stake."""

    def __init__(
        self, chances: Sequence[Fraction], odds: Sequence[int], edge: Range, best: int
    ) -> None:
        self.unit = math.lcm(*(chance.denominator for chance in chances))
        self.weights = [int(chance * self.unit) for chance in chances]
        self.odds, self.best = odds, best
        self.least = (1 - edge.most) * self.unit
        self.most = (1 - edge.least) * self.unit
        self.left = [sum(self.weights[row:]) for row in range(len(chances) + 1)]
        self.heap: list[tuple[int, tuple[int, ...], int]] = []

    def run(self, watch: Watch) -> None:
        for first, odds in enumerate(self.odds):
            watch(first / len(self.odds))
            self._row(1, first, (odds,), self.weights[0] * (1 + odds), self._square(0, odds))

    def _square(self, row: int, odds: int) -> int:
        return self.weights[row] * (1 + odds) ** 2

    def _row(
        self, row: int, first: int, chosen: tuple[int, ...], returned: int, square: int
    ) -> None:
        left = self.left[row]
        if returned + left * (1 + self.odds[-1]) > self.most:
            return
        if returned + left * (1 + self.odds[first]) < self.least:
            return
        if row == len(self.weights):
            self._keep(chosen, returned, square)
            return
        for place in range(first, len(self.odds)):
            odds = self.odds[place]
            more = self.weights[row] * (1 + odds)
            self._row(
                row + 1, place, (*chosen, odds), returned + more, square + self._square(row, odds)
            )

    def _keep(self, chosen: tuple[int, ...], returned: int, square: int) -> None:
        variance = square * self.unit - returned**2
        entry = (-variance, tuple(-odds for odds in chosen), returned)
        if len(self.heap) < self.best:
            heapq.heappush(self.heap, entry)
        else:
            heapq.heappushpop(self.heap, entry)

    def proposals(self) -> list[PayTableProposal]:
        hits = Fraction(sum(self.weights), self.unit)
        return [
            PayTableProposal(
                tuple(-odds for odds in negative),
                1 - Fraction(returned, self.unit),
                hits,
                math.sqrt(Fraction(-variance, self.unit**2)),
            )
            for variance, negative, returned in self.heap
        ]
