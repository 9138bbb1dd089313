"""A journal copied into a PostgreSQL database, entry by entry, with all its hashes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import psycopg
from msgspec.structs import astuple

from cardroom.store.errors import StoreError
from cardroom.store.journal import Entry
from cardroom.store.postgres_schema import connect, translated
from cardroom.store.protocol import Reader

_COPY = (
    "COPY cardroom_entries (stream, seq, prev, at, key, part, body, hash, blind) FROM STDIN"
    " WITH (FORMAT BINARY)"
)
_TYPES = ("text", "int8", "bytea", "int8", "text", "int4", "bytea", "bytea", "bytea")
_ENDS = (
    "SELECT DISTINCT ON (stream) stream, seq, hash FROM cardroom_entries ORDER BY stream, seq DESC"
)

Execute = Callable[[str, tuple[object, ...]], object]


def copy_into(
    source: Reader, entries: Iterable[Entry], address: str, also: Callable[[Execute], None]
) -> int:
    """Copy a journal, and what `also` adds, in one transaction; the number of entries copied.

    The database may hold a beginning of the same journal: a copy that was not finished, or a room
    that was moved away and comes back. Everything else is refused.
    """
    with translated():
        database = connect(address)
        try:
            database.execute("SET idle_in_transaction_session_timeout = 0")
            with database.transaction():
                database.execute("LOCK TABLE cardroom_entries IN EXCLUSIVE MODE")
                held = _held(database, source)
                count = _copy(database, entries, held)
                also(database.execute)
        finally:
            database.close()
    return count


def _held(database: psycopg.Connection[Any], source: Reader) -> dict[str, int]:
    held: dict[str, int] = {}
    for stream, seq, hashed in database.execute(_ENDS).fetchall():
        same = next(iter(source.read(stream, seq - 1)), None)
        if same is None or same.hash != bytes(hashed):
            raise StoreError(
                f"the database holds another journal: {stream} {seq} is not in this one;"
                " it was not changed"
            )
        held[stream] = seq
    return held


def _copy(database: psycopg.Connection[Any], entries: Iterable[Entry], held: dict[str, int]) -> int:
    count = 0
    with database.cursor().copy(_COPY) as copy:
        copy.set_types(_TYPES)
        for entry in entries:
            if entry.seq > held.get(entry.stream, 0):
                copy.write_row(astuple(entry))
                count += 1
    return count
