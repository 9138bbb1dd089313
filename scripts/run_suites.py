"""Run the static checks and every suite of tests, several at a time.

Each runs in a process of its own, the longest first, and its output is shown when it ends. One
computing suite runs per worker, and up to as many suites that mostly wait for a browser or a
service run alongside, so the computing suites use the processors that the waiting ones leave idle.
A suite is a directory of tests/; a long one has folders that run apart. One without a budget here
runs all the same, so a new suite is never left out by forgetting it. A budget is in seconds of one
processor, of the process and all it started, except Chromium, whose processes are not its own:
suites that share a machine do not change it much. A missed budget is shown, and fails nothing:
machines differ.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

ROOT: Final = Path(__file__).resolve().parent.parent
LOGS: Final = ROOT / "build" / "tests"
BIN: Final = Path(sys.executable).parent
BUDGET_SECONDS: Final = {
    "ruff": 1,
    "format": 1,
    "imports": 1,
    "mypy": 35,
    "tidy": 12,
    "kernels": 4,
    "unit": 105,
    "browser": 66,
    "browser-odds": 12,
    "browser-staff": 27,
    "differential": 60,
    "unit-analysis": 82,
    "service": 62,
    "properties": 34,
    "references": 23,
    "scenarios": 9,
    "contract": 15,
    "examples": 17,
    "simulation": 11,
    "prove": 11,
    "journals": 6,
    "faults": 12,
    "tools": 4,
}
"""With Chromium, which is not counted, two processors for less than seven minutes."""
DEFAULT_SECONDS: Final = 30
CHECKS: Final[dict[str, tuple[str, ...]]] = {
    "ruff": (str(BIN / "ruff"), "check", "--quiet", "--output-format", "concise", "."),
    "format": (str(BIN / "ruff"), "format", "--check", "--output-format", "concise", "."),
    "imports": (str(BIN / "lint-imports"), "--no-cache"),
    "mypy": (sys.executable, "-m", "mypy", "--strict", "--no-error-summary"),
    "tidy": (sys.executable, "-m", "pytest", "-q", "tests/tidy"),
}
KERNELS: Final = "kernels"
COMPILE: Final = (sys.executable, "scripts/compile_kernels.py")
COMPILED: Final = frozenset({"unit", "differential", "references", "service", "browser"})
"""These need kernels, and would each compile them if they did not wait."""
APART: Final = {"unit": ("analysis",), "browser": ("odds", "staff")}
"""Folders of a suite with a process of their own: one long suite that ends last leaves processors
idle."""
WAITING: Final = frozenset({"service", "browser", "browser-odds", "browser-staff"})
"""These take more time than they compute. Others fill the processors next to them, at a lower
priority: a page, or its coach, need not wait for a proof."""
NICE: Final = 10
LOWEST: Final = 19
SCHEMA: Final = "service"
"""The suite that sends what the schema of the service allows."""
TESTS_FAILED: Final = 1
NOTHING_COLLECTED: Final = 5
AGAIN: Final = "-again"
"""A suite that drives a browser or a service repeats what failed, once, by itself: a machine may
stall for longer than a page waits. Such a test is named at the end, and its first output is kept.
"""


class Job(NamedTuple):
    name: str
    command: tuple[str, ...]
    after: str = ""
    """What must have ended before it starts."""

    @property
    def budget_seconds(self) -> int:
        return BUDGET_SECONDS.get(self.name, DEFAULT_SECONDS)

    @property
    def waits(self) -> bool:
        return self.name.removesuffix(AGAIN) in WAITING

    @property
    def log(self) -> Path:
        return LOGS / f"{self.name}.log"


class Outcome(NamedTuple):
    job: Job
    seconds: float
    """By the clock."""
    processor_seconds: float
    code: int
    began: float = 0.0
    """Seconds after the first."""

    @property
    def failed(self) -> bool:
        return self.code not in (0, NOTHING_COLLECTED)

    @property
    def late(self) -> bool:
        return self.processor_seconds > self.job.budget_seconds

    @property
    def verdict(self) -> str:
        if self.failed:
            return "[bold red]failed[/]"
        if self.code == NOTHING_COLLECTED:
            return "[yellow]no tests selected[/]"
        return "[green]passed[/]"


# --- what to run --------------------------------------------------------------------------------


def checks() -> list[Job]:
    return [Job(name, command) for name, command in CHECKS.items()]


def suites(tests: Path) -> list[Job]:
    """The directories that hold tests, but for those that are checks."""
    names = {path.relative_to(tests).parts[0] for path in tests.rglob("test_*.py")}
    return [job for name in sorted(names - CHECKS.keys()) for job in parts(tests, name)]


def parts(tests: Path, suite: str) -> Iterator[Job]:
    """The suite without what runs apart, and each of these folders."""
    after = KERNELS if suite in COMPILED else ""
    # To read the plug-in takes half a second; one suite uses it.
    plugins = () if suite == SCHEMA else ("-p", "no:schemathesis")
    pytest = (sys.executable, "-m", "pytest", "-q", *plugins)

    def job(name: str, *what: str) -> Job:
        # Each has a cache of its own: the list of failed tests is in it.
        return Job(name, (*pytest, "-o", f"cache_dir={LOGS / name}-cache", *what), after)

    apart = [name for name in APART.get(suite, ()) if (tests / suite / name).is_dir()]
    left_out = (f"--ignore=tests/{suite}/{name}" for name in apart)
    yield job(suite, f"tests/{suite}", *left_out)
    for name in apart:
        yield job(f"{suite}-{name}", f"tests/{suite}/{name}")


def repeated(job: Job) -> Job:
    """The tests of a suite that failed."""
    return Job(job.name + AGAIN, (*job.command, "--last-failed"))


def in_order(jobs: Iterable[Job]) -> list[Job]:
    """What others wait for, then the longest first: the short ones fill the gaps at the end."""
    given = list(jobs)
    awaited = {job.after for job in given}

    def place(job: Job) -> tuple[bool, bool, int, str]:
        return job.name not in awaited, job.name not in WAITING, -job.budget_seconds, job.name

    return sorted(given, key=place)


# --- running ------------------------------------------------------------------------------------


class Running(NamedTuple):
    job: Job
    process: subprocess.Popen[bytes]
    started: float


def start(job: Job) -> Running:
    LOGS.mkdir(parents=True, exist_ok=True)
    with job.log.open("wb") as log:
        process = subprocess.Popen(job.command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)
    if not job.waits:
        lower = os.getpriority(os.PRIO_PROCESS, 0) + NICE
        with contextlib.suppress(ProcessLookupError):  # it has ended
            os.setpriority(os.PRIO_PROCESS, process.pid, min(lower, LOWEST))
    return Running(job, process, time.perf_counter())


def next_ended(running: dict[int, Running]) -> Outcome:
    """Wait for any of them. The kernel adds up the time of a process and of all its children."""
    while True:
        id, status, usage = os.wait4(-1, 0)
        if id in running:
            break
    job, process, started = running.pop(id)
    process.returncode = os.waitstatus_to_exitcode(status)
    used = usage.ru_utime + usage.ru_stime
    return Outcome(job, time.perf_counter() - started, used, process.returncode, started)


def startable(waiting: Sequence[Job], running: Sequence[Job], workers: int) -> Iterator[Job]:
    """What may start now: what needs nothing that is still open, while its kind has a worker."""
    open_names = {job.name for job in (*waiting, *running)}
    busy = Counter(job.waits for job in running)
    for job in waiting:
        if job.after not in open_names and busy[job.waits] < workers:
            busy[job.waits] += 1
            yield job


def run(jobs: Sequence[Job], workers: int, console: Console) -> list[Outcome]:
    waiting, running, ended = in_order(jobs), dict[int, Running](), list[Outcome]()
    first = time.perf_counter()
    while waiting or running:
        for job in list(startable(waiting, [each.job for each in running.values()], workers)):
            waiting.remove(job)
            begun = start(job)
            running[begun.process.pid] = begun
        outcome = next_ended(running)
        ended.append(outcome._replace(began=outcome.began - first))
        tell(ended[-1], console)
        if ended[-1].code == TESTS_FAILED and ended[-1].job.name in WAITING:
            waiting.insert(0, repeated(ended[-1].job))
    return ended


def unsteady(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Suites with tests that failed, all of which passed when they were repeated."""
    given = list(outcomes)
    passed = {each.job.name for each in given if each.code == 0}
    return [each for each in given if each.failed and each.job.name + AGAIN in passed]


