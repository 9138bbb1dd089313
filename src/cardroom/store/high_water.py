"""The high-water mark: how far a journal file was acknowledged, in a small file next to it.

SQLite's log ends at its first damaged frame: if a bit in it decays, everything after that bit is
gone without an error. So after each commit the number of entries and the hash of the last one are
noted outside of the database. A journal that has less than that has lost acknowledged entries.

A process that dies may leave a commit that it did not note. The next one that writes the journal
forces the log to disk and notes what is in it, before it reads any of it.

The mark is not forced to disk with each commit. After a power failure it may be behind the journal,
never ahead of it, and a mark that is behind raises no false alarm.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final
from zlib import crc32

import msgspec

from cardroom.store.errors import DamagedError, StoreError

_LINE: Final = 96
"""Two lines of this length take turns, so that a torn write leaves one of them whole."""


class HighWater(msgspec.Struct, frozen=True):
    """The number of acknowledged entries in the file, and the hash of the last one."""

    entries: int
    hash: bytes


def path_of(journal: Path) -> Path:
    return journal.with_name(journal.name + ".high-water")


def read(journal: Path) -> HighWater | None:
    """The mark of a journal; None if it has none. `DamagedError` if no line can be read."""
    try:
        text = path_of(journal).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(f"{path_of(journal)}: cannot be read: {error.strerror}") from error
    found = [_decode(text[start : start + _LINE]) for start in (0, _LINE)]
    marks = [mark for mark in found if mark is not None]
    if not marks and text:
        raise DamagedError(f"{path_of(journal)}: the high-water mark is damaged; remove this file")
    return max(marks, key=lambda mark: mark.entries, default=None)


def forget(journal: Path) -> None:
    with suppress(FileNotFoundError):
        path_of(journal).unlink()


def check(journal: Path, database: sqlite3.Connection, mark: HighWater | None) -> str:
    """What is wrong with a journal that was acknowledged up to the mark; empty if nothing is."""
    if mark is None or not mark.entries:
        return ""
    row = database.execute("SELECT hash FROM entries WHERE rowid = ?", (mark.entries,)).fetchone()
    if row is None:
        held = entries_in(database)
        return (
            f"{journal}: {mark.entries - held:,} acknowledged entries are missing at the end"
            f" ({held:,} of {mark.entries:,} are left): the log was damaged or cut off"
        )
    if row[0] != mark.hash:
        return f"{journal}: entry {mark.entries:,} of the file is not the one acknowledged last"
    return ""


def entries_in(database: sqlite3.Connection) -> int:
    """Entries are only ever added, so the last row has their number."""
    (count,) = database.execute("SELECT coalesce(max(rowid), 0) FROM entries").fetchone()
    return int(count)


class Marker:
    """Writes the mark of a journal that is open."""

    def __init__(self, journal: Path) -> None:
        self._path = path_of(journal)
        self._turn = 0
        try:
            self._file = os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise self._cannot(error) from error

    def write(self, mark: HighWater) -> None:
        self._turn ^= 1
        try:
            os.pwrite(self._file, _encode(mark), self._turn * _LINE)
        except OSError as error:
            raise self._cannot(error) from error

    def close(self) -> None:
        with suppress(OSError):
            os.fsync(self._file)
        os.close(self._file)

    def _cannot(self, error: OSError) -> StoreError:
        return StoreError(f"{self._path}: the disk reports an error: {error.strerror}")


def _encode(mark: HighWater) -> bytes:
    text = f"{mark.entries:020d} {mark.hash.hex()} ".encode()
    return text + f"{crc32(text):08x} \n".encode()


def _decode(line: bytes) -> HighWater | None:
    fields = line.split()
    if len(fields) != 3 or len(line) != _LINE:
        return None
    try:
        mark = HighWater(int(fields[0]), bytes.fromhex(fields[1].decode()))
    except ValueError:
        return None
    return mark if _encode(mark) == line else None
