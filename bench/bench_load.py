"""What one process carries: tables, commands per second up to the knee, and viewers of one table.

The clients are open-loop: a command is sent when its time has come, so that waiting is counted.
They share the machine with the service; what the service itself uses is its processor time.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from bench.bench_service import (
    OFFERED,
    TABLES,
    Load,
    Person,
    Shape,
    carried,
    memory,
    open_tables,
    play,
    processor,
    service,
)
from bench.clock import COMMAND
from bench.goal import Bench, UnmeasurableError

SOME: Final = (50, 500, 2000)
"""Tables, with one person at each."""
STEADY: Final = 250
"""Commands per second while the number of tables grows."""
RATES: Final = (500, 750, 1000, 1500, 2000)
P99_MS: Final = 50.0
VIEWERS: Final = 2000
VIEWED_SECONDS: Final = 10.0
PAUSE_SECONDS: Final = 0.5


@cache
def with_tables(count: int) -> Load:
    return carried(Shape(count, bots=0, offered=STEADY, warm_seconds=3, seconds=8))


@cache
def knee() -> float:
    """The highest rate, of those tried, at which 99 of 100 wait no longer than they should."""
    carries = 0.0
    for rate in RATES:
        found = carried(Shape(bots=0, offered=rate, warm_seconds=2, seconds=5))
        if found.p99_ms > P99_MS:
            break
        carries = found.people_per_second
    return carries


class NextToSimulation(NamedTuple):
    load: Load
    simulated: float
    """Processor seconds of the simulation per second; 1 is one core."""


@cache
def next_to_a_simulation() -> NextToSimulation:
    """As many commands as the goal, while the other core simulates rounds.

    The service has a core, and the simulation has the other one. The people, who would be on other
    machines, share the simulation's core and go first there: what they wait for is the service.
    """
    cores = sorted(getattr(os, "sched_getaffinity", lambda _: set())(0))
    if len(cores) < 2:
        raise UnmeasurableError("this needs Linux and two cores")
    with _simulating(cores[1]) as simulation, service() as (base, pid):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), cores[:1])
        os.sched_setaffinity(0, cores[1:2])
        begun, worked = time.perf_counter(), processor(simulation)
        try:
            shape = Shape(offered=OFFERED, warm_seconds=6, seconds=12)
            load = asyncio.run(play(base, pid, shape))
        finally:
            os.sched_setaffinity(0, cores)
        took = time.perf_counter() - begun
        return NextToSimulation(load, (processor(simulation) - worked) / took)


@contextmanager
def _simulating(core: int) -> Iterator[int]:
    """The process that simulates on this core, at the lowest priority."""
    rounds = ("simulate", "blackjack", "--rounds", "100000000000", "--workers", "1")
    process = subprocess.Popen(
        ["nice", "-n", "19", sys.executable, "-c", COMMAND, *rounds],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.sched_setaffinity(process.pid, {core})
    try:
        yield process.pid
    finally:
        process.kill()
        process.wait()


class Watched(NamedTuple):
    """One table with many viewers."""

    p99_ms: float
    ms_per_step: float
    """Processor time of the service, for one step to all viewers."""
    kilobytes_per_viewer: float


@cache
def watched(viewers: int = VIEWERS) -> Watched:
    with service() as (base, pid):
        return asyncio.run(_watched(base, pid, viewers))


async def _watched(base: str, pid: int, viewers: int) -> Watched:
    cookie, (table,) = await asyncio.to_thread(open_tables, base, Shape(1, bots=0))
    stream = f"{base.replace('http', 'ws', 1)}/api/tables/{table}/stream"

    async def joined() -> ClientConnection:
        given = {"Cookie": cookie}
        return await connect(stream, additional_headers=given, compression=None, max_queue=None)

    times: list[tuple[float, float]] = []
    player = Person(await joined(), times, 1)
    await player.enter()
    before = memory(pid)
    sockets = [await joined() for _ in range(viewers)]
    after = memory(pid)
    reading = [asyncio.create_task(_read(socket)) for socket in sockets]
    player.pace(PAUSE_SECONDS)
    playing = asyncio.create_task(player.play())
    await asyncio.sleep(2)
    assert player.view is not None
    began, first, worked = time.perf_counter(), player.view.table.seq, processor(pid)
    await asyncio.sleep(VIEWED_SECONDS)
    steps, used = player.view.table.seq - first, processor(pid) - worked
    for task in (playing, *reading):
        task.cancel()
    await asyncio.gather(playing, *reading, return_exceptions=True)
    waits = sorted(wait for at, wait in times if at >= began)
    return Watched(
        waits[len(waits) * 99 // 100] * 1000, used / steps * 1000, (after - before) / viewers
    )


async def _read(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


def benchmarks() -> Iterable[Bench]:
    tables = [
        Bench(
            f"load: p99 of {STEADY} commands/s at {count:,} tables",
            goal=P99_MS,
            unit="ms",
            at="most",
            measure=lambda count=count: with_tables(count).p99_ms,  # type: ignore[misc]
        )
        for count in SOME
    ]
    simulated = f"load: p99 of {OFFERED} commands/s at {TABLES} tables, while one core simulates"
    return [
        *tables,
        Bench(
            f"load: memory per table at {SOME[-1]:,} tables",
            goal=500,
            unit="kB",
            at="most",
            measure=lambda: with_tables(SOME[-1]).kilobytes_per_table,
        ),
        Bench(
            f"load: the knee, {TABLES} tables, p99 below {P99_MS:.0f} ms",
            goal=500,
            unit="commands/s",
            at="least",
            measure=knee,
        ),
        Bench(
            simulated,
            goal=P99_MS,
            unit="ms",
            at="most",
            measure=lambda: next_to_a_simulation().load.p99_ms,
        ),
        Bench(
            "load: the service's processor meanwhile",
            goal=0.7,
            unit="cores",
            at="most",
            measure=lambda: next_to_a_simulation().load.processor_seconds,
        ),
        Bench(
            "load: the simulation's processor meanwhile",
            goal=0.5,
            unit="cores",
            at="least",
            measure=lambda: next_to_a_simulation().simulated,
        ),
        Bench(
            f"load: processor time of a step to {VIEWERS:,} viewers",
            goal=150,
            unit="ms",
            at="most",
            measure=lambda: watched().ms_per_step,
        ),
        Bench(
            f"load: p99 of a player with {VIEWERS:,} viewers",
            goal=500,
            unit="ms",
            at="most",
            measure=lambda: watched().p99_ms,
        ),
        Bench(
            "load: memory per viewer",
            goal=100,
            unit="kB",
            at="most",
            measure=lambda: watched().kilobytes_per_viewer,
        ),
    ]
