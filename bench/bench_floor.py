"""Complete rounds at many tables, decided, durable, and acknowledged; and their replay."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from bench.goal import Bench
from cardroom.play.inputs import Answer
from cardroom.play.round import Await, Refusal
from cardroom.store import open_store
from cardroom.store.memory import MemoryStore
from cardroom.table import Envelope, Table
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.floor import HOUSE, Floor
from cardroom.table.shuffler import committed_shoe

TABLES = 64
COMMANDS = 100
FOLDED = 5_000


def benchmarks() -> Iterable[Bench]:
    return [
        Bench(
            f"commands of {TABLES} tables, durable",
            goal=3_000,
            unit="commands/s",
            at="least",
            measure=floor_commands,
        ),
        Bench(
            "a table replayed from its journal",
            goal=10_000,
            unit="commands/s",
            at="least",
            measure=folded_commands,
        ),
    ]


def floor_commands() -> float:
    """Every table waits for its acknowledgment; all waiting tables share the disk."""
    with tempfile.TemporaryDirectory() as directory:
        store = open_store(str(Path(directory) / "journal.db"))
        floor = Floor(store)

        async def everybody() -> float:
            ids = [f"t{number}" for number in range(TABLES)]
            await asyncio.gather(*(_open(floor, id) for id in ids))
            started = time.perf_counter()
            await asyncio.gather(*(_play(floor, id, COMMANDS) for id in ids))
            return TABLES * COMMANDS / (time.perf_counter() - started)

        rate = asyncio.run(everybody())
        store.close()
    return rate


def folded_commands() -> float:
    store = MemoryStore()
    floor = Floor(store)

    async def alone() -> None:
        await _open(floor, "t")
        await _play(floor, "t", FOLDED)

    asyncio.run(alone())
    started = time.perf_counter()
    count = Floor(store).seq("t")
    return count / (time.perf_counter() - started)


async def _open(floor: Floor, id: str) -> None:
    await floor.ask(id, Envelope(f"{id}/open", HOUSE, c.OpenTable(id, "blackjack")))
    await floor.ask_cashier(f"{id}/cash", HOUSE, Deposit(id, 10**9))
    await floor.ask(id, Envelope(f"{id}/sit", HOUSE, c.SitDown(id, 1)))
    await floor.ask(id, Envelope(f"{id}/buy", HOUSE, c.BuyIn(id, 10**9)))


async def _play(floor: Floor, id: str, commands: int) -> None:
    for number in range(commands):
        table = floor.table(id)
        assert table is not None
        answer = await floor.ask(id, Envelope(f"{id}/{number}", HOUSE, _next(table)))
        assert not isinstance(answer, Refusal), str(answer)


def _next(table: Table) -> c.TableCommand:
    if table.round is None:
        if table.shuffle is not None:
            closed = table.shuffle.contributors is not None
            return c.LoadShoe() if closed else c.CloseContributions()
        if table.shoe.due:
            return committed_shoe(table)
        return c.CloseBets() if table.bets else c.PlaceBet(table.seats[1], 1, "main", 500)
    head = table.round.head
    if isinstance(head, Await):
        ask = head.asks[0]
        return c.Play(Answer(ask.box, "decline" if ask.option("decline") else "stand"))
    return c.EndRound()
