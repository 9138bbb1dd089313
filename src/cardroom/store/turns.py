"""One writer at a time, across processes, and the versions of SQLite that this works around.

SQLite before 3.51.3 (3.50.7 and 3.44.6 have the correction too) can lose a committed transaction if
one connection resets the log while another one writes or copies it back: the WAL-reset bug. Most
systems still have such a version. So whatever writes a journal, or may copy its log back, does it
under a lock of our own, and connections that only read never copy the log.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cardroom.store.errors import StoreError

MINIMUM: Final = (3, 37, 0)
"""The first version with STRICT tables: a journal holds no value of the wrong kind."""


def check_version(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> None:
    """Refuse a version that cannot keep a journal."""
    if version < MINIMUM:
        have, need = (".".join(map(str, each)) for each in (version, MINIMUM))
        raise StoreError(f"a journal needs SQLite {need} or newer; this Python has {have}")


def path_of(journal: Path) -> Path:
    return journal.with_name(journal.name + ".turn")


@contextmanager
def turn(journal: Path) -> Iterator[None]:
    """Wait until no other connection writes this journal. The lock ends with the process."""
    try:
        import fcntl  # noqa: PLC0415 - not on every system
    except ImportError:
        # Without such locks, one process at a time may write.
        yield
        return
    handle = os.open(path_of(journal), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
