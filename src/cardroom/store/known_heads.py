"""The ends of streams as a connection left them, so that it need not look them up again.

Another connection may have written since. Then an entry that follows what is known here has a
number that is taken, and the database refuses it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Final

from cardroom.store.journal import ORIGIN, Entry, StreamHead

KEPT: Final = 10_000
_HEAD: Final = "SELECT seq, hash, at FROM entries WHERE stream = ? ORDER BY seq DESC LIMIT 1"


def head_in(database: sqlite3.Connection, stream: str) -> StreamHead:
    row = database.execute(_HEAD, (stream,)).fetchone()
    return StreamHead(*row) if row else ORIGIN


class KnownHeads:
    """Used by the one thread that writes with this connection."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._heads: dict[str, StreamHead] = {}

    def head(self, stream: str) -> StreamHead:
        found = self._heads.get(stream)
        return head_in(self._database, stream) if found is None else found

    def note(self, written: Iterable[Entry]) -> None:
        if len(self._heads) > KEPT:
            self._heads = {}
        for entry in written:
            self._heads[entry.stream] = entry.head

    def forget(self) -> None:
        """Nobody knows what was written."""
        self._heads = {}
