"""Workers over one PostgreSQL: rounds at a steady rate, and how long each command waits.

The people are open-loop: a command is due when its time has come, even if the one before it was not
answered. So a service that falls behind shows it in the waiting times. People are spread over the
workers, whichever of them owns their tables: two workers send on every other command, and four
send on three of four.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import ExitStack

import httpx2

from bench.bench_service import Load, Seat, Shape, played, processor, worker
from bench.goal import Bench
from tests.contract.test_store_postgres import server

TABLES = 50
COMMANDS_PER_SECOND = 200
WORKERS = (1, 2, 4)


def benchmarks() -> Iterable[Bench]:
    for count in WORKERS:
        yield Bench(
            f"99th percentile of {COMMANDS_PER_SECOND} commands/s at {TABLES} tables,"
            f" {count} workers",
            goal=50.0,
            unit="ms",
            at="most",
            measure=lambda count=count: load(count, COMMANDS_PER_SECOND).p99_ms,  # type: ignore[misc]
        )
    for count in WORKERS:
        yield Bench(
            f"commands of {TABLES} people who never pause, {count} workers",
            goal=COMMANDS_PER_SECOND,
            unit="commands/s",
            at="least",
            measure=lambda count=count: load(count, None).people_per_second,  # type: ignore[misc]
        )


def load(count: int, offered: int | None) -> Load:
    with server() as address, tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        workers = [opened.enter_context(worker(folder, address)) for _ in range(count)]
        shape = Shape(TABLES, bots=0, offered=offered, warm_seconds=3, seconds=8)
        seats = _seats([base for base, _ in workers])
        return asyncio.run(played(seats, shape, lambda: sum(processor(pid) for _, pid in workers)))


def _seats(bases: Sequence[str]) -> list[Seat]:
    """Each person is a guest at a table of their own."""
    with httpx2.Client(timeout=60) as http:
        return [_seat(http, bases, number) for number in range(TABLES)]


def _seat(http: httpx2.Client, bases: Sequence[str], number: int) -> Seat:
    http.cookies.clear()
    owner, count = bases[number % len(bases)], len(bases)
    entered = http.post(f"{owner}/api/guest")
    cookie = entered.headers["set-cookie"].partition(";")[0]
    http.cookies.clear()
    wanted = {"game": "blackjack"}
    opened = http.post(f"{owner}/api/tables", json=wanted, headers={"Cookie": cookie})
    return Seat(bases[number // count % count], opened.json()["id"], cookie)
