"""What happens when: the time of the simulation, and everything that is planned outside of the
service."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count


class Schedule:
    """Events at the same time happen in the order of their names, not of their planning: the
    service sends to its viewers in no particular order."""

    def __init__(self, start: float) -> None:
        self.now = 0.0
        self._start, self._set_by = start, 0.0
        self._planned: list[tuple[float, str, int, Callable[[], None]]] = []
        self._counts: dict[str, count[int]] = {}

    def wall(self) -> float:
        """What the clock on the wall shows: people set it, forward and backward."""
        return self._start + self.now + self._set_by

    def set_clock(self, seconds: float) -> None:
        self._set_by += seconds

    def at(self, when: float, name: str, what: Callable[[], None]) -> None:
        number = next(self._counts.setdefault(name, count()))
        heapq.heappush(self._planned, (when, name, number, what))

    def next_time(self) -> float | None:
        return self._planned[0][0] if self._planned else None

    def run_due(self) -> bool:
        """Whether anything was due."""
        ran = False
        while self._planned and self._planned[0][0] <= self.now:
            heapq.heappop(self._planned)[3]()
            ran = True
        return ran
