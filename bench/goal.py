"""A benchmark: what is measured, its unit, and its goal."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

OWN: Final = "our own"
"""A goal that no peer and no issue set: usually what was reached and should not be lost."""


@dataclass(frozen=True)
class Bench:
    """`measure` returns the value in `unit`; `at` says on which side of the goal it must be."""

    name: str
    goal: float
    unit: str
    at: Literal["most", "least"]
    measure: Callable[[], float]
    why: str = ""
    """Where the goal comes from, if that is not plain from the name."""

    def met(self, value: float) -> bool:
        return value <= self.goal if self.at == "most" else value >= self.goal

    @property
    def slug(self) -> str:
        """The name as one word, for the command line."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    def goal_text(self) -> str:
        return f"at {self.at} {number(self.goal)} {self.unit}"


class Measured(NamedTuple):
    """One benchmark's value, or the reason there is none."""

    bench: Bench
    value: float | None
    error: str = ""

    @property
    def met(self) -> bool:
        return self.value is not None and self.bench.met(self.value)


class UnmeasurableError(Exception):
    """The program to be measured did not run; the message says why."""


def measure(bench: Bench) -> Measured:
    try:
        return Measured(bench, bench.measure())
    except UnmeasurableError as reason:
        return Measured(bench, None, str(reason))
    except Exception as error:  # the others still have figures to give
        return Measured(bench, None, f"{type(error).__name__}: {error}")


def number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
