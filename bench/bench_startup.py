"""The command line must answer without a noticeable delay."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Iterable

from bench.goal import Bench, UnmeasurableError

RUNS = 7
# What the installed script `cardroom` does.
SCRIPT = "import sys; from cardroom.cli import main; sys.argv[0] = 'cardroom'; sys.exit(main())"


def benchmarks() -> Iterable[Bench]:
    return [Bench("cardroom --help", goal=0.4, unit="s", at="most", measure=help_seconds)]


def help_seconds() -> float:
    """The median of several starts, after a first one that fills the caches."""
    start_seconds()
    return statistics.median(start_seconds() for _ in range(RUNS))


def start_seconds() -> float:
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, "--help"], capture_output=True, text=True, check=False
    )
    seconds = time.perf_counter() - started
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["no message"]
        raise UnmeasurableError(f"it ended with code {done.returncode}: {last[0]}")
    return seconds
