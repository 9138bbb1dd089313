"""Erasing a name from a journal in PostgreSQL: see `erasure`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, Final

import psycopg
from msgspec.structs import astuple

from cardroom.store.erasure import Erasable
from cardroom.store.errors import StoreError
from cardroom.store.journal import ERASED, Entry
from cardroom.store.postgres import COLUMNS
from cardroom.store.postgres_schema import connect, translated

_INSERT: Final = f"INSERT INTO cardroom_entries ({COLUMNS}) VALUES ({', '.join(['%s'] * 9)})"
_LIVE: Final = "SELECT count(*) FROM cardroom_workers WHERE until > clock_timestamp()"
TABLES: Final = ("entries", "people", "sessions", "links", "tables", "snapshots")


@contextmanager
def erasing(address: str) -> Iterator[Erasable]:
    """A journal in a database that no service uses."""
    with translated(), closing(connect(address)) as database:
        # A long journal is checked within the transaction.
        database.execute("SET idle_in_transaction_session_timeout = 0")
        with database.transaction():
            database.execute("LOCK TABLE cardroom_entries IN EXCLUSIVE MODE")
            (live,) = database.execute(_LIVE).fetchone() or (0,)
            if live:
                raise StoreError("services use this database; stop them first")
            yield _ErasableDatabase(database)


def sweep(address: str) -> None:
    """Rows that were replaced or deleted stay in the files of the database until this is done."""
    with translated(), closing(connect(address)) as database:
        for table in TABLES:
            database.execute(f"VACUUM FULL cardroom_{table}")


class _ErasableDatabase:
    def __init__(self, database: psycopg.Connection[Any]) -> None:
        self._database = database

    def contents(self) -> Iterator[tuple[str, int, str | None, bytes]]:
        return iter(self._rows("SELECT stream, seq, key, body FROM cardroom_entries"))

    def change(self, entries: list[tuple[str | None, bytes, bytes, str, int]]) -> None:
        sql = (
            "UPDATE cardroom_entries SET key = %s, body = %s, blind = %s"
            " WHERE stream = %s AND seq = %s"
        )
        with self._database.cursor() as cursor:
            cursor.executemany(sql, entries)

    def erased(self) -> Iterator[tuple[Any, ...]]:
        sql = f"SELECT {COLUMNS} FROM cardroom_entries WHERE blind = %s"
        return iter(self._rows(sql, ERASED))

    def append(self, entry: Entry) -> None:
        self._database.execute(_INSERT, astuple(entry))

    def read(self, stream: str) -> Iterator[Entry]:
        sql = f"SELECT {COLUMNS} FROM cardroom_entries WHERE stream = %s ORDER BY seq"
        return (Entry(*row) for row in self._rows(sql, stream))

    def streams(self) -> list[str]:
        return [name for (name,) in self._rows("SELECT DISTINCT stream FROM cardroom_entries")]

    def _rows(self, sql: str, *values: object) -> list[Any]:
        return self._database.execute(sql, values).fetchall()
