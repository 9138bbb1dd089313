"""A disk that fails on command, below SQLite and above the kernel.

SQLite reaches files through a table of functions. While a `FaultyDisk` is in place, the default
table's `xOpen` gives every file its own write, sync and truncate, which count and then fail as
told, with the codes SQLite's Unix layer returns for ENOSPC and EIO. Nothing in the product knows.
It needs an SQLite that is a shared library, as in most Pythons; `available()` says so.
"""

from __future__ import annotations

import ctypes
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Literal

OK: Final = 0
Fault = Literal["full", "error", "torn"]
CODES: Final[dict[str, int]] = {
    "full": sqlite3.SQLITE_FULL,
    "error": sqlite3.SQLITE_IOERR_WRITE,
    "torn": sqlite3.SQLITE_IOERR_WRITE,
}

_pointer = ctypes.c_void_p
_Open = ctypes.CFUNCTYPE(
    ctypes.c_int, _pointer, _pointer, _pointer, ctypes.c_int, ctypes.POINTER(ctypes.c_int)
)
_Write = ctypes.CFUNCTYPE(ctypes.c_int, _pointer, _pointer, ctypes.c_int, ctypes.c_int64)
_Truncate = ctypes.CFUNCTYPE(ctypes.c_int, _pointer, ctypes.c_int64)
_Sync = ctypes.CFUNCTYPE(ctypes.c_int, _pointer, ctypes.c_int)


class _Vfs(ctypes.Structure):
    """The start of sqlite3_vfs, which is all that is touched."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("path_max", ctypes.c_int),
        ("next", _pointer),
        ("name", ctypes.c_char_p),
        ("data", _pointer),
        ("open", _pointer),
    ]


class _Methods(ctypes.Structure):
    """sqlite3_io_methods, version 3."""

    _fields_ = [
        ("version", ctypes.c_int),
        *((name, _pointer) for name in ("close", "read", "write", "truncate", "sync")),
        ("others", _pointer * 13),
    ]


class _File(ctypes.Structure):
    _fields_ = [("methods", ctypes.POINTER(_Methods))]


def _library() -> ctypes.CDLL | None:
    try:
        library = ctypes.CDLL("libsqlite3.so.0")
        library.sqlite3_libversion.restype = ctypes.c_char_p
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    except (OSError, AttributeError):
        return None
    same = library.sqlite3_libversion().decode() == sqlite3.sqlite_version
    return library if same else None


def available() -> bool:
    return _library() is not None


class FaultyDisk:
    """Counts writes and syncs, and fails from the given one on, until it is mended."""

    def __init__(self) -> None:
        self.writes = self.syncs = 0
        self.fail_write: int | None = None
        self.fail_sync: int | None = None
        self.fault: Fault = "error"
        self.failed = 0
        self._patched: dict[int, Any] = {}
        # Functions that SQLite holds must live as long as it does.
        self._kept: list[Any] = []

    def mend(self) -> None:
        self.fail_write = self.fail_sync = None

    @contextmanager
    def in_place(self) -> Iterator[FaultyDisk]:
        library = _library()
        assert library is not None
        vfs = library.sqlite3_vfs_find(None).contents
        original = vfs.open
        open_file = _Open(original)

        def opened(vfs_: int, name: int, file: int, flags: int, out: Any) -> int:
            code = int(open_file(vfs_, name, file, flags, out))
            place = ctypes.cast(file, ctypes.POINTER(_File)).contents
            if place.methods and self.holds():
                place.methods = ctypes.pointer(self._methods(place.methods.contents))
                self.opened(file, ctypes.string_at(name).decode() if name else "")
            return code

        callback = _Open(opened)
        _KEPT.append((self, callback))
        vfs.open = ctypes.cast(callback, _pointer).value
        try:
            yield self
        finally:
            vfs.open = original

    def holds(self) -> bool:
        """Whether what opens a file now has this disk."""
        return True

    def opened(self, file: int, path: str) -> None:
        """A file was opened; a path that is empty is a temporary one."""

    def _methods(self, original: _Methods) -> _Methods:
        address = ctypes.addressof(original)
        if address not in self._patched:
            copy = _Methods.from_buffer_copy(original)
            for name, kind, make in (
                ("write", _Write, self._write),
                ("truncate", _Truncate, self._truncate),
                ("sync", _Sync, self._sync),
            ):
                callback = kind(make(kind(getattr(original, name))))
                self._kept.append(callback)
                setattr(copy, name, ctypes.cast(callback, _pointer).value)
            self._patched[address] = copy
        patched: _Methods = self._patched[address]
        return patched

    def _write(self, write: Callable[..., int]) -> Callable[..., int]:
        def written(file: int, data: int, amount: int, offset: int) -> int:
            self.writes += 1
            if self.fail_write is None or self.writes < self.fail_write:
                return write(file, data, amount, offset)
            self.failed += 1
            if self.fault == "torn":
                write(file, data, amount // 2, offset)
            return CODES[self.fault]

        return written

    def _truncate(self, truncate: Callable[..., int]) -> Callable[..., int]:
        def truncated(file: int, size: int) -> int:
            broken = self.fail_write is not None and self.writes >= self.fail_write
            return sqlite3.SQLITE_IOERR_TRUNCATE if broken else truncate(file, size)

        return truncated

    def _sync(self, sync: Callable[..., int]) -> Callable[..., int]:
        def synced(file: int, flags: int) -> int:
            self.syncs += 1
            if self.fail_sync is None or self.syncs < self.fail_sync:
                return sync(file, flags)
            self.failed += 1
            return sqlite3.SQLITE_IOERR_FSYNC

        return synced


_KEPT: list[Any] = []
