"""The lobby's own record of a table: its title, the person who opened it, and its age."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from cardroom.store.rows import Rows, SqliteRows

_SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, title TEXT NOT NULL, opener TEXT NOT"
    " NULL, guest INTEGER NOT NULL, bots INTEGER NOT NULL, opened_at REAL NOT NULL,"
    " closed_at REAL) STRICT"
)


class Listing(msgspec.Struct, frozen=True):
    id: str
    title: str
    opener: str
    """The person who opened it; `house` for the room's own tables."""
    guest: bool
    """It has an age limit."""
    bots: int
    opened_at: float


class TableRegistry:
    """Every method may block; any thread may call it."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def add(self, listing: Listing) -> None:
        self._rows.do(
            "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, NULL)",
            listing.id,
            listing.title,
            listing.opener,
            int(listing.guest),
            listing.bots,
            listing.opened_at,
        )

    def end(self, id: str, at: float) -> None:
        self._rows.do("UPDATE tables SET closed_at = ? WHERE id = ?", at, id)

    def find(self, id: str) -> Listing | None:
        """A table that is open."""
        return next((each for each in self.open_ones() if each.id == id), None)

    def known(self) -> frozenset[str]:
        """Every table that was ever listed, open or closed."""
        return frozenset(id for (id,) in self._rows.find("SELECT id FROM tables"))

    def open_ones(self) -> list[Listing]:
        rows = self._rows.find(
            "SELECT id, title, opener, guest, bots, opened_at FROM tables"
            " WHERE closed_at IS NULL ORDER BY opened_at"
        )
        return [
            Listing(id, title, opener, bool(guest), bots, at)
            for id, title, opener, guest, bots, at in rows
        ]

    def close(self) -> None:
        self._rows.close()


def open_file(path: Path | None) -> SqliteRows:
    """The tables in a file of their own, created if missing; in memory without a path."""
    return SqliteRows(path, (_SCHEMA,))
