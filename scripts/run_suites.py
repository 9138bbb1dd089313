"""Run every suite of tests on its own, and show its time beside its budget.

A suite is a directory of tests/. One without a budget here runs all the same, so a new suite is
never left out by forgetting it. A missed budget is shown, and fails nothing: machines differ.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
BUDGET_SECONDS = {
    "unit": 150,
    "scenarios": 30,
    "properties": 90,
    "differential": 150,
    "references": 120,
    "contract": 60,
    "journals": 30,
    "faults": 60,
    "tools": 30,
    "service": 90,
    "browser": 200,
}
DEFAULT_SECONDS = 60
# `make check` has run it already.
ELSEWHERE = {"tidy"}
# One browser at a time: two on two cores time out by each other's doing.
ALONE = {"browser"}
NOTHING_COLLECTED = 5


class Outcome(NamedTuple):
    suite: str
    seconds: float
    budget_seconds: int
    code: int

    @property
    def failed(self) -> bool:
        return self.code not in (0, NOTHING_COLLECTED)

    @property
    def verdict(self) -> str:
        if self.failed:
            return "[bold red]failed[/]"
        if self.code == NOTHING_COLLECTED:
            return "[yellow]no tests selected[/]"
        return "[green]passed[/]"


def suites(tests: Path) -> list[str]:
    """The directories that hold tests, in the order of the budgets, then any others."""
    names = {path.relative_to(tests).parts[0] for path in tests.rglob("test_*.py")}
    known = [name for name in BUDGET_SECONDS if name in names]
    return known + sorted(names - set(known) - ELSEWHERE)


def run(suite: str, workers: int) -> Outcome:
    command = [sys.executable, "-m", "pytest", "-q", f"tests/{suite}"]
    if workers > 1 and suite not in ALONE:
        command += ["-n", str(workers), "--dist", "worksteal"]
    started = time.perf_counter()
    code = subprocess.run(command, cwd=ROOT, env=dict(os.environ), check=False).returncode
    seconds = time.perf_counter() - started
    return Outcome(suite, seconds, BUDGET_SECONDS.get(suite, DEFAULT_SECONDS), code)


def show(outcomes: list[Outcome], console: Console) -> None:
    table = Table(title="Suites")
    table.add_column("suite")
    for head in ("seconds", "budget"):
        table.add_column(head, justify="right")
    table.add_column("time")
    table.add_column("tests")
    for each in outcomes:
        late = each.seconds > each.budget_seconds
        table.add_row(
            each.suite,
            f"{each.seconds:.1f}",
            str(each.budget_seconds),
            "[yellow]over budget[/]" if late else "[green]within[/]",
            each.verdict,
        )
    console.print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    workers: int = parser.parse_args().workers
    console = Console()
    names = suites(ROOT / "tests")
    if not names:
        console.print("No suite of tests but tidy.")
        return 0
    outcomes = []
    for number, name in enumerate(names, start=1):
        console.print(f"[bold]>>[/] tests/{name} ({number} of {len(names)})")
        outcomes.append(run(name, workers))
    show(outcomes, console)
    return int(any(each.failed for each in outcomes))


if __name__ == "__main__":
    sys.exit(main())
