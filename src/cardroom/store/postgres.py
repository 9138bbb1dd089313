"""The journal in PostgreSQL, for houses that run several servers over one journal.

The primary key (stream, seq) is the fence: the heads that a batch follows are read first, and if
another server was faster, the insert fails as a whole and is judged again on the new heads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any, Final

import psycopg

from cardroom.store.errors import (
    DamagedError,
    LockedError,
    NewerJournalError,
    NotAJournalError,
    StoreError,
)
from cardroom.store.fence import Batch, Fence, Outcome
from cardroom.store.journal import (
    FORMAT,
    ORIGIN,
    Blinding,
    Entry,
    Head,
    check_batch,
    fresh_blind,
)
from cardroom.store.writer import Writer

PAGE: Final = 1000
_TRIES_MAX: Final = 50

# COLLATE "C" compares bytes: names sort alike on every server.
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS cardroom_journal (format integer PRIMARY KEY, trials bigint NOT NULL);
CREATE TABLE IF NOT EXISTS cardroom_entries (
    stream text COLLATE "C" NOT NULL, seq bigint NOT NULL, prev bytea NOT NULL,
    at bigint NOT NULL, key text COLLATE "C", part integer NOT NULL, body bytea NOT NULL,
    hash bytea NOT NULL, PRIMARY KEY (stream, seq));
CREATE UNIQUE INDEX IF NOT EXISTS cardroom_commands ON cardroom_entries (key, part)
    WHERE key IS NOT NULL
"""
_UPGRADE: Final = """
ALTER TABLE cardroom_entries ADD COLUMN IF NOT EXISTS blind bytea NOT NULL DEFAULT '\\x'
"""
_COLUMNS: Final = "stream, seq, prev, at, key, part, body, hash, blind"
_INSERT: Final = f"INSERT INTO cardroom_entries ({_COLUMNS}) VALUES ({', '.join(['%s'] * 9)})"
_READ: Final = (
    f"SELECT {_COLUMNS} FROM cardroom_entries WHERE stream = %s AND seq > %s ORDER BY seq LIMIT %s"
)
_FIND: Final = f"SELECT {_COLUMNS} FROM cardroom_entries WHERE key = ANY(%s) ORDER BY key, part"
_NO_BLIND: Final = "'\\x'::bytea AS blind"
"""Reads a journal of format 1 without upgrading it."""
_HEADS: Final = (
    "SELECT name, seq, hash, at FROM unnest(%s::text[]) AS name CROSS JOIN LATERAL (SELECT "
    "seq, hash, at FROM cardroom_entries WHERE stream = name ORDER BY seq DESC LIMIT 1) AS last"
)
_STREAMS: Final = (
    "WITH RECURSIVE names (name) AS ((SELECT min(stream) FROM cardroom_entries) UNION ALL "
    "SELECT (SELECT min(stream) FROM cardroom_entries WHERE stream > name) FROM names "
    "WHERE name IS NOT NULL) SELECT name FROM names WHERE name IS NOT NULL"
)


