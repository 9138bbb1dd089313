"""`cardroom strategy GAME`: the best chart of a posted game, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from cardroom.cli._notices import notices
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
from cardroom.cli.odds import ShoeOption, counts_of, settings_line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from cardroom.rules.ruleset import Ruleset

STYLES: Final[Mapping[str, str]] = {
    "H": "black on rgb(244,199,195)",
    "S": "black on rgb(255,242,179)",
    "D": "black on rgb(183,225,205)",
    "M": "black on rgb(183,225,205)",
    "P": "black on rgb(188,212,245)",
    "R": "black on rgb(227,208,238)",
    "-": "dim",
}
DEPARTURES_SHOWN: Final = 10


def register(app: typer.Typer) -> None:
    app.command(name="strategy")(strategy)


def strategy(
    game: GameArgument,
    settings: SetOption = None,
    house: HouseOption = "",
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write the chart as a picture.")
    ] = None,
    shoe: ShoeOption = "",
    json: JsonOption = False,
) -> None:
    """The best chart by totals, its price, and where perfect play departs from it."""
    rules = posted(game, settings, house)
    document = best_play(rules, counts_of(shoe))
    if svg is not None and "chart" not in document:
        raise CommandError(f"--svg: {rules.title} has no chart; its best play is a few lines")
    if svg is not None:
        from cardroom.analysis.twentyone.chart import picture

        svg.write_text(picture.svg(document), encoding="utf-8")
    if json:
        print_json(document)
    elif "chart" not in document:
        show_lowest(document, console())
    else:
        show(document, console())
        if svg is not None:
            console().print(f"written to {svg}")


def best_play(rules: Ruleset, counts: list[int] | None = None) -> dict[str, Any]:
    """The best chart of a posted game; games without one are refused."""
    from cardroom.analysis.report import strategy_document

    with notices() as tell:
        return strategy_document(rules, counts, tell)


def show(document: Mapping[str, Any], screen: Console) -> None:
    from rich.columns import Columns

    from cardroom.analysis.twentyone.chart.picture import BLOCK_TITLES

    chart = document["chart"]
    screen.print(f"[bold]{document['title']}[/]  {settings_line(document)}")
    blocks = [
        _block(title, block, chart) for block, title in BLOCK_TITLES.items() if chart.get(block)
    ]
    screen.print(Columns(blocks, padding=(0, 4)))
    legend = [
        _cell(code).append(f" {meaning} ", "") for code, meaning in document["legend"].items()
    ]
    screen.print(Columns(legend, padding=(0, 2)))
    screen.print(
        f"{document['edge_of']} edge {document['edge']:+.5%} with this chart,"
        f" {document['perfect_edge']:+.5%} with perfect play;"
        f" the chart costs {document['cost']:.5%}"
    )
    departures = document["departures"]
    for each in departures[:DEPARTURES_SHOWN]:
        screen.print(
            f"  {each['hand']} against {each['up']}: {each['best']} instead of {each['chart']},"
            f" {each['gain']:+.4f}"
        )
    if len(departures) > DEPARTURES_SHOWN:
        screen.print(f"  and {len(departures) - DEPARTURES_SHOWN} more")
    screen.print(f"[dim]ruleset {document['digest'][:16]}[/]")


def show_lowest(document: Mapping[str, Any], screen: Console) -> None:
    """Three Card Poker: the lowest hand that plays, as posted and with other decks."""
    from rich.table import Table

    screen.print(f"[bold]{document['title']}[/]  {settings_line(document)}")
    for each in document["lowest"]:
        screen.print(f"the bank shows {each['bank_shows']}: play {each['hand']} or better")
    screen.print(
        f"{document['edge_of']} edge {document['edge']:+.5%} of the ante with this play,"
        f" {document['perfect_edge']:+.5%} with perfect play"
    )
    table = Table(box=None, pad_edge=False, title="With other decks", title_justify="left")
    table.add_column("decks", justify="right")
    table.add_column("the lowest hand that plays")
    for name in ("plays", f"{document['edge_of']} edge", "perfect play"):
        table.add_column(name, justify="right")
    for row in document["by_decks"]:
        hands = "   ".join(f"{_span(each['bank_shows'])}: {each['hand']}" for each in row["lowest"])
        figures = f"{row['plays']:.3%}", f"{row['edge']:+.5%}", f"{row['perfect_edge']:+.5%}"
        table.add_row(str(row["decks"]), hands, *figures)
    screen.print(table)
    for line in document["assumptions"]:
        screen.print(f"  - {line}")
    screen.print(f"[dim]ruleset {document['digest'][:16]}[/]")


def _span(shown: str) -> str:
    """ "2-J" for all cards from the first to the last."""
    ranks = shown.split(", ")
    return shown if len(ranks) == 1 else f"{ranks[0]}-{ranks[-1]}"


def _block(title: str, block: str, chart: Mapping[str, Any]) -> Text:
    from rich.text import Text

    from cardroom.analysis.twentyone.chart.picture import row_name

    found = Text(f"{title}\n", style="bold")
    found.append("      " + "".join(f"{up:^4}" for up in chart["ups"]) + "\n")
    for row, codes in chart[block].items():
        found.append(f"{row_name(block, row):>5} ")
        for code in codes:
            found.append_text(_cell(code))
        found.append("\n")
    return found


def _cell(code: str) -> Text:
    from rich.text import Text

    return Text(f"{code:^4}", style=f"not bold {STYLES[code[0]]}")
