"""The service under load: 200 tables with bots and one person at each, over streams.

The service runs in its own process with its journal on disk; the people are another process. Every
acknowledgment is durable. Bots' commands are durable too, and counted separately.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.goal import Bench, UnmeasurableError

TABLES = 200
BOTS = 2
SECONDS = 15.0
WARM_SECONDS = 4.0
OFFERED = 1000
"""Commands per second while response times are measured: those of people, and of their bots, which
send about as many each."""
SERVE = """
import sys
from pathlib import Path
from cardroom.service.http.server import address_of, listen, serve
from cardroom.service.settings import Guests, Rate, Rates, Settings, Streams
plenty = Rate(10**9, 1e9)
listener = listen("127.0.0.1", 0, exactly=True)
settings = Settings(
    data=Path(sys.argv[1]), database=sys.argv[2], worker_host="127.0.0.1",
    rates=Rates(*[plenty] * 8), solver=False,
    guests=Guests(tables_max=10**6, tables_each=10**6, tables_address=10**6, wallet=10**9),
    streams=Streams(each_max=10**6, address_max=10**6, table_max=10**6),
    games=("blackjack",),
)
serve(settings, listener, lambda room: print(address_of(listener), flush=True))
"""


class Ask(msgspec.Struct):
    box: int
    topic: str


class Facts(msgspec.Struct):
    seq: int


class View(msgspec.Struct):
    table: Facts
    phase: str
    asks: list[Ask]


class Heard(msgspec.Struct):
    """The parts of a message that a person reads; everything else is skipped."""

    type: str
    key: str = ""
    view: View | None = None


class Shape(NamedTuple):
    """What a service is asked to carry. `offered` commands per second, bots' included; None sends
    each as soon as the last one is acknowledged."""

    tables: int = TABLES
    bots: int = BOTS
    offered: int | None = None
    warm_seconds: float = WARM_SECONDS
    seconds: float = SECONDS


class Load(NamedTuple):
    """The results of one run."""

    people_per_second: float
    all_per_second: float
    p50_ms: float
    p99_ms: float
    kilobytes_per_table: float
    processor_seconds: float
    """Processor seconds of the service per second; 1 is one core."""

    @property
    def seconds_per_command(self) -> float:
        """Of the service's processor, for a person's command and all that follows from it."""
        return self.processor_seconds / self.people_per_second


class Person:
    """Play one table: bet, deal, answer; every command waits for its acknowledgment."""

    def __init__(
        self, socket: ClientConnection, times: list[tuple[float, float]], number: int
    ) -> None:
        self._socket, self._times = socket, times
        self._decoder = msgspec.json.Decoder(Heard)
        self._keys = 0
        self.view: View | None = None
        self.pause_seconds = 0.0
        """The mean pause between two commands; 0 sends as soon as the last one is acknowledged."""
        self._random, self._due = random.Random(number), time.perf_counter()

    async def hear(self) -> Heard:
        heard = self._decoder.decode(await self._socket.recv())
        if heard.view is not None:
            self.view = heard.view
        return heard

    async def do(self, **command: Any) -> None:
        sent = await self._turn()
        self._keys += 1
        message = {"type": "command", "key": str(self._keys), "command": command}
        data = msgspec.json.encode(message).decode()
        await self._socket.send(data)
        while (await self.hear()).type not in ("ack", "refused"):
            pass
        now = time.perf_counter()
        self._times.append((now, now - sent))

    async def _turn(self) -> float:
        """When the command is due, whether or not the service has kept up until then.

        Pauses are random and do not wait for answers: a slow answer makes the next command late,
        and that counts as its response time, too.
        """
        now = time.perf_counter()
        if not self.pause_seconds:
            return now
        due = self._due = self._due + self._random.expovariate(1 / self.pause_seconds)
        if due > now:
            # Another pace may be set meanwhile; it does not make this command late.
            await asyncio.sleep(due - now)
        return due

    def pace(self, pause_seconds: float) -> None:
        self.pause_seconds, self._due = pause_seconds, time.perf_counter()

    async def enter(self) -> None:
        await self.do(command="sit-down", seat=4)
        await self.do(command="buy-in", amount=10**6)

    async def play(self) -> None:
        while True:
            await self.do(command="place-bet", box=4, spot="main", stake=500)
            await self.do(command="close-bets")
            while self.view is None or self.view.phase == "round":
                if self.view is not None and self.view.asks:
                    ask = self.view.asks[0]
                    verb = "decline" if ask.topic == "insurance" else "stand"
                    await self.do(
                        command="play", input={"input": "answer", "box": ask.box, "verb": verb}
                    )
                else:
                    await self.hear()


@cache
def flat_out() -> Load:
    """As fast as the acknowledgments come back."""
    return carried(Shape())


@cache
def paced() -> Load:
    return carried(Shape(offered=OFFERED))


def carried(shape: Shape) -> Load:
    with service() as (base, pid):
        return asyncio.run(play(base, pid, shape))


@contextmanager
def service() -> Iterator[tuple[str, int]]:
    """A service with a journal on disk, in a process of its own: its address and process."""
    with tempfile.TemporaryDirectory() as folder, worker(folder) as running:
        yield running


@contextmanager
def worker(folder: str, database: str = "") -> Iterator[tuple[str, int]]:
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, folder, database], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        base = process.stdout.readline().strip()
        if not base:
            raise UnmeasurableError("the service did not start")
        yield base, process.pid
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


async def play(base: str, pid: int, shape: Shape) -> Load:
    before = memory(pid)
    cookie, tables = await asyncio.to_thread(open_tables, base, shape)
    after = memory(pid)
    seats = [Seat(base, table, cookie) for table in tables]
    found = await played(seats, shape, lambda: processor(pid))
    return found._replace(kilobytes_per_table=(after - before) / shape.tables)


class Seat(NamedTuple):
    """A table, a person's cookie, and the address of the service that the person uses."""

    base: str
    table: str
    cookie: str


