"""The service's clock: set once, when the service starts, and never again."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Seconds since the epoch: the clock on the wall at the start, and the time that has passed.

    Setting the wall clock later, forward or backward, makes no table old and ends no half hour.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._passed, self._start = passed, wall() - passed()

    def __call__(self) -> float:
        return self._start + self._passed()
