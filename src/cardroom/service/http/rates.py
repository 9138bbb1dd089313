"""Rate limits: a bucket of tokens per name, refilled by the clock."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Literal, get_args

from cardroom.service.settings import Rate, Rates

RateLimit = Literal[
    "doors",
    "commands",
    "reads",
    "streams",
    "recalls",
    "address-recalls",
    "openings",
    "address-openings",
]


class Buckets:
    """One bucket per name. The least recently used are dropped first, so memory is bounded.

    Dropping can only refill a bucket; more than `names_max` clients at once are a matter for the
    network in front.
    """

    def __init__(
        self, rate: Rate, names_max: int = 10_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._names_max, self._clock = rate, names_max, clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> float:
        """0 if there was a token, or the seconds until there is one."""
        now = self._clock()
        level, at = self._levels.get(name, (float(self._rate.burst), now))
        level = min(self._rate.burst, level + (now - at) * self._rate.per_second)
        wait = 0.0
        if level >= 1:
            level -= 1
        else:
            wait = (1 - level) / self._rate.per_second
        self._levels[name] = (level, now)
        self._levels.move_to_end(name)
        if len(self._levels) > self._names_max:
            self._levels.popitem(last=False)
        return wait


def buckets_of(rates: Rates, clock: Callable[[], float]) -> dict[RateLimit, Buckets]:
    return {
        kind: Buckets(getattr(rates, kind.replace("-", "_")), clock=clock)
        for kind in get_args(RateLimit)
    }
