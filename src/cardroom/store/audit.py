"""Whether a journal is intact: chains, checkpoints, pages, and seal, with every fault found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec

from cardroom.progress import Tell, Watch, silent
from cardroom.store import checkpoint as checkpoints_
from cardroom.store import export, high_water
from cardroom.store.checkpoint import Checkpoint
from cardroom.store.errors import DamagedError
from cardroom.store.high_water import HighWater
from cardroom.store.journal import Fault
from cardroom.store.protocol import Reader
from cardroom.store.seal import sealed
from cardroom.store.sqlite import all_rows
from cardroom.store.sqlite_file import check_file, open_reader, translated
from cardroom.store.survey import Author, ExpectedJournal, Known, Survey, survey, survey_rows
from cardroom.store.watched import WatchedReader

SIGNED_WITHIN: Final = 600 * 10**9
"""Nanoseconds from the time of an entry until a checkpoint must cover it."""


class AuditReport(msgspec.Struct, frozen=True):
    """What was checked, and what is wrong. `sealed` is None if there is no seal to compare."""

    entries: int
    streams: int
    checkpoints: int
    sealed: bool | None
    faults: tuple[Fault, ...]
    unsigned: int = 0
    """Entries that are newer than the last checkpoint."""
    withheld: int = 0
    """Entries of an export with parts left out: their links were checked, not their content."""
    erased: int = 0
    """Entries from which a name was erased, as the journal records it."""
    high_water: int | None = None
    """How many entries were acknowledged, if that was noted next to the file."""


class Evidence(msgspec.Struct, frozen=True):
    """What the auditor has besides the journal."""

    copies: tuple[Checkpoint, ...] = ()
    """Checkpoints that were kept elsewhere."""
    trusted: tuple[bytes, ...] = ()
    """Public keys of the house; without any, the key of the first checkpoint is trusted."""
    authors: tuple[Author, ...] = ()
    """The house's secret keys: entries that no checkpoint covers must be written with one."""
    known: Known = lambda _: True
    """Which streams a journal may have."""


NONE: Final = Evidence()
VERIFYING: Final = "verifying"


def verify(store: Reader, evidence: Evidence = NONE, tell: Tell = silent) -> AuditReport:
    """Verify any journal."""
    stored = ((entry.body, entry.seq) for entry in store.read(checkpoints_.STREAM))
    known = _Known.of(stored, evidence.copies)
    names = sorted(store.heads())
    watched = WatchedReader(store, VERIFYING, tell, names)
    entries = (entry for name in names for entry in watched.read(name))
    return known.report(survey(entries, known.expected(evidence)), evidence)


def verify_file(path: Path, evidence: Evidence = NONE, tell: Tell = silent) -> AuditReport:
    """Verify a journal file without changing it, even while it is in use.

    After a crash, entries still in SQLite's log (-wal) are verified with the file. SQLite cuts a
    log off where it is damaged; the high-water mark next to the file shows what was lost then.
    """
    check_file(path)
    # Read first: what was acknowledged before the check must be in what is checked.
    mark, faults = _high_water(path)
    # Hashing the file and checking its pages release the interpreter, which walks the entries.
    with ThreadPoolExecutor() as pool:
        seal = pool.submit(sealed, path)
        pages = pool.submit(_page_faults, path)
        try:
            report = _verify_database(path, evidence, mark, pages, tell)
        except DamagedError as error:
            report = AuditReport(0, 0, 0, None, (Fault("unreadable", str(error)),))
        intact = seal.result()
    count = None if mark is None else mark.entries
    report = msgspec.structs.replace(
        report, sealed=intact, high_water=count, faults=(*report.faults, *faults)
    )
    if intact is False and not report.faults:
        text = f"{path}: unused bytes have changed since the file was closed"
        return msgspec.structs.replace(report, faults=(Fault("page", text),))
    return report


