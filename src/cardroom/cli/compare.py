"""`cardroom compare GAME`: several sets of options side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer
from rich.table import Table

from cardroom.analysis.comparison import WagerChange, compared
from cardroom.analysis.documents import GameOdds, builtins
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.cli._notices import notices
from cardroom.cli._plots import PlotOption, check_plot, write_plot
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SetOption,
    StakeOption,
    console,
    posted,
    print_json,
    stake_in_cents,
)

WITH_HELP = 'Options of one row, like "decks=8 surrender=late"; may be repeated.'


def compare(
    game: GameArgument,
    sets: Annotated[
        list[str] | None, typer.Option("--with", metavar="OPTIONS", help=WITH_HELP)
    ] = None,
    settings: SetOption = None,
    house: HouseOption = "",
    stake: StakeOption = "",
    plot: PlotOption = None,
    json: JsonOption = False,
) -> None:
    """Compare the house edge of a game as posted and with other options."""
    check_plot(plot)
    if not sets or not all(each.split() for each in sets):
        raise CommandError('say what to compare, like --with "decks=8" --with "surrender=late"')
    common = list(settings or ())
    rows = {"as posted": common} | {each: common + _options(each) for each in sets}
    asked = OddsRequest(stake=stake_in_cents(stake), unsolved="simulate")
    # All of them are read before the first is priced, which may take a while.
    every = {name: posted(game, given, house) for name, given in rows.items()}
    with notices() as tell:
        found = {name: game_odds(rules, asked, tell) for name, rules in every.items()}
    write_plot(plot, lambda: _picture(found))
    if json:
        print_json(builtins(found))
    else:
        show(found)


def _picture(found: Mapping[str, GameOdds]) -> str:
    """What each row changes about the edge of the main wager."""
    from cardroom.signage import plots  # noqa: PLC0415 - slow to load

    (_, first), *others = found.items()
    changes = [
        plots.OptionChange(name, compared(first, each)[0].change or 0.0) for name, each in others
    ]
    main = first.wagers[0]
    return plots.tornado(first, f"{main.title}, {main.edge:.3%} as posted", changes)


def _options(text: str) -> list[str]:
    for word in text.split():
        if "=" not in word:
            raise CommandError(f"--with {text!r}: write options and their values, like decks=2")
    return text.split()


def show(found: Mapping[str, GameOdds]) -> None:
    first = next(iter(found.values()))
    table = Table(box=None, pad_edge=False, title=first.title, title_justify="left")
    table.add_column("options")
    for wager in first.wagers:
        table.add_column(f"{wager.title}: edge", justify="right")
        table.add_column("change", justify="right")
        table.add_column("std dev", justify="right")
    for name, document in found.items():
        cells = [cell for each in compared(first, document) for cell in _cells(each)]
        table.add_row(name, *cells)
    screen = console()
    screen.print(table)
    for paid in dict.fromkeys(document.paid for document in found.values() if document.paid):
        names = [name for name, document in found.items() if document.paid == paid]
        whose = "" if len(names) == len(found) else f" ({', '.join(names)})"
        screen.print(f"Figures{whose} are {paid}.")


def _cells(each: WagerChange) -> tuple[str, str, str]:
    if each.wager is None:
        return "not offered", "", ""
    deviation, simulated = each.wager.deviation, each.wager.deviation_simulated
    return (
        f"{each.wager.edge:+.5%}",
        "" if each.change is None else f"{each.change:+.5%}",
        "" if deviation is None else f"{deviation:.4f}" + (" simulated" if simulated else ""),
    )
