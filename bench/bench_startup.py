"""The command line must answer without a noticeable delay."""

from __future__ import annotations

from collections.abc import Iterable

from bench.clock import median_command
from bench.goal import Bench


def benchmarks() -> Iterable[Bench]:
    for command in ("--help", "rules blackjack"):
        yield Bench(
            f"cardroom {command}",
            goal=0.4,
            unit="s",
            at="most",
            measure=lambda command=command: median_command(*command.split()),  # type: ignore[misc]
        )