def verify_export(path: Path, evidence: Evidence = NONE, tell: Tell = silent) -> AuditReport:
    """Verify a journal that was written as JSON lines."""
    count = export.lines_in(path)
    # Read for its checkpoints first, and then to compare it with them.
    watch = Watch(VERIFYING, 2 * count, tell)
    first, again = (watch.over(export.rows(path), count) for _ in range(2))
    stored = ((row[6], row[1]) for row in first if row[0] == checkpoints_.STREAM.encode())
    known = _Known.of(stored, evidence.copies)
    return known.report(survey_rows(again, known.expected(evidence)), evidence)


def _high_water(path: Path) -> tuple[HighWater | None, tuple[Fault, ...]]:
    try:
        return high_water.read(path), ()
    except DamagedError as error:
        return None, (Fault("page", str(error)),)


def _verify_database(
    path: Path,
    evidence: Evidence,
    mark: HighWater | None,
    pages: Future[list[Fault]],
    tell: Tell,
) -> AuditReport:
    with translated(path), closing(open_reader(path)) as database:
        # One transaction, so that entries and checkpoints are of the same moment.
        database.execute("BEGIN")
        rows = database.execute(
            "SELECT body, seq FROM entries WHERE stream = ? ORDER BY seq", (checkpoints_.STREAM,)
        )
        known = _Known.of(rows, evidence.copies)
        count = high_water.entries_in(database)
        entries = Watch(VERIFYING, count, tell).over(all_rows(database), count)
        report = known.report(survey_rows(entries, known.expected(evidence)), evidence)
        lost = high_water.check(path, database, mark)
    faults = [*pages.result(), *report.faults]
    if lost:
        faults.append(Fault("missing", lost))
    return msgspec.structs.replace(report, faults=tuple(faults))


def _page_faults(path: Path) -> list[Fault]:
    with translated(path), closing(open_reader(path)) as database:
        found = [text for (text,) in database.execute("PRAGMA integrity_check")]
    return [
        Fault("unreadable", f"{path}: {' '.join(text.split())}") for text in found if text != "ok"
    ]


class _Known(msgspec.Struct, frozen=True):
    """A journal's checkpoints and copies kept elsewhere, in order, and those that are invalid."""

    checkpoints: tuple[Checkpoint, ...]
    faults: tuple[Fault, ...]

    @classmethod
    def of(cls, stored: Iterable[tuple[bytes, int]], copies: Sequence[Checkpoint]) -> _Known:
        found: list[Checkpoint] = []
        faults: list[Fault] = []
        for body, seq in stored:
            try:
                found.append(checkpoints_.decode(body))
            except DamagedError as error:
                faults.append(Fault("unreadable", str(error), checkpoints_.STREAM, seq))
        there = {checkpoint.number for checkpoint in found}
        for number in sorted({copy.number for copy in copies} - there):
            text = "a copy of this checkpoint exists, but the journal no longer has it"
            faults.append(Fault("missing", text, checkpoints_.STREAM, number))
        # A stored checkpoint and its copy count as one.
        every = {checkpoints_.digest(checkpoint): checkpoint for checkpoint in (*found, *copies)}
        return cls(tuple(sorted(every.values(), key=lambda one: one.number)), tuple(faults))

    def expected(self, evidence: Evidence) -> ExpectedJournal:
        last = self.checkpoints[-1].at if self.checkpoints else 0
        return ExpectedJournal(
            tuple(mark for checkpoint in self.checkpoints for mark in checkpoint.marks),
            # An entry gets its time when it is decided, a moment before it is stored.
            last - SIGNED_WITHIN,
            evidence.authors,
            evidence.known,
            # Each checkpoint has a signature of its own.
            frozenset({checkpoints_.STREAM.encode()}),
        )

    def report(self, found: Survey, evidence: Evidence) -> AuditReport:
        forged = checkpoints_.faults(self.checkpoints, evidence.trusted)
        return AuditReport(
            found.entries,
            len(found.heads),
            len(self.checkpoints),
            None,
            (*self.faults, *forged, *found.faults),
            found.unsigned,
            found.withheld,
            found.erased,
        )
