"""The service's clock, set once when the service starts."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Seconds since the epoch: the wall clock at the start plus the time elapsed.

    Changing the wall clock later does not make a table old or end a half hour.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._passed, self._start = passed, wall() - passed()

    def __call__(self) -> float:
        return self._start + self._passed()
