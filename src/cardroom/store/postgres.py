"""The journal in PostgreSQL, for houses that run several servers over one journal.

The primary key (stream, seq) is the fence: the heads that a batch follows are read first, and if
another server was faster, the insert fails as a whole and is judged again on the new heads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from threading import Lock
from typing import Any, Final

import psycopg
from msgspec.structs import astuple

from cardroom.store.documents import PREFIX
from cardroom.store.errors import FencedError, LockedError, StoreError
from cardroom.store.fence import Batch, Fence, Judgment
from cardroom.store.journal import ORIGIN, Blinding, Entry, StreamHead, check_batch, fresh_blind
from cardroom.store.ownership import CHANNEL
from cardroom.store.postgres_schema import VERSION, connect, look, translated, version_of
from cardroom.store.protocol import Body, Joined
from cardroom.store.writer import Writer

PAGE: Final = 1000
_TRIES_MAX: Final = 50

COLUMNS: Final = "stream, seq, prev, at, key, part, body, hash, blind"
# One statement for all rows: psycopg sends many at once in a way that keeps the server from ending
# a transaction whose client has stopped, and with it the locks that other workers wait for.
_TYPES: Final = (
    *("text", "bigint", "bytea", "bigint", "text", "integer"),
    *("bytea", "bytea", "bytea", "bigint"),
)
_INSERT: Final = (
    f"INSERT INTO cardroom_entries ({COLUMNS}, token)"
    f" SELECT * FROM unnest({', '.join(f'%s::{each}[]' for each in _TYPES)})"
)
# The rows stay as they are until the commit: no other worker becomes the owner in between.
_OWNED: Final = (
    "SELECT o.stream, o.token, coalesce(w.until > clock_timestamp(), false) FROM cardroom_owners o"
    " LEFT JOIN cardroom_workers w ON w.id = o.worker WHERE o.stream = ANY(%s) FOR SHARE OF o"
)
_NOTIFIED_BYTES: Final = 7000
"""PostgreSQL takes 8,000 bytes in one notification."""
_READ: Final = (
    f"SELECT {COLUMNS} FROM cardroom_entries WHERE stream = %s AND seq > %s ORDER BY seq LIMIT %s"
)
_BODIES: Final = (
    "SELECT at, seq, body FROM cardroom_entries WHERE stream = %s AND seq > %s"
    " AND seq <= coalesce(%s, 9223372036854775807) ORDER BY seq LIMIT %s"
)
_JOINED: Final = (
    "SELECT min(at), max(at), string_agg(body, ',' ORDER BY seq) FROM cardroom_entries"
    " WHERE stream = %s AND seq > %s AND seq <= %s"
)
_FIND: Final = f"SELECT {COLUMNS} FROM cardroom_entries WHERE key = ANY(%s) ORDER BY key, part"
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
        with translated():
            self._database, self._format = look(address)
        self._lock = Lock()
        self._closed = False

    def find(self, key: str) -> tuple[Entry, ...]:
        return tuple(_entry(row) for row in self._query(_FIND, ([key],)))

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        while rows := self._query(_READ, (stream, after, PAGE)):
            for row in rows:
                yield _entry(row)
            after = rows[-1][1]

    def bodies(
        self, stream: str, after: int = 0, until: int | None = None
    ) -> Iterator[Sequence[Body]]:
        while rows := self._query(_BODIES, (stream, after, until, PAGE)):
            yield rows
            after = rows[-1][1]

    def joined(self, stream: str, after: int, until: int) -> Iterator[Joined]:
        for begin in range(after, until, PAGE):
            end = min(begin + PAGE, until)
            for first, last, bodies in self._query(_JOINED, (stream, begin, end)):
                if bodies is not None:
                    yield Joined(begin, end, first, last, bodies)

    def heads(self) -> dict[str, StreamHead]:
        names = [name for (name,) in self._query(_STREAMS, ())]
        return {name: StreamHead(*end) for name, *end in self._query(_HEADS, (names,))}

    def close(self) -> None:
        with self._lock, translated():
            self._closed = True
            self._database.close()

    def _query(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        with self._lock, translated():
            if self._closed:
                raise StoreError("the journal is closed")
            if self._format == 1:
                # Another server may have upgraded it since.
                self._format = version_of(self._database) or VERSION
            if self._format == 1:
                sql = sql.replace("blind", _NO_BLIND)
            try:
                return self._database.execute(sql, values, prepare=True).fetchall()
            except psycopg.OperationalError:
                # Reading changes nothing, so a lost connection may simply be replaced.
                self._database.close()
                self._database, self._format = look(self._address)
                return self._database.execute(sql, values).fetchall()


def snapshot(address: str) -> Iterator[Entry]:
    """Every entry as of one moment, in the order of time, while servers go on writing."""
    with translated():
        database, form = look(address)
    try:
        columns = COLUMNS.replace("blind", _NO_BLIND) if form == 1 else COLUMNS
        wanted = f"SELECT {columns} FROM cardroom_entries ORDER BY at, stream, seq"
        with translated(), database.transaction():
            database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            with database.cursor("snapshot") as rows:
                rows.itersize = PAGE
                rows.execute(wanted)
                for row in rows:
                    yield _entry(row)
    finally:
        database.close()


def no_token(_stream: str) -> int | None:
    """Of a program that is no worker of a room."""
    return None


class PostgresStore:
    """The store protocol over a PostgreSQL database; missing tables are created."""

    def __init__(self, address: str, blind: Blinding = fresh_blind) -> None:
        self._address, self.blind = address, blind
        self.token: Callable[[str], int | None] = no_token
        """The token of a worker for a stream that it owns."""
        with translated():
            self._database = connect(address)
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

    def bodies(
        self, stream: str, after: int = 0, until: int | None = None
    ) -> Iterator[Sequence[Body]]:
        return self._reader.bodies(stream, after, until)

    def joined(self, stream: str, after: int, until: int) -> Iterator[Joined]:
        return self._reader.joined(stream, after, until)

    def heads(self) -> dict[str, StreamHead]:
        return self._reader.heads()

    @property
    def paused(self) -> str:
        return self._writer.paused

    def note_commits(self, noted: Callable[[float], None]) -> None:
        self._writer.noted = noted

    def resume(self) -> None:
        self._writer.resume()

    def close(self) -> None:
        self._writer.close()
        self._reader.close()
        with translated():
            self._database.close()

    def _commit(self, batches: Sequence[Batch]) -> list[Judgment]:
        with translated():
            for _ in range(_TRIES_MAX):
                try:
                    with self._database.transaction():
                        return self._insert(batches)
                except psycopg.errors.UniqueViolation:
                    # Another server wrote in the meantime. See which batches still fit.
                    continue
        raise LockedError("other servers keep writing to the same streams; try again")

    def _insert(self, batches: Sequence[Batch]) -> list[Judgment]:
        streams = list({entry.stream for batch in batches for entry in batch})
        keys = list({batch[0].key for batch in batches} - {None})
        heads = {
            name: StreamHead(*end)
            for name, *end in self._database.execute(_HEADS, (streams,), prepare=True)
        }
        found: dict[str, tuple[Entry, ...]] = {}
        for row in self._database.execute(_FIND, (keys,), prepare=True):
            entry = _entry(row)
            assert entry.key is not None
            found[entry.key] = (*found.get(entry.key, ()), entry)
        fence = Fence(lambda name: heads.get(name, ORIGIN), lambda key: found.get(key, ()))
        barred = self._barred(streams)
        outcomes = [_fenced(batch, barred) or fence.judge(batch) for batch in batches]
        if fence.accepted:
            self._database.execute(_INSERT, self._columns(fence.accepted))
        for text in _notices(fence.accepted):
            self._database.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))
        return outcomes

    def _barred(self, streams: list[str]) -> frozenset[str]:
        """The streams that another worker owns.

        A worker never writes a table without its token. A program that is no worker may, after the
        last one has ended.
        """
        rows = self._database.execute(_OWNED, (streams,), prepare=True).fetchall()
        works = self.token is not no_token
        mine = {stream: self.token(stream) for stream, _, _ in rows}
        return frozenset(
            stream
            for stream, token, held in rows
            if (works or held if mine[stream] is None else mine[stream] != token)
        )

    def _columns(self, entries: Iterable[Entry]) -> list[list[object]]:
        rows = ((*astuple(entry), self.token(entry.stream) or 0) for entry in entries)
        return [list(column) for column in zip(*rows, strict=True)]

    def _trial(self) -> None:
        """Reconnect, and prove that a commit works."""
        with suppress(psycopg.Error):
            self._database.close()
        with translated():
            self._database = connect(self._address)
            self._database.execute("UPDATE cardroom_journal SET trials = trials + 1")


def _entry(row: Any) -> Entry:
    return Entry(*row)


def _fenced(batch: Batch, barred: frozenset[str]) -> FencedError | None:
    for entry in batch:
        if entry.stream in barred:
            return FencedError(f"another worker owns {entry.stream}; nothing was written")
    return None


def _notices(entries: Iterable[Entry]) -> Iterator[str]:
    """The notices for other workers: the streams that have new entries."""
    names = {entry.stream for entry in entries if not entry.stream.startswith(PREFIX)}
    text = "entry"
    for name in sorted(names):
        if len(text) + len(name) >= _NOTIFIED_BYTES:
            yield text
            text = "entry"
        text += f" {name}"
    if names:
        yield text