async def played(seats: Sequence[Seat], shape: Shape, used: Callable[[], float]) -> Load:
    """One person at each table plays; `used` tells the service's processor seconds so far."""
    times: list[tuple[float, float]] = []
    sockets = [
        await connect(
            f"{seat.base.replace('http', 'ws', 1)}/api/tables/{seat.table}/stream",
            additional_headers={"Cookie": seat.cookie},
            compression=None,
            max_queue=None,
        )
        for seat in seats
    ]
    people = [Person(socket, times, number) for number, socket in enumerate(sockets)]
    await asyncio.gather(*(person.enter() for person in people))
    if shape.offered is not None:
        for person in people:
            person.pace(shape.tables * (1 + shape.bots) / shape.offered)
    # A full collection stops all the people at once, which they would count as a slow answer.
    gc.collect()
    gc.freeze()
    tasks = [asyncio.create_task(person.play()) for person in people]
    await asyncio.sleep(shape.warm_seconds)
    started, first, worked = time.perf_counter(), _seqs(people), used()
    await asyncio.sleep(shape.seconds)
    ended, last, worked = time.perf_counter(), _seqs(people), used() - worked
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for socket in sockets:
        await socket.close()
    waits = sorted(wait for at, wait in times if started <= at < ended)
    if not waits:
        raise UnmeasurableError("nothing was acknowledged")
    return Load(
        len(waits) / (ended - started),
        (last - first) / (ended - started),
        waits[len(waits) // 2] * 1000,
        waits[len(waits) * 99 // 100] * 1000,
        0.0,
        worked / (ended - started),
    )


def _seqs(people: list[Person]) -> int:
    return sum(person.view.table.seq for person in people if person.view is not None)


def open_tables(base: str, shape: Shape) -> tuple[str, list[str]]:
    """A guest's cookie, and the tables that the guest has opened."""
    import httpx2  # noqa: PLC0415

    with httpx2.Client(base_url=base, timeout=60) as http:
        cookie = http.post("/api/guest").headers["set-cookie"].partition(";")[0]
        wanted = {"game": "blackjack", "bots": shape.bots}
        return cookie, [
            http.post("/api/tables", json=wanted, headers={"Cookie": cookie}).json()["id"]
            for _ in range(shape.tables)
        ]


def processor(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """The memory of a process in kilobytes, if the system reports it."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        raise UnmeasurableError("this system does not report the memory of a process")
    line = next(row for row in status.read_text().splitlines() if row.startswith("VmRSS"))
    return float(line.split()[1])


def benchmarks() -> Iterable[Bench]:
    cores = f"{os.cpu_count()} cores"
    return [
        Bench(
            f"service: durable commands, people and bots, {TABLES} tables, {cores}",
            goal=1000,
            unit="/s",
            at="least",
            measure=lambda: flat_out().all_per_second,
        ),
        Bench(
            "service: people's commands among these",
            goal=300,
            unit="/s",
            at="least",
            measure=lambda: flat_out().people_per_second,
        ),
        Bench(
            f"service: p99 of the acknowledgment at {OFFERED} commands/s",
            goal=50,
            unit="ms",
            at="most",
            measure=lambda: paced().p99_ms,
        ),
        Bench(
            "service: memory per table",
            goal=500,
            unit="kB",
            at="most",
            measure=lambda: flat_out().kilobytes_per_table,
        ),
    ]
