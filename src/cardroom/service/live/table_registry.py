"""The lobby's own record of a table: its title, the person who opened it, and its age."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Final

import msgspec

from cardroom.service.files import open_database

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
    def __init__(self, path: Path | None) -> None:
        self._lock = Lock()
        self._database = open_database(path, (_SCHEMA,))

    def add(self, listing: Listing) -> None:
        with self._lock:
            self._database.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, NULL)",
                (
                    listing.id,
                    listing.title,
                    listing.opener,
                    listing.guest,
                    listing.bots,
                    listing.opened_at,
                ),
            )

    def end(self, id: str, at: float) -> None:
        with self._lock:
            self._database.execute("UPDATE tables SET closed_at = ? WHERE id = ?", (at, id))

    def known(self) -> frozenset[str]:
        """Every table that was ever listed, open or closed."""
        with self._lock:
            return frozenset(id for (id,) in self._database.execute("SELECT id FROM tables"))

    def open_ones(self) -> list[Listing]:
        with self._lock:
            rows = self._database.execute(
                "SELECT id, title, opener, guest, bots, opened_at FROM tables"
                " WHERE closed_at IS NULL ORDER BY opened_at"
            ).fetchall()
        return [
            Listing(id, title, opener, bool(guest), bots, at)
            for id, title, opener, guest, bots, at in rows
        ]

    def close(self) -> None:
        with self._lock:
            self._database.close()
