"""`cardroom hands GAME`: the value of every option for each hand and up card."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from cardroom.analysis import heat_map
from cardroom.analysis.documents import builtins
from cardroom.analysis.hands import HandsRequest, game_hands
from cardroom.cli._notices import notices
from cardroom.cli._plots import PlotOption, check_plot, write_plot
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SetOption,
    ShoeOption,
    StakeOption,
    chart_file,
    console,
    counts_of,
    posted,
    print_json,
    stake_in_cents,
)
from cardroom.cli.odds import settings_line
from cardroom.cli.output import data_output

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.analysis.hands_documents import CompositionDeparture, GameHands, HandValue

SHOWN: Final = 15
"""Departures on the screen; `--departures` shows all."""
WRONG: Final = "[bold]Hands whose cards make the chart wrong[/]"
HAND_HELP = 'Only this hand: its cards ("T6", "Q92"), or a row of the chart ("hard 16", "soft 18").'


def hands(
    game: GameArgument,
    settings: SetOption = None,
    house: HouseOption = "",
    up: Annotated[str, typer.Option("--up", metavar="CARD", help="Only this up card.")] = "",
    hand: Annotated[str, typer.Option("--hand", metavar="CARDS", help=HAND_HELP)] = "",
    chart: Annotated[
        Path | None,
        typer.Option(
            "--chart", metavar="FILE", help="Compare with this chart instead of the best one."
        ),
    ] = None,
    stake: StakeOption = "",
    shoe: ShoeOption = "",
    plot: PlotOption = None,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print the values as CSV for a spreadsheet.")
    ] = False,
    departures: Annotated[
        bool,
        typer.Option(
            "--departures",
            help="List only the hands whose cards make the chart wrong, but all of them.",
        ),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Show the value of every option for each hand and up card.

    For games of 21 and Three Card Poker. Also shows how the bank's hand ends, and the hands whose
    cards make the chart wrong.
    """
    check_plot(plot)
    rules = posted(game, settings, house)
    asked = HandsRequest(
        stake_in_cents(stake), counts_of(shoe), None if chart is None else chart_file(chart)
    )
    with notices() as tell:
        found = game_hands(rules, asked, tell)
    write_plot(plot, lambda: heat_map.svg(found))
    if departures and not json:
        some = list(chosen_departures(found, hand, up))
        if as_csv:
            write_departures(some)
        else:
            show_departures(found, some, console())
        return
    chosen = list(chosen_hands(found, hand, up))
    if json:
        print_json(builtins(msgspec.structs.replace(found, hands=tuple(chosen))))
    elif as_csv:
        write_csv(chosen, found.verbs)
    else:
        show(found, chosen, bool(hand or up), console())


def chosen_hands(found: GameHands, hand: str, up: str) -> Iterator[HandValue]:
    """Those that were asked for; all of them if nothing was."""
    shown = up.upper().replace("10", "T")
    if shown and shown not in found.ups:
        raise CommandError(f"--up {up}: up cards are {', '.join(found.ups)}")
    wanted = hand.lower().strip()
    ranks = _ranks(hand, {rank for each in found.hands for rank in each.cards})
    some = False
    for each in found.hands:
        cards = each.cards.removesuffix(" suited")
        named = wanted == each.row.lower() or (cards and ranks == _ranks(cards))
        if (not wanted or named) and (not shown or each.up == shown):
            some = True
            yield each
    if not some:
        row, one = found.hands[0], found.hands[-1]
        raise CommandError(
            f'--hand {hand}: no such hand; write its cards ("{one.cards.split()[0]}") or a row of'
            f' the chart ("{row.row}")'
        )


def chosen_departures(found: GameHands, hand: str, up: str) -> Iterator[CompositionDeparture]:
    """Those of a hand of any number of cards, of a total, or of an up card; or all."""
    shown = up.upper().replace("10", "T")
    if shown and shown not in found.ups:
        raise CommandError(f"--up {up}: up cards are {', '.join(found.ups)}")
    wanted, ranks = hand.lower().strip(), _ranks(hand, {*"A23456789T"})
    named = [
        each
        for each in found.departures
        if not wanted or wanted == each.total or ranks == _ranks(each.cards)
    ]
    if wanted and not named:
        raise CommandError(
            f'--hand {hand}: no departure has it; write its cards ("T,4,2") or its total'
            ' ("hard 16")'
        )
    return (each for each in named if shown in ("", each.up))


def _ranks(text: str, known: Collection[str] = "") -> str:
    """The ranks of a hand in one order, whichever way they are written. Where tens are not told
    apart from faces, a face is a ten."""
    cards = "".join(card for card in text.upper().replace("10", "T") if card not in ",- ")
    if known and "K" not in known:
        cards = "".join("T" if card in "JQK" else card for card in cards)
    return "".join(sorted(cards))


def write_csv(chosen: Iterable[HandValue], verbs: Sequence[str]) -> None:
    out = csv.writer(data_output(), lineterminator="\n")
    out.writerow(["kind", "total", "cards", "up", "chance", "best", "chart", "value", *verbs])
    for each in chosen:
        values = [each.options.get(verb, "") for verb in verbs]
        out.writerow(
            [each.kind, each.total, each.cards, each.up, each.chance, each.best, each.chart,
             each.value, *values]
        )  # fmt: skip


