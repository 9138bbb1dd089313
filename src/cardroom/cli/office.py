"""`cardroom office`: what a house and its regulator read about a gaming day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Annotated, Literal

import typer

from cardroom.cli._notices import notices
from cardroom.cli._office_forms import (
    Database,
    DayOption,
    FormOption,
    HouseFile,
    OutOption,
    PaperOption,
    Target,
    clock_of,
    day_of,
    house_of,
    source_of,
    write,
)
from cardroom.cli.audit_reading import journal, told
from cardroom.houses.clock import HouseClock
from cardroom.office import daily as reports
from cardroom.office.banking import BankBook, bank_books, playing_book, rotation_record
from cardroom.office.daily_report import report as daily_report
from cardroom.office.incidents import incident_log
from cardroom.office.posted import PostedRules
from cardroom.office.report import Report
from cardroom.office.saved import saved_file
from cardroom.office.theory import Odds, spot_odds


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
        bool, typer.Option("--no-theory", help="Leave out the expected win.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Read the whole journal, not only what is new.")
    ] = False,
    form: FormOption = "text",
    out: OutOption = None,
    paper: PaperOption = "letter",
) -> None:
    """Drop, action, rounds, win, collection, and hold, next to the win that the odds predict."""
    with journal(database) as reader:
        clock, title = clock_of(house_of(reader, database, house))
        posted = PostedRules(reader)
        saved = None if fresh else saved_file(database, clock)
        tally = reports.tally_of(reader, clock, posted, saved)
        chosen = day_of(day, (period.day for period in tally.sums))
        odds = _no_odds if no_theory else _odds(posted)
        found = reports.daily(tally, chosen, span, clock, odds, posted.title)
        write(daily_report(found), Target(form, out, paper), title, source_of(reader, database))


@told
def bank(
    database: Database,
    day: DayOption = "",
    house: HouseFile = "",
    form: FormOption = "text",
    out: OutOption = None,
    paper: PaperOption = "letter",
) -> None:
    """The playing book: every banking session of a gaming day, and what it brought."""
    _banks(playing_book, database, day, house, Target(form, out, paper))


@told
def rotation(
    database: Database,
    day: DayOption = "",
    house: HouseFile = "",
    form: FormOption = "text",
    out: OutOption = None,
    paper: PaperOption = "letter",
) -> None:
    """Every offer, acceptance, refusal, and lapse of the bank, and the buttons."""
    _banks(rotation_record, database, day, house, Target(form, out, paper))


@told
def incidents(
    database: Database,
    day: DayOption = "",
    house: HouseFile = "",
    form: FormOption = "text",
    out: OutOption = None,
    paper: PaperOption = "letter",
) -> None:
    """Irregularities, rulings, late bets, void rounds, time-outs, pauses, and notices."""
    with journal(database) as reader:
        clock, title = clock_of(house_of(reader, database, house))
        chosen = day_of(day, ()).isoformat() if day else ""
        report = incident_log(reader, chosen, clock)
        write(report, Target(form, out, paper), title, source_of(reader, database))


def _banks(
    build: Callable[[list[BankBook], date, HouseClock], Report],
    database: str,
    day: str,
    house: str,
    target: Target,
) -> None:
    with journal(database) as reader:
        clock, title = clock_of(house_of(reader, database, house))
        books = list(bank_books(reader))
        days = (clock.day(entry.at).isoformat() for book in books for entry in book.rotation)
        report = build(books, day_of(day, days), clock)
        write(report, target, title, source_of(reader, database))


def _no_odds(_digest: str) -> Odds:
    return {}


def _odds(posted: PostedRules) -> Callable[[str], Odds]:
    kept: dict[str, Odds] = {}

    def odds(digest: str) -> Odds:
        if digest not in kept:
            rules = posted.rules(digest)
            with notices() as tell:
                kept[digest] = {} if rules is None else spot_odds(rules, tell)
        return kept[digest]

    return odds
