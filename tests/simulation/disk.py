"""The disk of a simulated machine: it fills up, fails, decays, and loses power.

It stands below SQLite, as `FaultyDisk` does. What was written and not yet synced is remembered, so
that a power failure can take some of it back.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import get_ident
from typing import Final, NamedTuple
from unittest.mock import patch

from cardroom.store import sqlite_file
from tests.faults.faulty_disk import CODES, Fault, FaultyDisk

FORCE: Final = sqlite_file.sync
NOT_COPIED: Final = ("-shm", "lock")
"""Memory that processes share, and the lock of a process, end with it."""


class Unsynced(NamedTuple):
    """How to take a write back: what was there before, and how long the file was."""

    offset: int
    before: bytes
    size: int


class SimulatedDisk(FaultyDisk):
    def __init__(self, chance: Random) -> None:
        super().__init__()
        self._chance, self._thread = chance, get_ident()
        self._paths: dict[int, str] = {}
        self._files: dict[str, int] = {}
        self._unsynced: dict[str, list[Unsynced]] = {}
        self._carried: dict[str, list[Unsynced]] = {}
        """Not synced by the process that died, and still on its way to the disk."""
        self.dead = False
        """The process has died: whatever it still writes is lost."""
        self.can_die = False
        self.die_in: int | None = None
        """After this number of writes and syncs the process dies."""
        self.died: Callable[[], None] = lambda: None

    @contextmanager
    def in_place(self) -> Iterator[SimulatedDisk]:
        with super().in_place(), patch.object(sqlite_file, "sync", self._sync_by_name):
            yield self

    def holds(self) -> bool:
        """The service of another test may run on a thread of its own, with a disk of its own."""
        return get_ident() == self._thread

    @property
    def broken(self) -> bool:
        return self.fail_write is not None or self.fail_sync is not None

    def break_soon(self, fault: Fault) -> None:
        self.fault = fault
        self.fail_write = self.writes + 1 + self._chance.randrange(12)

    def break_syncs(self) -> None:
        self.fail_sync = self.syncs + 1 + self._chance.randrange(4)

    def forget(self) -> None:
        """The files of the last process are gone; the next one has what was copied of them."""
        for handle in self._files.values():
            os.close(handle)
        self._paths, self._files = {}, {}
        self._unsynced, self._carried = self._carried, {}

    def copy(self, source: Path, target: Path, *, power_failed: bool) -> None:
        """The files as the next process finds them."""
        target.mkdir()
        for path in sorted(source.iterdir()):
            if path.name.endswith(NOT_COPIED) or path.name.startswith("."):
                continue
            copied = target / path.name
            shutil.copy(path, copied)
            undone = self._unsynced.get(str(path), [])
            if power_failed and undone:
                self._undo(copied, undone[self._chance.randrange(len(undone) + 1) :])
            elif undone:
                self._carried[str(copied)] = undone

    def _undo(self, path: Path, writes: list[Unsynced]) -> None:
        with path.open("r+b") as file:
            for write in reversed(writes):
                file.seek(write.offset)
                file.write(write.before)
                file.truncate(max(write.size, 0))

    def opened(self, file: int, path: str) -> None:
        self._paths[file] = path

    def _remember(self, file: int, offset: int, amount: int | None) -> None:
        path = self._paths.get(file, "")
        if not path:
            return
        handle = self._handle(path)
        size = os.fstat(handle).st_size
        before = os.pread(handle, size - offset if amount is None else amount, offset)
        self._unsynced.setdefault(path, []).append(Unsynced(offset, before, size))

    def _handle(self, path: str) -> int:
        """The file that has this name now: a log is deleted and begun again."""
        handle = self._files.get(path)
        if handle is not None and not os.fstat(handle).st_nlink:
            os.close(handle)
            self._unsynced.pop(path, None)
            handle = None
        if handle is None:
            handle = self._files[path] = os.open(path, os.O_RDONLY)
        return handle

    def _dies(self) -> bool:
        if self.die_in is not None and self.can_die and not self.dead:
            self.die_in -= 1
            if self.die_in <= 0:
                self.die_in = None
                self.died()
                self.dead = True
        return self.dead

    def _write(self, write: Callable[..., int]) -> Callable[..., int]:
        def written(file: int, data: int, amount: int, offset: int) -> int:
            self.writes += 1
            if self._dies():
                return sqlite3.SQLITE_IOERR_WRITE
            self._remember(file, offset, amount)
            if self.fail_write is None or self.writes < self.fail_write:
                return write(file, data, amount, offset)
            self.failed += 1
            if self.fault == "torn":
                write(file, data, amount // 2, offset)
            return CODES[self.fault]

        return written

    def _truncate(self, truncate: Callable[..., int]) -> Callable[..., int]:
        def truncated(file: int, size: int) -> int:
            if self.dead or (self.fail_write is not None and self.writes >= self.fail_write):
                return sqlite3.SQLITE_IOERR_TRUNCATE
            self._remember(file, size, None)
            return truncate(file, size)

        return truncated

    def _sync(self, sync: Callable[..., int]) -> Callable[..., int]:
        def synced(file: int, flags: int) -> int:
            return 0 if self._syncs(self._paths.get(file, "")) else sqlite3.SQLITE_IOERR_FSYNC

        return synced

    def _sync_by_name(self, path: Path) -> None:
        """In place of the product's own way to force a file to disk."""
        if not self.holds():
            FORCE(path)
        elif not self._syncs(str(path)):
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))

    def _syncs(self, path: str) -> bool:
        self.syncs += 1
        if self._dies():
            return False
        if self.fail_sync is not None and self.syncs >= self.fail_sync:
            self.failed += 1
            return False
        # The file is in memory: there is nothing to wait for.
        self._unsynced.pop(path, None)
        return True


def flip(path: Path, chance: Random) -> None:
    """One bit of a file decays."""
    data = bytearray(path.read_bytes())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(bytes(data))
