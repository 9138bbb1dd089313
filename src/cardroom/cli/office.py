"""`cardroom office`: what a house and its regulator read about a gaming day."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from cardroom.cli.audit_reading import journal, told
from cardroom.cli.common import CommandError, console, print_json

if TYPE_CHECKING:
    from cardroom.houses import House
    from cardroom.houses.clock import HouseClock
    from cardroom.office.posted import PostedRules
    from cardroom.office.report import Report
    from cardroom.office.theory import Odds
    from cardroom.store import Reader

Form = Literal["text", "json", "csv", "pdf"]
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
PaperOption = Annotated[Literal["letter", "a4"], typer.Option("--paper", help="For a PDF.")]


def register(app: typer.Typer) -> None:
    office = typer.Typer(help="Reports for the house and its regulator.", no_args_is_help=True)
    office.callback()(lambda: None)
    for name, command in COMMANDS.items():
        office.command(name)(command)
    app.add_typer(office, name="office")


@told
def daily(
    database: Database,
    day: DayOption = "",
    span: Annotated[
        Literal["day", "month", "year"],
        typer.Option("--span", help="The day, or its month or year to date."),
    ] = "day",
    house: HouseFile = "",
    no_theory: Annotated[
        bool, typer.Option("--no-theory", help="Leave out what should have been won.")
    ] = False,
    form: FormOption = "text",
    out: OutOption = None,
    paper: PaperOption = "letter",
) -> None:
    """Drop, action, rounds, win, collection, and hold, next to the win that the odds predict."""
    from cardroom.office import daily as reports
    from cardroom.office.daily_report import report
    from cardroom.office.posted import PostedRules

    with journal(database) as reader:
        room = house_of(reader, database, house)
        clock, title = clock_of(room)
        posted = PostedRules(reader)
        tally = reports.tally_of(reader, clock, posted)
        chosen = day_of(day, (period.day for period in tally.sums))
        odds = (lambda _digest: {}) if no_theory else _odds(posted)
        found = reports.daily(tally, chosen, span, clock, odds, posted.title)
        write(report(found), form, out, paper, title, source_of(reader, database))


def _odds(posted: PostedRules) -> Callable[[str], Odds]:
    from cardroom.cli._notices import notices
    from cardroom.office.theory import spot_odds

    kept: dict[str, Odds] = {}

    def odds(digest: str) -> Odds:
        if digest not in kept:
            rules = posted.rules(digest)
            with notices() as tell:
                kept[digest] = {} if rules is None else spot_odds(rules, tell)
        return kept[digest]

    return odds


def house_of(reader: Reader, database: str, name: str) -> House | None:
    """The house that is named, or the one that the tables of the journal name."""
    from cardroom import houses
    from cardroom.events.table import TableOpened
    from cardroom.table.journal import TABLES, read_table

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
    from cardroom.houses.clock import HouseClock

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
    heads = reader.heads()
    entries = sum(head.seq for head in heads.values())
    return f"{Path(database).name}, {entries:,} entries"


def write(
    report: Report, form: Form, out: Path | None, paper: str, house: str, source: str
) -> None:
    from cardroom.office import report as forms

    match form:
        case "pdf":
            _print(report, out, paper, house, source)
        case "csv":
            _save(forms.as_csv(report), out)
        case "json":
            if out is None:
                print_json(forms.document(report))
            else:
                import json

                text = json.dumps(forms.document(report), indent=2, ensure_ascii=False)
                _save(text + "\n", out)
        case "text":
            if out is not None:
                raise CommandError("--out needs --as json, csv, or pdf")
            _show(report, house)


def _save(text: str, out: Path | None) -> None:
    if out is None:
        typer.echo(text, nl=False)
        return
    from cardroom.cli.audit_money import private_file

    with private_file(out) as file:
        file.write(text)
    typer.echo(f"written to {out}")


def _print(report: Report, out: Path | None, paper: str, house: str, source: str) -> None:
    from cardroom.office.paper import sheet
    from cardroom.signage import press

    if out is None or out.suffix.lower() != ".pdf":
        raise CommandError("--as pdf needs a file, like --out report.pdf")
    try:
        content = press.pdf(sheet(report, house, source), "a4" if paper == "a4" else "letter")
    except press.Unprintable as wrong:
        raise CommandError(f"{report.title}: {wrong}") from None
    out.write_bytes(content)
    out.chmod(0o600)
    pages = press.pages(content)
    typer.echo(f"written to {out}, {pages} page{'s' * (pages > 1)}")


def _show(report: Report, house: str) -> None:
    from rich.table import Table

    from cardroom.office.report import brief, cells

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
            shown.add_row(*row)
        screen.print(shown)
    for remark in report.remarks:
        screen.print()
        screen.print(remark, style="dim", soft_wrap=True)


COMMANDS: Final[dict[str, Callable[..., None]]] = {"daily": daily}
