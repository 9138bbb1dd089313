"""`cardroom odds GAME`: the house edge of every wager of a posted game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer
from rich.table import Table

from cardroom import games
from cardroom.analysis.documents import (
    BetPair,
    GameOdds,
    Payment,
    ProgressiveOdds,
    WagerOdds,
    builtins,
)
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.shoe_documents import ShoeEdges
from cardroom.cli._notices import notices
from cardroom.cli._plots import PlotOption, check_plot, write_plot
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SetOption,
    ShoeOption,
    SideBetFileOption,
    StakeOption,
    chart_file,
    console,
    counts_of,
    dollars_in_cents,
    posted,
    print_json,
    stake_in_cents,
)
from cardroom.rules.options import Value

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.rules.ruleset import Ruleset

RARE = 0.00001
PACE = 60.0
HALF = 0.5
PAIRS_MAX = 12


def odds(
    game: GameArgument,
    settings: SetOption = None,
    house: HouseOption = "",
    side_bet: SideBetFileOption = None,
    chart: Annotated[
        Path | None,
        typer.Option(
            "--chart",
            metavar="FILE",
            help="Play by this chart; see: cardroom strategy --json",
        ),
    ] = None,
    stake: StakeOption = "",
    shoe: ShoeOption = "",
    meter: Annotated[
        str,
        typer.Option(
            metavar="DOLLARS", help="Amount on the progressive meter (default: its seed)."
        ),
    ] = "",
    pace: Annotated[
        float, typer.Option(min=0.01, help="Bets on the progressive meter per hour.")
    ] = PACE,
    plot: PlotOption = None,
    json: JsonOption = False,
) -> None:
    """Compute each wager's house edge, standard deviation, and frequencies; show the method."""
    check_plot(plot)
    rules = posted(game, settings, house, side_bet)
    asked = OddsRequest(
        stake=stake_in_cents(stake),
        shoe=counts_of(shoe),
        chart=None if chart is None else chart_file(chart),
        meter=meter_of(rules, meter),
        bets_per_hour=pace,
        unsolved="simulate",
        real_shoe="simulate",
    )
    with notices() as tell:
        found = game_odds(rules, asked, tell)
    write_plot(plot, lambda: _picture(found))
    if json:
        print_json(builtins(found))
    else:
        show(found, console())


def _picture(found: GameOdds) -> str:
    """The meter of a progressive bet, or the results of the main wager."""
    from cardroom.signage import distribution, plots  # noqa: PLC0415 - slow to load

    if found.progressive is not None:
        return plots.meter(found.title, found.progressive)
    first = found.wagers[0]
    return distribution.drawing(first, plots.FONT, f"{found.title}: {first.title}")


def meter_of(rules: Ruleset, text: str) -> int | None:
    """The meter in cents."""
    if not text:
        return None
    if rules.meter is None:
        raise CommandError(f"--meter: {rules.title} as posted has no progressive bet")
    return dollars_in_cents("--meter", text)


def show(found: GameOdds, screen: Console) -> None:
    screen.print(f"[bold]{found.title}[/]  {settings_line(found)}")
    if found.paid:
        screen.print(f"Figures are {found.paid}.")
    table = Table(box=None, pad_edge=False)
    edge = found.edge_name
    for column in ("wager", edge, "std dev", "wins", "wagered", "element of risk"):
        table.add_column(column, justify="left" if column == "wager" else "right")
    for wager in found.wagers:
        table.add_row(
            wager.title,
            f"{wager.edge:+.5%}{' ~' if wager.edge_error else ''}",
            _figure(wager.deviation, "{:.4f}", simulated=wager.deviation_simulated),
            _figure(wager.hit_frequency, "{:.3%}", simulated=wager.frequencies_simulated),
            f"{wager.wagered:.4f}",
            f"{wager.element_of_risk:+.5%}",
        )
    screen.print(table)
    if found.real_shoe is not None:
        _show_shoe(found, found.real_shoe, screen)
    for wager in found.wagers:
        _show_wager(wager, screen)
    if found.paired:
        _show_paired(found, screen)
    if found.pairs:
        _show_pairs(found.pairs, screen)
    if found.progressive is not None:
        _show_progressive(found.progressive, screen)
    for each in found.after_split[1:]:
        screen.print(f"{found.wagers[0].title}: {each.edge:+.5%} if {each.play}")
    for spot in found.unpriced:
        screen.print(f"{spot.title}: not computed: {spot.why}")
    screen.print(f"[dim]ruleset {found.digest[:16]}[/]")


def _show_shoe(found: GameOdds, shoe: ShoeEdges, screen: Console) -> None:
    """The real shoe next to the fresh one."""
    if shoe.why:
        screen.print(f"From a real shoe: {shoe.why}.")
    for row in shoe.rows:
        boxes = f"{row.boxes} box{'es' * (row.boxes > 1)}"
        screen.print(
            f"From a real shoe, {row.dealt:.0%} dealt, {boxes}: {found.wagers[0].title.lower()}"
            f" {row.edge:+.4%}, a change of {row.change:+.4%} ± {row.error:.4%} from a fresh shoe"
            f" (simulated, {row.rounds:,} rounds, {row.rounds_per_shoe:.1f} per shoe)"
        )
        for bet in row.side_bets:
            screen.print(
                f"  {bet.title}: {bet.edge:+.4%}, a change of {bet.change:+.4%} ± {bet.error:.4%}"
                " from a fresh shoe"
            )


