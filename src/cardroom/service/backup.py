"""The whole room in one folder: journal, accounts, table book, keys, and houses.

A backup is made while the service runs. The journal is copied first, in one moment, and decides;
whatever the other files say beyond it is settled when the room opens again:

- An account is written to its file before the journal, so everybody in the journal has a login.
- A table that the journal has and the book has not is taken up again; a table that was closed after
  the journal was copied is open in the book that goes with it.
- The copy of the checkpoint is the last one in the copied journal.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from cardroom.progress import Tell, silent
from cardroom.service.accounts import secrets_file
from cardroom.service.live import table_registry
from cardroom.service.room_files import (
    ACCOUNTS,
    COLUMNS,
    HELD,
    HOUSES,
    JOURNAL,
    TABLES,
    open_rows,
)
from cardroom.store import StoreError, archive, checkpoint, open_reader, open_store
from cardroom.store.audit import AuditReport, Evidence, verify_file
from cardroom.store.keys import HOUSE_KEY, HOUSE_KEYS, create_key, load_key
from cardroom.store.rows import Rows
from cardroom.store.sqlite_file import sync
from cardroom.table.journal import known_stream

_CLOSED: Final = "SELECT id FROM tables WHERE closed_at IS NOT NULL"


def backup(data: Path, target: Path, database: str = "", tell: Tell = silent) -> AuditReport:
    """Copy a room's folder; what the copy holds, after it was verified.

    `database` is its address, if it is in PostgreSQL; the copy has it in files.
    """
    if not database and not (data / JOURNAL).exists():
        raise StoreError(
            f"{data}: there is no {JOURNAL} here; if the room is in PostgreSQL, give its address"
            " with --database"
        )
    _require_unused(target)
    part = _part_of(target)
    try:
        for key in sorted(data.glob(HOUSE_KEYS)):
            _copy(key, part / key.name)
        if database:
            with closing(open_rows(database)) as rows:
                write_files(rows, database, part, tell)
        else:
            _copy_files(data, part, tell)
        _copy_houses(data, part)
        _write_checkpoint(part)
        report = verified(part, tell=tell)
        sync(part)
        part.rename(target)
        sync(target.parent)
    except OSError as error:
        raise StoreError(f"{target}: cannot write the copy: {error.strerror}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return report


def _copy_houses(data: Path, part: Path) -> None:
    """House files, the files of side bets, house ways, and laws that they name, and the nicknames
    of an earlier version."""
    for file in (*sorted((data / HOUSES).rglob("*.toml")), *data.glob(secrets_file.NICKNAMES)):
        copy = part / file.relative_to(data)
        copy.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _copy(file, copy)


def restore(
    copy: Path, target: Path, *, renew_key: bool = False, tell: Tell = silent
) -> AuditReport:
    """A room's folder from a backup, if nothing is wrong with it.

    With `renew_key` the room gets a new key, for instance because the old one may be known to
    others. The old one stays next to it, to verify what was written before.
    """
    if not (copy / JOURNAL).exists():
        raise StoreError(f"{copy}: this is not a backup of a room: it has no {JOURNAL}")
    _require_unused(target)
    report = verified(copy, tell=tell)
    part = _part_of(target)
    try:
        archive.restore(copy / JOURNAL, part / JOURNAL, tell)
        _copy_houses(copy, part)
        for file in sorted(copy.iterdir()):
            if file.name in (TABLES, ACCOUNTS, checkpoint.COPY) or file.match(HOUSE_KEYS):
                _copy(file, part / file.name)
        if renew_key:
            _renew_key(part)
        sync(part)
        if target.exists():
            target.rmdir()
        part.rename(target)
        sync(target.parent)
    except OSError as error:
        raise StoreError(f"{target}: cannot be restored: {error.strerror}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return report


def verified(folder: Path, journal: Path | None = None, tell: Tell = silent) -> AuditReport:
    """A journal that is in order, checked against the keys of a folder."""
    path = journal or folder / JOURNAL
    keys = [load_key(file) for file in sorted(folder.glob(HOUSE_KEYS))]
    publics = tuple(key.public for key in keys) if len(keys) > 1 else ()
    evidence = Evidence((), publics, tuple(key.author for key in keys), known_stream)
    report = verify_file(path, evidence, tell)
    if report.faults:
        raise StoreError(f"{path}: the journal is damaged: {report.faults[0]}")
    return report


def write_files(rows: Rows, address: str, folder: Path, tell: Tell = silent) -> AuditReport:
    """The room of a database as files of a folder that has its keys, while services may write.

    The journal is copied before the accounts, as from a folder: see `_copy_files`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f".{JOURNAL}.{os.getpid()}.moving"
    try:
        before = [id for (id,) in rows.find(_CLOSED)]
        archive.backup_database(address, part, tell)
        report = verified(folder, part, tell)
        for name, opening in (
            (ACCOUNTS, secrets_file.open_file),
            (TABLES, table_registry.open_file),
        ):
            (folder / name).unlink(missing_ok=True)
            with closing(opening(folder / name)) as file:
                for table in HELD[name]:
                    _fill(file, table, rows.find(f"SELECT {COLUMNS[table]} FROM {table}"))
        _reopen(folder / TABLES, before)
        archive.restore(part, folder / JOURNAL, tell)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{folder}: cannot be written: {error}") from error
    finally:
        for left in folder.glob(part.name + "*"):
            left.unlink()
    return report


