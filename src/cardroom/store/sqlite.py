"""The journal in an SQLite file: durable before it is acknowledged.

WAL with synchronous=FULL: a commit returns after the log is on disk. One thread writes. Where it
looks up heads, its transaction starts with BEGIN IMMEDIATE, so that they stay valid until its end,
even if other processes write.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final

from cardroom.store import high_water
from cardroom.store.errors import DamagedError, StoreError
from cardroom.store.fence import Batch, Fence, Judgment
from cardroom.store.journal import (
    FORMAT,
    Blinding,
    Entry,
    StreamHead,
    check_batch,
    fresh_blind,
)
from cardroom.store.known_heads import KnownHeads, head_in
from cardroom.store.protocol import Body, Joined
from cardroom.store.seal import break_seal, write_seal
from cardroom.store.sqlite_file import (
    COLUMNS,
    INSERT,
    ROW,
    check_file,
    columns,
    create,
    force_log,
    open_follower,
    open_writer,
    translated,
    upgrade,
    wal_of,
)
from cardroom.store.survey import Row
from cardroom.store.turns import check_version, turn
from cardroom.store.writer import Writer

Inserted = tuple[list[Judgment], high_water.HighWater | None]
"""What becomes of each batch, and the mark after them, if there is anything new."""
PAGE: Final = 1000
"""The number of entries fetched at a time, so that a slow reader holds no snapshot open."""

_FIND: Final = f"SELECT {COLUMNS} FROM entries WHERE key = ? ORDER BY part"
BODIES: Final = (
    "SELECT at, seq, body FROM entries WHERE stream = ? AND seq > ? AND seq <= ? ORDER BY seq"
)
ROWS_MAX: Final = 3000
"""SQLite takes 32,766 values in one statement."""
# The index keeps the order: entries are joined as they are found along it.
JOINED: Final = (
    "SELECT CAST(group_concat(body, ',') AS BLOB) FROM entries"
    " INDEXED BY sqlite_autoindex_entries_1 WHERE stream = ? AND seq > ? AND seq <= ?"
)
TIMES: Final = "SELECT min(at), max(at) FROM entries WHERE stream = ? AND seq IN (?, ?)"
FEW: Final = 100
"""Entries fetched together: as many as stay in a processor's cache until they are decoded."""
LAST: Final = 2**63 - 1
"""The number after which SQLite counts no further."""
_READ: Final = f"SELECT {COLUMNS} FROM entries WHERE stream = ? AND seq > ? ORDER BY seq LIMIT ?"
# Jumps from name to name along the primary key instead of reading every entry.
_STREAMS: Final = (
    "WITH RECURSIVE names (name) AS (SELECT min(stream) FROM entries UNION ALL "
    "SELECT (SELECT min(stream) FROM entries WHERE stream > name) FROM names "
    "WHERE name IS NOT NULL) SELECT name FROM names WHERE name IS NOT NULL"
)


