"""`cardroom check HOUSE`: what is wrong with a house's posted games, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from cardroom.analysis.documents import Prices
from cardroom.cli._notices import notices
from cardroom.cli.common import console

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.analysis.house_check import HouseCheck
    from cardroom.houses import House
    from cardroom.houses.check import Finding

COLOURS = {"fault": "red", "warning": "yellow", "deviation": "cyan"}


def register(app: typer.Typer) -> None:
    app.command("check")(check)


def check(
    house: Annotated[
        str, typer.Argument(metavar="HOUSE", help="A house's name, or the path of its file.")
    ],
    no_odds: Annotated[
        bool,
        typer.Option("--no-odds", help="Do not price the wagers: the first time takes a while."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """All faults, warnings and deviations of a house's posted games, each with its citation.

    Every wager is priced as `odds` prices it; one that favours the player is a warning.
    """
    from cardroom import houses
    from cardroom.analysis.house_check import check_house
    from cardroom.events import encode

    posted = houses.house(house)
    with notices() as tell:
        found = check_house(posted, "unpriced" if no_odds else "priced", tell)
    if as_json:
        typer.echo(encode(found).decode())
    else:
        show(posted, found, console())
    raise typer.Exit(1 if found.faults else 0)


def show(posted: House, found: HouseCheck, screen: Console) -> None:
    screen.print(f"[bold]{posted.title}[/], by the law of {posted.day}")
    if found.odds:
        show_prices(found.odds, screen)
    if found.findings:
        show_findings(found.findings, screen)
    if found.faults:
        wrong = ", ".join(dict.fromkeys(finding.game for finding in found.faults))
        many = f"{len(found.faults)} fault{'s' * (len(found.faults) > 1)}"
        screen.print(f"{many}; these may not be posted as they are: {wrong}.")
    else:
        screen.print(f"It may be posted: {', '.join(game.game for game in posted.game)}.")


def show_prices(priced: Sequence[Prices], screen: Console) -> None:
    from cardroom.analysis.pricing import line_of

    table = Table(box=None, pad_edge=False)
    table.add_column("game", no_wrap=True)
    table.add_column("edge of the bank", overflow="fold")
    for prices in priced:
        table.add_row(prices.game, line_of(prices))
    screen.print(table)


def show_findings(found: Sequence[Finding], screen: Console) -> None:
    table = Table(box=None, pad_edge=False)
    for name in ("game", "level", "what", "clause", "citation"):
        table.add_column(name, overflow="fold")
    for finding in found:
        colour = COLOURS[finding.level]
        level = f"[{colour}]{finding.level}[/]"
        table.add_row(finding.game, level, finding.says, finding.clause, finding.cite)
    screen.print(table)
