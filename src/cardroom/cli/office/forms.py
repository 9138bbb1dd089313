"""How the reports of the office are asked for and written: text, JSON, CSV, and PDF."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.cli._house_clock import house_of
from cardroom.cli._notices import notices
from cardroom.cli.audit.money import private_file
from cardroom.cli.audit.reading import journal
from cardroom.cli.common import CommandError, PaperName, console, print_json
from cardroom.houses.clock import HouseClock
from cardroom.office.paper import sheet
from cardroom.office.report import WORDS, Report, ReportTable, as_csv, brief, cells, document
from cardroom.office.reports import WrongDay, source_of, titled

if TYPE_CHECKING:
    from cardroom.progress import Tell
    from cardroom.store import Reader

ReportForm = Literal["text", "json", "csv", "pdf"]
Database = Annotated[
    str, typer.Argument(metavar="DB", help="A journal file, or a postgresql:// address.")
]
DayOption = Annotated[
    str, typer.Option("--day", metavar="DATE", help="A gaming day; by default the last one.")
]
FormOption = Annotated[ReportForm, typer.Option("--as", help="The format of the report.")]
OutOption = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write to this file.")
]
PaperOption = Annotated[PaperName, typer.Option("--paper", help="For a PDF.")]


class Target(NamedTuple):
    """Where a report goes, and in which form."""

    form: ReportForm
    out: Path | None
    paper: PaperName = "letter"


def produce(
    database: str, house: str, target: Target, build: Callable[[Reader, HouseClock, Tell], Report]
) -> None:
    """Compute a report of a journal by the house's clock, and write it."""
    with journal(database) as reader:
        found = house_of(reader, database, house)
        clock, title = (HouseClock(), "") if found is None else (found.clock, found.title)
        try:
            with notices() as tell:
                report = titled(build(reader, clock, tell), reader)
        except WrongDay as wrong:
            raise CommandError(f"--day: {wrong}") from None
        write(report, target, title, source_of(reader, database))


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
    from cardroom.signage import press  # noqa: PLC0415 - slow to load; most are not printed

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
        shown = _table(small, report)
        if shown.__rich_measure__(screen, screen.options).minimum <= screen.width:
            screen.print(shown)
        else:
            _show_rows(small, report, screen)
    for remark in report.remarks:
        screen.print()
        screen.print(remark, style="dim", soft_wrap=True)


def _table(table: ReportTable, report: Report) -> Table:
    shown = Table(box=None, pad_edge=False, header_style="dim")
    for column in table.columns:
        words = column.kind in WORDS
        # Titles may take several lines; a figure that is cut off is wrong.
        shown.add_column(column.title, justify="left" if words else "right", no_wrap=not words)
    for row in cells(table, report):
        shown.add_row(*map(Text, row))
    return shown


def _show_rows(table: ReportTable, report: Report, screen: Console) -> None:
    """Where the columns do not fit next to each other: two lines for each row."""
    for row in cells(table, report):
        first, *more = (pair for pair in zip(table.columns, row, strict=True) if pair[1])
        named = [(column.kind in WORDS, f"{column.title.lower()} {cell}") for column, cell in more]
        screen.print(Text(", ".join([first[1], *(said for words, said in named if words)])))
        figures = Text(", ".join(said for words, said in named if not words))
        screen.print(Padding(figures, (0, 0, 0, 2)))