class SqliteStore:
    """The store protocol over one file, which is created if missing."""

    def __init__(
        self, path: Path, blind: Blinding = fresh_blind, writer: type[Writer] = Writer
    ) -> None:
        self.path, self.blind = path, blind
        check_version()
        mark = high_water.read(path)
        if not path.exists():
            create(path)
        check_file(path)
        force_log(path)
        upgrade(path)
        with ExitStack() as opened:
            self._database = open_writer(path)
            opened.callback(self._database.close)
            _check_nothing_lost(path, self._database, mark)
            # Reading uses a separate connection: it sees only what is committed, and never waits.
            self._reading = open_follower(path)
            opened.callback(self._reading.close)
            break_seal(path)
            self._marker = high_water.Marker(path)
            opened.callback(self._marker.close)
            # A process that died may have noted less than it stored.
            with translated(path), turn(path):
                self._mark()
            opened.pop_all()
        self._lock = Lock()
        self._closed = False
        self._known = KnownHeads(self._database)
        self._writer = writer(self._commit, self._trial, f"journal {path.name}")

    def append(self, batch: Sequence[Entry]) -> Future[tuple[Entry, ...]]:
        check_batch(batch)
        return self._writer.submit(batch)

    def find(self, key: str) -> tuple[Entry, ...]:
        return tuple(_entry(row) for row in self._query(_FIND, (key,)))

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        while rows := self._query(_READ, (stream, after, PAGE)):
            for row in rows:
                yield _entry(row)
            after = rows[-1][1]

    def bodies(
        self, stream: str, after: int = 0, until: int | None = None
    ) -> Iterator[Sequence[Body]]:
        last = LAST if until is None else until
        while rows := self._query(f"{BODIES} LIMIT {PAGE}", (stream, after, last)):
            yield rows
            after = rows[-1][1]

    def joined(self, stream: str, after: int, until: int) -> Iterator[Joined]:
        return joined_by(self._query, stream, after, until)

    def heads(self) -> dict[str, StreamHead]:
        with self._lock, translated(self.path):
            self._check_open()
            # One transaction, so that the heads belong to one moment.
            self._reading.execute("BEGIN")
            try:
                return heads_in(self._reading)
            finally:
                self._reading.execute("COMMIT")

    @property
    def paused(self) -> str:
        return self._writer.paused

    def note_commits(self, noted: Callable[[float], None]) -> None:
        self._writer.noted = noted

    def resume(self) -> None:
        self._writer.resume()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._writer.close()
        with self._lock, translated(self.path), turn(self.path):
            self._reading.close()
            self._database.close()
        self._marker.close()
        if not wal_of(self.path).exists():
            write_seal(self.path)

    def _query(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        with self._lock, translated(self.path):
            self._check_open()
            return self._reading.execute(sql, values).fetchall()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("the journal is closed")

    def _commit(self, batches: Sequence[Batch]) -> list[Judgment]:
        with translated(self.path), turn(self.path):
            try:
                outcomes, last = self._insert_at_once(batches) or self._insert(batches)
            except BaseException:
                self._known.forget()
                raise
            if last is not None:
                self._marker.write(last)
        return outcomes

    def _insert_at_once(self, batches: Sequence[Batch]) -> Inserted | None:
        """In one statement, which is a transaction of its own; None if that cannot be.

        Nearly every command is new and follows what this connection wrote last. So nothing is
        looked up first: what another connection has written meanwhile has the number of an entry or
        the key of a command, and the database refuses both. After each statement, and each
        look-up, the interpreter would be waited for, which is busy.
        """
        quick = Fence(self._known.head, lambda _: ())
        outcomes = [quick.judge(batch) for batch in batches]
        refused = any(isinstance(outcome, StoreError) for outcome in outcomes)
        if refused or len(quick.accepted) > ROWS_MAX:
            return None
        try:
            last = _insert_all(self._database, quick.accepted)
        except sqlite3.IntegrityError:
            return None
        self._known.note(quick.accepted)
        return outcomes, last

    def _insert(self, batches: Sequence[Batch]) -> Inserted:
        """In a transaction in which every head and key is looked up."""
        database = self._database
        self._known.forget()
        database.execute("BEGIN IMMEDIATE")
        try:
            fence = Fence(
                self._known.head,
                lambda key: tuple(_entry(row) for row in database.execute(_FIND, (key,))),
            )
            outcomes = [fence.judge(batch) for batch in batches]
            last = _insert_all(database, fence.accepted)
            database.execute("COMMIT")
        except BaseException:
            # The error may have undone the transaction already.
            with suppress(sqlite3.Error):
                database.execute("ROLLBACK")
            raise
        self._known.note(fence.accepted)
        return outcomes, last

    def _mark(self) -> None:
        last = self._database.execute("SELECT rowid, hash FROM entries ORDER BY rowid DESC LIMIT 1")
        for entries, hashed in last:
            self._marker.write(high_water.HighWater(entries, hashed))

    def _trial(self) -> None:
        """Start over from what is on the disk, and prove that a commit works."""
        with suppress(sqlite3.Error):
            self._database.close()
        self._database = open_writer(self.path)
        self._known = KnownHeads(self._database)
        with translated(self.path), turn(self.path):
            self._database.execute(f"PRAGMA user_version = {FORMAT}")
            self._mark()


def _check_nothing_lost(
    path: Path, database: sqlite3.Connection, mark: high_water.HighWater | None
) -> None:
    with translated(path):
        lost = high_water.check(path, database, mark)
    if lost:
        raise DamagedError(
            f"{lost}. Restore a backup; or, to go on without them, remove"
            f" {high_water.path_of(path)}"
        )


def joined_by(
    query: Callable[[str, tuple[object, ...]], Iterable[Any]], stream: str, after: int, until: int
) -> Iterator[Joined]:
    for begin in range(after, until, FEW):
        end = min(begin + FEW, until)
        for (bodies,) in query(JOINED, (stream, begin, end)):
            if bodies is not None:
                # Cheaper than the time of every entry.
                for first, last in query(TIMES, (stream, begin + 1, end)):
                    yield Joined(begin, end, first, last, bodies)


def heads_in(database: sqlite3.Connection) -> dict[str, StreamHead]:
    names = database.execute(_STREAMS).fetchall()
    return {name: head_in(database, name) for (name,) in names}


def all_rows(database: sqlite3.Connection) -> Iterator[Row]:
    """Every entry in the order of the file, which is the order of the commits."""
    # Names as bytes: the hash is over bytes, and a damaged name need not be text.
    names = columns(database).replace("stream,", "CAST(stream AS BLOB),")
    names = names.replace("key,", "CAST(key AS BLOB),")
    return database.execute(f"SELECT {names} FROM entries NOT INDEXED ORDER BY rowid")


def _insert_all(
    database: sqlite3.Connection, entries: Sequence[Entry]
) -> high_water.HighWater | None:
    """In one statement: all of them or none, and one wait for the interpreter. Returns the mark."""
    if not entries:
        return None
    if len(entries) > ROWS_MAX:
        database.executemany(INSERT, map(_row, entries))
        return high_water.HighWater(high_water.entries_in(database), entries[-1].hash)
    values = [value for entry in entries for value in _row(entry)]
    added = database.execute(INSERT + f", {ROW}" * (len(entries) - 1), values)
    assert added.lastrowid is not None
    return high_water.HighWater(added.lastrowid, entries[-1].hash)


def _entry(row: Any) -> Entry:
    return Entry(*row)


def _row(entry: Entry) -> tuple[object, ...]:
    return (
        entry.stream,
        entry.seq,
        entry.prev,
        entry.at,
        entry.key,
        entry.part,
        entry.body,
        entry.hash,
        entry.blind,
    )
