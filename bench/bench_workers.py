"""Workers over one PostgreSQL: commands at a steady rate, and how long each waits for its answer.

The clients are open-loop: a command is sent when its time has come, even if the one before it was
not answered. So a service that falls behind shows it in the waiting times.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

import httpx

from bench.goal import Bench
from tests.contract.test_store_postgres import server
from tests.faults.worker_fleet import Gate, WorkerProcess

TABLES = 50
COMMANDS_PER_SECOND = 200
SECONDS = 10
WORKERS = (1, 2, 4)


def benchmarks() -> Iterable[Bench]:
    return [
        Bench(
            f"99th percentile of {COMMANDS_PER_SECOND} commands/s at {TABLES} tables,"
            f" {count} workers",
            goal=50.0,
            unit="ms",
            at="most",
            measure=lambda count=count: _measured(count),  # type: ignore[misc]
        )
        for count in WORKERS
    ]


def _measured(count: int) -> float:
    with server() as address, tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        socket = f"{address.partition('host=')[2]}/.s.PGSQL.5432"
        workers = []
        for _ in range(count):
            gate = Gate(socket)
            opened.callback(gate.close)
            workers.append(WorkerProcess(Path(folder), gate))
            opened.callback(workers[-1].kill)
            workers[0].ready()
        for worker in workers:
            worker.ready()
        return asyncio.run(_load([worker.base for worker in workers]))


async def _load(bases: list[str]) -> float:
    limits = httpx.Limits(max_connections=400, max_keepalive_connections=400)
    async with httpx.AsyncClient(timeout=30, limits=limits, trust_env=False) as client:
        tables = [await _table(client, bases[n % len(bases)]) for n in range(TABLES)]
        waits: list[float] = []
        begun, sent = time.perf_counter(), []
        for number in range(COMMANDS_PER_SECOND * SECONDS):
            due = begun + number / COMMANDS_PER_SECOND
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            path, cookies = tables[number % TABLES]
            base = bases[(number // TABLES) % len(bases)]
            sent.append(asyncio.create_task(_bet(client, base + path, cookies, number, due, waits)))
        await asyncio.gather(*sent)
    waits.sort()
    return waits[int(len(waits) * 0.99)] * 1000


async def _table(client: httpx.AsyncClient, base: str) -> tuple[str, str]:
    """A guest at a table of their own: the address of its commands, and the guest's cookie."""
    client.cookies.clear()
    entered = await client.post(f"{base}/api/guest")
    cookie = entered.headers["set-cookie"].partition(";")[0]
    client.cookies.clear()
    given = {"cookie": cookie}
    opened = await client.post(f"{base}/api/tables", json={"game": "blackjack"}, headers=given)
    path = f"/api/tables/{opened.json()['id']}/commands"
    for number, command in enumerate(
        ({"command": "sit-down", "seat": 4}, {"command": "buy-in", "amount": 50_000})
    ):
        body = {"key": f"s{number}", "command": command}
        (await client.post(base + path, json=body, headers=given)).raise_for_status()
    return path, cookie


async def _bet(
    client: httpx.AsyncClient, url: str, cookie: str, number: int, due: float, waits: list[float]
) -> None:
    """Lay a bet, or take it back: each is one command."""
    command = {"command": "place-bet", "box": 4, "spot": "main", "stake": 500}
    if number // TABLES % 2:
        command = {"command": "withdraw-bet", "box": 4}
    body = {"key": f"b{number}", "command": command}
    answer = await client.post(url, json=body, headers={"cookie": cookie})
    # Two of one table may pass each other: then one is refused, and that is an answer, too.
    assert answer.status_code in (200, 409), answer.text
    waits.append(time.perf_counter() - due)
