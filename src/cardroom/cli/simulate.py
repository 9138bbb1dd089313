"""`cardroom simulate GAME`: a box's results over any number of rounds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.table import Table

from cardroom.analysis.executor import Executor
from cardroom.analysis.resume import ResumeFault
from cardroom.analysis.stopping import Goal
from cardroom.cli._counting import watched
from cardroom.cli._notices import notices
from cardroom.cli._simulated import (
    BoxesOption,
    ChartOption,
    OwnOption,
    TableOptions,
    WithBetOption,
    request_of,
    with_flags,
)
from cardroom.cli.common import (
    ClusterOption,
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SeedOption,
    SetOption,
    ShoeOption,
    SideBetFileOption,
    StakeOption,
    WorkersOption,
    console,
    executor_of,
    money,
    posted,
    print_json,
)
from cardroom.replay.families import simulation_of

if TYPE_CHECKING:
    from cardroom.analysis.simulation import SideBetReport, Simulation, SimulationReport, Statistic
    from cardroom.rules.ruleset import Ruleset

ROUNDS: Final = 20_000_000
ERRORS: Final = "± is one standard error."


@with_flags
def simulate(
    game: GameArgument,
    settings: SetOption = None,
    house: HouseOption = "",
    side_bet: SideBetFileOption = None,
    rounds: Annotated[
        int | None,
        typer.Option(min=1, help=f"Deal at least this many rounds (default: {ROUNDS:,})."),
    ] = None,
    error: Annotated[
        float | None,
        typer.Option(
            min=1e-6, help="Stop at this standard error of the edge, in percentage points."
        ),
    ] = None,
    seed: SeedOption = 1,
    workers: WorkersOption = 0,
    cluster: ClusterOption = "",
    boxes: BoxesOption = 1,
    stake: StakeOption = "",
    shoe: ShoeOption = "",
    chart: ChartOption = "best",
    with_bet: WithBetOption = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Continue from this file, and save the results there."),
    ] = None,
    option: OwnOption = None,
    as_json: JsonOption = False,
    **flags: str,
) -> None:
    """Deal many rounds and report the edge, standard deviation, and payment frequencies.

    The same seed gives the same figures with any number of workers, on any machine.
    """
    if rounds and error:
        raise CommandError("give --rounds or --error, not both")
    rules = posted(game, settings, house, side_bet)
    typed = TableOptions(seed, boxes, stake, shoe, chart, with_bet, option, flags)
    with notices() as tell:
        simulation = simulation_of(rules, request_of(typed), tell)
    goal = Goal(error=error / 100) if error else Goal(rounds=rounds or ROUNDS)
    with executor_of(workers, cluster) as executor:
        report = run(simulation, goal, executor, resume)
    if as_json:
        print_json(report)
    else:
        show(rules, report, console())


def run(
    simulation: Simulation, goal: Goal, executor: Executor, resume: Path | None
) -> SimulationReport:
    """Deal until the goal is met, with a progress bar."""
    before = simulation.empty()
    if resume is not None and resume.exists():
        try:
            before = simulation.load(resume)
        except ResumeFault as fault:
            raise CommandError(f"--resume: {fault}") from None
    # Compile, or load the compiled code, before the clock starts.
    simulation.deal(1, 1)
    found, done = watched(
        lambda watch: simulation.run(goal, executor, before, watch),
        goal,
        before,
        None if resume is None else lambda counted: simulation.save(counted, resume),
    )
    return simulation.report(found, round(done.speed))


def show(rules: Ruleset, report: SimulationReport, out: Console) -> None:
    title, *lines = report.heading(rules)
    out.print(title, style="bold")
    for line in lines:
        out.print(line)
    figures = Table(show_header=False, box=None)
    figures.add_column(style="dim")
    figures.add_column(justify="right")
    figures.add_column(style="dim")
    for figure in report.figures(rules):
        figures.add_row(figure.name, value(figure), note(figure))
    out.print(figures)
    out.print(ERRORS)
    if report.counts():
        paid = Table("net", "times", "share")
        for each in report.counts():
            paid.add_row(net(each.net), f"{each.times:,}", f"{each.share:.4%}")
        out.print(paid)
    if report.side_bets():
        show_side_bets(report.side_bets(), out)


def show_side_bets(bets: Sequence[SideBetReport], out: Console) -> None:
    table = Table("side bet", "made", "edge", "std dev", "wins", "covariance")
    for bet in bets:
        table.add_row(
            bet.title,
            f"{bet.made:,}",
            f"{bet.edge:.4%} ± {bet.standard_error:.4%}",
            f"{bet.deviation:.4f}",
            f"{bet.hit_frequency:.4%}",
            f"{bet.covariance:+.4f}",
        )
    out.print(table)
    out.print("Side bet figures are per unit staked; the covariance is with one unit on the wager.")


def net(fraction: str) -> str:
    wagers = Fraction(fraction)
    return f"{float(wagers):+g}" if wagers else "0"


def value(figure: Statistic) -> str:
    match figure.unit:
        case "percent":
            return f"{figure.value:.4%}"
        case "number":
            return f"{figure.value:.4f}"
        case "dollars":
            return dollars(figure.value)
        case "cents":
            return money(int(figure.value))


def note(figure: Statistic) -> str:
    if figure.error is None:
        return figure.note
    error = dollars(figure.error) if figure.unit == "dollars" else f"{figure.error:.4%}"
    return f"± {error}"


def dollars(mean: float) -> str:
    """A mean over many rounds, in cents; not an amount of money."""
    return f"{'-' if mean < 0 else ''}${abs(mean) / 100:,.4f}"
