"""What `simulate`, `explain` and `compare` share: a posted game, a chart, and the simulator."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from cardroom.cli.common import CommandError

if TYPE_CHECKING:
    from cardroom.analysis.script import Script
    from cardroom.analysis.simulate import Simulator
    from cardroom.model import Tables
    from cardroom.rules.ruleset import Ruleset

SeedOption = Annotated[
    int, typer.Option("--seed", min=0, max=2**63 - 1, help="Of the shoes; the same gives the same.")
]
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


class Seated(NamedTuple):
    rules: Ruleset
    tables: Tables
    script: Script
    simulator: Simulator
    play: str
    """How the boxes play, in words."""


def seat(rules: Ruleset, chart: str, seed: int, boxes: int) -> Seated:
    """A simulator at the table; what cannot be simulated is refused with the reason."""
    from cardroom import model
    from cardroom.analysis.folding import IllegalScript
    from cardroom.analysis.simulate import Simulator
    from cardroom.model.course import NotSimulated

    if rules.family != "twentyone":
        raise CommandError(f"{rules.title} is no game of the 21 family: it is not simulated")
    seats = rules.boxes - (rules.banking.limit != "none")
    if boxes > seats:
        raise CommandError(f"--boxes {boxes}: the table has {seats}")
    say_that_it_compiles()
    tables = model.compile(rules)
    script, play = script_of(rules, tables, chart)
    try:
        simulator = Simulator(rules, tables, script, seed, boxes)
    except (NotSimulated, IllegalScript) as reason:
        raise CommandError(str(reason)) from None
    return Seated(rules, tables, script, simulator, play)


def script_of(rules: Ruleset, tables: Tables, chart: str) -> tuple[Script, str]:
    from cardroom.analysis import exact
    from cardroom.analysis.chart import ChartFault, read_chart
    from cardroom.analysis.plan import NotReckoned
    from cardroom.analysis.script import ByCards, by_chart

    if chart == "best":
        try:
            solved = exact.solve(tables)
        except NotReckoned as reason:
            raise CommandError(
                f"no best play of {rules.title} is known: {reason}; give --chart FILE"
            ) from None
        return ByCards(tables, solved.strategy), "perfect play for the cards of the hand"
    import json

    path = Path(chart)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        # The file may be all that `cardroom strategy --json` printed.
        inner = document.get("chart", document) if isinstance(document, dict) else document
        return by_chart(rules, tables, read_chart(inner)), f"the chart {path.name}"
    except json.JSONDecodeError:
        raise CommandError(f"--chart {chart}: this is no JSON") from None
    except ChartFault as faults:
        raise CommandError(f"--chart {chart}: {faults}") from None


def say_that_it_compiles() -> None:
    """On first use the kernels are compiled, and kept for the next time."""
    from cardroom.analysis.kernels import cache

    if not any(cache.directory().rglob("simulate.deal*")):
        print("compiling the simulator, once: this takes some seconds", file=sys.stderr)
