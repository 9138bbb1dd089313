"""Small tables of a room, in an SQLite file or in the room's PostgreSQL database.

Statements are written once, with `?` for values; `postgres_rows` says them to PostgreSQL.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Any, Literal, Protocol

from cardroom.store.errors import StoreError


class TakenError(StoreError):
    """There is such a row already."""


class Rows(Protocol):
    """Every method may block; any thread may call it."""

    def do(self, sql: str, *values: object) -> int:
        """Carry out a statement; the number of rows that it changed."""
        ...

    def find(self, sql: str, *values: object) -> list[Any]: ...

    def close(self) -> None: ...


class SqliteRows:
    """A database that no other user of the machine can read; in memory without a path."""

    def __init__(
        self,
        path: Path | None,
        schema: Iterable[str],
        synchronous: Literal["FULL", "NORMAL"] = "FULL",
    ) -> None:
        """NORMAL does not wait for the disk: after a power failure the last rows may be missing."""
        self._lock = Lock()
        if path is not None:
            # One holds password hashes. SQLite gives its log files the permissions of the database.
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
            path.chmod(0o600)
        self._database = sqlite3.connect(
            ":memory:" if path is None else path, check_same_thread=False, isolation_level=None
        )
        try:
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute(f"PRAGMA synchronous = {synchronous}")
            for statement in schema:
                self._database.execute(statement)
        except sqlite3.Error as error:
            self._database.close()
            said = f"{path}: the service cannot keep its records here: {error}"
            raise StoreError(said) from error

    def do(self, sql: str, *values: object) -> int:
        with self._lock:
            try:
                return self._database.execute(sql, values).rowcount
            except sqlite3.IntegrityError as error:
                raise TakenError(str(error)) from error

    def find(self, sql: str, *values: object) -> list[Any]:
        with self._lock, closing(self._database.cursor()) as cursor:
            return cursor.execute(sql, values).fetchall()

    def upgrade(self, steps: tuple[tuple[str, ...], ...], path: Path | None) -> None:
        """From the version of the file to the newest; a step is the statements of one version."""
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        newest = len(steps) + 1
        if version > newest:
            raise StoreError(f"{path}: written by a newer version; it was not changed")
        if version < newest:
            self._database.execute("BEGIN IMMEDIATE")
            for statements in steps[max(0, version - 1) :]:
                for statement in statements:
                    self._database.execute(statement)
            self._database.execute(f"PRAGMA user_version = {newest}")
            self._database.execute("COMMIT")

    def close(self) -> None:
        with self._lock:
            self._database.close()
