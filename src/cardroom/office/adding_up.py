"""The figures of all tables and meters of a journal, added up.

A long journal is read by as many processes as there are processors.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from contextlib import closing
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from cardroom.houses.clock import HouseClock
from cardroom.office.figures import GamingTime, Tally, When
from cardroom.office.meter_tally import MeterTally
from cardroom.office.posted import PostedRules
from cardroom.office.reading import LeanPage, lean
from cardroom.office.saved import SavedTally, Stop, load, save
from cardroom.office.tally import TableTally
from cardroom.progress import ProgressNotice, Tell, Watch, silent
from cardroom.store import Reader, StreamHead, open_reader
from cardroom.table.journal import METERS, TABLES

WORTH_IT: Final = 500_000
"""New entries from which on other processes are started: it takes them a second to begin."""
ADDING: Final = "adding up the journal"
LOOK: Final = 0.2
"""Seconds between two looks at how far the processes are."""
MINUTE: Final = 60 * 10**9
"""Shifts begin on a full minute."""
HOUR: Final = 60 * MINUTE


class UntalliedPart(NamedTuple):
    """Entries of one stream that are not in the tally yet."""

    stop: Stop
    head: StreamHead

    @property
    def entries(self) -> int:
        return self.head.seq - self.stop.seq


def tally_of(
    reader: Reader,
    clock: HouseClock,
    posted: PostedRules,
    saved: Path | None = None,
    journal: str = "",
    tell: Tell = silent,
) -> Tally:
    """The figures of all tables and meters of a journal.

    With a file for them, only entries that came after the last time are read, if the entry where it
    stopped is still the same; the file can be removed at any time. With the journal's name, several
    processes read it.
    """
    kept = SavedTally() if saved is None else load(saved, reader, clock)
    heads = sorted(reader.heads().items())
    tables = [
        UntalliedPart(kept.stop(name), head) for name, head in heads if name.startswith(TABLES)
    ]
    meters = [
        UntalliedPart(kept.stop(name), head) for name, head in heads if name.startswith(METERS)
    ]
    tally = kept.tally()
    watch = Watch(ADDING, sum(part.entries for part in (*tables, *meters)), tell)
    stops = _tables(reader, clock, posted, tally, tables, journal, watch)
    following = MeterTally(moments(clock), posted.metered, tally)
    for stop, head in meters:
        following.follow(_counted(lean(reader, stop.stream, stop.seq, head.seq), watch))
        stops.append(Stop(stop.stream, head.seq, head.hash))
    if saved is not None:
        save(saved, clock, tally, stops)
    return tally


def _tables(
    reader: Reader,
    clock: HouseClock,
    posted: PostedRules,
    tally: Tally,
    parts: list[UntalliedPart],
    journal: str,
    watch: Watch,
) -> list[Stop]:
    shares = _shares(parts, os.cpu_count() or 1)
    if not journal or len(shares) < 2 or sum(part.entries for part in parts) < WORTH_IT:
        return _follow(reader, clock, posted, tally, parts, watch)
    stops: list[Stop] = []
    context = multiprocessing.get_context("spawn")
    # Each process writes to a place of its own, so nothing is locked.
    done = context.RawArray("q", len(shares))
    with ProcessPoolExecutor(len(shares), context, _begin, (done,)) as processes:
        begun = [
            processes.submit(_share, number, journal, clock, share)
            for number, share in enumerate(shares)
        ]
        seen = 0
        while wait(begun, LOOK).not_done:
            now = sum(done)
            watch.add(now - seen)
            seen = now
        for future in begun:
            found, their_stops = future.result()
            tally.add(found)
            stops += their_stops
    watch.add(sum(done) - seen)
    return sorted(stops, key=lambda stop: stop.stream)


def _shares(parts: Sequence[UntalliedPart], count: int) -> list[list[UntalliedPart]]:
    """About as many entries for each process; the longest tables are given out first."""
    shares: list[list[UntalliedPart]] = [[] for _ in range(min(count, len(parts)))]
    for part in sorted(parts, key=lambda part: -part.entries):
        min(shares, key=lambda share: sum(each.entries for each in share)).append(part)
    return shares


_DONE: list[MutableSequence[int]] = []
"""How far each process is. A process gets it when it begins: it cannot be sent to one later."""


def _begin(done: MutableSequence[int]) -> None:
    _DONE[:] = [done]


def _share(
    number: int, journal: str, clock: HouseClock, parts: list[UntalliedPart]
) -> tuple[Tally, list[Stop]]:
    """In a process of its own."""
    (done,) = _DONE

    def tell(notice: ProgressNotice) -> None:
        done[number] = notice.done

    # Entries are millions of tuples without cycles: to look for cycles would take a tenth longer.
    gc.disable()
    tally = Tally()
    watch = Watch("", sum(part.entries for part in parts), tell)
    with closing(open_reader(journal)) as reader:
        return tally, _follow(reader, clock, PostedRules(reader), tally, parts, watch)


def _follow(
    reader: Reader,
    clock: HouseClock,
    posted: PostedRules,
    tally: Tally,
    parts: Sequence[UntalliedPart],
    watch: Watch,
) -> list[Stop]:
    stops: list[Stop] = []
    when = moments(clock)
    for stop, head in parts:
        table = TableTally(stop.stream.removeprefix(TABLES), when, posted.wagers, tally)
        table.resume(stop.place)
        table.follow(_counted(lean(reader, stop.stream, stop.seq, head.seq), watch))
        stops.append(Stop(stop.stream, head.seq, head.hash, table.place))
    return stops


def _counted(pages: Iterable[LeanPage], watch: Watch) -> Iterator[LeanPage]:
    for page in pages:
        yield page
        watch.add(len(page.records))


def moments(clock: HouseClock) -> When:
    """Day, shift, and hour since the day began, and how long they last."""

    @cache
    def shifts(day: date) -> tuple[tuple[str, int, int], ...]:
        begins = [clock.begins(day, name) for name in clock.names]
        ends = [*begins[1:], clock.begins(day + timedelta(days=1))]
        return tuple(zip(clock.names, begins, ends, strict=True))

    @cache
    def of_minute(at: int) -> GamingTime:
        day, shift = clock.shift(at)
        start = clock.begins(day)
        hour = (at - start) // HOUR
        begins, ends = start + hour * HOUR, start + (hour + 1) * HOUR
        for name, first, last in shifts(day):
            if name == shift:
                begins, ends = max(begins, first), min(ends, last)
        return GamingTime(day.isoformat(), shift, hour, begins, ends)

    def when(at: int) -> GamingTime:
        return of_minute(at - at % MINUTE)

    return when
