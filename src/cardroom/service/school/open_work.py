"""What is open in the school: a question, a question of an examination, or a round being dealt.

With several workers any request may come to any of them, so it is in the room's database, where
all see it. A room of one worker has it in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from cardroom.store.rows import Rows, SqliteRows, TakenError

SCHEMA: Final = """CREATE TABLE IF NOT EXISTS school (person TEXT NOT NULL, slot TEXT NOT NULL,
    id TEXT NOT NULL, at REAL NOT NULL, body BLOB NOT NULL, PRIMARY KEY (person, slot)) STRICT"""
KEPT_MAX: Final = 4000
"""The oldest go first: of people who left in the middle."""


class OpenItem(NamedTuple):
    id: str
    at: float
    """When it was begun, by the service's clock."""
    body: bytes


class OpenWork:
    """Every method may block; any thread may call it."""

    def __init__(self, rows: Rows | None, clock: Callable[[], float]) -> None:
        """Without rows, in memory."""
        self._rows: Rows = SqliteRows(None, (SCHEMA,)) if rows is None else rows
        self._in_memory = rows is None
        self._clock = clock

    def close(self) -> None:
        """The room's database is closed by the room."""
        if self._in_memory:
            self._rows.close()

    def find(self, person: str, slot: str) -> OpenItem | None:
        sql = "SELECT id, at, body FROM school WHERE person = ? AND slot = ?"
        rows = self._rows.find(sql, person, slot)
        return next((OpenItem(id, at, bytes(body)) for id, at, body in rows), None)

    def put(self, person: str, slot: str, id: str, body: bytes) -> OpenItem:
        """Open it instead of what was there; if another worker was faster, that one is open."""
        item = OpenItem(id, self._clock(), body)
        self._rows.do("DELETE FROM school WHERE person = ? AND slot = ?", person, slot)
        try:
            self._rows.do(
                "INSERT INTO school (person, slot, id, at, body) VALUES (?, ?, ?, ?, ?)",
                person, slot, id, item.at, body,
            )  # fmt: skip
        except TakenError:
            return self.find(person, slot) or item
        self._rows.do(
            "DELETE FROM school WHERE at <"
            " (SELECT at FROM school ORDER BY at DESC LIMIT 1 OFFSET ?)",
            KEPT_MAX,
        )
        return item

    def change(self, person: str, slot: str, was: bytes, now: bytes) -> bool:
        """Whether it was still as given, and is changed."""
        sql = "UPDATE school SET body = ? WHERE person = ? AND slot = ? AND body = ?"
        return bool(self._rows.do(sql, now, person, slot, was))

    def take(self, person: str, slot: str, id: str) -> bool:
        """Whether it was open; of several that take it at once, one does."""
        sql = "DELETE FROM school WHERE person = ? AND slot = ? AND id = ?"
        return bool(self._rows.do(sql, person, slot, id))

    def drop(self, person: str, slot: str) -> None:
        self._rows.do("DELETE FROM school WHERE person = ? AND slot = ?", person, slot)
