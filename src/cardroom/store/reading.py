"""Read-only journals: nothing is created, changed, or locked."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardroom.store.journal import Entry, StreamHead
from cardroom.store.opening import is_address, need_driver
from cardroom.store.protocol import Body, Joined, Reader
from cardroom.store.sqlite import BODIES, FEW, LAST, heads_in, joined_by
from cardroom.store.sqlite_file import columns, translated
from cardroom.store.sqlite_file import open_reader as open_file


class FileReader:
    """A journal file, opened so that no other files appear next to it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._database: sqlite3.Connection = open_file(path)

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        with translated(self._path):
            fields = columns(self._database)
            sql = f"SELECT {fields} FROM entries WHERE stream = ? AND seq > ? ORDER BY seq"
            for row in self._database.execute(sql, (stream, after)):
                yield Entry(*row)

    def bodies(
        self, stream: str, after: int = 0, until: int | None = None
    ) -> Iterator[Sequence[Body]]:
        last = LAST if until is None else until
        with translated(self._path):
            found = self._database.execute(BODIES, (stream, after, last))
            while page := found.fetchmany(FEW):
                yield page

    def joined(self, stream: str, after: int, until: int) -> Iterator[Joined]:
        with translated(self._path):
            yield from joined_by(self._database.execute, stream, after, until)

    def entries(self) -> Iterator[Entry]:
        """All of them, in the order of the file."""
        with translated(self._path):
            fields = columns(self._database)
            for row in self._database.execute(f"SELECT {fields} FROM entries ORDER BY rowid"):
                yield Entry(*row)

    def heads(self) -> dict[str, StreamHead]:
        with translated(self._path):
            return heads_in(self._database)

    def close(self) -> None:
        self._database.close()


def open_reader(name: str) -> Reader:
    """An existing journal, in a file or at a `postgresql://` address."""
    if is_address(name):
        need_driver()
        from cardroom.store.postgres import PostgresReader  # noqa: PLC0415 - as in `opening`

        return PostgresReader(name)
    return FileReader(Path(name))
