"""A cluster on this machine against threads: what the network, the scheduler and pickling cost."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from bench.goal import Bench, UnmeasurableError
from cardroom import games
from cardroom.analysis.executor import Executor, Threads, available
from cardroom.analysis.simulation import SimulationRequest
from cardroom.analysis.stopping import Goal
from cardroom.replay.families import simulation_of

ROUNDS = 200_000_000
NO_PROFILER = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}
"""As `docs/cluster.md` starts workers."""


def benchmarks() -> Iterable[Bench]:
    return [
        Bench(
            "a cluster on this machine, overhead against threads",
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
    with _machines(available()) as address, Cluster(address) as cluster:
        _seconds(cluster, ROUNDS // 100)  # every worker loads its kernels
        _seconds(Threads(), ROUNDS // 100)
        there = min(_seconds(cluster, ROUNDS) for _ in range(2))
        here = min(_seconds(Threads(), ROUNDS) for _ in range(2))
    return 100 * (there / here - 1)


def _seconds(executor: Executor, rounds: int) -> float:
    table = simulation_of(games.ruleset("blackjack"), SimulationRequest(seed=7))
    start = time.perf_counter()
    table.run(Goal(rounds=rounds), executor, table.empty(), lambda _: None)
    return time.perf_counter() - start


@contextmanager
def _machines(workers: int) -> Iterator[str]:
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
        yield address
    finally:
        for process in started:
            process.kill()
            process.wait()


def _start(what: str, *options: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{what}", *options],
        env={**os.environ, **NO_PROFILER, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
