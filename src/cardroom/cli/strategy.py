"""`cardroom strategy GAME`: the strategy chart of a posted game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, assert_never

import typer
from rich.columns import Columns
from rich.table import Table
from rich.text import Text

from cardroom.analysis import chart_picture
from cardroom.analysis.documents import (
    ChartStrategy,
    LowestHandStrategy,
    StrategyDocument,
    builtins,
)
from cardroom.analysis.strategy import best_strategy
from cardroom.cli._notices import notices
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SetOption,
    ShoeOption,
    SideBetFileOption,
    console,
    counts_of,
    posted,
    print_json,
)
from cardroom.cli.odds import settings_line

if TYPE_CHECKING:
    from rich.console import Console

DEPARTURES_SHOWN: Final = 10


def strategy(
    game: GameArgument,
    settings: SetOption = None,
    house: HouseOption = "",
    side_bet: SideBetFileOption = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write the chart as a picture.")
    ] = None,
    shoe: ShoeOption = "",
    json: JsonOption = False,
) -> None:
    """Show the best chart by totals, what it costs, and where perfect play departs from it."""
    rules = posted(game, settings, house, side_bet)
    with notices() as tell:
        found = best_strategy(rules, counts_of(shoe), tell)
    if svg is not None:
        draw(found, svg)
    if json:
        print_json(builtins(found))
        return
    show(found, console())
    if svg is not None:
        console().print(f"written to {svg}")


def draw(found: StrategyDocument, file: Path) -> None:
    match found:
        case ChartStrategy():
            file.write_text(chart_picture.svg(found), encoding="utf-8")
        case LowestHandStrategy():
            raise CommandError(
                f"--svg: {found.title} has no chart; its best play fits in a few lines"
            )
        case _:
            assert_never(found)


def show(found: StrategyDocument, screen: Console) -> None:
    screen.print(f"[bold]{found.title}[/]  {settings_line(found)}")
    match found:
        case ChartStrategy():
            _show_chart(found, screen)
        case LowestHandStrategy():
            _show_lowest(found, screen)
        case _:
            assert_never(found)
    screen.print(f"[dim]ruleset {found.digest[:16]}[/]")


def _show_chart(found: ChartStrategy, screen: Console) -> None:
    screen.print(Columns([_block(found, block) for block in found.shown], padding=(0, 4)))
    legend = [
        _cell(found, code).append(f" {meaning} ", "") for code, meaning in found.legend.items()
    ]
    screen.print(Columns(legend, padding=(0, 2)))
    screen.print(
        f"{found.edge_name} {found.edge:+.5%} with this chart,"
        f" {found.perfect_edge:+.5%} with perfect play;"
        f" the chart costs {found.cost:.5%}"
    )
    for each in found.departures[:DEPARTURES_SHOWN]:
        screen.print(
            f"  {each.hand} against {each.up}: {each.best} instead of {each.chart},"
            f" {each.gain:+.4f}"
        )
    if len(found.departures) > DEPARTURES_SHOWN:
        screen.print(f"  and {len(found.departures) - DEPARTURES_SHOWN} more")
    for words in dict.fromkeys(each.averages for each in found.departures if each.averages):
        screen.print(f"  Totals of more cards average {words}; `cardroom hands` lists each hand.")


def _show_lowest(found: LowestHandStrategy, screen: Console) -> None:
    """The lowest hand that plays, as posted and with other decks."""
    for each in found.lowest:
        screen.print(f"the bank shows {each.bank_shows}: play {each.hand} or better")
    screen.print(
        f"{found.edge_name} {found.edge:+.5%} of the {found.edge_per} with this play,"
        f" {found.perfect_edge:+.5%} with perfect play"
    )
    table = Table(box=None, pad_edge=False, title="With other decks", title_justify="left")
    table.add_column("decks", justify="right")
    table.add_column("the lowest hand that plays")
    for name in ("plays", found.edge_name, "perfect play"):
        table.add_column(name, justify="right")
    for row in found.by_decks:
        hands = "   ".join(f"{_span(each.bank_shows)}: {each.hand}" for each in row.lowest)
        figures = f"{row.plays:.3%}", f"{row.edge:+.5%}", f"{row.perfect_edge:+.5%}"
        table.add_row(str(row.decks), hands, *figures)
    screen.print(table)
    for line in found.assumptions:
        screen.print(f"  - {line}")


def _span(shown: str) -> str:
    """ "2-J" for all cards from the first to the last."""
    ranks = shown.split(", ")
    return shown if len(ranks) == 1 else f"{ranks[0]}-{ranks[-1]}"


def _block(found: ChartStrategy, block: str) -> Text:
    shown = Text(f"{found.heading(block).title}\n", style="bold")
    shown.append("      " + "".join(f"{up:^4}" for up in found.chart.ups) + "\n")
    for row, codes in found.shown[block].items():
        shown.append(f"{found.row_name(block, row):>5} ")
        for code in codes:
            shown.append_text(_cell(found, code))
        shown.append("\n")
    return shown


def _cell(found: ChartStrategy, code: str) -> Text:
    kind = found.kind(code)
    style = "dim" if kind == "other" else f"black on {chart_picture.COLORS[kind]}"
    return Text(f"{code:^4}", style=f"not bold {style}")
