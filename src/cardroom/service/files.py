"""The service's own databases, which no other user of the machine can read."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from cardroom.store import StoreError


def open_database(path: Path | None, schema: Iterable[str]) -> sqlite3.Connection:
    """A database with its tables, created if missing; in memory without a path."""
    if path is not None:
        # One holds password hashes. SQLite gives its log files the permissions of the database.
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        path.chmod(0o600)
    database = sqlite3.connect(
        ":memory:" if path is None else path, check_same_thread=False, isolation_level=None
    )
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        for statement in schema:
            database.execute(statement)
    except sqlite3.Error as error:
        database.close()
        raise StoreError(f"{path}: the service cannot keep its records here: {error}") from error
    return database
