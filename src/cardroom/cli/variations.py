"""`cardroom variations GAME`: every option changed, priced, and sorted."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer
from rich.table import Table

from cardroom.analysis.documents import builtins
from cardroom.analysis.variations import VariationsRequest, sweep, variations_by
from cardroom.analysis.variations import variations as variations_of
from cardroom.cli._notices import notices
from cardroom.cli._plots import PlotOption, check_plot, write_plot
from cardroom.cli.common import (
    ClusterOption,
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SetOption,
    SideBetFileOption,
    StakeOption,
    console,
    executor_of,
    posted,
    print_json,
    stake_in_cents,
)
from cardroom.cli.odds import settings_line
from cardroom.cli.output import data_output

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.analysis.variation_documents import Variation, Variations

BAR: Final = 16
NAMES_MAX: Final = 4
"""Variations that are named together in a note; --json and --csv have all of them."""
NAMED: Final = re.compile(r"(?:^|\s)(\w+)=")
SWEEP_HELP = (
    'A grid instead: options and their values, like "decks=1,2,6 natural_pays=3:2,6:5". Values with'
    " commas or spaces, such as rows of a pay table, are separated by |."
)
BY_HELP = "Each change with each value of this option, too: decks, or decks=1,2,6."


def variations(
    game: GameArgument,
    settings: SetOption = None,
    house: HouseOption = "",
    side_bet: SideBetFileOption = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME", help="Only this option; may be repeated."),
    ] = None,
    by: Annotated[str, typer.Option("--by", metavar="NAME[=VALUES]", help=BY_HELP)] = "",
    grid: Annotated[str, typer.Option("--sweep", metavar="GRID", help=SWEEP_HELP)] = "",
    spot: Annotated[
        str, typer.Option("--wager", metavar="SPOT", help="Sort and plot by this wager.")
    ] = "",
    stake: StakeOption = "",
    plot: PlotOption = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the prices as CSV.")] = False,
    cluster: ClusterOption = "",
    json: JsonOption = False,
) -> None:
    """Change every option of a game, one at a time, and show what that does to each wager."""
    check_plot(plot)
    if grid and (option or by):
        given = "--option chooses" if option else "--by is for"
        raise CommandError(f"{given} options to change one at a time; leave out --sweep")
    points = _grid("--sweep", grid) if grid else {}
    rules = posted(game, settings, house, side_bet)
    cents = stake_in_cents(stake)
    with notices() as tell, executor_of(cluster=cluster) as executor:
        asked = VariationsRequest(tuple(option or ()), cents)
        if points:
            found = sweep(rules, points, cents, tell, executor)
        elif by:
            found = variations_by(rules, *_by(by), asked, tell, executor)
        else:
            found = variations_of(rules, asked, tell, executor)
    wager = spot or found.wagers[0].spot
    if wager not in [each.spot for each in found.wagers]:
        spots = ", ".join(each.spot for each in found.wagers)
        raise CommandError(f"--wager {spot}: wagers are {spots}")
    write_plot(plot, lambda: _picture(found, wager))
    if json:
        print_json(builtins(found))
    elif as_csv:
        write_csv(found)
    elif points:
        show_grid(found, console())
    elif by:
        show_by(found, wager, console())
    else:
        show(found, wager, console())


def _picture(found: Variations, spot: str) -> str:
    """A bar for each variation; to the right it is better for the bank."""
    from cardroom.signage import plots  # noqa: PLC0415 - slow to load

    return plots.variations(found, spot)


def _by(text: str) -> tuple[str, list[str]]:
    if "=" not in text:
        return text, []
    ((name, values), *others) = _grid("--by", text).items()
    if others:
        raise CommandError(f"--by {text!r}: one option is enough; --sweep takes several")
    return name, values


def _grid(flag: str, text: str) -> dict[str, list[str]]:
    first, *parts = NAMED.split(text)
    found: dict[str, list[str]] = {}
    for name, values in zip(parts[::2], parts[1::2], strict=True):
        listed = [value.strip() for value in values.split("|" if "|" in values else ",")]
        found[name] = [value for value in listed if value]
    if first.strip() or not found or not all(found.values()):
        raise CommandError(
            f'{flag} {text!r}: write options and values, like "decks=1,2,6 hands_max=2,4"'
        )
    return found


def show(found: Variations, spot: str, screen: Console) -> None:
    screen.print(f"[bold]{found.title}[/]  {settings_line(found)}")
    for wager in found.wagers:
        sampled = f" ({wager.simulated})" if wager.simulated else ""
        screen.print(f"{wager.title}: edge {wager.edge:.4%}{sampled}")
    rows = found.ranked_by(spot)
    most = max((abs(each.changes[spot]) for each in rows), default=1.0)
    table = Table(box=None, pad_edge=False)
    table.add_column("option")
    table.add_column("edge", justify="right")
    table.add_column("change", justify="right")
    table.add_column("for the player | for the house")
    for each in rows:
        change = each.changes[spot]
        table.add_row(each.name, f"{each.edges[spot]:.4%}", f"{change:+.4%}", bar(change, most))
    screen.print(table)
    _show_others(found, spot, screen)
    _show_notes(found, screen)


def _show_notes(found: Variations, screen: Console) -> None:
    """What was left out or assumed, each reason once."""
    alone = {value: _notes(each) for value, each in found.rows()[""].items()} if found.by else {}
    reasons: dict[str, list[str]] = {}
    for each in found.variations:
        known = alone.get(each.options.get(found.by, ""), []) if len(each.options) > 1 else []
        for reason in _notes(each):
            if reason not in known:
                reasons.setdefault(reason, []).append(each.name)
    for reason, names in reasons.items():
        screen.print(f"  - {_several(names)}: {reason}", markup=False)
    if found.unchanged:
        screen.print(f"  - without effect on any wager: {', '.join(found.unchanged)}")
    if found.paid:
        screen.print(f"  - figures are {found.paid}")
    screen.print(f"[dim]ruleset {found.digest[:16]}[/]")


def _notes(each: Variation) -> list[str]:
    unpriced = f"not priced: {each.unpriced}" if each.unpriced else ""
    needs = f"posted only with {each.needs}" if each.needs else ""
    return [note for note in (unpriced, needs, each.paid) if note]


def _several(names: list[str]) -> str:
    shown = "; ".join(names[:NAMES_MAX])
    left = len(names) - NAMES_MAX
    return f"{shown}; and {left} more" if left > 0 else shown


def show_by(found: Variations, spot: str, screen: Console) -> None:
    """A row for each change, a column for each value of the other option."""
    screen.print(f"[bold]{found.title}[/]  {settings_line(found)}")
    title = next(each.title for each in found.wagers if each.spot == spot)
    screen.print(f"{title}: its edge by {found.by}, and what each change adds to it")
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for value in found.values:
        table.add_column(f"{found.by} = {value}", justify="right")
    rows = found.rows()
    alone = rows.pop("")
    table.add_row("as posted", *_cells(found, alone, spot, "edge"))
    elsewhere = 0
    for name, row in rows.items():
        if any(each.changes.get(spot) for each in row.values()):
            table.add_row(name, *_cells(found, row, spot, "change"))
        else:
            elsewhere += 1
    screen.print(table)
    if elsewhere:
        words = "change concerns" if elsewhere == 1 else "changes concern"
        screen.print(f"  - {elsewhere} more {words} other wagers only (--wager, --csv)")
    _show_notes(found, screen)


def _cells(
    found: Variations, row: Mapping[str, Variation], spot: str, what: Literal["edge", "change"]
) -> Iterable[str]:
    for value in found.values:
        each = row[value]
        figure = each.edges.get(spot) if what == "edge" else each.changes.get(spot)
        sign = "" if what == "edge" else "+"
        yield "-" if figure is None else f"{figure:{sign}.4%}"


def _show_others(found: Variations, spot: str, screen: Console) -> None:
    """Variations that change only other wagers, or which wagers there are."""
    titles = {each.spot: each.title for each in found.wagers}
    for each in found.variations:
        if each.unpriced or each.changes.get(spot):
            continue
        words = [f"{titles[own]} {change:+.4%}" for own, change in each.changes.items() if change]
        words += [
            f"with {own} at {edge:.4%}" for own, edge in each.edges.items() if own not in titles
        ]
        words += [f"without {title}" for own, title in titles.items() if own not in each.edges]
        screen.print(f"{each.name}: {', '.join(words)}")


def bar(change: float, most: float) -> str:
    """A bar to the left for the player, to the right for the house."""
    length = max(1, round(abs(change) / most * BAR))
    left = "█" * length if change < 0 else ""
    right = "█" * length if change > 0 else ""
    return f"[green]{left:>{BAR}}[/]|[red]{right}[/]"


def show_grid(found: Variations, screen: Console) -> None:
    screen.print(f"[bold]{found.title}[/]  {settings_line(found)}")
    names = list(found.variations[0].options) if found.variations else []
    table = Table(*names, box=None, pad_edge=False)
    for wager in found.wagers:
        table.add_column(f"{wager.title}: edge", justify="right")
    for each in found.variations:
        table.add_row(*each.options.values(), *_edges(each, found))
    screen.print(table)
    screen.print(f"{len(found.variations):,} points")
    _show_notes(found, screen)


def _edges(each: Variation, found: Variations) -> list[str]:
    if each.unpriced:
        return ["not priced", *[""] * (len(found.wagers) - 1)]
    return [
        f"{each.edges[wager.spot]:.4%}" if wager.spot in each.edges else "not offered"
        for wager in found.wagers
    ]


def write_csv(found: Variations) -> None:
    """One line for each variation and wager."""
    out = csv.writer(data_output(), lineterminator="\n")
    out.writerow(["options", "spot", "edge", "change", "unpriced", "needs"])
    for each in found.variations:
        name = " ".join(f"{option}={value}" for option, value in each.options.items())
        for spot, edge in each.edges.items():
            out.writerow([name, spot, edge, each.changes.get(spot, ""), "", each.needs])
        if each.unpriced:
            out.writerow([name, "", "", "", each.unpriced, each.needs])
