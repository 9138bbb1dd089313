"""`cardroom office daily|bank|rotation|incidents|meters|statement`: what the house reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom.cli._house_clock import HouseFile
from cardroom.cli.audit.reading import reporting_store_errors
from cardroom.cli.office.forms import (
    Database,
    DayOption,
    FormOption,
    OutOption,
    PaperOption,
    Target,
    produce,
)
from cardroom.office.daily import Span
from cardroom.office.reports import REPORTS, Name, ReportRequest, TheoryChoice
from cardroom.office.saved import saved_file
from cardroom.office.statement import statement as statement_of

if TYPE_CHECKING:
    from cardroom.houses.clock import HouseClock
    from cardroom.office.report import Report
    from cardroom.progress import Tell
    from cardroom.store import Reader


@reporting_store_errors
def daily(
    database: Database,
    day: DayOption = "",
    span: Annotated[
        Span, typer.Option("--span", help="The day, or its month or year to date.")
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
    theory: TheoryChoice = "left-out" if no_theory else "computed"

    def build(reader: Reader, clock: HouseClock, tell: Tell) -> Report:
        saved = None if fresh else saved_file(database, clock)
        asked = ReportRequest(day, span, theory, saved, database, tell)
        return REPORTS["daily"](reader, clock, asked)

    produce(database, house, Target(form, out, paper), build)


def _of_day(name: Name, says: str) -> Callable[..., None]:
    """The command of a report on a gaming day."""

    @reporting_store_errors
    def report(
        database: Database,
        day: DayOption = "",
        house: HouseFile = "",
        form: FormOption = "text",
        out: OutOption = None,
        paper: PaperOption = "letter",
    ) -> None:
        produce(
            database,
            house,
            Target(form, out, paper),
            lambda reader, clock, tell: REPORTS[name](reader, clock, ReportRequest(day, tell=tell)),
        )

    report.__name__, report.__doc__ = name, says
    return report


bank = _of_day("bank", "The playing book: every banking session of a gaming day, and its result.")
rotation = _of_day(
    "rotation", "Every offer, acceptance, refusal, and lapse of the bank, and the buttons."
)
incidents = _of_day(
    "incidents",
    "Irregularities, rulings, late bets, void rounds, time-outs, pauses, and notices.",
)
meters = _of_day(
    "meters", "What every meter shows, what its entries add up to, and the difference."
)
jackpots = _of_day("jackpots", "Meter awards, the cards that won them, and who verified them.")


@reporting_store_errors
def statement(
    database: Database,
    player: Annotated[str, typer.Argument(metavar="NAME", help="A player.")],
    house: HouseFile = "",
    form: FormOption = "text",
    out: OutOption = None,
    paper: PaperOption = "letter",
) -> None:
    """A player's own statement: by gaming day, session, and game, and every round."""
    produce(
        database,
        house,
        Target(form, out, paper),
        lambda reader, clock, tell: statement_of(reader, player, clock, tell),
    )
