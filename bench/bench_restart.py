"""Opening a room with a long journal, and recalling one of its rounds."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from random import Random

from bench.bench_floor import _open, _play
from bench.goal import Bench
from cardroom.service.live import table_registry
from cardroom.service.live.room import Room
from cardroom.service.live.table_registry import Listing, TableRegistry
from cardroom.service.room_files import JOURNAL, TABLES
from cardroom.service.settings import Settings
from cardroom.store import ORIGIN, StreamHead, chain, documents
from cardroom.store.keys import house_key
from cardroom.store.memory import MemoryStore
from cardroom.store.sqlite import SqliteStore
from cardroom.table.floor import Floor
from cardroom.table.journal import stream_of

ENTRIES = 1_000_000
OPEN = 200
"""Tables, each with its share of the entries."""
RECALLED = 20


def benchmarks() -> Iterable[Bench]:
    return [
        Bench(
            f"a room with {ENTRIES:,} entries opened again",
            goal=2.0,
            unit="s",
            at="most",
            measure=lambda: _measured()[0],
        ),
        Bench(
            "the slowest of twenty rounds recalled",
            goal=0.2,
            unit="s",
            at="most",
            measure=lambda: _measured()[1],
        ),
    ]


@cache
def _measured() -> tuple[float, float]:
    with _room() as settings:
        asyncio.run(_opened(settings))  # The first time reads everything, and makes snapshots.
        opening, recalling = asyncio.run(_opened(settings))
    return opening, recalling


async def _opened(settings: Settings) -> tuple[float, float]:
    started = time.perf_counter()
    room = Room(settings)
    await room.start()
    opening = time.perf_counter() - started
    assert not any(live.table.set_aside for live in room.lobby.all()), "the journal is not good"
    chance, slowest = Random(1), 0.0
    for _ in range(RECALLED):
        id = _id(chance.randrange(OPEN))
        table = room.floor.table(id)
        assert table is not None
        begun = time.perf_counter()
        assert list(room.floor.steps(id, chance.randint(1, table.number)))
        slowest = max(slowest, time.perf_counter() - begun)
    await room.stop()
    return opening, slowest


@contextmanager
def _room() -> Iterator[Settings]:
    """Every table has played what one table did, under its own name."""
    bodies, stored = _one_table(ENTRIES // OPEN)
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        with (
            closing(SqliteStore(folder / JOURNAL, house_key(folder).blind)) as store,
            closing(TableRegistry(table_registry.open_file(folder / TABLES))) as book,
        ):
            asyncio.run(documents.put(store, stored, 1))
            for number in range(OPEN):
                id = _id(number)
                _write(store, id, bodies)
                book.add(Listing(id, id, "house", guest=False, bots=0, opened_at=1.0))
        yield Settings(data=folder, solver=False, games=())


def _id(number: int) -> str:
    """A name that no salt of a shoe contains by chance: it is replaced by others."""
    return f"t-{number:03}"


@cache
def _one_table(commands: int) -> tuple[tuple[bytes, ...], bytes]:
    store, first = MemoryStore(), _id(0)
    floor = Floor(store)

    async def alone() -> None:
        await _open(floor, first)
        await _play(floor, first, commands)

    asyncio.run(alone())
    table = floor.table(first)
    assert table is not None
    return tuple(entry.body for entry in store.read(stream_of(first))), table.rules.stored


def _write(store: SqliteStore, id: str, bodies: tuple[bytes, ...]) -> None:
    stream, head = stream_of(id), ORIGIN
    own = [(stream, body.replace(_id(0).encode(), id.encode())) for body in bodies]
    for start in range(0, len(own), 1000):
        heads: dict[str, StreamHead] = {stream: head} if head.seq else {}
        batch = chain(heads, own[start : start + 1000], 1 + start, blind=store.blind)
        head = store.append(batch).result()[-1].head
