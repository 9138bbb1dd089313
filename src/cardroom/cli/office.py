"""`cardroom office`: what a house and its regulator read about a gaming day."""

from __future__ import annotations

from collections.abc import Callable
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
from cardroom.office import daily as reports
from cardroom.office.daily_report import report
from cardroom.office.posted import PostedRules
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
        bool, typer.Option("--no-theory", help="Leave out what should have been won.")
    ] = False,
    form: FormOption = "text",
    out: OutOption = None,
    paper: PaperOption = "letter",
) -> None:
    """Drop, action, rounds, win, collection, and hold, next to the win that the odds predict."""
    with journal(database) as reader:
        clock, title = clock_of(house_of(reader, database, house))
        posted = PostedRules(reader)
        tally = reports.tally_of(reader, clock, posted)
        chosen = day_of(day, (period.day for period in tally.sums))
        odds = _no_odds if no_theory else _odds(posted)
        found = reports.daily(tally, chosen, span, clock, odds, posted.title)
        write(report(found), Target(form, out, paper), title, source_of(reader, database))


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
