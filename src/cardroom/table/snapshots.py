"""Snapshots: the state of a stream after one of its entries, so that not all must be read again.

A snapshot is a cache. It is used only if it was written with the house's key, by a program with the
same rules, and if the journal has the entry that it names; otherwise the stream is read from the
beginning. Deleting all of them changes nothing but time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from struct import pack
from typing import Final, NamedTuple

import cardroom
from cardroom.store import StoreError, StreamHead
from cardroom.store.rows import Rows, SqliteRows

FILE: Final = "snapshots.sqlite"
_TAG: Final = b"cardroom snapshot 1\0"
_MAC_BYTES: Final = 32
_SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS snapshots (stream TEXT NOT NULL, seq INTEGER NOT NULL, hash BLOB"
    " NOT NULL, number INTEGER NOT NULL, engine TEXT NOT NULL, body BLOB NOT NULL,"
    " PRIMARY KEY (stream, seq)) STRICT"
)
_FOUND: Final = (
    "SELECT seq, hash, number, body FROM snapshots WHERE stream = ? AND engine = ? AND number < ?"
    " ORDER BY seq DESC LIMIT 1"
)
_PUT: Final = (
    "INSERT INTO snapshots (stream, seq, hash, number, engine, body) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (stream, seq) DO UPDATE SET hash = excluded.hash, number = excluded.number,"
    " engine = excluded.engine, body = excluded.body"
)
_THIN: Final = "DELETE FROM snapshots WHERE stream = ? AND seq < ? AND number % ? <> 0"
_DECIDING: Final = (
    "cards", "money", "hands", "rules", "events", "play", "games", "ledger", "store", "table",
)  # fmt: skip
"""Packages whose code decides what a table is after a command."""
LAST: Final = 2**62


class Snapshot(NamedTuple):
    """The state after entry `seq`, whose hash is `hash`; `number` is a table's last round."""

    seq: int
    hash: bytes
    number: int
    body: bytes


class Snapshots:
    """Written on a thread of its own; every method may be called from any thread."""

    def __init__(self, rows: Rows, author: Callable[[bytes], bytes]) -> None:
        self._rows, self._author = rows, author
        self._engine = engine()
        self._pool = ThreadPoolExecutor(1, "snapshots")

    def put(
        self,
        stream: str,
        head: StreamHead,
        number: int,
        encode: Callable[[], bytes | None],
        each: int = 1,
    ) -> None:
        """Keep what `encode` returns, if anything, as the state after the entry of this head.

        Earlier ones whose numbers are no multiples of `each` are removed.
        """
        with suppress(RuntimeError):  # Closed in the meantime.
            self._pool.submit(self._put, stream, head, number, encode, each)

    def find(self, stream: str, below: int = LAST) -> Snapshot | None:
        """The last one of a stream, with a number below the given one."""
        try:
            rows = self._rows.find(_FOUND, stream, self._engine, below)
        except (StoreError, sqlite3.Error):
            return None
        for seq, hashed, number, sealed in rows:
            found = Snapshot(seq, bytes(hashed), number, bytes(sealed)[_MAC_BYTES:])
            if compare_digest(bytes(sealed)[:_MAC_BYTES], self._mac(stream, found)):
                return found
        return None

    def flush(self) -> None:
        """Wait until everything is written."""
        self._pool.submit(lambda: None).result()

    def close(self) -> None:
        self._pool.shutdown()

    def _put(
        self,
        stream: str,
        head: StreamHead,
        number: int,
        encode: Callable[[], bytes | None],
        each: int,
    ) -> None:
        body = encode()
        if body is None:
            return
        one = Snapshot(head.seq, head.hash, number, body)
        sealed = self._mac(stream, one) + body
        # A cache that cannot be written costs time, and nothing else.
        with suppress(StoreError, sqlite3.Error):
            self._rows.do(_PUT, stream, one.seq, one.hash, number, self._engine, sealed)
            self._rows.do(_THIN, stream, one.seq, each)

    def _mac(self, stream: str, one: Snapshot) -> bytes:
        named = f"{self._engine}\0{stream}\0".encode()
        return self._author(_TAG + named + pack(">QQ", one.seq, one.number) + one.hash + one.body)


def open_file(folder: Path) -> SqliteRows:
    """The snapshots of a folder; a file that cannot be used is replaced."""
    path = folder / FILE
    try:
        return SqliteRows(path, (_SCHEMA,), "NORMAL")
    except StoreError:
        for file in folder.glob(FILE + "*"):
            file.unlink()
        return SqliteRows(path, (_SCHEMA,), "NORMAL")


@cache
def engine() -> str:
    """The version, and a digest of the code and data that decide what commands do."""
    root = Path(cardroom.__file__).parent
    seen = sha256()
    for name in _DECIDING:
        folder = root / name
        files = [root / f"{name}.py"] if not folder.is_dir() else sorted(folder.rglob("*.*"))
        for file in files:
            if file.suffix in (".py", ".toml"):
                text = file.read_bytes()
                seen.update(f"{file.relative_to(root).as_posix()}\0{len(text)}\0".encode() + text)
    return f"{cardroom.__version__}+{seen.hexdigest()[:16]}"
