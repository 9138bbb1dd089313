"""The tables of a room in a PostgreSQL database, by version, and connections to it.

A version is a list of statements that leads from the one before. All are carried out in one
transaction, so that a database has either the old tables or the new ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg

from cardroom.store.errors import (
    DamagedError,
    LockedError,
    NewerJournalError,
    NotAJournalError,
    StoreError,
)

# COLLATE "C" compares bytes: names sort alike on every server.
_FIRST: Final = """
CREATE TABLE IF NOT EXISTS cardroom_journal (format integer PRIMARY KEY, trials bigint NOT NULL);
CREATE TABLE IF NOT EXISTS cardroom_entries (
    stream text COLLATE "C" NOT NULL, seq bigint NOT NULL, prev bytea NOT NULL,
    at bigint NOT NULL, key text COLLATE "C", part integer NOT NULL, body bytea NOT NULL,
    hash bytea NOT NULL, PRIMARY KEY (stream, seq));
CREATE UNIQUE INDEX IF NOT EXISTS cardroom_commands ON cardroom_entries (key, part)
    WHERE key IS NOT NULL
"""
_BLINDED: Final = """
ALTER TABLE cardroom_entries ADD COLUMN IF NOT EXISTS blind bytea NOT NULL DEFAULT '\\x'
"""
# The whole room, and who may write which stream of it.
_ROOM: Final = """
ALTER TABLE cardroom_entries ADD COLUMN IF NOT EXISTS token bigint NOT NULL DEFAULT 0;
CREATE TABLE IF NOT EXISTS cardroom_room (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE IF NOT EXISTS cardroom_keys (public bytea PRIMARY KEY, since bigint NOT NULL);
CREATE TABLE IF NOT EXISTS cardroom_people (
    name text COLLATE "C" NOT NULL, role text NOT NULL, hash text NOT NULL,
    otp text NOT NULL DEFAULT '', otp_step bigint NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX IF NOT EXISTS cardroom_names ON cardroom_people (lower(name));
CREATE TABLE IF NOT EXISTS cardroom_sessions (
    token bytea PRIMARY KEY, name text NOT NULL, role text NOT NULL,
    expires double precision NOT NULL, opened double precision NOT NULL, address text NOT NULL);
CREATE TABLE IF NOT EXISTS cardroom_links (
    digest bytea PRIMARY KEY, name text NOT NULL, expires double precision NOT NULL);
CREATE TABLE IF NOT EXISTS cardroom_tables (
    id text COLLATE "C" PRIMARY KEY, title text NOT NULL, opener text NOT NULL,
    guest smallint NOT NULL, bots integer NOT NULL, opened_at double precision NOT NULL,
    closed_at double precision);
CREATE TABLE IF NOT EXISTS cardroom_snapshots (
    stream text COLLATE "C" NOT NULL, seq bigint NOT NULL, hash bytea NOT NULL,
    number bigint NOT NULL, engine text NOT NULL, body bytea NOT NULL,
    PRIMARY KEY (stream, seq));
CREATE TABLE IF NOT EXISTS cardroom_workers (
    id text COLLATE "C" PRIMARY KEY, address text NOT NULL, version text NOT NULL,
    until timestamptz NOT NULL);
CREATE TABLE IF NOT EXISTS cardroom_owners (
    stream text COLLATE "C" PRIMARY KEY, worker text COLLATE "C", token bigint NOT NULL)
"""
# What is open in the school, for whichever worker gets the answer.
_SCHOOL: Final = """
CREATE TABLE IF NOT EXISTS cardroom_school (
    person text COLLATE "C" NOT NULL, slot text COLLATE "C" NOT NULL, id text NOT NULL,
    at double precision NOT NULL, body bytea NOT NULL, PRIMARY KEY (person, slot))
"""
# What people are called at the tables.
_NICKNAMES: Final = """
CREATE TABLE IF NOT EXISTS cardroom_nicknames (
    name text COLLATE "C" PRIMARY KEY, nickname text NOT NULL, at double precision NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS cardroom_each_nickname ON cardroom_nicknames (lower(nickname))
"""
VERSIONS: Final = (_FIRST, _BLINDED, _ROOM, _SCHOOL, _NICKNAMES)
VERSION: Final = len(VERSIONS)
_LOCK: Final = "SELECT pg_advisory_xact_lock(x'4352'::int)"


def connect(address: str) -> psycopg.Connection[Any]:
    """A connection that writes; missing tables are created, older ones upgraded."""
    with _opened(address) as database:
        if database.execute("SHOW fsync").fetchall() != [("on",)]:
            raise StoreError(
                "this PostgreSQL server runs with fsync off and would lose what it acknowledged"
            )
        database.execute("SET synchronous_commit = on")
        # A server that lost its network must not hold a lock for hours.
        database.execute("SET lock_timeout = '5s'")
        # Nor may one that was stopped in the middle of a transaction.
        database.execute("SET idle_in_transaction_session_timeout = '1s'")
        if _version(database) != VERSION:
            _upgrade(database)
    return database


def _upgrade(database: psycopg.Connection[Any]) -> None:
    with database.transaction():
        # A busy machine may pause longer between two of these statements than while it serves.
        database.execute("SET LOCAL idle_in_transaction_session_timeout = '30s'")
        # Otherwise two servers that start together would both create the tables. The second one
        # waits as long as the first one takes; for a table in use nobody waits that long.
        database.execute("SET LOCAL lock_timeout = '5min'")
        database.execute(_LOCK)
        database.execute("SET LOCAL lock_timeout = '5s'")
        begun = _version(database)
        for statements in VERSIONS[begun or 0 :]:
            database.execute(statements)
        if begun is None:
            database.execute("INSERT INTO cardroom_journal VALUES (%s, 0)", (VERSION,))
        else:
            database.execute("UPDATE cardroom_journal SET format = %s", (VERSION,))


def look(address: str) -> tuple[psycopg.Connection[Any], int]:
    """A connection that only reads, and the version of the tables; nothing is changed."""
    with _opened(address) as database:
        database.execute("SET default_transaction_read_only = on")
        begun = _version(database)
        if begun is None:
            raise NotAJournalError("there is no journal in this database; it was not changed")
    return database, begun


@contextmanager
def _opened(address: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection that stays open after the block, unless the block fails."""
    # A database that cannot be reached must be noticed before the lease of a worker ends.
    database = psycopg.connect(
        address,
        autocommit=True,
        connect_timeout=5,
        keepalives_idle=1,
        keepalives_interval=1,
        keepalives_count=2,
        tcp_user_timeout=2500,
    )
    try:
        yield database
    except BaseException:
        database.close()
        raise


def _version(database: psycopg.Connection[Any]) -> int | None:
    """The version of the tables, if there are any."""
    there = database.execute("SELECT to_regclass('cardroom_journal')").fetchall() != [(None,)]
    return version_of(database) if there else None


def version_of(database: psycopg.Connection[Any]) -> int | None:
    """The version of existing tables, which must be known here; None if none was finished."""
    formats = database.execute("SELECT format FROM cardroom_journal ORDER BY format").fetchall()
    match formats:
        case []:
            return None
        case [(int() as version,)] if 1 <= version <= VERSION:
            return version
        case [(version,)] if version > VERSION:
            raise NewerJournalError(
                f"this database was written by a newer version (journal format {version}, "
                f"known here: {VERSION}); it was not changed"
            )
        case _:
            raise NotAJournalError("this database holds no journal of a known format")


@contextmanager
def translated() -> Iterator[None]:
    """Raise PostgreSQL's errors as store errors."""
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
