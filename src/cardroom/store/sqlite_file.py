"""The journal as a file: its layout, how it is created and opened, and why it is refused.

A refused file stays unchanged: its bytes are examined before SQLite opens it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from cardroom.store.errors import (
    DamagedError,
    LockedError,
    NewerJournalError,
    NotAJournalError,
    StoreError,
)
from cardroom.store.journal import FORMAT
from cardroom.store.turns import turn

APPLICATION_ID: Final = 0x43524A4C  # "CRJL"
BUSY_SECONDS: Final = 5.0
_MAGIC: Final = b"SQLite format 3\0"

_ENTRIES: Final = (
    "CREATE TABLE entries (stream TEXT NOT NULL, seq INTEGER NOT NULL, prev BLOB NOT NULL, "
    "at INTEGER NOT NULL, key TEXT, part INTEGER NOT NULL, body BLOB NOT NULL, "
    "hash BLOB NOT NULL, PRIMARY KEY (stream, seq)) STRICT"
)
_COMMANDS: Final = "CREATE UNIQUE INDEX commands ON entries (key, part) WHERE key IS NOT NULL"
_BLIND: Final = "blind BLOB NOT NULL DEFAULT x''"
SCHEMAS: Final = {
    1: (_ENTRIES, _COMMANDS),
    # As SQLite stores it when the column is added to a table of format 1.
    2: (_ENTRIES.replace("PRIMARY", f"{_BLIND}, PRIMARY"), _COMMANDS),
}
COLUMNS: Final = "stream, seq, prev, at, key, part, body, hash, blind"
ROW: Final = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT: Final = f"INSERT INTO entries ({COLUMNS}) VALUES {ROW}"


def create(path: Path) -> None:
    """Create an empty journal. It appears under its name only when it is complete."""
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        new.unlink(missing_ok=True)
        # It holds the order of shoes, so only the owner may read it. SQLite gives the same
        # permissions to the files it creates next to this one.
        os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with translated(path), closing(sqlite3.connect(new, isolation_level=None)) as database:
            database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            database.execute(f"PRAGMA user_version = {FORMAT}")
            for statement in SCHEMAS[FORMAT]:
                database.execute(statement)
            database.execute("PRAGMA journal_mode = WAL")
        sync(new)
        with suppress(FileExistsError):
            # A link never replaces a file: if another process was faster, its journal is used.
            os.link(new, path)
        sync(path.parent)
    except OSError as error:
        raise StoreError(f"{path}: cannot create the journal: {error.strerror}") from error
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def check_file(path: Path) -> None:
    """Refuse a file that is not a journal of a known version, by reading only."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except FileNotFoundError:
        raise NotAJournalError(f"{path}: there is no such file") from None
    except OSError as error:
        raise NotAJournalError(f"{path}: cannot be read: {error.strerror}") from error
    if len(header) < 100 or not header.startswith(_MAGIC):
        raise NotAJournalError(f"{path}: this is not a journal; it was not changed")
    if int.from_bytes(header[68:72]) != APPLICATION_ID:
        raise NotAJournalError(f"{path}: this is a database, but not a journal; it was not changed")
    version = int.from_bytes(header[60:64])
    if version > FORMAT:
        raise NewerJournalError(
            f"{path}: written by a newer version (journal format {version}, known here: "
            f"{FORMAT}); it was not changed"
        )
    if version < 1:
        raise NotAJournalError(
            f"{path}: journal format {version} does not exist; it was not changed"
        )


def upgrade(path: Path) -> None:
    """Upgrade a journal to the present format without changing an entry.

    This is one transaction: after a crash the journal has either the old format or the new one.
    """
    with translated(path), turn(path), closing(_connect(path, "mode=rw")) as database:
        database.execute("BEGIN IMMEDIATE")
        try:
            if _format_of(database) == 1:
                check_schema(path, database)
                database.execute(f"ALTER TABLE entries ADD COLUMN {_BLIND}")
                database.execute(f"PRAGMA user_version = {FORMAT}")
            database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                database.execute("ROLLBACK")
            raise


def _format_of(database: sqlite3.Connection) -> int:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    return int(version)


def columns(database: sqlite3.Connection) -> str:
    """The columns to read this file without upgrading it."""
    return COLUMNS if _format_of(database) > 1 else COLUMNS.replace("blind", "x'' AS blind")


def open_writer(path: Path) -> sqlite3.Connection:
    with translated(path):
        database = _connect(path, "mode=rw")
        try:
            database.execute("PRAGMA synchronous = FULL")
            database.execute("PRAGMA secure_delete = ON")
            # This is also the first access, which creates the -wal file: see `seal`.
            database.execute("PRAGMA journal_mode = WAL")
            check_schema(path, database)
        except BaseException:
            database.close()
            raise
    return database


def open_follower(path: Path) -> sqlite3.Connection:
    """Open a journal that another connection writes; this one never copies the log back."""
    database = open_writer(path)
    with translated(path):
        database.execute("PRAGMA wal_autocheckpoint = 0")
        database.execute("PRAGMA query_only = ON")
    return database


def open_reader(path: Path) -> sqlite3.Connection:
    """Open read-only. With a closed journal, no other files appear next to it."""
    check_file(path)
    mode = "mode=ro" if wal_of(path).exists() else "immutable=1"
    with translated(path):
        database = _connect(path, mode)
        try:
            check_schema(path, database)
        except BaseException:
            database.close()
            raise
    return database


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    database = sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}",
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        uri=True,
    )
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    return database


def check_schema(path: Path, database: sqlite3.Connection) -> None:
    """The schema must match to the byte."""
    rows = database.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    if tuple(sql for (sql,) in rows) != SCHEMAS.get(_format_of(database)):
        raise DamagedError(f"{path}: the journal's tables are not the ones this version creates")


def wal_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def force_log(path: Path) -> None:
    """Force the log to disk: a process that died may have left it on its way there."""
    try:
        sync(wal_of(path))
    except FileNotFoundError:
        pass  # The process closed the journal, or there was none.
    except OSError as error:
        raise StoreError(f"{path}: the disk reports an error: {error.strerror}") from error


def sync(path: Path) -> None:
    """Force a file, or the names in a directory, to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Raise SQLite's errors as store errors."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explain(path, error) from error
    except (OverflowError, UnicodeDecodeError) as error:
        raise DamagedError(f"{path}: the journal holds invalid values: {error}") from error


def _explain(path: Path, error: sqlite3.Error) -> StoreError:
    # A decoding failure inside the sqlite3 module carries no SQLite code.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return LockedError(
            f"{path}: another program has locked the journal; try again when it is done"
        )
    if code == sqlite3.SQLITE_FULL:
        return StoreError(f"{path}: the disk is full")
    if code == sqlite3.SQLITE_IOERR:
        return StoreError(f"{path}: the disk reports an error ({error})")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return StoreError(f"{path}: the journal cannot be opened or written ({error})")
    return DamagedError(f"{path}: the journal is damaged ({error})")
