"""What `simulate` and `explain` share: a posted game, a chart, and the simulator."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from cardroom.cli.common import CommandError, must_be_21

if TYPE_CHECKING:
    from cardroom.analysis.twentyone.simulator.policy import Script
    from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
    from cardroom.analysis.twentyone.solver.suits import BySuit
    from cardroom.model import Tables
    from cardroom.rules.ruleset import Ruleset

BoxesOption = Annotated[int, typer.Option("--boxes", min=1, help="Boxes that play, all alike.")]
ChartOption = Annotated[
    str,
    typer.Option(
        "--chart",
        metavar="best|FILE",
        help="Perfect play for the cards of the hand, or a chart as `cardroom strategy --json`"
        " writes it.",
    ),
]


InsuranceOption = Annotated[
    Literal["never", "always"],
    typer.Option("--insurance", help="Whether it is taken when it is offered, for half a wager."),
]


BesideOption = Annotated[
    list[str] | None,
    typer.Option(
        "--with-bet",
        metavar="SPOT",
        help="Bet on this spot beside the hand, too (bet-the-set, monte-carlo/king-red ...); may"
        " be repeated.",
    ),
]


class Seated(NamedTuple):
    rules: Ruleset
    tables: Tables
    script: Script
    simulator: TwentyOneSimulator
    play: str
    """How the boxes play, in words."""


def seat(
    rules: Ruleset,
    chart: str,
    seed: int,
    boxes: int,
    insurance: Literal["never", "always"] = "never",
    bets: Sequence[str] = (),
) -> Seated:
    """A simulator at the table; what cannot be simulated is refused with the reason.

    `bets` are spots beside the hand that every box bets on, whenever it can.
    """
    from cardroom import model
    from cardroom.analysis.side_bets.tables import NoSuchBet
    from cardroom.analysis.twentyone.simulator.minimise import IllegalScript
    from cardroom.analysis.twentyone.simulator.policy import Insuring
    from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
    from cardroom.model.course import NotSimulated

    must_be_21(rules, "is no game of the 21 family: it is not simulated")
    seats = rules.boxes - (rules.banking.limit != "none")
    if boxes > seats:
        raise CommandError(f"--boxes {boxes}: the table has {seats}")
    say_that_it_compiles()
    tables = model.compile(rules)
    script, play = script_of(rules, tables, chart)
    if insurance == "always":
        if tables.insured < 0:
            raise CommandError(f"--insurance always: {rules.title} offers none as it is posted")
        script = Insuring(script)
    apart = ", in the edge and not among the wagers" if insurance == "always" else ""
    play = f"{play}; insurance {insurance}{apart}"
    try:
        simulator = TwentyOneSimulator(rules, tables, script, seed, boxes, bets)
    except (NotSimulated, IllegalScript) as reason:
        raise CommandError(str(reason)) from None
    except NoSuchBet as reason:
        raise CommandError(f"--with-bet: {reason}") from None
    if bets:
        _allowed(simulator)
        play += f"; with {', '.join(bet.title for bet in simulator.bets)}"
        meters = [rules.spot(bet.spot) for bet in simulator.bets]
        if any(spot is not None and spot.meter for spot in meters):
            play += ", its meter at the seed in every round"
    return Seated(rules, tables, script, simulator, play)


def _allowed(simulator: TwentyOneSimulator) -> None:
    """Whether the table takes these bets together, on one box."""
    from cardroom.model.course import barred_together

    rules = simulator.rules
    for bet in simulator.bets:
        first, later = bet.rounds
        if not (later if rules.shoe.kind == "continuous" else first or later):
            raise CommandError(f"--with-bet {bet.spot}: it cannot be made as the game is posted")
    clause = barred_together(rules, [bet.spot for bet in simulator.bets])
    if clause is not None:
        raised = rules.spot("max-bet") is not None
        own = ", and a Max Bet of the hand is one of them" if raised else ""
        raise CommandError(f"--with-bet: {clause.says}{own} [{clause.id}; {clause.cite}]")


def script_of(rules: Ruleset, tables: Tables, chart: str) -> tuple[Script, str]:
    from cardroom import model
    from cardroom.analysis.result_cache import compiled
    from cardroom.analysis.twentyone.simulator.policy import ByCards, by_chart
    from cardroom.analysis.twentyone.solver import exact, suits
    from cardroom.cli.odds import chart_from, reckoned, say_compiling

    if chart == "best":
        if not compiled("exact"):
            say_compiling()

        def solve() -> BySuit:
            return suits.by_suit(tables, exact.solve(model.for_odds(rules)))

        return ByCards(
            tables, reckoned(rules.title, solve)
        ), "perfect play for the cards of the hand"
    given = chart_from(Path(chart))
    script = reckoned(rules.title, lambda: by_chart(rules, tables, given))
    return script, f"the chart {Path(chart).name}"


def say_that_it_compiles() -> None:
    """On first use the kernels are compiled, and kept for the next time."""
    from cardroom.analysis.result_cache import compiled

    if not compiled("simulate"):
        print("compiling the simulator, once; this takes some seconds", file=sys.stderr)
