"""`cardroom office statement|meters`: a player's account, and the meters."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import typer

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
from cardroom.office.meters import reconciliation
from cardroom.office.statement import statement as statement_of


@told
def statement(
    database: Database,
    player: Annotated[str, typer.Argument(metavar="NAME", help="A player.")],
    house: HouseFile = "",
    form: FormOption = "text",
    out: OutOption = None,
    paper: PaperOption = "letter",
) -> None:
    """A player's own statement: by gaming day, session, and game, and every round."""
    with journal(database) as reader:
        clock, title = clock_of(house_of(reader, database, house))
        report = statement_of(reader, player, clock)
        write(report, Target(form, out, paper), title, source_of(reader, database))


@told
def meters(
    database: Database,
    day: DayOption = "",
    house: HouseFile = "",
    form: FormOption = "text",
    out: OutOption = None,
    paper: PaperOption = "letter",
) -> None:
    """What every meter shows, what its entries add up to, and the difference."""
    with journal(database) as reader:
        clock, title = clock_of(house_of(reader, database, house))
        last = max((head.at for head in reader.heads().values()), default=0)
        chosen: date = day_of(day, (clock.day(last).isoformat(),))
        report = reconciliation(reader, chosen, clock)
        write(report, Target(form, out, paper), title, source_of(reader, database))
