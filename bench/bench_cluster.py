"""A cluster on this machine against threads: what the network, the scheduler and pickling cost."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.goal import Bench, UnmeasurableError
from cardroom import games
from cardroom.analysis.executor import Executor, Threads, available
from cardroom.analysis.simulation import SimulationRequest
from cardroom.analysis.stopping import Goal
from cardroom.replay.families import simulation_of

ROUNDS = 500_000_000
"""Half a minute of one core: shorter work is not worth a cluster."""
CALM = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "10s",
    "DASK_DISTRIBUTED__WORKER__MEMORY__MONITOR_INTERVAL": "5s",
}
"""As `docs/cluster.md` starts workers."""


def benchmarks() -> Iterable[Bench]:
    return [
        Bench(
            "a cluster on this machine, processor time on top of threads",
            goal=10,
            unit="percent",
            at="most",
            measure=_overhead,
        )
    ]


def _overhead() -> float:
    try:
        from cardroom.analysis.cluster import Cluster  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as without:
        raise UnmeasurableError(str(without)) from None
    with _machines(available()) as (address, machines), Cluster(address) as cluster:
        while cluster.workers < available():
            time.sleep(0.1)
        for _ in range(2):  # every worker loads its kernels
            _seconds(cluster, ROUNDS // 100, machines)
        _seconds(Threads(), ROUNDS // 100)
        # By turns, so that a busy neighbor slows both alike.
        pairs = [(_seconds(cluster, ROUNDS, machines), _seconds(Threads(), ROUNDS)) for _ in "ab"]
    there, here = (min(each[n] for each in pairs) for n in (0, 1))
    return 100 * (there / here - 1)


def _seconds(
    executor: Executor, rounds: int, machines: Sequence[subprocess.Popen[bytes]] = ()
) -> float:
    """Processor time of this process and of the machines, which no other program's work changes."""
    table = simulation_of(games.ruleset("blackjack"), SimulationRequest(seed=7))
    start = _processor(machines)
    table.run(Goal(rounds=rounds), executor, table.empty(), lambda _: None)
    return _processor(machines) - start


def _processor(machines: Sequence[subprocess.Popen[bytes]]) -> float:
    return time.process_time() + sum(map(_used, machines))


def _used(machine: subprocess.Popen[bytes]) -> float:
    """User and system time of a running process, as Linux shows them after its name."""
    fields = Path(f"/proc/{machine.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2]
    ticks = sum(map(int, fields.split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def _machines(workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler, and a worker with one thread for each core."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    plain = ("--no-dashboard", "--host", "127.0.0.1")
    started = [_start("scheduler", "--port", str(port), *plain)]
    try:
        for _ in range(600):
            with socket.socket() as asking:
                if not asking.connect_ex(("127.0.0.1", port)):
                    break
            time.sleep(0.1)
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
        started += [_start("worker", address, *options) for _ in range(workers)]
        yield address, started
    finally:
        for process in started:
            process.kill()
            process.wait()


def _start(what: str, *options: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{what}", *options],
        env={**os.environ, **CALM, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
