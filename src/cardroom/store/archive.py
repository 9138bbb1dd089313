"""Backups of a journal: made while it is in use, and restored."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from msgspec.structs import astuple

from cardroom.progress import ProgressNotice, Tell, Watch, silent
from cardroom.store import high_water
from cardroom.store.audit import AuditReport, verify_file
from cardroom.store.errors import DamagedError, StoreError
from cardroom.store.opening import need_driver
from cardroom.store.seal import write_seal
from cardroom.store.sqlite_file import (
    INSERT,
    check_file,
    create,
    open_follower,
    open_writer,
    sync,
    translated,
)

COPYING: Final = "copying"
PAGES: Final = 4096
"""The number of pages copied between two notices: 16 MB."""


def backup(source: Path, target: Path, tell: Tell = silent) -> None:
    """Copy a journal as of one moment, while writers continue. The copy is sealed."""
    check_file(source)

    def copied(_status: int, left: int, of: int) -> None:
        if of > PAGES:
            tell(ProgressNotice(COPYING, of - left, of))

    with _copied(target) as part:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with (
            translated(source),
            closing(open_follower(source)) as reading,
            closing(sqlite3.connect(part)) as writing,
        ):
            # Within a transaction, all pages are of one moment, whatever is written between them.
            reading.execute("BEGIN")
            reading.execute("SELECT max(rowid) FROM entries").fetchone()
            reading.backup(writing, pages=PAGES, progress=copied)


def backup_database(address: str, target: Path, tell: Tell = silent) -> None:
    """Copy a journal in PostgreSQL as of one moment, while writers continue, to a sealed file."""
    need_driver()
    # Imported here, because the driver is an extra that most houses do not install.
    from cardroom.store.postgres import PostgresReader, snapshot  # noqa: PLC0415 - needs an extra

    with closing(PostgresReader(address)) as reader:
        count = sum(head.seq for head in reader.heads().values())
    with _copied(target) as part:
        create(part)
        with translated(part), closing(open_writer(part)) as writing:
            writing.execute("BEGIN")
            entries = Watch(COPYING, count, tell).over(snapshot(address), count)
            writing.executemany(INSERT, map(astuple, entries))
            writing.execute("COMMIT")


@contextmanager
def _copied(target: Path) -> Iterator[Path]:
    """A file to write the copy to; it gets its name when it is complete."""
    if target.exists():
        raise StoreError(f"{target}: already exists; it was not changed")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        yield part
        sync(part)
        # A link never replaces a file that appeared in the meantime.
        os.link(part, target)
        sync(target.parent)
    except OSError as error:
        raise StoreError(f"{target}: cannot write the copy: {error.strerror}") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    write_seal(target)


def restore(copy: Path, target: Path, tell: Tell = silent) -> AuditReport:
    """Restore a backup under an unused name, if nothing is wrong with it."""
    report = verify_file(copy, tell=tell)
    if report.faults:
        raise DamagedError(f"{copy}: this copy is damaged and was not restored: {report.faults[0]}")
    # What an earlier journal of this name had acknowledged is given up knowingly.
    high_water.forget(target)
    backup(copy, target, tell)
    return report
