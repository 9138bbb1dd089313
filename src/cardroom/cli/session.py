"""`cardroom session GAME`: how a session may end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer
from rich.table import Table

from cardroom.analysis.documents import builtins
from cardroom.analysis.session import SessionRequest, rounds_in
from cardroom.analysis.session import session as session_of
from cardroom.analysis.simulation import NamedChart
from cardroom.analysis.stakes import mean_in_dollars
from cardroom.cli._notices import notices
from cardroom.cli._plots import PlotOption, check_plot, write_plot
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SetOption,
    SideBetFileOption,
    amount_in_cents,
    chart_file,
    console,
    money,
    posted,
    print_json,
)
from cardroom.cli.odds import settings_line

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.analysis.session_documents import Session

PACE: Final = 70.0
HOURS: Final = 4.0


def session(
    game: GameArgument,
    settings: SetOption = None,
    house: HouseOption = "",
    bet: Annotated[str, typer.Option("--bet", metavar="DOLLARS", help="The wager.")] = "10",
    hours: Annotated[
        float | None, typer.Option("--hours", min=0.01, help=f"Hours of play (default: {HOURS:g}).")
    ] = None,
    pace: Annotated[float, typer.Option("--pace", min=0.01, help="Rounds per hour.")] = PACE,
    rounds: Annotated[
        int | None, typer.Option("--rounds", min=1, help="Length in rounds, instead of --hours.")
    ] = None,
    boxes: Annotated[
        int, typer.Option("--boxes", min=1, help="Boxes in play, with the same wager on each.")
    ] = 1,
    whose: Annotated[
        Literal["player", "house"], typer.Option("--whose", help="Whose results to show.")
    ] = "player",
    bankroll: Annotated[
        str, typer.Option("--bankroll", metavar="DOLLARS", help="Also show the risk of ruin.")
    ] = "",
    chart: Annotated[
        Path | None, typer.Option("--chart", metavar="FILE", help="Play by this chart.")
    ] = None,
    plot: PlotOption = None,
    with_bet: Annotated[
        list[str] | None,
        typer.Option(
            "--with-bet", metavar="SPOT=DOLLARS", help="A side bet in every round; may be repeated."
        ),
    ] = None,
    side_bet: SideBetFileOption = None,
    collections: Annotated[
        Literal["pay", "leave"],
        typer.Option("--collections", help="Pay the posted collections, or leave them out."),
    ] = "pay",
    json: JsonOption = False,
) -> None:
    """Show how a session may end: the distribution of its result, and the risk of ruin."""
    check_plot(plot)
    if rounds is not None and hours is not None:
        raise CommandError("give --hours or --rounds, not both")
    rules = posted(game, settings, house, side_bet)
    long = None if rounds is not None else hours or HOURS
    asked = SessionRequest(
        bet=amount_in_cents("--bet", bet),
        rounds=rounds or max(1, rounds_in(long or 0, pace)),
        whose=whose,
        boxes=boxes,
        bankroll=amount_in_cents("--bankroll", bankroll) if bankroll else None,
        chart=None if chart is None else NamedChart(chart.name, chart_file(chart)),
        hours=long,
        with_bets=tuple(_side_bet(each) for each in with_bet or ()),
        collections=collections,
    )
    with notices() as tell:
        found = session_of(rules, asked, tell)
    write_plot(plot, lambda: _picture(found))
    if json:
        print_json(builtins(found))
    else:
        show(found, console())


def _picture(found: Session) -> str:
    from cardroom.signage import plots  # noqa: PLC0415 - slow to load

    return plots.session_distribution(found) if found.ruin is None else plots.session_ruin(found)


def _side_bet(text: str) -> tuple[str, int]:
    spot, equals, amount = text.partition("=")
    if not equals:
        raise CommandError(
            f"--with-bet {text}: write a side bet and its stake, like lucky-ladies=5"
        )
    return spot, amount_in_cents("--with-bet", amount)


def show(found: Session, screen: Console) -> None:
    screen.print(f"[bold]{found.title}[/]  {settings_line(found)}")
    length = "" if found.hours is None else f" in {found.hours:g} hours"
    boxes = "" if found.boxes == 1 else f" on each of {found.boxes} boxes"
    whose = "player" if found.whose == "player" else found.edge_of
    stake = f"{money(found.bet)}{boxes}"
    screen.print(f"The {whose}'s result after {found.rounds:,} rounds{length}, {stake}")
    figures = Table(show_header=False, box=None, pad_edge=False)
    figures.add_column()
    figures.add_column(justify="right")
    error = f" ± {mean_in_dollars(found.mean_error)}" if found.mean_error else ""
    figures.add_row("expected result", f"{mean_in_dollars(found.mean)}{error}")
    figures.add_row("standard deviation", mean_in_dollars(found.deviation))
    figures.add_row("standard deviation of a round", mean_in_dollars(found.round_deviation))
    figures.add_row("ends ahead", f"{found.ahead:.2%}")
    figures.add_row("ends even", f"{found.even:.2%}")
    if found.ruin is not None:
        _ruin_rows(found, figures)
    screen.print(figures)
    table = Table("share of sessions", "end no better than", box=None, pad_edge=False)
    for each in found.quantiles:
        table.add_row(f"{each.share:.1%}", mean_in_dollars(each.result))
    screen.print(table)
    for line in (found.method, *found.assumptions):
        screen.print(f"  - {line}")
    screen.print(f"[dim]ruleset {found.digest[:16]}[/]")


def _ruin_rows(found: Session, figures: Table) -> None:
    ruin = found.ruin
    assert ruin is not None
    for name, chance in (("in the session", ruin.within), ("in the long run", ruin.ever)):
        shown = f"not computed: {ruin.why}" if chance is None else f"{chance:.3%}"
        figures.add_row(f"ruin with {money(ruin.bankroll)} {name}", shown)
