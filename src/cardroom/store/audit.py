"""Whether a journal is intact: chains, checkpoints, pages, and seal, with every fault found."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import msgspec

from cardroom.store import checkpoint as checkpoints_
from cardroom.store.checkpoint import Checkpoint
from cardroom.store.errors import DamagedError
from cardroom.store.journal import Fault, Mark, Survey, survey, survey_rows
from cardroom.store.protocol import Reader
from cardroom.store.seal import sealed
from cardroom.store.sqlite import all_rows
from cardroom.store.sqlite_file import open_reader, translated


class Report(msgspec.Struct, frozen=True):
    """What was checked, and what is wrong. `sealed` is None if there is no seal to compare."""

    entries: int
    streams: int
    checkpoints: int
    sealed: bool | None
    faults: tuple[Fault, ...]

    @property
    def harmed(self) -> tuple[Fault, ...]:
        """The faults in an entry, a checkpoint, or an index, not merely in unused bytes."""
        return tuple(fault for fault in self.faults if fault.kind != "page")


def verify(
    store: Reader, copies: Sequence[Checkpoint] = (), trusted: Collection[bytes] = ()
) -> Report:
    """Verify any journal. `copies` are checkpoints that were kept elsewhere."""
    stored = ((entry.body, entry.seq) for entry in store.read(checkpoints_.STREAM))
    known = _Known.of(stored, copies)
    entries = (entry for name in sorted(store.heads()) for entry in store.read(name))
    return known.report(survey(entries, known.marks()), trusted)


def verify_file(
    path: Path, copies: Sequence[Checkpoint] = (), trusted: Collection[bytes] = ()
) -> Report:
    """Verify a journal file without changing it, even while it is in use.

    After a crash, entries still in SQLite's log (-wal) are verified with the file. SQLite cuts a
    log off where it is damaged; only a checkpoint kept elsewhere shows that entries were lost.
    """
    # Hashing the file and checking its pages release the interpreter, which walks the entries.
    with ThreadPoolExecutor() as pool:
        seal = pool.submit(sealed, path)
        pages = pool.submit(_page_faults, path)
        try:
            report = _verify_database(path, copies, trusted, pages)
        except DamagedError as error:
            report = Report(0, 0, 0, None, (Fault("unreadable", str(error)),))
        intact = seal.result()
    report = msgspec.structs.replace(report, sealed=intact)
    if intact is False and not report.faults:
        text = f"{path}: unused bytes have changed since the file was closed"
        return msgspec.structs.replace(report, faults=(Fault("page", text),))
    return report


def _verify_database(
    path: Path,
    copies: Sequence[Checkpoint],
    trusted: Collection[bytes],
    pages: Future[list[Fault]],
) -> Report:
    with translated(path), closing(open_reader(path)) as database:
        # One transaction, so that entries and checkpoints are of the same moment.
        database.execute("BEGIN")
        rows = database.execute(
            "SELECT body, seq FROM entries WHERE stream = ? ORDER BY seq", (checkpoints_.STREAM,)
        )
        known = _Known.of(rows, copies)
        report = known.report(survey_rows(all_rows(database), known.marks()), trusted)
    return msgspec.structs.replace(report, faults=(*pages.result(), *report.faults))


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

    def marks(self) -> Iterator[Mark]:
        return (mark for checkpoint in self.checkpoints for mark in checkpoint.marks)

    def report(self, found: Survey, trusted: Collection[bytes]) -> Report:
        forged = checkpoints_.faults(self.checkpoints, trusted)
        faults = (*self.faults, *forged, *found.faults)
        return Report(found.entries, len(found.heads), len(self.checkpoints), None, faults)
