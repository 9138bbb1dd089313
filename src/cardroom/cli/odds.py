"""`cardroom odds GAME`: what every wager of a posted game costs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

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

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from cardroom.analysis.twentyone.chart.chart import Chart
    from cardroom.rules.ruleset import Ruleset

Found = TypeVar("Found")
RARE = 0.00001
PACE = 60.0
HALF = 0.5
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
    meter: Annotated[
        str,
        typer.Option(metavar="DOLLARS", help="What a progressive meter shows; else its seed."),
    ] = "",
    pace: Annotated[
        float, typer.Option(min=0.01, help="Bets on a progressive meter in an hour.")
    ] = PACE,
    json: JsonOption = False,
) -> None:
    """What every wager costs: edge, deviation, frequencies, and how the figures were got."""
    rules = posted(game, settings, house)
    counts = counts_of(shoe)
    shown = meter_of(rules, meter)
    given = None if chart is None else chart_from(chart)

    document = priced(rules, counts, given, "best" if chart is None else str(chart), shown)
    if document.get("progressive"):
        document["progressive"]["bets_an_hour"] = pace
    if json:
        print_json(document)
    else:
        show(document, console())


def priced(
    rules: Ruleset,
    counts: list[int] | None = None,
    given: Chart | None = None,
    play: str = "best",
    shown: int | None = None,
    told: Progress | None = None,
) -> dict[str, Any]:
    """Every wager of a posted game, with what only counting rounds can tell."""

    from cardroom.analysis.report import OddsAsked, odds_document

    with notices(told) as tell:
        document = odds_document(rules, OddsAsked(counts, given, shown), tell)
    if counts is None:
        # The simulator deals from whole decks.
        from cardroom.cli._simulated import with_spread

        document = with_spread(document, rules, play)
    return document


def meter_of(rules: Ruleset, text: str) -> int | None:
    """What the meter shows, in cents."""
    from cardroom.money import MoneyError, cents

    if not text:
        return None
    if rules.meter is None:
        raise CommandError(f"--meter: {rules.title} as posted has no progressive bet")
    try:
        return cents(text)
    except MoneyError as wrong:
        raise CommandError(f"--meter: {wrong}") from None


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

    from cardroom.analysis.twentyone.chart.chart import ChartFault, read_chart

    try:
        document = loads(path.read_text(encoding="utf-8"))
    except (JSONDecodeError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} is no JSON: {error}") from None
    try:
        # What `strategy --json` prints holds the chart, and more.
        return read_chart(document.get("chart", document) if isinstance(document, dict) else None)
    except ChartFault as error:
        raise CommandError(f"{path}: {error}") from None


def reckoned(title: str, build: Callable[[], Found], what: str = "exact odds") -> Found:
    """Run the solver, and put its refusals in one line."""
    from cardroom.analysis.families import NotComputed
    from cardroom.analysis.twentyone.chart.chart import ChartFault
    from cardroom.analysis.twentyone.solver.shoes import ShoeFault

    try:
        return build()
    except ChartFault as error:
        more = len(error.faults) - 3
        rest = f"; and {more} more" if more > 0 else ""
        raise CommandError("; ".join(error.faults[:3]) + rest) from None
    except ShoeFault as error:
        raise CommandError(str(error)) from None
    except NotComputed as error:
        raise CommandError(f"{title}: {what} are not reckoned: {error}") from None


def say_compiling() -> None:
    print("compiling the solver, once; this takes some seconds", file=sys.stderr)


def show(document: Mapping[str, Any], screen: Console) -> None:
    from rich.table import Table

    screen.print(f"[bold]{document['title']}[/]  {settings_line(document)}")
    table = Table(box=None, pad_edge=False)
    edge = f"{document['edge_of']} edge"
    for column in ("wager", edge, "std dev", "wins", "wagered", "element of risk"):
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
    if document.get("together"):
        _show_together(document, screen)
    if document.get("progressive"):
        _show_progressive(document["progressive"], screen)
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


def _show_together(document: Mapping[str, Any], screen: Console) -> None:
    from rich.table import Table

    screen.print("\n[bold]Together with the wager[/]: exact, a unit on each, over all rounds")
    table = Table(box=None, pad_edge=False)
    columns = ("bet", "covariance", "correlation", "std dev of the bet", "of wager and bet")
    for column in columns:
        table.add_column(column, justify="left" if column == "bet" else "right")
    simulated = document["wagers"][0].get("deviation_method") == "simulated"
    for bet in document["together"]:
        known = bet["correlation"] is not None
        half = " (half)" if bet["stake"] == HALF else ""
        table.add_row(
            bet["title"] + half,
            f"{bet['covariance']:+.5f}",
            f"{bet['correlation']:+.4f}" + " ~" * simulated if known else "-",
            f"{bet['deviation']:.4f}",
            f"{bet['sum_deviation']:.4f}" + " ~" * simulated if known else "-",
        )
    screen.print(table)
    for bet in document["together"]:
        screen.print(f"  - {bet['title']}: {bet['assumption']}")
    if simulated:
        screen.print("  - ~ with the simulated deviation of the wager")


def _show_progressive(found: Mapping[str, Any], screen: Console) -> None:
    screen.print(f"\n[bold]Progressive bet[/]: a stake of ${found['stake']:,.2f}")
    edges = "   ".join(f"${each['meter']:,.0f}: {each['edge']:+.3%}" for each in found["edges"])
    screen.print(f"  house edge by what the meter shows: {edges}")
    if found["break_even"] is None:
        screen.print("  no award of this table is a share of the meter with so few decks")
    else:
        screen.print(f"  fair to the player at a meter of ${found['break_even']:,.2f}")
    if found["bets_between_jackpots"] is None:
        screen.print("  the jackpot cannot be won: so few decks do not hold its cards")
    else:
        bets, pace = found["bets_between_jackpots"], found["bets_an_hour"]
        screen.print(
            f"  a jackpot in {bets:,.1f} bets in the mean: {bets / pace:,.0f} hours at"
            f" {pace:,g} bets an hour on the meter, all tables together (--pace)"
        )
    off = "all awards come" if found["all_off"] else "percentage awards come"
    screen.print(
        f"  hold in the long run {found['hold']:.3%}: {found['contribution']:.0%} of each stake to"
        f" the meter, {found['reserve']:.0%} to the reserve, a seed of ${found['seed']:,.0f} after"
        f" each jackpot; {off} off the meter"
    )
    if found["growth"] < 0:
        screen.print(
            f"  at its seed the meter loses ${-found['growth']:.4f} a bet in the mean: it runs dry,"
            " and what the house then makes up comes off the hold"
        )


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
