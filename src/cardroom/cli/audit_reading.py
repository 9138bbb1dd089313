"""Journals for those who only look: nothing is created, changed or locked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, Protocol, TypeVar

import typer

from cardroom.cli.common import CommandError

if TYPE_CHECKING:
    import sqlite3

    from cardroom.store import Entry
    from cardroom.table.journal import Step

FAULTY, UNREADABLE, DIFFERENT = 1, 2, 3

P = ParamSpec("P")
R = TypeVar("R")


def told(command: Callable[P, R]) -> Callable[P, R]:
    """A journal that cannot be read is one line and exit code 2."""

    @wraps(command)
    def telling(*given: P.args, **named: P.kwargs) -> R:
        from cardroom.store.errors import StoreError

        try:
            return command(*given, **named)
        except StoreError as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(UNREADABLE) from None

    return telling


class Readable(Protocol):
    def read(self, stream: str, after: int = 0) -> Iterator[Entry]: ...

    def names(self) -> list[str]: ...


class _File:
    """A journal file, opened so that nothing appears beside it."""

    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        self._path, self._database = path, database

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        from cardroom.store import Entry
        from cardroom.store.sqlite import COLUMNS
        from cardroom.store.sqlite_file import translated

        sql = f"SELECT {COLUMNS} FROM entries WHERE stream = ? AND seq > ? ORDER BY seq"
        with translated(self._path):
            for row in self._database.execute(sql, (stream, after)):
                yield Entry(*row)

    def names(self) -> list[str]:
        from cardroom.store.sqlite_file import translated

        with translated(self._path):
            rows = self._database.execute("SELECT DISTINCT stream FROM entries ORDER BY stream")
            return [name for (name,) in rows]


class _Server:
    def __init__(self, address: str) -> None:
        from cardroom.store import open_store

        self.store = open_store(address)

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        return self.store.read(stream, after)

    def names(self) -> list[str]:
        return sorted(self.store.heads())


@contextmanager
def journal(database: str) -> Iterator[Readable]:
    from cardroom.store.sqlite_file import open_reader

    if "://" in database:
        server = _Server(database)
        try:
            yield server
        finally:
            server.store.close()
        return
    path = Path(database)
    with closing(open_reader(path)) as connection:
        yield _File(path, connection)


def book(database: str) -> None:
    """Refuse a name under which there is no journal yet: to audit one must not make one."""
    from cardroom.store.sqlite_file import check_file

    if "://" not in database:
        check_file(Path(database))


def streams(store: Readable, table: str = "") -> list[str]:
    """The streams of all tables, or of one."""
    from cardroom.table.journal import TABLES, stream_of

    found = [name for name in store.names() if name.startswith(TABLES)]
    if not table:
        return found
    if stream_of(table) not in found:
        there = ", ".join(name.removeprefix(TABLES) for name in found) or "none"
        raise CommandError(f"there is no table {table!r} in this journal; tables are {there}")
    return [stream_of(table)]


def round_named(text: str) -> tuple[str, int]:
    """`main:12` is round 12 of the table main."""
    table, colon, number = text.rpartition(":")
    if not colon or not number.isdecimal() or not int(number) or not table:
        raise CommandError(f"{text!r} is no round; write TABLE:NUMBER, like main:12")
    return table, int(number)


def steps_of(store: Readable, text: str) -> list[Step]:
    """The entries of one round, from no more bets until it was cleared."""
    from cardroom.table.journal import fold

    table, number = round_named(text)
    (stream,) = streams(store, table)
    found: list[Step] = []
    last = 0
    for step in fold(store.read(stream)):
        last = step.after.number
        if last == number and (step.after.round is not None or not found or _clears(step)):
            found.append(step)
            if step.after.round is None:
                break
    if not found:
        raise CommandError(f"table {table} has no round {number}; its last one is {last}")
    return found


def _clears(step: Step) -> bool:
    return step.before is not None and step.before.round is not None