def tell(outcome: Outcome, console: Console) -> None:
    name, seconds = outcome.job.name, outcome.seconds
    console.print(f"[bold]>>[/] {name}: {outcome.verdict} in {seconds:.0f} s", highlight=False)
    text = outcome.job.log.read_text(encoding="utf-8", errors="replace").strip()
    shown = text if outcome.failed else text.rpartition("\n")[2]
    if shown and (outcome.failed or outcome.job.name not in CHECKS):
        console.out(shown, highlight=False)


def show(outcomes: Sequence[Outcome], seconds: float, console: Console) -> None:
    used = sum(each.processor_seconds for each in outcomes)
    allowed = sum(each.job.budget_seconds for each in outcomes)
    table = Table(title="Checks and suites", show_footer=True)
    table.add_column("name", "together")
    table.add_column("began", justify="right")
    table.add_column("seconds", f"{seconds:.0f}", justify="right")
    table.add_column("of one processor", f"{used:.0f}", justify="right")
    table.add_column("budget", str(allowed), justify="right")
    table.add_column("time")
    table.add_column("result")
    for each in sorted(outcomes, key=lambda each: -each.processor_seconds):
        table.add_row(
            each.job.name,
            f"{each.began:.0f}",
            f"{each.seconds:.1f}",
            f"{each.processor_seconds:.1f}",
            str(each.job.budget_seconds),
            "[yellow]over budget[/]" if each.late else "[green]within[/]",
            each.verdict,
        )
    console.print(table)


def chosen(what: str) -> list[Job]:
    if what == "check":
        return checks()
    return [*checks(), Job(KERNELS, COMPILE), *suites(ROOT / "tests")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("check", "all"), nargs="?", default="all")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    console = Console()
    began = time.perf_counter()
    outcomes = run(chosen(arguments.what), max(1, arguments.workers), console)
    show(outcomes, time.perf_counter() - began, console)
    excused = unsteady(outcomes)
    for each in excused:
        console.print(
            f"[yellow]{each.job.name}: tests failed, and passed when they were repeated."
            f" Find out why: {each.job.log.relative_to(ROOT)}[/]"
        )
    return int(any(each.failed and each not in excused for each in outcomes))


if __name__ == "__main__":
    sys.exit(main())
