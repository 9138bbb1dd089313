"""Small tables of a room in its PostgreSQL database: see `rows`.

Names of tables have a prefix there, because other programs may use the same database.
"""

from __future__ import annotations

import re
from threading import Lock
from typing import Any, Final

import psycopg

from cardroom.store.postgres_schema import connect, translated
from cardroom.store.rows import TakenError

_TABLE: Final = re.compile(r"\b(FROM|INTO|UPDATE) ([a-z]+)\b")


class PostgresRows:
    """Reconnects by itself: each statement is complete in itself, and may be repeated."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._lock = Lock()
        with translated():
            self._database = connect(address)

    def do(self, sql: str, *values: object) -> int:
        return int(self._run(sql, values).rowcount)

    def find(self, sql: str, *values: object) -> list[Any]:
        return list(self._run(sql, values).fetchall())

    def _run(self, sql: str, values: tuple[object, ...]) -> psycopg.Cursor[Any]:
        text = _TABLE.sub(r"\1 cardroom_\2", sql).replace("%", "%%").replace("?", "%s")
        with self._lock, translated():
            try:
                return self._database.execute(text, values)
            except psycopg.errors.UniqueViolation as error:
                raise TakenError("there is such a row already") from error
            except psycopg.OperationalError:
                self._database.close()
                self._database = connect(self._address)
                return self._database.execute(text, values)

    def close(self) -> None:
        with self._lock, translated():
            self._database.close()
