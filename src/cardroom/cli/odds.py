"""`cardroom odds GAME`: what every wager of a posted game costs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

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

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.analysis.chart import Chart

Found = TypeVar("Found")
RARE = 0.00001
SHOE_HELP = 'Another shoe: how many of A, 2 to 9 and ten-values, as "24 24 ... 96".'
ShoeOption = Annotated[str, typer.Option("--shoe", metavar="COUNTS", help=SHOE_HELP)]


def register(app: typer.Typer) -> None:
    app.command(name="odds")(odds)


def odds(
    game: GameArgument,
    settings: SetOption = None,
    house: HouseOption = "",
    chart: Annotated[
        Path | None,
        typer.Option(
            "--chart",
            metavar="FILE",
            help="Price this chart (see strategy --json).",
        ),
    ] = None,
    shoe: ShoeOption = "",
    json: JsonOption = False,
) -> None:
    """What every wager costs: edge, deviation, frequencies, and how the figures were got."""
    rules = posted(game, settings, house)
    counts = counts_of(shoe)
    given = None if chart is None else chart_from(chart)

    def build() -> dict[str, Any]:
        from cardroom.analysis.report import odds_document

        return odds_document(rules, counts, given, say_compiling)

    document = reckoned(rules.title, build)
    if counts is None:
        # The simulator deals from whole decks.
        from cardroom.cli._simulated import with_spread

        document = with_spread(document, rules, "best" if chart is None else str(chart))
    if json:
        print_json(document)
    else:
        show(document, console())


def counts_of(text: str) -> list[int] | None:
    """The counts of a shoe; ten of them, or eleven with the jokers."""
    words = text.replace(",", " ").split()
    if not words:
        return None
    if not all(word.isdecimal() for word in words) or len(words) not in (10, 11):
        raise CommandError("--shoe: write ten whole numbers: aces, 2 to 9, ten-values")
    counts = [int(word) for word in words]
    return counts + [0] * (11 - len(counts))


def chart_from(path: Path) -> Chart:
    from json import JSONDecodeError, loads

    from cardroom.analysis.chart import ChartFault, read_chart

    try:
        document = loads(path.read_text(encoding="utf-8"))
    except (JSONDecodeError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} is no JSON: {error}") from None
    try:
        # What `strategy --json` prints holds the chart, and more.
        return read_chart(document.get("chart", document) if isinstance(document, dict) else None)
    except ChartFault as error:
        raise CommandError(f"{path}: {error}") from None


def reckoned(title: str, build: Callable[[], Found]) -> Found:
    """Run the solver, and put its refusals in one line."""
    from cardroom.analysis.chart import ChartFault
    from cardroom.analysis.plan import NotReckoned
    from cardroom.analysis.shoes import ShoeFault

    try:
        return build()
    except ChartFault as error:
        more = len(error.faults) - 3
        rest = f"; and {more} more" if more > 0 else ""
        raise CommandError("; ".join(error.faults[:3]) + rest) from None
    except ShoeFault as error:
        raise CommandError(str(error)) from None
    except NotReckoned as error:
        raise CommandError(f"{title}: exact odds are not reckoned: {error}") from None


def say_compiling() -> None:
    print("compiling the solver, once; this takes some seconds", file=sys.stderr)


def show(document: Mapping[str, Any], screen: Console) -> None:
    from rich.table import Table

    screen.print(f"[bold]{document['title']}[/]  {settings_line(document)}")
    table = Table(box=None, pad_edge=False)
    for column in ("wager", "house edge", "std dev", "wins", "wagered", "element of risk"):
        table.add_column(column, justify="left" if column == "wager" else "right")
    for wager in document["wagers"]:
        table.add_row(
            wager["title"],
            f"{wager['edge']:+.5%}",
            _figure(wager, "deviation", "{:.4f}"),
            _figure(wager, "hit_frequency", "{:.3%}"),
            f"{wager['wagered']:.4f}",
            f"{wager['element_of_risk']:+.5%}",
        )
    screen.print(table)
    for wager in document["wagers"]:
        _show_wager(wager, screen)
    for each in document["after_split"][1:]:
        screen.print(f"{each['edge']:+.5%} if {each['play']}")
    for spot in document["not_reckoned"]:
        screen.print(f"{spot['title']}: not reckoned: {spot['why']}")
    screen.print(f"[dim]ruleset {document['digest'][:16]}[/]")


def _show_wager(wager: Mapping[str, Any], screen: Console) -> None:
    screen.print(f"\n[bold]{wager['title']}[/]: {wager['method']}")
    if wager["exact"]:
        screen.print(f"  edge {wager['exact']}")
    paid = "   ".join(f"{each['net']}: {_chance(each['chance'])}" for each in wager["payments"])
    split = wager["split_frequency"]
    if paid:
        screen.print(f"  payments {paid}" + (f"   split: {split:.4%}" if split else ""))
    if wager.get("simulated_rounds"):
        screen.print(
            f"  std dev {wager['deviation']:.4f} ± {wager['deviation_error']:.4f} and wins"
            f" {wager['hit_frequency']:.2%}, pushes {wager['push_frequency']:.2%}: simulated,"
            f" {wager['simulated_rounds']:,} rounds, because hands of a split share the bank's hand"
        )
    for line in wager["assumptions"]:
        screen.print(f"  - {line}")
    if wager["missing"]:
        screen.print(f"  - {wager['missing']}")


def _chance(chance: float) -> str:
    """A percentage, until four digits would say nothing."""
    return f"{chance:.4%}" if chance >= RARE else f"1 in {1 / chance:,.0f}"


def _figure(wager: Mapping[str, Any], name: str, form: str) -> str:
    if wager[name] is None:
        return "-"
    simulated = wager.get("deviation_method") == "simulated"
    return form.format(wager[name]) + " ~" * simulated


def settings_line(document: Mapping[str, Any]) -> str:
    from cardroom.rules.options import show as written

    decks = f"{document['decks']} deck{'s' * (document['decks'] > 1)}"
    options = [
        f"{name}={written(value)}" for name, value in document["options"].items() if name != "decks"
    ]
    house = [f"as posted by {document['house']}"] if document["house"] else []
    shoe = [f"shoe {document['shoe']}"] if document["shoe"] else []
    return ", ".join([decks, *house, *options, *shoe])
