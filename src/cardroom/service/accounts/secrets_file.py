"""What must be forgotten when it changes, and therefore is not in the journal: hashes of passwords,
keys of authenticators, links, sessions, and nicknames. In a file of their own, next to the journal,
or in the room's database.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from cardroom.service.accounts.roles import Role
from cardroom.store.rows import Rows, SqliteRows, TakenError

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
_THIRD: Final = (
    """CREATE TABLE nicknames (name TEXT PRIMARY KEY, nickname TEXT NOT NULL, at REAL NOT NULL)
    STRICT""",
    "CREATE UNIQUE INDEX each_nickname ON nicknames (lower(nickname))",
)
NICKNAMES: Final = "nicknames.json"
"""Where they were before they had a table."""


class Secrets(msgspec.Struct, frozen=True):
    """`role` is what version 0.1.0 kept here; the journal has it now."""

    name: str
    role: Role
    hash: str
    otp: str = ""
    otp_step: int = 0
    """The last step whose code was used: a code is good once."""


def open_file(path: Path | None) -> SqliteRows:
    """The tables in a file of their own, created if missing; in memory without a path."""
    rows = SqliteRows(path, _FIRST)
    try:
        rows.upgrade((_SECOND, _THIRD), path)
        if path is not None:
            adopt_nicknames(path.with_name(NICKNAMES), rows)
    except BaseException:
        rows.close()
        raise
    return rows


def adopt_nicknames(file: Path, rows: Rows) -> None:
    """Take over the file of an earlier version; one that is damaged had no effect there, either."""
    if file.exists():
        known: dict[str, str] = {}
        with suppress(msgspec.DecodeError):
            known = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
        for name, nickname in known.items():
            rows.do(
                "INSERT INTO nicknames (name, nickname, at) VALUES (?, ?, 0)"
                " ON CONFLICT DO NOTHING",
                *(name, nickname),
            )
        file.unlink()


class StoredSession(msgspec.Struct, frozen=True):
    """`token` is a digest: a stolen file opens no session."""

    token: bytes
    name: str
    role: Role
    expires: float
    opened: float
    address: str


class SecretsFile:
    """Every method may block; any thread may call it."""

    def __init__(self, rows: Rows) -> None:
        self._all = rows

    def close(self) -> None:
        self._all.close()

    def _do(self, sql: str, *values: object) -> int:
        return self._all.do(sql, *values)

    def _rows(self, sql: str, *values: object) -> list[Any]:
        return self._all.find(sql, *values)

    # --- people -------------------------------------------------------------------------------

    def everybody(self) -> list[Secrets]:
        rows = self._rows("SELECT name, role, hash, otp, otp_step FROM people")
        return [Secrets(*row) for row in rows]

    def find(self, name: str) -> Secrets | None:
        sql = "SELECT name, role, hash, otp, otp_step FROM people WHERE lower(name) = lower(?)"
        return next((Secrets(*row) for row in self._rows(sql, name)), None)

    def add(self, name: str, hashed: str) -> bool:
        """Whether the name was free."""
        try:
            self._do("INSERT INTO people (name, role, hash) VALUES (?, 'player', ?)", name, hashed)
        except TakenError:
            return False
        return True

    def remove(self, name: str) -> None:
        self._do("DELETE FROM people WHERE lower(name) = lower(?)", name)

    def set_hash(self, name: str, hashed: str) -> None:
        if not self._do("UPDATE people SET hash = ? WHERE lower(name) = lower(?)", hashed, name):
            self.add(name, hashed)

    def set_otp(self, name: str, otp: str, step: int) -> None:
        self._do(
            "UPDATE people SET otp = ?, otp_step = ? WHERE lower(name) = lower(?)", otp, step, name
        )

    def forget_otp(self, name: str) -> None:
        """The last step stays: the next key must be another one."""
        self._do("UPDATE people SET otp = '' WHERE lower(name) = lower(?)", name)

    def use_step(self, name: str, step: int) -> bool:
        """Whether this code was not used before."""
        sql = "UPDATE people SET otp_step = ? WHERE lower(name) = lower(?) AND otp_step < ?"
        return bool(self._do(sql, step, name, step))

    # --- links --------------------------------------------------------------------------------

    def add_link(self, digest: bytes, name: str, expires: float) -> None:
        """One link for each name: the last one counts."""
        self._do("DELETE FROM links WHERE lower(name) = lower(?)", name)
        self._do("INSERT INTO links VALUES (?, ?, ?)", digest, name, expires)

    def link(self, digest: bytes, now: float) -> str | None:
        rows = self._rows("SELECT name FROM links WHERE digest = ? AND expires > ?", digest, now)
        return next((name for (name,) in rows), None)

    def drop_links(self, name: str) -> bool:
        return bool(self._do("DELETE FROM links WHERE lower(name) = lower(?)", name))

    # --- sessions -----------------------------------------------------------------------------

    def sessions(self, now: float) -> list[StoredSession]:
        self._do("DELETE FROM sessions WHERE expires < ?", now)
        rows = self._rows("SELECT token, name, role, expires, opened, address FROM sessions")
        return [StoredSession(*row) for row in rows]

    def session(self, token: bytes) -> StoredSession | None:
        sql = "SELECT token, name, role, expires, opened, address FROM sessions WHERE token = ?"
        rows = self._rows(sql, token)
        return next((StoredSession(bytes(row[0]), *row[1:]) for row in rows), None)

    def add_session(self, session: StoredSession) -> None:
        self._do(
            "INSERT INTO sessions (token, name, role, expires, opened, address)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            *msgspec.structs.astuple(session),
        )

    def drop_session(self, token: bytes) -> None:
        self._do("DELETE FROM sessions WHERE token = ?", token)
