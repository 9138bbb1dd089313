"""`cardroom compare GAME`: several sets of options side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from cardroom.cli._notices import notices
from cardroom.cli._simulated import with_spread
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SetOption,
    console,
    posted,
    print_json,
)

WITH_HELP = 'One column: options that differ, as "decks=8 surrender=late"; may be repeated.'


def register(app: typer.Typer) -> None:
    app.command(name="compare")(compare)


def compare(
    game: GameArgument,
    sets: Annotated[
        list[str] | None, typer.Option("--with", metavar="OPTIONS", help=WITH_HELP)
    ] = None,
    settings: SetOption = None,
    house: HouseOption = "",
    json: JsonOption = False,
) -> None:
    """What a change of the rules costs: the game as it stands, and with other options."""
    if not sets or not all(each.split() for each in sets):
        raise CommandError('say what to compare, like --with "decks=8" --with "surrender=late"')
    common = list(settings or ())
    columns = {"as it stands": common} | {each: common + _options(each) for each in sets}
    found = {name: document_of(game, given, house) for name, given in columns.items()}
    if json:
        print_json(found)
    else:
        show(found)


def _options(text: str) -> list[str]:
    for word in text.split():
        if "=" not in word:
            raise CommandError(f"--with {text!r}: write options and their values, like decks=2")
    return text.split()


def document_of(game: str, given: list[str], house: str) -> dict[str, Any]:
    rules = posted(game, given, house)

    from cardroom.analysis.report import odds_document

    with notices() as tell:
        return with_spread(odds_document(rules, tell=tell), rules)


def show(found: dict[str, dict[str, Any]]) -> None:
    from rich.table import Table

    first = next(iter(found.values()))
    table = Table(box=None, pad_edge=False, title=first["title"], title_justify="left")
    table.add_column("options")
    for wager in first["wagers"]:
        table.add_column(f"{wager['title']}: edge", justify="right")
        table.add_column("change", justify="right")
        table.add_column("std dev", justify="right")
    base = {wager["spot"]: wager["edge"] for wager in first["wagers"]}
    for name, document in found.items():
        edges = {wager["spot"]: wager["edge"] for wager in document["wagers"]}
        spread = {wager["spot"]: _spread(wager) for wager in document["wagers"]}
        cells: list[str] = []
        for spot, edge in base.items():
            mine = edges.get(spot)
            same = document is first or mine is None
            cells += [
                "not offered" if mine is None else f"{mine:+.5%}",
                "" if same or mine is None else f"{mine - edge:+.5%}",
                spread.get(spot, ""),
            ]
        table.add_row(name, *cells)
    console().print(table)


def _spread(wager: Mapping[str, Any]) -> str:
    if wager["deviation"] is None:
        return ""
    simulated = " simulated" if wager["deviation_method"] == "simulated" else ""
    return f"{wager['deviation']:.4f}{simulated}"
