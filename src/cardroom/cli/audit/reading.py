"""Journals opened for reading: nothing is created, changed or locked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import typer

from cardroom.cli._notices import notices
from cardroom.cli.common import CommandError
from cardroom.events.office import RulingMade
from cardroom.store import open_reader
from cardroom.store.errors import StoreError
from cardroom.store.watched import WatchedReader
from cardroom.table.journal import TABLES, fold, money_streams, read_table, stream_of

if TYPE_CHECKING:
    from cardroom.store import Entry, Reader
    from cardroom.table.journal import TableStep

FAULTY, UNREADABLE, DIFFERENT = 1, 2, 3

P = ParamSpec("P")
R = TypeVar("R")


def reporting_store_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Report a journal that cannot be read in one line, with exit code 2."""

    @wraps(command)
    def reporting(*given: P.args, **named: P.kwargs) -> R:
        try:
            return command(*given, **named)
        except StoreError as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(UNREADABLE) from None

    return reporting


@contextmanager
def journal(database: str) -> Iterator[Reader]:
    with closing(open_reader(database)) as reader:
        yield reader


@contextmanager
def reading_with_bar(
    store: Reader, text: str, streams: Iterable[str], times: int = 1
) -> Iterator[Reader]:
    """A bar that says how much of these streams has been read, and how long the rest takes."""
    with notices() as tell:
        yield WatchedReader(store, text, tell, streams, times)


def counted(number: int, noun: str) -> str:
    """`1 entry`, `2,000 entries`."""
    many = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{number:,} {noun if number == 1 else many}"


def streams(store: Reader, table: str = "") -> list[str]:
    """The streams of all tables, or of one."""
    found = [name for name in sorted(store.heads()) if name.startswith(TABLES)]
    if not table:
        return found
    if stream_of(table) not in found:
        there = ", ".join(name.removeprefix(TABLES) for name in found) or "none"
        raise CommandError(f"there is no table {table!r} in this journal; tables are {there}")
    return [stream_of(table)]


def posted_streams(store: Reader, table: str = "") -> list[str]:
    """The streams that move money, or only that of a table."""
    return streams(store, table) if table else money_streams(store.heads())


def round_named(text: str) -> tuple[str, int]:
    """`main:12` is round 12 of the table main."""
    table, colon, number = text.rpartition(":")
    if not colon or not number.isdecimal() or not int(number) or not table:
        raise CommandError(f"{text!r} is not a round; write TABLE:NUMBER, like main:12")
    return table, int(number)


def steps_of(store: Reader, text: str) -> list[TableStep]:
    """The entries of one round, from no more bets until it was cleared."""
    table, number = round_named(text)
    (stream,) = streams(store, table)
    found: list[TableStep] = []
    last = 0
    with reading_with_bar(store, f"looking for round {number}", [stream]) as reader:
        for step in fold(reader.read(stream)):
            last = step.after.number
            if last == number and (step.after.round is not None or not found or _clears(step)):
                found.append(step)
                if step.after.round is None:
                    break
    if not found:
        raise CommandError(f"table {table} has no round {number}; its last one is {last}")
    return found


def rulings_on(store: Reader, text: str) -> list[tuple[Entry, RulingMade]]:
    """The rulings on one round, which come after it."""
    table, number = round_named(text)
    (stream,) = streams(store, table)
    with reading_with_bar(store, "looking for rulings", [stream]) as reader:
        return [
            (entry, event)
            for entry in reader.read(stream)
            if b"ruling-made" in entry.body
            for event in read_table(entry).events
            if isinstance(event, RulingMade) and event.round == number
        ]


def _clears(step: TableStep) -> bool:
    return step.before is not None and step.before.round is not None
