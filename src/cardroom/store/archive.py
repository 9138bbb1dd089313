"""Backups of a journal: made while it is in use, and restored."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from cardroom.store import high_water
from cardroom.store.audit import Report, verify_file
from cardroom.store.errors import DamagedError, StoreError
from cardroom.store.seal import write_seal
from cardroom.store.sqlite_file import check_file, open_follower, sync, translated


def backup(source: Path, target: Path) -> None:
    """Copy a journal as of one moment, while writers continue. The copy is sealed."""
    check_file(source)
    if target.exists():
        raise StoreError(f"{target}: already exists; it was not changed")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with (
            translated(source),
            closing(open_follower(source)) as reading,
            closing(sqlite3.connect(part)) as writing,
        ):
            reading.backup(writing)
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


def restore(copy: Path, target: Path) -> Report:
    """Restore a backup under an unused name, if nothing is wrong with it."""
    report = verify_file(copy)
    if report.faults:
        raise DamagedError(f"{copy}: this copy is damaged and was not restored: {report.faults[0]}")
    # What an earlier journal of this name had acknowledged is given up knowingly.
    high_water.forget(target)
    backup(copy, target)
    return report
