"""`cardroom audit export|statement`: the entries, transfers and totals of a journal."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TextIO

import typer
from rich.table import Table

from cardroom.cli._house_clock import HouseFile, clock_of
from cardroom.cli.audit.reading import (
    journal,
    posted_streams,
    reading_with_bar,
    reporting_store_errors,
    streams,
)
from cardroom.cli.common import CommandError, JsonOption, console, money, print_json
from cardroom.cli.output import data_output
from cardroom.events.table import RoundBegan
from cardroom.houses.clock import HouseClock
from cardroom.ledger import Ledger, post
from cardroom.ledger.ledger import moves
from cardroom.ledger.statements import TABLE, Dated, lines, summed
from cardroom.money import percent
from cardroom.store import DamagedError
from cardroom.store.export import line_of
from cardroom.table.commands import SHOE_SECRETS
from cardroom.table.journal import CASHIER, METERS, TABLES, read_cashier, read_meter, read_table

if TYPE_CHECKING:
    from cardroom.ledger.statements import StatementLine
    from cardroom.store import Entry, Reader

DatabaseArgument = Annotated[str, typer.Argument(metavar="DB", help="A journal.")]
COLUMNS = ("at", "stream", "seq", "round", "source", "target", "cents", "how", "why", "bet")


@reporting_store_errors
def export(
    database: DatabaseArgument,
    form: Annotated[
        Literal["jsonl", "csv"],
        typer.Option("--as", help="jsonl: every entry. csv: every transfer, in double entry."),
    ] = "jsonl",
    out: Annotated[Path | None, typer.Option("--out", help="Write to this file.")] = None,
    orders: Annotated[
        bool,
        typer.Option(
            "--orders", help="Include the order and dice of every shoe: for surveillance only."
        ),
    ] = False,
) -> None:
    """Write a journal as JSON lines or as a table of transfers."""
    with journal(database) as store, private_file(out) as file, ExitStack() as screen:
        reader = store
        if out is not None or not file.isatty():
            names = posted_streams(store) if form == "csv" else store.heads()
            reader = screen.enter_context(reading_with_bar(store, "writing", names))
        count = _transfers(reader, file) if form == "csv" else _entries(reader, file, orders)
    if out is not None:
        typer.echo(f"{out}: {count} lines")


@contextmanager
def private_file(out: Path | None) -> Iterator[TextIO]:
    """Exports show what players did and won: only the owner may read the file."""
    if out is None:
        yield data_output()
        return
    handle = os.open(out, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
        out.chmod(0o600)
        yield file


def _entries(store: Reader, file: TextIO, orders: bool) -> int:
    count = 0
    for name in sorted(store.heads()):
        for entry in store.read(name):
            file.write(line_of(entry, None if orders else _without_secrets(entry)).decode())
            count += 1
    return count


def _without_secrets(entry: Entry) -> str | None:
    """The body without the secrets of a shoe; None if it has none."""
    try:
        body: Any = json.loads(entry.body)
    except ValueError as error:
        raise DamagedError(f"{entry.stream} {entry.seq}: its content is not JSON") from error
    command = body.get("command") if isinstance(body, dict) else None
    if not isinstance(command, dict) or not any(secret in command for secret in SHOE_SECRETS):
        return None
    for secret in SHOE_SECRETS:
        command.pop(secret, None)
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _transfers(store: Reader, file: TextIO) -> int:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    ledger, count = Ledger(), 0
    for entry, each in _dated(store, HouseClock()):
        for event in each.events:
            before = ledger
            ledger = post(ledger, each.table, (event,))
            banked = before.banked | ledger.banked
            for move in moves(event, each.table, banked, before.balances):
                writer.writerow(
                    (
                        datetime.fromtimestamp(entry.at // 10**9, UTC).isoformat(),
                        entry.stream,
                        entry.seq,
                        each.round or "",
                        move.source,
                        move.target,
                        move.amount,
                        move.how,
                        move.why,
                        move.bet or "",
                    )
                )
                count += 1
    return count


def _dated(store: Reader, clock: HouseClock, table: str = "") -> Iterator[tuple[Entry, Dated]]:
    """The facts of the cashier, the tables and the meters, with their gaming day and round."""
    if not table:
        for entry in store.read(CASHIER):
            yield entry, Dated(_day(entry, clock), "", tuple(read_cashier(entry).events))
        for name in sorted(store.heads()):
            if name.startswith(METERS):
                yield from dated_meter(store, clock, name)
    for stream in streams(store, table):
        number = 0
        for entry in store.read(stream):
            events = tuple(read_table(entry).events)
            for event in events:
                number = event.round if isinstance(event, RoundBegan) else number
            yield entry, Dated(_day(entry, clock), stream.removeprefix(TABLES), events, number)


def dated_meter(store: Reader, clock: HouseClock, stream: str) -> Iterator[tuple[Entry, Dated]]:
    for entry in store.read(stream):
        yield entry, Dated(_day(entry, clock), "", tuple(read_meter(entry).events))


def _must_be_a_day(text: str) -> None:
    try:
        datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise CommandError(f"--day {text}: write a day like 2026-11-15") from None


def _day(entry: Entry, clock: HouseClock) -> str:
    return clock.day(entry.at).isoformat()


@reporting_store_errors
def statement(
    database: DatabaseArgument,
    table: Annotated[str, typer.Option("--table", help="This table only.")] = "",
    player: Annotated[str, typer.Option("--player", help="This player only.")] = "",
    day: Annotated[str, typer.Option("--day", metavar="YYYY-MM-DD", help="This day only.")] = "",
    house: HouseFile = "",
    json: JsonOption = False,
) -> None:
    """Show drop, result, fees, house win, and hold by day, table, and player, and their sums.

    Gaming days follow the clock of the house.
    """
    if day:
        _must_be_a_day(day)
    with journal(database) as store:
        clock = clock_of(store, database, house)
        with reading_with_bar(store, "adding up", posted_streams(store, table)) as reader:
            every = lines(each for _, each in _dated(reader, clock, table))
    chosen = [line for line in every if player in ("", line.player) and day in ("", line.day)]
    if player and not chosen:
        known = ", ".join(sorted({line.player for line in every if line.player})) or "none"
        raise CommandError(f"there is no player {player!r} here; players are {known}")
    total = summed(chosen)
    if json:
        print_json([_amounts(line) for line in (*chosen, total)])
        return
    shown = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("day", "table", "player"):
        shown.add_column(column)
    columns = ("drop", "cashed", "action", "net", "as bank", "fees", "house win", "hold")
    for column in columns:
        shown.add_column(column, justify="right")
    for line in (*chosen, total):
        name = "(from pots)" if line.player == TABLE else line.player or "all"
        hold = "" if line.hold is None else percent(line.hold)
        won = money(line.win) if line.house_action else ""
        banked = money(line.banked) if line.banked else ""
        figures = (*map(money, (line.drop, line.cashed, line.action, line.net)), banked)
        shown.add_row(line.day, line.table, name, *figures, money(line.fees), won, hold)
    console().print(shown)


def _amounts(line: StatementLine) -> dict[str, object]:
    return {
        "day": line.day,
        "table": line.table,
        "player": line.player,
        "drop": line.drop,
        "cashed": line.cashed,
        "action": line.action,
        "paid": line.paid,
        "taken": line.taken,
        "win": line.win,
        "fees": line.fees,
        "banked": line.banked,
        "net": line.net,
        **({"ruled": line.ruled} if line.ruled else {}),
        "hold": None if line.hold is None else str(line.hold),
    }
