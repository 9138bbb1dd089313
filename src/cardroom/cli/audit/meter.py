"""`cardroom audit meter`: every change of a meter, and their sum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.table import Table

from cardroom.cli._house_clock import HouseFile, clock_of
from cardroom.cli.audit.money import DatabaseArgument, dated_meter
from cardroom.cli.audit.reading import FAULTY, journal, reading_with_bar, reporting_store_errors
from cardroom.cli.common import CommandError, JsonOption, console, money, print_json
from cardroom.ledger.meters import meter_lines, reconciled
from cardroom.money import exact
from cardroom.table.journal import METERS, fold_meter, meter_stream

if TYPE_CHECKING:
    from fractions import Fraction

    from cardroom.ledger.meters import MeterBalance, MeterLine
    from cardroom.store import Reader
    from cardroom.table.meter import MeterBook

READING: Final = "reading changes"


@reporting_store_errors
def meter(
    database: DatabaseArgument,
    name: Annotated[
        str,
        typer.Argument(
            metavar="[METER]", help="Show the changes of this meter; by default, list all meters."
        ),
    ] = "",
    house: HouseFile = "",
    json: JsonOption = False,
) -> None:
    """List everything that went into and out of a meter and its reserve, to the fraction of a cent.

    This is the record that WAC 230-15-685 requires. Exit code 1: the changes do not add up to
    what the meter shows.
    """
    with journal(database) as store:
        streams = [name for name in sorted(store.heads()) if name.startswith(METERS)]
        there = [stream.removeprefix(METERS) for stream in streams]
        if name and name not in there:
            known = ", ".join(there) or "none"
            raise CommandError(f"there is no meter {name!r} in this journal; meters are {known}")
        if not name:
            _list(store, there, json)
            return
        stream, clock = meter_stream(name), clock_of(store, database, house)
        with reading_with_bar(store, READING, [stream], times=2) as reader:
            book = fold_meter(reader.read(stream), None, name)
            dated = (each for _, each in dated_meter(reader, clock, stream))
            lines = list(meter_lines(dated, name))
    assert book is not None, "a stream has entries"
    sums = reconciled(lines)
    if json:
        print_json(_as_json(book, lines, sums))
    else:
        _print(book, lines, sums)
    if sums[0].balance != book.meter.amount or sums[1].balance != book.meter.reserve:
        raise typer.Exit(FAULTY)


def _list(store: Reader, names: list[str], json: bool) -> None:
    with reading_with_bar(store, READING, map(meter_stream, names)) as reader:
        books = [fold_meter(reader.read(meter_stream(name)), None, name) for name in names]
    found = [book for book in books if book is not None]
    if json:
        print_json([_held(book) for book in found])
        return
    terminal = console()
    if not found:
        terminal.print("This journal has no meters.")
    for book in found:
        tables = ", ".join(sorted(book.tables)) or "no table"
        terminal.print(
            f"{book.id}  shows {exact(book.meter.amount)}, reserve {exact(book.meter.reserve)};"
            f" {tables}",
            markup=False,
        )


def _held(book: MeterBook) -> dict[str, object]:
    return {
        "meter": book.id,
        "amount": str(book.meter.amount),
        "reserve": str(book.meter.reserve),
        "tables": sorted(book.tables),
        "wins": [
            {
                "table": win.table,
                "round": win.round,
                "bet": win.won.bet,
                "row": win.won.row,
                "cents": win.won.award,
            }
            for win in book.wins
        ],
    }


def _as_json(
    book: MeterBook, lines: list[MeterLine], sums: tuple[MeterBalance, MeterBalance]
) -> dict[str, object]:
    return {
        **_held(book),
        "lines": [_line(line) for line in lines],
        "sums": {each.account: {what: str(amount) for what, amount in each.parts} for each in sums},
        "agrees": sums[0].balance == book.meter.amount and sums[1].balance == book.meter.reserve,
    }


def _line(line: MeterLine) -> dict[str, object]:
    return {
        "day": line.day,
        "table": line.table,
        "round": line.round,
        "bet": line.bet,
        "account": line.account,
        "what": line.what,
        "why": line.why,
        "change": str(line.change),
        "before": str(line.before),
        "balance": str(line.balance),
    }


def _print(
    book: MeterBook, lines: list[MeterLine], sums: tuple[MeterBalance, MeterBalance]
) -> None:
    shown = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("day", "table:round", "bet", "account", "what", "why"):
        shown.add_column(column)
    for column in ("change", "before", "after"):
        shown.add_column(column, justify="right")
    for line in lines:
        shown.add_row(
            line.day,
            f"{line.table}:{line.round}" if line.round else line.table,
            str(line.bet or ""),
            line.account,
            line.what,
            line.why,
            exact(line.change),
            exact(line.before),
            exact(line.balance),
        )
    terminal = console()
    terminal.print(shown)
    for each, holds in zip(sums, book.meter[:2], strict=True):
        parts = " ".join(f"{_signed(amount)} {what}" for what, amount in each.parts) or "nothing"
        agrees = "as shown" if each.balance == holds else f"but it shows {exact(holds)}"
        terminal.print(f"{each.account}: {parts} = {exact(each.balance)}, {agrees}", markup=False)
    for win in book.wins:
        terminal.print(
            f"to be paid: {money(win.won.award)} to bet {win.won.bet} of {win.table}:{win.round}",
            markup=False,
        )


def _signed(amount: Fraction | int) -> str:
    return f"- {exact(-amount)}" if amount < 0 else f"+ {exact(amount)}"
