"""Accounts and sessions, in a database of their own.

Not in the journal: a password's hash must be forgotten when it changes, and a journal forgets
nothing. Money is not here either: wallets are accounts of the ledger.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from cardroom.service import errors
from cardroom.service.accounts.roles import Person, Role
from cardroom.service.errors import ServiceError, refuse
from cardroom.service.files import open_database
from cardroom.service.settings import Lockout

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,23}")
_GUEST: Final = re.compile(r"(?i)guest-|bot-|house$|bank$")
"""Names reserved for the service."""
_PASSWORD_MIN, _PASSWORD_MAX = 10, 200
_STRANGERS_MAX: Final = 10_000
_SCHEMA: Final = (
    """CREATE TABLE IF NOT EXISTS people (name TEXT PRIMARY KEY COLLATE NOCASE, role TEXT NOT NULL,
    hash TEXT NOT NULL, failures INTEGER NOT NULL DEFAULT 0, locked_until REAL NOT NULL DEFAULT 0)
    STRICT""",
    """CREATE TABLE IF NOT EXISTS sessions (token BLOB PRIMARY KEY, name TEXT NOT NULL,
    role TEXT NOT NULL, expires REAL NOT NULL) STRICT""",
)


class People:
    """Every method may block (a hash, the disk): the event loop calls them on a thread.

    Only `who` never blocks: sessions are also kept in memory.
    """

    def __init__(
        self,
        path: Path | None,
        lockout: Lockout,
        session_seconds: int,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._lockout, self._session_seconds, self._clock = lockout, session_seconds, clock
        self._hasher = PasswordHasher()
        self._decoy = self._hasher.hash(secrets.token_hex())
        self._lock = Lock()
        self._hashing = Lock()
        self._strangers: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._database = open_database(path, _SCHEMA)
        self._database.execute("DELETE FROM sessions WHERE expires < ?", (self._clock(),))
        self._sessions: dict[bytes, tuple[Person, float]] = {
            token: (Person(name, role), expires)
            for token, name, role, expires in self._database.execute(
                "SELECT token, name, role, expires FROM sessions"
            )
        }

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def who(self, token: str | None) -> Person | None:
        """The person a session belongs to."""
        if not token:
            return None
        digest = _digest(token)
        found = self._sessions.get(digest)
        if found is None:
            return None
        person, expires = found
        if expires < self._clock():
            del self._sessions[digest]
            return None
        return person

    def guest(self) -> tuple[Person, str]:
        """A new guest with a session, without a password."""
        person = Person(f"guest-{secrets.token_hex(5)}", "guest")
        return person, self._open(person)

    def bar_name(self, name: str) -> None:
        """A refusal if the name is not valid or already taken."""
        if not _NAME.fullmatch(name) or _GUEST.match(name):
            raise refuse(422, errors.NAME, f"{name!r} is not a valid name")
        if self._row(name) is not None:
            raise _taken(name)

    def register(self, name: str, password: str, role: Role) -> Person:
        self.bar_name(name)
        if not _PASSWORD_MIN <= len(password) <= _PASSWORD_MAX:
            raise refuse(422, errors.STRENGTH, f"this one has {len(password)}")
        hashed = self._hash(password)
        with self._lock:
            try:
                self._database.execute(
                    "INSERT INTO people (name, role, hash) VALUES (?, ?, ?)", (name, role, hashed)
                )
            except sqlite3.IntegrityError:
                # Someone else took the name while the password was being hashed.
                raise _taken(name) from None
        return Person(name, role)

    def login(self, name: str, password: str) -> tuple[Person, str]:
        """A session for the right password; every wrong one counts, even for an unknown name."""
        self._bar_locked(name)
        row = self._row(name)
        hashed = self._decoy if row is None else row[2]
        if len(password) > _PASSWORD_MAX or not self._verify(hashed, password) or row is None:
            self._failed(name, known=row is not None)
            raise refuse(401, errors.PASSWORD, "wrong name or password")
        with self._lock:
            self._database.execute(
                "UPDATE people SET failures = 0, locked_until = 0 WHERE name = ?", (name,)
            )
        person = Person(row[0], row[1])
        return person, self._open(person)

    def logout(self, token: str) -> None:
        digest = _digest(token)
        self._sessions.pop(digest, None)
        with self._lock:
            self._database.execute("DELETE FROM sessions WHERE token = ?", (digest,))

    def unlock(self, name: str) -> None:
        with self._lock:
            done = self._database.execute(
                "UPDATE people SET failures = 0, locked_until = 0 WHERE name = ?", (name,)
            )
        if not done.rowcount:
            raise refuse(404, errors.NOT_FOUND, f"there is no account {name!r}")

    def all(self) -> list[tuple[str, Role, bool]]:
        """Name, role, and whether the name is locked now."""
        now = self._clock()
        with self._lock:
            rows = self._database.execute("SELECT name, role, locked_until FROM people").fetchall()
        return [(name, role, until > now) for name, role, until in rows]

    def _row(self, name: str) -> tuple[str, Role, str] | None:
        with self._lock, closing(self._database.cursor()) as cursor:
            cursor.execute("SELECT name, role, hash FROM people WHERE name = ?", (name,))
            row: tuple[str, Role, str] | None = cursor.fetchone()
        return row

    def _bar_locked(self, name: str) -> None:
        with self._lock:
            row = self._database.execute(
                "SELECT failures, locked_until FROM people WHERE name = ?", (name,)
            ).fetchone()
        _, until = row or self._strangers.get(name.lower(), (0, 0.0))
        wait = until - self._clock()
        if wait > 0:
            raise refuse(429, errors.LOCKED, f"try again in {wait:.0f} seconds", wait)

    def _failed(self, name: str, *, known: bool) -> None:
        with self._lock:
            if known:
                (failures,) = self._database.execute(
                    "UPDATE people SET failures = failures + 1 WHERE name = ? RETURNING failures",
                    (name,),
                ).fetchone()
            else:
                # An unknown name locks too, or locking would reveal which names exist.
                failures = self._strangers.get(name.lower(), (0, 0.0))[0] + 1
            locked = failures >= self._lockout.failures_max
            count, until = (0, self._clock() + self._lockout.seconds) if locked else (failures, 0.0)
            if known:
                self._database.execute(
                    "UPDATE people SET failures = ?, locked_until = ? WHERE name = ?",
                    (count, until, name),
                )
            else:
                self._strangers[name.lower()] = (count, until)
                if len(self._strangers) > _STRANGERS_MAX:
                    self._strangers.popitem(last=False)

    def _open(self, person: Person) -> str:
        token = secrets.token_urlsafe(32)
        digest, expires = _digest(token), self._clock() + self._session_seconds
        with self._lock:
            self._database.execute(
                "INSERT INTO sessions VALUES (?, ?, ?, ?)",
                (digest, person.name, person.role, expires),
            )
        self._sessions[digest] = (person, expires)
        return token

    def _hash(self, password: str) -> str:
        # One at a time: a hash takes 64 MB by design, and many at once would exhaust memory.
        with self._hashing:
            return self._hasher.hash(password)

    def _verify(self, hashed: str, password: str) -> bool:
        with self._hashing:
            try:
                return self._hasher.verify(hashed, password)
            except (VerificationError, InvalidHashError):
                return False


def _taken(name: str) -> ServiceError:
    return refuse(409, errors.NAME, f"{name!r} is taken")


def _digest(token: str) -> bytes:
    """The stored form of a session token: a stolen file opens no session."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
