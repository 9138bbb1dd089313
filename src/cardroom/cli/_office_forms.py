"""How the reports of the office are asked for and written: text, JSON, CSV, and PDF."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer
from rich.table import Table
from rich.text import Text

from cardroom import houses
from cardroom.cli.audit_money import private_file
from cardroom.cli.common import CommandError, console, print_json
from cardroom.events.table import TableOpened
from cardroom.houses import House
from cardroom.houses.clock import HouseClock
from cardroom.office.report import Report, as_csv, brief, cells, document
from cardroom.table.journal import TABLES, read_table

if TYPE_CHECKING:
    from cardroom.store import Reader

Form = Literal["text", "json", "csv", "pdf"]
Paper = Literal["letter", "a4"]
Database = Annotated[
    str, typer.Argument(metavar="DB", help="A journal file, or a postgresql:// address.")
]
HouseFile = Annotated[
    str,
    typer.Option(
        "--house",
        metavar="NAME",
        help="The house whose clock applies, or its file; by default the one that the tables name.",
    ),
]
DayOption = Annotated[
    str, typer.Option("--day", metavar="DATE", help="A gaming day; by default the last one.")
]
FormOption = Annotated[Form, typer.Option("--as", help="How the report is written.")]
OutOption = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write to this file.")
]
PaperOption = Annotated[Paper, typer.Option("--paper", help="For a PDF.")]


class Target(NamedTuple):
    """Where a report goes, and in which form."""

    form: Form
    out: Path | None
    paper: Paper = "letter"


def house_of(reader: Reader, database: str, name: str) -> House | None:
    """The house that is named, or the one that the tables of the journal name."""
    if name:
        return houses.house(name)
    for stream in sorted(reader.heads()):
        if not stream.startswith(TABLES):
            continue
        opened = next(iter(reader.read(stream)), None)
        for event in () if opened is None else read_table(opened).events:
            if isinstance(event, TableOpened) and event.house:
                own = Path(database).parent / "houses" / f"{event.house}.toml"
                if own.exists():
                    return houses.house(str(own))
                if event.house in houses.names():
                    return houses.house(event.house)
    return None


def clock_of(house: House | None) -> tuple[HouseClock, str]:
    return (HouseClock(), "") if house is None else (house.clock, house.title)


def day_of(text: str, days: Iterable[str]) -> date:
    """The day that is named, or the last one of these."""
    if not text:
        last = max((each for each in days if each), default="")
        return date.fromisoformat(last) if last else date(1970, 1, 1)
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CommandError(f"--day {text}: write a date like 2026-11-17") from None


def source_of(reader: Reader, database: str) -> str:
    """Which entries a report was computed from."""
    entries = sum(head.seq for head in reader.heads().values())
    return f"{Path(database).name}, {entries:,} entries"


def write(report: Report, target: Target, house: str, source: str) -> None:
    out = target.out
    match target.form:
        case "pdf":
            _print(report, target, house, source)
        case "csv":
            _save(as_csv(report), out)
        case "json" if out is None:
            print_json(document(report))
        case "json":
            _save(json.dumps(document(report), indent=2, ensure_ascii=False) + "\n", out)
        case "text":
            if out is not None:
                raise CommandError("--out needs --as json, csv, or pdf")
            _show(report, house)


def _save(text: str, out: Path | None) -> None:
    with private_file(out) as file:
        file.write(text)
    if out is not None:
        typer.echo(f"written to {out}")


def _print(report: Report, target: Target, house: str, source: str) -> None:
    out = target.out
    if out is None or out.suffix.lower() != ".pdf":
        raise CommandError("--as pdf needs a file, like --out report.pdf")
    # Printing is slow to import, and most reports are not printed.
    from cardroom.office.paper import sheet
    from cardroom.signage import press

    try:
        content = press.pdf(sheet(report, house, source), target.paper)
    except press.Unprintable as wrong:
        raise CommandError(f"{report.title}: {wrong}") from None
    out.write_bytes(content)
    out.chmod(0o600)
    pages = press.pages(content)
    typer.echo(f"written to {out}, {pages} page{'s' * (pages > 1)}")


def _show(report: Report, house: str) -> None:
    screen = console()
    screen.print(report.title, style="bold")
    screen.print(f"{house}; {report.note}" if house else report.note, style="dim")
    for each in report.tables:
        screen.print()
        screen.print(each.title, style="bold")
        if not each.rows:
            screen.print(each.empty)
            continue
        small = brief(each)
        shown = Table(box=None, pad_edge=False, header_style="dim")
        for column in small.columns:
            shown.add_column(column.title, justify="left" if column.kind == "text" else "right")
        for row in cells(small):
            shown.add_row(*map(Text, row))
        screen.print(shown)
    for remark in report.remarks:
        screen.print()
        screen.print(remark, style="dim", soft_wrap=True)
