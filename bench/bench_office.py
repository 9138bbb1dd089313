"""The daily report: how fast a journal is added up, and a report that reads only what is new."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import cache
from pathlib import Path

from bench.clock import processor_seconds
from bench.goal import Bench
from cardroom.houses.clock import HouseClock
from cardroom.office.adding_up import tally_of
from cardroom.office.daily import daily
from cardroom.office.daily_report import report
from cardroom.office.posted import PostedRules
from cardroom.store import StreamHead, chain, documents, open_reader
from cardroom.store.sqlite import SqliteStore
from cardroom.table import commands as c
from cardroom.table.journal import stream_of
from tests.unit.office.test_daily import Room

TABLES = 12
ROUNDS = 24_000
"""Of all tables, in a day; a larger day takes longer in proportion."""
LONG = 240_000
"""Enough for several processes."""
MILLION = 1_000_000
CLOCK = HouseClock("America/Los_Angeles", "06:00", {"day": "06:00", "night": "18:00"})
DAY_NANOSECONDS = 86_400_000_000_000


def benchmarks() -> Iterable[Bench]:
    return [
        Bench(
            "adding up a journal for a report",
            goal=10_000,
            unit="rounds/s of processor time",
            at="least",
            measure=rounds_added_up,
        ),
        Bench(
            "a million rounds in a journal that no room has kept up",
            goal=10,
            unit="s by the clock",
            at="most",
            measure=cold_seconds,
        ),
        Bench(
            "daily report, kept up to date as a room does",
            goal=10,
            unit="s of processor time",
            at="most",
            measure=report_seconds,
        ),
    ]


@cache
def one_round() -> tuple[tuple[bytes, ...], tuple[bytes, ...], bytes]:
    """The entries that open a table, and those of one round of two boxes; and the posted rules."""
    room = Room()
    room.do("one", c.OpenTable("one", "blackjack", {"decks": 1, "burn": 0}))
    for person, seat in (("ann", 1), ("bob", 2)):
        room.give(person, 10_000_00)
        room.do("one", c.SitDown(person, seat), c.BuyIn(person, 10_000_00))
    first = sum(1 for _ in room.store.read(stream_of("one")))
    room.round("one", "Ts 9s 9h 8s 8d Td", ("ann", 1, 100_00), ("bob", 2, 50_00))
    bodies = [entry.body for entry in room.store.read(stream_of("one"))]
    table = room.floor.table("one")
    assert table is not None
    return tuple(bodies[:first]), tuple(bodies[first:]), table.rules.stored


@contextmanager
def journal(rounds: int = ROUNDS) -> Iterator[Path]:
    """A day of many rounds at twelve tables. What a round does is what the first one did: a report
    adds up what was recorded, and does not ask the rules."""
    opening, round, stored = one_round()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        store = SqliteStore(path)
        asyncio.run(documents.put(store, stored, 1))
        heads: dict[str, StreamHead] = {}
        start = CLOCK.begins(date(2026, 11, 17))
        batch: list[tuple[str, bytes]] = [
            (stream_of(f"t{n}"), body) for n in range(TABLES) for body in opening
        ]
        for number in range(rounds // TABLES):
            batch += [(stream_of(f"t{n}"), body) for n in range(TABLES) for body in round]
            at = start + number * DAY_NANOSECONDS // (rounds // TABLES)
            for entry in store.append(chain(heads, batch, at, f"batch:{number}")).result():
                heads[entry.stream] = entry.head
            batch = []
        store.close()
        yield path


def rounds_added_up() -> float:
    with journal() as path:
        seconds = processor_seconds(lambda: report_of(path, None))
    return ROUNDS / seconds


def cold_seconds() -> float:
    """Several processes read it."""
    with journal(LONG) as path:
        return _clock(lambda: report_of(path, None, LONG)) * MILLION / LONG


def report_seconds() -> float:
    """A million rounds a day, of which those of the last ten minutes are new."""
    with journal() as path:
        kept = path.with_name("kept")
        each = processor_seconds(lambda: report_of(path, kept)) / ROUNDS
        return processor_seconds(lambda: report_of(path, kept)) + each * MILLION / (24 * 6)


def _clock(work: Callable[[], None]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def report_of(path: Path, kept: Path | None, rounds: int = ROUNDS) -> None:
    reader = open_reader(str(path))
    posted = PostedRules(reader)
    tally = tally_of(reader, CLOCK, posted, kept, str(path))
    found = daily(tally, date(2026, 11, 17), "day", CLOCK, lambda _digest: {}, posted)
    assert found.room.rounds == rounds
    assert report(found).tables
    reader.close()