class PostgresReader:
    """An existing journal, read-only: nothing is created or changed."""

    def __init__(self, address: str) -> None:
        self._address = address
        with _translated():
            self._database, self._format = _look(address)
        self._lock = Lock()
        self._closed = False

    def find(self, key: str) -> tuple[Entry, ...]:
        return tuple(_entry(row) for row in self._query(_FIND, ([key],)))

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        while rows := self._query(_READ, (stream, after, PAGE)):
            for row in rows:
                yield _entry(row)
            after = rows[-1][1]

    def heads(self) -> dict[str, Head]:
        names = [name for (name,) in self._query(_STREAMS, ())]
        return {name: Head(*end) for name, *end in self._query(_HEADS, (names,))}

    def close(self) -> None:
        with self._lock, _translated():
            self._closed = True
            self._database.close()

    def _query(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        with self._lock, _translated():
            if self._closed:
                raise StoreError("the journal is closed")
            if self._format == 1:
                # Another server may have upgraded it since.
                self._format = _format_of(self._database) or FORMAT
            if self._format == 1:
                sql = sql.replace("blind", _NO_BLIND)
            try:
                return self._database.execute(sql, values, prepare=True).fetchall()
            except psycopg.OperationalError:
                # Reading changes nothing, so a lost connection may simply be replaced.
                self._database.close()
                self._database, self._format = _look(self._address)
                return self._database.execute(sql, values).fetchall()


def snapshot(address: str) -> Iterator[Entry]:
    """Every entry as of one moment, in the order of time, while servers go on writing."""
    with _translated():
        database, form = _look(address)
    try:
        columns = _COLUMNS.replace("blind", _NO_BLIND) if form == 1 else _COLUMNS
        wanted = f"SELECT {columns} FROM cardroom_entries ORDER BY at, stream, seq"
        with _translated(), database.transaction():
            database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            with database.cursor("snapshot") as rows:
                rows.itersize = PAGE
                rows.execute(wanted)
                for row in rows:
                    yield _entry(row)
    finally:
        database.close()


class PostgresStore:
    """The store protocol over a PostgreSQL database; missing tables are created."""

    def __init__(self, address: str, blind: Blinding = fresh_blind) -> None:
        self._address, self.blind = address, blind
        with _translated():
            self._database = _connect(address)
        try:
            self._reader = PostgresReader(address)
        except BaseException:
            self._database.close()
            raise
        self._writer = Writer(self._commit, self._trial, "journal postgres")

    def append(self, batch: Sequence[Entry]) -> Future[tuple[Entry, ...]]:
        check_batch(batch)
        return self._writer.submit(batch)

    def find(self, key: str) -> tuple[Entry, ...]:
        return self._reader.find(key)

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        return self._reader.read(stream, after)

    def heads(self) -> dict[str, Head]:
        return self._reader.heads()

    @property
    def paused(self) -> str:
        return self._writer.paused

    def resume(self) -> None:
        self._writer.resume()

    def close(self) -> None:
        self._writer.close()
        self._reader.close()
        with _translated():
            self._database.close()

    def _commit(self, batches: Sequence[Batch]) -> list[Outcome]:
        with _translated():
            for _ in range(_TRIES_MAX):
                try:
                    with self._database.transaction():
                        return self._insert(batches)
                except psycopg.errors.UniqueViolation:
                    # Another server wrote in the meantime. See which batches still fit.
                    continue
        raise LockedError("other servers keep writing to the same streams; try again")

    def _insert(self, batches: Sequence[Batch]) -> list[Outcome]:
        streams = list({entry.stream for batch in batches for entry in batch})
        keys = list({batch[0].key for batch in batches} - {None})
        heads = {
            name: Head(*end)
            for name, *end in self._database.execute(_HEADS, (streams,), prepare=True)
        }
        found: dict[str, tuple[Entry, ...]] = {}
        for row in self._database.execute(_FIND, (keys,), prepare=True):
            entry = _entry(row)
            assert entry.key is not None
            found[entry.key] = (*found.get(entry.key, ()), entry)
        fence = Fence(lambda name: heads.get(name, ORIGIN), lambda key: found.get(key, ()))
        outcomes = [fence.judge(batch) for batch in batches]
        with self._database.cursor() as cursor:
            cursor.executemany(_INSERT, _rows(fence.accepted))
        return outcomes

    def _trial(self) -> None:
        """Reconnect, and prove that a commit works."""
        with suppress(psycopg.Error):
            self._database.close()
        with _translated():
            self._database = _connect(self._address)
            self._database.execute("UPDATE cardroom_journal SET trials = trials + 1")


def _connect(address: str) -> psycopg.Connection[Any]:
    with _opened(address) as database:
        if database.execute("SHOW fsync").fetchall() != [("on",)]:
            raise StoreError(
                "this PostgreSQL server runs with fsync off and would lose what it acknowledged"
            )
        database.execute("SET synchronous_commit = on")
        # A server that lost its network must not hold a lock for hours.
        database.execute("SET lock_timeout = '5s'")
        with database.transaction():
            # Otherwise two servers that start together would both create the tables.
            database.execute("SELECT pg_advisory_xact_lock(x'4352'::int)")
            database.execute(_SCHEMA)
            begun = _format_of(database)
            database.execute(_UPGRADE)
            if begun is None:
                database.execute("INSERT INTO cardroom_journal VALUES (%s, 0)", (FORMAT,))
            elif begun < FORMAT:
                database.execute("UPDATE cardroom_journal SET format = %s", (FORMAT,))
    return database


def _look(address: str) -> tuple[psycopg.Connection[Any], int]:
    with _opened(address) as database:
        database.execute("SET default_transaction_read_only = on")
        there = database.execute("SELECT to_regclass('cardroom_journal')").fetchall() != [(None,)]
        begun = _format_of(database) if there else None
        if begun is None:
            raise NotAJournalError("there is no journal in this database; it was not changed")
    return database, begun


@contextmanager
def _opened(address: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection that stays open after the block, unless the block fails."""
    database = psycopg.connect(address, autocommit=True, connect_timeout=5)
    try:
        yield database
    except BaseException:
        database.close()
        raise


def _format_of(database: psycopg.Connection[Any]) -> int | None:
    """The format of the journal, which must be known here; None if there is no journal."""
    formats = database.execute("SELECT format FROM cardroom_journal ORDER BY format").fetchall()
    match formats:
        case []:
            return None
        case [(int() as version,)] if 1 <= version <= FORMAT:
            return version
        case [(version,)] if version > FORMAT:
            raise NewerJournalError(
                f"this database was written by a newer version (journal format {version}, "
                f"known here: {FORMAT}); it was not changed"
            )
        case _:
            raise NotAJournalError("this database holds no journal of a known format")


def _entry(row: Any) -> Entry:
    return Entry(*row)


def _rows(entries: Iterable[Entry]) -> list[tuple[object, ...]]:
    return [
        (e.stream, e.seq, e.prev, e.at, e.key, e.part, e.body, e.hash, e.blind) for e in entries
    ]


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except psycopg.errors.LockNotAvailable as error:
        raise LockedError("another program has locked the journal; try again later") from error
    except psycopg.errors.DiskFull as error:
        raise StoreError("the disk of the PostgreSQL server is full") from error
    except psycopg.errors.DataCorrupted as error:
        raise DamagedError(f"the journal is damaged ({_line(error)})") from error
    except psycopg.Error as error:
        raise StoreError(f"PostgreSQL: {_line(error)}") from error


def _line(error: psycopg.Error) -> str:
    """One line only: a server's message has several, and the address may hold a password."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