def write_departures(some: Iterable[CompositionDeparture]) -> None:
    out = csv.writer(data_output(), lineterminator="\n")
    out.writerow(["cards", "total", "up", "chart", "best", "gain", "comes"])
    for each in some:
        out.writerow(
            [each.cards, each.total, each.up, each.chart, each.best, each.gain, each.comes]
        )


def show_departures(
    found: GameHands, some: Sequence[CompositionDeparture], screen: Console
) -> None:
    screen.print(f"[bold]{found.title}[/]  {settings_line(found)}")
    screen.print(f"{WRONG}: {len(some)}, the costliest over all rounds first")
    for each in some:
        screen.print(_departure(each))
    screen.print(f"[dim]ruleset {found.digest[:16]}[/]")


def _departure(each: CompositionDeparture) -> str:
    return (
        f"  {each.cards} ({each.total}) against {each.up}: {each.best} instead of"
        f" {each.chart}, {each.gain:+.4f} when it comes up, once in {each.one_in:,.0f} rounds"
    )


def show(found: GameHands, chosen: Sequence[HandValue], apart: bool, screen: Console) -> None:
    screen.print(f"[bold]{found.title}[/]  {settings_line(found)}")
    if found.paid:
        screen.print(f"Values are {found.paid}.")
    if apart:
        _show_options(chosen, found.verbs, screen)
    else:
        _show_map(found, screen)
    if found.bank:
        _show_bank(found, {each.up for each in chosen}, screen)
    if not apart:
        _show_departures(found, screen)
    screen.print(f"{found.method}; values per unit of the wager")
    for line in found.assumptions:
        screen.print(f"  - {line}")
    screen.print(f"[dim]ruleset {found.digest[:16]}[/]")


def _show_options(chosen: Sequence[HandValue], every: Sequence[str], screen: Console) -> None:
    """Every option of some hands."""
    verbs = [verb for verb in every if any(verb in each.options for each in chosen)]
    table = Table(box=None, pad_edge=False)
    for name in ("hand", "cards", "up"):
        table.add_column(name)
    for name in ("chance", *verbs):
        table.add_column(name, justify="right")
    for name in ("best", "chart"):
        table.add_column(name)
    for each in chosen:
        figures = [
            Text(f"{each.options[verb]:+.5f}", style="bold" if verb == each.best else "")
            if verb in each.options
            else Text("-")
            for verb in verbs
        ]
        best = each.best or f"{each.value:+.5f}"
        table.add_row(
            each.row, each.cards or "all", each.up, f"{each.chance:.4%}",
            *figures, best, each.chart,
        )  # fmt: skip
    screen.print(table)


def _show_map(found: GameHands, screen: Console) -> None:
    """Rows of the chart by up card: the best option and its value."""
    table = Table(box=None, pad_edge=False, title="Best option and its value", title_justify="left")
    table.add_column("hand")
    for up in found.ups:
        table.add_column(up, justify="right")
    for name, values in found.rows.items():
        table.add_row(name, *(_cell(found, values.get(up)) for up in found.ups))
    screen.print(table)


def _cell(found: GameHands, each: HandValue | None) -> Text:
    if each is None:
        return Text("")
    red, green, blue = heat_map.color_of(each.value)
    return Text(
        f"{found.letter(each.best)} {each.value:+.3f}", style=f"black on rgb({red},{green},{blue})"
    )


def _show_bank(found: GameHands, ups: Iterable[str], screen: Console) -> None:
    table = Table(box=None, pad_edge=False, title="How the bank's hand ends", title_justify="left")
    table.add_column("up")
    names = list(found.bank[0].chances)
    for name in names:
        table.add_column(name, justify="right")
    for row in found.bank:
        if row.up in set(ups):
            table.add_row(row.up, *(f"{row.chances[name]:.3%}" for name in names))
    screen.print(table)


def _show_departures(found: GameHands, screen: Console) -> None:
    number = len(found.departures)
    screen.print(f"\n{WRONG}: {number}, card by card, the costliest over all rounds first")
    for each in found.departures[:SHOWN]:
        screen.print(_departure(each))
    if number > SHOWN:
        screen.print(f"  and {number - SHOWN} more (--departures shows all)")
    _show_sizes(found, screen)


def _show_sizes(found: GameHands, screen: Console) -> None:
    """Totals whose best option depends on the number of cards."""
    rows: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for chart in found.by_size:
        for name, verbs in chart.rows.items():
            rows.setdefault(name, []).append((chart.cards, verbs))
    table = Table(
        box=None, pad_edge=False, title="\nTotals by number of cards, where it matters",
        title_justify="left",
    )  # fmt: skip
    for name in ("hand", "cards", *found.ups):
        table.add_column(name)
    for name, sizes in rows.items():
        longer = [(cards, verbs) for cards, verbs in sizes if cards != "2"]
        played = [{verbs[up] for _, verbs in longer} - {""} for up in range(len(found.ups))]
        if any(len(each) > 1 for each in played):
            for cards, verbs in longer:
                table.add_row(name, cards, *(found.letter(verb) for verb in verbs))
    if table.row_count:
        screen.print(table)
