"""`cardroom check HOUSE`: what is wrong with a house's posted games, and what they cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.table import Table

from cardroom import houses
from cardroom.analysis.house_check import check_house
from cardroom.analysis.price_documents import Prices
from cardroom.analysis.pricing import edges_line
from cardroom.cli._notices import notices
from cardroom.cli.common import JsonOption, console, print_json
from cardroom.games.approval import FindingLevel
from cardroom.houses.check import house_law

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.analysis.house_check import HouseCheck
    from cardroom.houses import House
    from cardroom.houses.finding import Finding

COLORS: Final[dict[FindingLevel, str]] = {
    "fault": "red",
    "warning": "yellow",
    "deviation": "cyan",
    "note": "dim",
    "condition": "blue",
}


def check(
    house: Annotated[
        str, typer.Argument(metavar="HOUSE", help="A house's name, or the path of its file.")
    ],
    no_odds: Annotated[
        bool,
        typer.Option("--no-odds", help="Do not price the wagers; pricing is slow the first time."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List all faults, warnings, and deviations of a house's posted games, with citations.

    Every wager is priced as by `odds`; one that favors the player is a warning.
    """
    posted = houses.house(house)
    with notices() as tell:
        found = check_house(posted, "unpriced" if no_odds else "priced", tell)
    if as_json:
        print_json(found)
    else:
        show(posted, found, console())
    raise typer.Exit(1 if found.faults else 0)


def show(posted: House, found: HouseCheck, screen: Console) -> None:
    law = house_law(posted)
    checked = f"Law: {law.title}, as of {posted.day}" if law else "Law: none"
    screen.print(f"[bold]{posted.title}[/]\n{checked}")
    if found.odds:
        show_prices(found.odds, screen)
    if found.findings:
        show_findings(found.findings, screen)
    screen.print(f"{counted(found.findings)}.")
    if found.faults:
        wrong = ", ".join(dict.fromkeys(finding.game for finding in found.faults))
        screen.print(f"May not be posted as is: {wrong}.")
    elif posted.state:
        screen.print(f"May be posted: {', '.join(game.game for game in posted.game)}.")
    else:
        screen.print("No state law was checked: the file names no state (state = ...).")


def counted(found: Sequence[Finding]) -> str:
    """ "1 fault, 2 warnings" """
    count = Counter(finding.level for finding in found)
    return ", ".join(
        f"{count[level]} {level}{'s' * (count[level] != 1)}"
        for level in COLORS
        if count[level] or level == "fault"
    )


def show_prices(priced: Sequence[Prices], screen: Console) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("game", no_wrap=True)
    table.add_column("house or bank's edge", overflow="fold")
    for prices in priced:
        table.add_row(prices.game, edges_line(prices))
    screen.print(table)


def show_findings(found: Sequence[Finding], screen: Console) -> None:
    table = Table(box=None, pad_edge=False)
    for name in ("game", "level", "what", "clause", "citation"):
        table.add_column(name, overflow="fold")
    for finding in found:
        color = COLORS[finding.level]
        level = f"[{color}]{finding.level}[/]"
        says = f"line {finding.line}: {finding.says}" if finding.line else finding.says
        table.add_row(finding.game, level, says, finding.clause, finding.cite)
    screen.print(table)
