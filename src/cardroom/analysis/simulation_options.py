"""Options of a simulation that only one family reads.

Those of our families are flags of the commands, declared here without their simulators: help does
not wait for kernels. Any other name is an installed family's, written `--option NAME=VALUE`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final, NamedTuple

DECLARED: Final = (
    "cardroom.analysis.twentyone.simulation_options",
    "cardroom.analysis.pai_gow.simulation_options",
)
"""Modules with a tuple `OPTIONS`, in the order of the help."""


class SimulationOption(NamedTuple):
    """A flag. The family reads its value as it is typed; the default is as good as none."""

    name: str
    help: str
    metavar: str | None = None
    values: tuple[str, ...] = ()
    """What may be typed, the default first; without them, any text."""
    after: str = ""
    """The option before it in the help, unless it is among the last."""

    @property
    def default(self) -> str:
        return self.values[0] if self.values else ""


@cache
def flags() -> tuple[SimulationOption, ...]:
    found: list[SimulationOption] = []
    for module in DECLARED:
        found += import_module(module).OPTIONS
    return tuple(found)


def flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"
