"""`cardroom simulate GAME`: what a box wins, counted over as many rounds as you like."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardroom.cli import _pai_gow as pai_gow
from cardroom.cli._simulated import (
    BesideOption,
    BoxesOption,
    ChartOption,
    InsuranceOption,
    seat,
)
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SeedOption,
    SetOption,
    console,
    posted,
    print_json,
)

if TYPE_CHECKING:
    from rich.console import Console

    from cardroom.analysis.three_card.rounds import ThreeCardSimulator
    from cardroom.analysis.totals import SideTotals, Totals
    from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
    from cardroom.rules.ruleset import Ruleset

ROUNDS = 20_000_000


def register(app: typer.Typer) -> None:
    app.command(name="simulate")(simulate)


def simulate(
    game: GameArgument,
    settings: SetOption = None,
    house: HouseOption = "",
    rounds: Annotated[
        int | None,
        typer.Option(min=1, help=f"At least so many rounds; {ROUNDS:,} if nothing is said."),
    ] = None,
    error: Annotated[
        float | None,
        typer.Option(min=1e-6, help="Stop at this standard error of the edge, in points."),
    ] = None,
    seed: SeedOption = 1,
    workers: Annotated[int, typer.Option(min=0, help="Threads; 0 is one for every core.")] = 0,
    boxes: BoxesOption = 1,
    chart: ChartOption = "best",
    insurance: InsuranceOption = "never",
    with_bet: BesideOption = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on from this file, and keep it there.")
    ] = None,
    way: pai_gow.WayOption = "",
    bank_way: pai_gow.BankWayOption = "",
    bet: pai_gow.BetOption = "",
    fortune: pai_gow.FortuneOption = "",
    bank: pai_gow.BankOption = "",
    as_json: JsonOption = False,
) -> None:
    """Deal many rounds and count: edge, deviation, how often what is paid.

    The same seed gives the same figures with any number of workers.
    """
    from cardroom.analysis.executor import Threads
    from cardroom.analysis.resume import ResumeFault
    from cardroom.analysis.stopping import Goal
    from cardroom.analysis.totals import load, save
    from cardroom.cli._counting import watched

    if rounds and error:
        raise CommandError("give --rounds or --error, not both")
    rules = posted(game, settings, house)
    amounts = pai_gow.Money(bet, fortune, bank)
    goal = Goal(error=error / 100) if error else Goal(rounds=rounds or ROUNDS)
    if rules.family == "pai-gow":
        if chart != "best" or insurance != "never":
            raise CommandError("pai gow is played by --way, not by --chart or --insurance")
        if with_bet:
            raise CommandError(
                "--with-bet: the bet beside the hand of pai gow is --fortune DOLLARS"
            )
        seated_ways = pai_gow.seat(rules, (way, bank_way), amounts, boxes, seed)
        pai_gow.simulate(seated_ways, goal, workers, resume, "json" if as_json else "text")
        return
    if way or bank_way or any(amounts):
        raise CommandError("--way, --bank-way, --bet, --fortune and --bank are for pai gow poker")
    simulator: TwentyOneSimulator | ThreeCardSimulator
    if rules.family == "three-card":
        if chart != "best" or insurance != "never":
            raise CommandError("--chart and --insurance are for the games of 21")
        from cardroom.analysis.three_card.deals import PLAY
        from cardroom.cli import _three_card

        simulator, play = _three_card.seat(rules, seed, boxes, with_bet or ()), PLAY
    else:
        seated = seat(rules, chart, seed, boxes, insurance, with_bet or ())
        simulator, play = seated.simulator, seated.play
    before = simulator.empty()
    if resume is not None and resume.exists():
        try:
            before = load(resume, before)
        except ResumeFault as fault:
            raise CommandError(f"--resume: {fault}") from None
    executor = Threads(workers)
    # Compile, or load what was compiled, before the clock starts.
    simulator.deal(1, 1)
    found, done = watched(
        lambda watch: simulator.run(goal, executor, before, watch),
        goal,
        before,
        None if resume is None else lambda totals: save(totals, resume),
    )
    if as_json:
        print_json(document(rules, play, found, done.speed))
    else:
        show(rules, play, found, done.speed)


def document(rules: Ruleset, play: str, found: Totals, speed: float) -> dict[str, Any]:
    """What --json prints."""
    return {
        "game": rules.game,
        "house": rules.house,
        "digest": rules.digest,
        "options": dict(rules.changed),
        "play": play,
        "seed": found.seed,
        "boxes": found.boxes,
        "shoe": rules.shoe.kind,
        "shoes": found.shoes,
        "rounds": found.rounds,
        "void_rounds": found.voids,
        "method": "simulated",
        "edge": found.edge,
        "standard_error": found.error,
        "deviation": found.deviation,
        "hit_frequency": found.share(1),
        "push_frequency": found.share(0),
        "wagered": found.wagers,
        "element_of_risk": found.risk,
        "payments": [
            {"net": str(net), "times": times, "share": times / found.games}
            for net, times in found.payments()
        ],
        "bets": [bet_document(found, side) for side in found.sides],
        "rounds_per_second": round(speed),
    }


def bet_document(found: Totals, side: SideTotals) -> dict[str, Any]:
    """A bet beside the hand; its figures are of the rounds in which it was made."""
    covariance = found.covariance(side)
    return {
        "spot": side.spot,
        "title": side.title,
        "made": side.made,
        "edge": side.edge,
        "standard_error": side.error(found.shoes),
        "deviation": side.deviation,
        "hit_frequency": side.hit_frequency,
        "covariance": covariance,
        "payments": [
            {"net": str(net), "times": times, "share": times / side.made}
            for net, times in side.payments()
        ],
    }


def show(rules: Ruleset, play: str, found: Totals, speed: float) -> None:
    from rich.table import Table

    out = console()
    shoe = {
        "cut-card": f"a shoe of {len(rules.deck)} cards, the cut card {rules.shoe.behind} before"
        " the end",
        "each-round": f"{len(rules.deck)} cards, shuffled for each round",
        "continuous": f"a continuous shuffler with {len(rules.deck)} cards",
    }[rules.shoe.kind]
    out.print(f"{rules.title}: {found.rounds:,} rounds from {found.shoes:,} shoes", style="bold")
    out.print(f"{shoe}; {found.boxes} box(es); {play}; seed {found.seed}")
    figures = Table(show_header=False, box=None)
    figures.add_column(style="dim")
    figures.add_column()
    for name, text in lines(rules, found, speed):
        figures.add_row(name, text)
    out.print(figures)
    paid = Table("net", "times", "share")
    for net, times in found.payments():
        paid.add_row(f"{float(net):+g}" if net else "0", f"{times:,}", f"{times / found.games:.4%}")
    out.print(paid)
    if found.sides:
        show_bets(found, out)


def show_bets(found: Totals, out: Console) -> None:
    from rich.table import Table

    table = Table("bet beside the hand", "made", "edge", "std dev", "wins", "covariance")
    for side in found.sides:
        table.add_row(
            side.title,
            f"{side.made:,}",
            f"{side.edge:.4%} ± {side.error(found.shoes):.4%}",
            f"{side.deviation:.4f}",
            f"{side.hit_frequency:.4%}",
            f"{found.covariance(side):+.4f}",
        )
    out.print(table)
    out.print(
        "Figures of a bet are per stake on it; its covariance is with the wager, a unit each."
    )


def lines(rules: Ruleset, found: Totals, speed: float) -> list[tuple[str, str]]:
    from cardroom.analysis.documents import edge_of

    edge = f"{found.edge:.4%} ± {found.error:.4%} (one standard error)"
    figures = [
        (f"edge of the {edge_of(rules)}", edge),
        ("standard deviation", f"{found.deviation:.4f} wagers a round"),
        ("wins, pushes", f"{found.share(1):.2%}, {found.share(0):.2%}"),
        ("wagered", f"{found.wagers:.4f} wagers a round"),
        ("element of risk", f"{found.risk:.4%}"),
    ]
    if speed:
        figures.append(("speed", f"{speed / 1e6:.2f} million rounds/s"))
    if found.voids:
        figures.append(("void", f"{found.voids:,} rounds ran out of cards and do not count"))
    return figures