def _show_wager(wager: WagerOdds, screen: Console) -> None:
    screen.print(f"\n[bold]{wager.title}[/]: {wager.method}")
    if wager.exact:
        screen.print(f"  edge {wager.exact}")
    paid = "   ".join(f"{each.net}: {_chance(each)}" for each in wager.payments)
    split = wager.split_frequency
    if paid:
        screen.print(f"  payments {paid}" + (f"   split: {split:.4%}" if split else ""))
    if wager.simulated_rounds:
        deviation = ""
        if wager.deviation_error is not None:
            deviation = f"std dev {wager.deviation:.4f} ± {wager.deviation_error:.4f} and "
        screen.print(
            f"  {deviation}wins {wager.hit_frequency:.2%}, pushes {wager.push_frequency:.2%}:"
            f" simulated, {wager.simulated_rounds:,} rounds, because hands of a split share the"
            " bank's hand"
        )
        results = "   ".join(f"{each.net}: {_chance(each)}" for each in wager.results)
        screen.print(f"  results with splits, simulated: {results}")
    for line in wager.assumptions:
        screen.print(f"  - {line}")
    if wager.missing:
        screen.print(f"  - {wager.missing}")


def _show_paired(found: GameOdds, screen: Console) -> None:
    screen.print("\n[bold]Together with the wager[/]: one unit on each, over all rounds")
    table = Table(box=None, pad_edge=False)
    columns = ("bet", "covariance", "correlation", "std dev", "of both")
    for column in columns:
        table.add_column(column, justify="left" if column == "bet" else "right")
    simulated = found.wagers[0].deviation_simulated
    mark = " ~" if simulated else ""
    for bet in found.paired:
        half = " (half)" if bet.stake == HALF else ""
        table.add_row(
            bet.title + half,
            _covariance(bet.covariance, bet.error),
            "-" if bet.correlation is None else f"{bet.correlation:+.4f}{mark}",
            f"{bet.deviation:.4f}",
            "-" if bet.sum_deviation is None else f"{bet.sum_deviation:.4f}{mark}",
        )
    screen.print(table)
    for bet in found.paired:
        screen.print(f"  - {bet.title}: {bet.assumption}")
    if simulated:
        screen.print("  - ~ with the simulated deviation of the wager")


def _covariance(found: float, error: float | None) -> str:
    """Exact, or with its standard error."""
    return f"{found:+.5f}" if error is None else f"{found:+.4f} ± {error:.4f}"


def _show_pairs(pairs: Sequence[BetPair], screen: Console) -> None:
    """The closest pairs; most of the others hardly vary together."""
    screen.print("\n[bold]Side bets with each other[/]: one unit on each, over all rounds")
    table = Table(box=None, pad_edge=False)
    for column in ("bet", "and", "covariance", "correlation"):
        table.add_column(column, justify="left" if column in ("bet", "and") else "right")
    closest = sorted(pairs, key=lambda pair: -abs(pair.correlation))[:PAIRS_MAX]
    for pair in closest:
        found = _covariance(pair.covariance, pair.error)
        table.add_row(*pair.titles, found, f"{pair.correlation:+.4f}")
    screen.print(table)
    if len(closest) < len(pairs):
        left = len(pairs) - len(closest)
        screen.print(f"  - {left} more pairs are less correlated; --json has them all")


def _show_progressive(found: ProgressiveOdds, screen: Console) -> None:
    screen.print(f"\n[bold]Progressive bet[/]: a stake of ${found.stake:,.2f}")
    edges = "   ".join(f"${each.meter:,.0f}: {each.edge:+.3%}" for each in found.edges)
    screen.print(f"  house edge by meter: {edges}")
    if found.break_even is None:
        screen.print("  with so few decks, no award of this table is a share of the meter")
    else:
        screen.print(f"  break-even at a meter of ${found.break_even:,.2f}")
    if found.bets_between_jackpots is None:
        screen.print("  the jackpot cannot be won: these decks do not hold its cards")
    else:
        screen.print(
            f"  a jackpot every {found.bets_between_jackpots:,.1f} bets on average:"
            f" {found.hours_between_jackpots:,.0f} hours at {found.bets_per_hour:,g} bets per hour"
            " at all tables together (--pace)"
        )
    off = "all awards come" if found.all_off else "percentage awards come"
    screen.print(
        f"  hold in the long run {found.hold:.3%}: {found.contribution:.0%} of each stake to"
        f" the meter, {found.reserve:.0%} to the reserve, a seed of ${found.seed:,.0f} after"
        f" each jackpot; {off} off the meter"
    )
    if found.growth < 0:
        screen.print(
            f"  at its seed the meter loses ${-found.growth:.4f} per bet on average: it runs dry,"
            " and what the house then adds lowers the hold"
        )


def _chance(payment: Payment) -> str:
    """A percentage, or 1 in N for very small chances."""
    return f"{payment.chance:.4%}" if payment.chance >= RARE else f"1 in {payment.one_in:,.0f}"


def _figure(figure: float | None, form: str, *, simulated: bool) -> str:
    return "-" if figure is None else form.format(figure) + " ~" * simulated


class PostedDocument(Protocol):
    """A document about a posted game."""

    @property
    def game(self) -> str: ...
    @property
    def decks(self) -> int: ...
    @property
    def options(self) -> Mapping[str, Value]: ...
    @property
    def house(self) -> str: ...
    @property
    def shoe(self) -> Sequence[int] | None: ...


def settings_line(document: PostedDocument) -> str:
    decks = f"{document.decks} deck{'s' * (document.decks > 1)}"
    specs = {spec.name: spec for spec in games.game(document.game).catalogue}
    options = [
        f"{name}={specs[name].display(value)}"
        for name, value in document.options.items()
        if name != "decks"
    ]
    house = [f"as posted by {document.house}"] if document.house else []
    shoe = [f"shoe {list(document.shoe)}"] if document.shoe else []
    return ", ".join([decks, *house, *options, *shoe])
