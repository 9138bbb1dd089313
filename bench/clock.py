"""How things are timed: processor time, medians, and two programs in turns.

Processor time does not count what other work on the machine takes away. Where two programs are
compared, they run in turns, so that a slower moment of the machine slows both.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bench.goal import UnmeasurableError

RUNS: Final = 7
STEPS: Final = 1_000_000
"""Of a loop that takes a tenth of a second."""
COMMAND: Final = (
    "import sys; from cardroom.cli import main; sys.argv[0] = 'cardroom'; sys.exit(main())"
)
"""What the installed script `cardroom` does."""
# On Linux ru_maxrss begins with the parent's peak; the high-water mark is the child's own.
PEAK: Final = """
import atexit, os
from pathlib import Path
def _peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    peak = next(line.split()[1] for line in lines if line.startswith("VmHWM"))
    Path(os.environ["CARDROOM_BENCH_PEAK"]).write_text(peak)
atexit.register(_peak)
"""


class Child(NamedTuple):
    """What a process of its own took, with all its children."""

    seconds: float
    """Of processor time."""
    peak_megabytes: float
    output: str


def processor_seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def python_steps() -> float:
    """Millions of steps of a plain Python loop in a second: how fast this machine is just now."""

    def count() -> None:
        total = 0
        for number in range(STEPS):
            total += number * number

    return STEPS / median_seconds(count) / 1e6


def median_seconds(work: Callable[[], object], runs: int = RUNS) -> float:
    """After a first run that compiles, loads, and fills caches."""
    work()
    return statistics.median(processor_seconds(work) for _ in range(runs))


def times_as_fast(
    ours: Callable[[], object], theirs: Callable[[], object], runs: int = RUNS
) -> float:
    """How many times as fast as theirs ours is: the median of runs in turns."""
    ours()
    theirs()
    ratios = []
    for _ in range(runs):
        took = processor_seconds(ours)
        ratios.append(processor_seconds(theirs) / took)
    return statistics.median(ratios)


def child(
    code: str, *arguments: str, cache: Path | None = None, codes: Sequence[int] = (0,)
) -> Child:
    """Run Python code in a process of its own, which must end with one of these exit codes;
    `cache` replaces the user's cache directory."""
    if not Path("/proc/self/status").exists():
        raise UnmeasurableError("this system does not report the memory of a process")
    with tempfile.TemporaryDirectory() as folder:
        peak, out, err = (Path(folder) / name for name in ("peak", "out", "err"))
        env: Mapping[str, str] = {
            **os.environ,
            "CARDROOM_BENCH_PEAK": str(peak),
            **({} if cache is None else {"CARDROOM_CACHE": str(cache)}),
        }
        with out.open("w") as stdout, err.open("w") as stderr:
            process = subprocess.Popen(
                [sys.executable, "-c", PEAK + code, *arguments],
                stdout=stdout,
                stderr=stderr,
                env=env,
            )
            # Only this call says what one child used, and no other.
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in codes:
            last = err.read_text().strip().splitlines()[-1:] or ["no message"]
            raise UnmeasurableError(f"it ended with code {process.returncode}: {last[0]}")
        seconds = used.ru_utime + used.ru_stime
        return Child(seconds, int(peak.read_text()) / 1024, out.read_text())


def command(*arguments: str, cache: Path | None = None, codes: Sequence[int] = (0,)) -> Child:
    """Run `cardroom` with these arguments."""
    return child(COMMAND, *arguments, cache=cache, codes=codes)


def median_command(*arguments: str, runs: int = RUNS) -> float:
    """The median of several starts, after a first one that fills the caches."""
    command(*arguments)
    return statistics.median(command(*arguments).seconds for _ in range(runs))


def makespan(seconds: Sequence[float], workers: int) -> float:
    """How long workers need for these pieces of work, each taking the next one when free."""
    free = [0.0] * workers
    for each in seconds:
        first = free.index(min(free))
        free[first] += each
    return max(free)
