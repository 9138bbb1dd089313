"""When a simulation is done, and the progress it reports on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, Protocol, TypeVar

PIECE: Final = 1 << 15
"""Rounds."""


class Counted(Protocol):
    """What any simulation has counted so far."""

    @property
    def rounds(self) -> int: ...
    @property
    def edge(self) -> float: ...
    @property
    def error(self) -> float:
        """Standard error of the edge; infinite while there is too little data to estimate it."""


Sum = TypeVar("Sum", bound=Counted)
Part = TypeVar("Part")


class Goal(NamedTuple):
    """A number of rounds, or a standard error of the edge."""

    rounds: int = 0
    """At least this many rounds, or 0."""
    error: float = 0.0
    """A standard error of the edge, or 0; it is looked at after every chunk."""

    def met(self, counted: Counted) -> bool:
        return counted.rounds >= self.rounds if self.rounds else counted.error <= self.error

    def share(self, counted: Counted) -> float:
        """The share of the work that is done, from 0 to 1; an error falls with the square root of
        the rounds.
        """
        if self.rounds:
            return min(1.0, counted.rounds / self.rounds)
        return min(1.0, (self.error / counted.error) ** 2) if counted.error > 0 else 0.0


def chunks(done: int, goal: Goal, size: int) -> Iterator[tuple[int, int]]:
    """First round and number of rounds of each chunk; chunks end at multiples of their size."""
    while not goal.rounds or done < goal.rounds:
        end = (done // size + 1) * size
        end = min(end, goal.rounds) if goal.rounds else end
        yield done + 1, end - done
        done = end


def pieces(first: int, rounds: int) -> Iterator[tuple[int, int]]:
    """A chunk in parts small enough that their claims stay in a processor's cache."""
    for at in range(first, first + rounds, PIECE):
        yield at, min(PIECE, first + rounds - at)


def until_met(
    goal: Goal,
    found: Sum,
    parts: Callable[[], Iterable[Part]],
    plus: Callable[[Sum, Part], Sum],
    watch: Callable[[Sum], None],
) -> Sum:
    """The earlier counts plus each new part; no part is requested once the goal is met."""
    if goal.met(found):
        return found
    for part in parts():
        found = plus(found, part)
        watch(found)
        if goal.met(found):
            break
    return found