def _fill(file: Rows, name: str, rows: list[tuple[object, ...]]) -> None:
    marks = ", ".join("?" * (COLUMNS[name].count(",") + 1))
    for row in rows:
        file.do(f"INSERT INTO {name} ({COLUMNS[name]}) VALUES ({marks})", *row)


def _copy_files(data: Path, part: Path, tell: Tell) -> None:
    before = _closed_tables(data / TABLES)
    archive.backup(data / JOURNAL, part / JOURNAL, tell)
    for name in (TABLES, ACCOUNTS):
        if (data / name).exists():
            _copy_database(data / name, part / name)
    _reopen(part / TABLES, before)


def _require_unused(target: Path) -> None:
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise StoreError(f"{target}: already exists; it was not changed")


def _part_of(target: Path) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    part.mkdir(mode=0o700)
    return part


def _copy(source: Path, target: Path) -> None:
    handle = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(source.read_bytes())
        file.flush()
        os.fsync(handle)


def _copy_database(source: Path, target: Path) -> None:
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as reading,
        closing(sqlite3.connect(target)) as writing,
    ):
        reading.backup(writing)
        # One file, without a log next to it.
        writing.execute("PRAGMA journal_mode = DELETE")
    sync(target)


def _closed_tables(book: Path) -> list[str]:
    if not book.exists():
        return []
    with closing(sqlite3.connect(f"{book.absolute().as_uri()}?mode=ro", uri=True)) as database:
        rows = database.execute(_CLOSED).fetchall()
    return [id for (id,) in rows]


def _reopen(book: Path, before: list[str]) -> None:
    """Tables that were not closed before the journal was copied, also those that opened since; a
    room closes those that the journal has closed."""
    if not book.exists():
        return
    with closing(sqlite3.connect(book)) as database:
        later = {id for (id,) in database.execute(_CLOSED)} - set(before)
        for id in later:
            database.execute("UPDATE tables SET closed_at = NULL WHERE id = ?", (id,))
        database.commit()


def _write_checkpoint(folder: Path) -> None:
    with closing(open_reader(str(folder / JOURNAL))) as store:
        last = checkpoint.latest(store, store.heads())
    if last is not None:
        path = folder / checkpoint.COPY
        with os.fdopen(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
            file.write(checkpoint.encode(last))


def _renew_key(folder: Path) -> None:
    """The old key signs everything so far; then it is set aside."""
    old = load_key(folder / HOUSE_KEY)
    store = open_store(str(folder / JOURNAL), old.blind)
    try:
        checkpoint.record(store, old, time.time_ns())
    finally:
        store.close()
    number = 1 + sum(1 for _ in folder.glob("house-key-*.pem"))
    (folder / HOUSE_KEY).rename(folder / f"house-key-{number}.pem")
    create_key(folder / HOUSE_KEY)
    _write_checkpoint(folder)
