"""`cardroom check HOUSE`: what is wrong with a house's posted games, and what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from cardroom.analysis.documents import Prices
from cardroom.cli._notices import notices
from cardroom.cli.common import bars, console

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.houses import House
    from cardroom.houses.check import Finding
    from cardroom.rules.ruleset import Ruleset

    Priced = tuple[Ruleset, Prices]
    """A posted game, and what its wagers cost."""

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

    Every wager is priced as `odds` does it; one that favours the player is a warning.
    """
    from cardroom import houses
    from cardroom.events import encode
    from cardroom.houses.check import check as examine

    posted = houses.house(house)
    found = list(examine(posted))
    priced: list[Priced] = []
    if not no_odds:
        from cardroom.analysis.pricing import warnings

        priced = priced_games(posted)
        found += [finding for rules, prices in priced for finding in warnings(rules, prices)]
        order = [game.game for game in posted.game]
        found.sort(key=lambda finding: order.index(finding.game))
    faults = [finding for finding in found if finding.level == "fault"]
    if as_json:
        rows = [finding._asdict() for finding in found]
        odds = None if no_odds else [prices for _, prices in priced]
        typer.echo(encode({"house": posted.name, "findings": rows, "odds": odds}).decode())
        raise typer.Exit(1 if faults else 0)
    screen = console()
    screen.print(f"[bold]{posted.title}[/], by the law of {posted.day}")
    show_prices(priced, screen)
    show_findings(found, screen)
    if faults:
        wrong = ", ".join(dict.fromkeys(finding.game for finding in faults))
        many = f"{len(faults)} fault{'s' * (len(faults) > 1)}"
        screen.print(f"{many}; these may not be posted as they are: {wrong}.")
    else:
        screen.print(f"It may be posted: {', '.join(game.game for game in posted.game)}.")
    raise typer.Exit(1 if faults else 0)


def priced_games(posted: House) -> list[Priced]:
    """Every game whose options can be posted, with a bar for the person who waits."""
    from cardroom.analysis.pricing import prices
    from cardroom.rules.options import OptionFaults

    found: list[Priced] = []
    with bars() as shown:
        bar = shown.add_task("pricing", total=len(posted.game))
        for number, game in enumerate(posted.game):
            shown.update(bar, completed=number, description=f"pricing {game.game}")
            try:
                rules = game.ruleset(posted.name)
            except OptionFaults:
                continue  # a fault already
            with notices(shown) as tell:
                found.append((rules, prices(rules, tell)))
    return found


def show_prices(priced: list[Priced], screen: Console) -> None:
    if not priced:
        return
    from cardroom.analysis.pricing import line_of

    table = Table(box=None, pad_edge=False)
    table.add_column("game", no_wrap=True)
    table.add_column("edge of the bank", overflow="fold")
    for _, prices in priced:
        table.add_row(prices.game, line_of(prices))
    screen.print(table)


def show_findings(found: list[Finding], screen: Console) -> None:
    if not found:
        return
    table = Table(box=None, pad_edge=False)
    for name in ("game", "level", "what", "clause", "citation"):
        table.add_column(name, overflow="fold")
    for finding in found:
        colour = COLOURS[finding.level]
        level = f"[{colour}]{finding.level}[/]"
        table.add_row(finding.game, level, finding.says, finding.clause, finding.cite)
    screen.print(table)
