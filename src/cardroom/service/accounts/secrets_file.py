"""What must be forgotten when it changes, and therefore is not in the journal: hashes of passwords,
keys of authenticators, links, and sessions. A database of its own, next to the journal.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Any, Final

import msgspec

from cardroom.service.accounts.roles import Role
from cardroom.service.files import open_database
from cardroom.store import StoreError

FORMAT: Final = 2
_FIRST: Final = (
    """CREATE TABLE IF NOT EXISTS people (name TEXT PRIMARY KEY COLLATE NOCASE, role TEXT NOT NULL,
    hash TEXT NOT NULL, failures INTEGER NOT NULL DEFAULT 0, locked_until REAL NOT NULL DEFAULT 0)
    STRICT""",
    """CREATE TABLE IF NOT EXISTS sessions (token BLOB PRIMARY KEY, name TEXT NOT NULL,
    role TEXT NOT NULL, expires REAL NOT NULL) STRICT""",
)
_SECOND: Final = (
    "ALTER TABLE people ADD COLUMN otp TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE people ADD COLUMN otp_step INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE sessions ADD COLUMN opened REAL NOT NULL DEFAULT 0",
    "ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT ''",
    """CREATE TABLE links (digest BLOB PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE,
    expires REAL NOT NULL) STRICT""",
)


class Secrets(msgspec.Struct, frozen=True):
    """`role` is what version 0.1.0 kept here; the journal has it now."""

    name: str
    role: Role
    hash: str
    otp: str = ""
    otp_step: int = 0
    """The last step whose code was used: a code is good once."""


class StoredSession(msgspec.Struct, frozen=True):
    """`token` is a digest: a stolen file opens no session."""

    token: bytes
    name: str
    role: Role
    expires: float
    opened: float
    address: str


class SecretsFile:
    """Every method may block; any thread may call it. In memory without a path."""

    def __init__(self, path: Path | None) -> None:
        self._lock = Lock()
        self._database = open_database(path, _FIRST)
        try:
            self._upgrade(path)
        except BaseException:
            self._database.close()
            raise

    def _upgrade(self, path: Path | None) -> None:
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        if version > FORMAT:
            raise StoreError(f"{path}: written by a newer version; it was not changed")
        if version < FORMAT:
            self._database.execute("BEGIN IMMEDIATE")
            for statement in (*_SECOND, f"PRAGMA user_version = {FORMAT}"):
                self._database.execute(statement)
            self._database.execute("COMMIT")

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def _do(self, sql: str, *values: object) -> int:
        with self._lock:
            return self._database.execute(sql, values).rowcount

    def _rows(self, sql: str, *values: object) -> list[Any]:
        with self._lock, closing(self._database.cursor()) as cursor:
            return cursor.execute(sql, values).fetchall()

    # --- people -------------------------------------------------------------------------------

    def everybody(self) -> list[Secrets]:
        rows = self._rows("SELECT name, role, hash, otp, otp_step FROM people")
        return [Secrets(*row) for row in rows]

    def find(self, name: str) -> Secrets | None:
        sql = "SELECT name, role, hash, otp, otp_step FROM people WHERE name = ?"
        return next((Secrets(*row) for row in self._rows(sql, name)), None)

    def add(self, name: str, hashed: str) -> bool:
        """Whether the name was free."""
        try:
            self._do("INSERT INTO people (name, role, hash) VALUES (?, 'player', ?)", name, hashed)
        except sqlite3.IntegrityError:
            return False
        return True

    def remove(self, name: str) -> None:
        self._do("DELETE FROM people WHERE name = ?", name)

    def set_hash(self, name: str, hashed: str) -> None:
        if not self._do("UPDATE people SET hash = ? WHERE name = ?", hashed, name):
            self.add(name, hashed)

    def set_otp(self, name: str, otp: str, step: int) -> None:
        self._do("UPDATE people SET otp = ?, otp_step = ? WHERE name = ?", otp, step, name)

    def use_step(self, name: str, step: int) -> bool:
        """Whether this code was not used before."""
        sql = "UPDATE people SET otp_step = ? WHERE name = ? AND otp_step < ?"
        return bool(self._do(sql, step, name, step))

    # --- links --------------------------------------------------------------------------------

    def add_link(self, digest: bytes, name: str, expires: float) -> None:
        """One link for each name: the last one counts."""
        self._do("DELETE FROM links WHERE name = ?", name)
        self._do("INSERT INTO links VALUES (?, ?, ?)", digest, name, expires)

    def link(self, digest: bytes, now: float) -> str | None:
        rows = self._rows("SELECT name FROM links WHERE digest = ? AND expires > ?", digest, now)
        return next((name for (name,) in rows), None)

    def drop_links(self, name: str) -> bool:
        return bool(self._do("DELETE FROM links WHERE name = ?", name))

    # --- sessions -----------------------------------------------------------------------------

    def sessions(self, now: float) -> list[StoredSession]:
        self._do("DELETE FROM sessions WHERE expires < ?", now)
        rows = self._rows("SELECT token, name, role, expires, opened, address FROM sessions")
        return [StoredSession(*row) for row in rows]

    def add_session(self, session: StoredSession) -> None:
        self._do(
            "INSERT INTO sessions (token, name, role, expires, opened, address)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            *msgspec.structs.astuple(session),
        )

    def drop_session(self, token: bytes) -> None:
        self._do("DELETE FROM sessions WHERE token = ?", token)
