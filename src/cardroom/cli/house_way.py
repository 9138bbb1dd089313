"""`cardroom house-way`: the mistakes of a house way, and what they cost."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from cardroom.analysis.documents import builtins
from cardroom.analysis.executor import Threads
from cardroom.analysis.pai_gow.documents import MistakenHand, WayEstimate, WayMistakes
from cardroom.analysis.pai_gow.house_way_errors import Sampling, mistakes
from cardroom.cli._notices import notices
from cardroom.cli.common import JsonOption, SeedOption, console, pretty_cards, print_json
from cardroom.hands.house_way import HouseWay, way_of

WEIGHED = 2_000


def house_way(
    way: Annotated[str, typer.Argument(metavar="NAME|FILE", help="A house way, or a TOML file.")],
    against: Annotated[
        str,
        typer.Option(metavar="NAME|FILE", help="How the bank sets (default: the same way)."),
    ] = "",
    checked: Annotated[
        int, typer.Option(min=200, help="Evaluate at least this many hands exactly.")
    ] = WEIGHED,
    seed: SeedOption = 1,
    workers: Annotated[int, typer.Option(min=0, help="Threads (default: one per core).")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Show how often a house way misses the best setting, with what hands, and at what cost."""
    own, bank = way_of(way), way_of(against or way)
    with notices() as tell:
        sampling = Sampling(weighed=checked, seed=seed)
        found = mistakes(own, bank, Threads(workers), sampling, tell)
    if as_json:
        print_json(builtins(found))
    else:
        show(own, bank, found)


def show(own: HouseWay, bank: HouseWay, found: WayMistakes) -> None:
    out = console()
    out.print(f"{own.title} against a bank that sets as {bank.title}", style="bold")
    out.print(
        f"{found.hands_looked_at:,} hands were examined, {found.hands_weighed:,} of them"
        " exactly: every setting against every hand of the bank."
    )
    figures = Table(show_header=False, box=None)
    figures.add_column(style="dim")
    figures.add_column(justify="right")
    for name, estimate in (
        ("hands with a better setting", found.mistaken),
        ("cost, as a share of the wager", found.cost),
        ("value of the way", found.value),
    ):
        figures.add_row(name, _percent(estimate))
    out.print(figures)
    table = Table()
    for column in ("rule, and its setting", "better", "hands", "cost per wager", "example"):
        figure = column in ("hands", "cost per wager")
        table.add_column(column, justify="right" if figure else "left")
    for kind in found.kinds:
        table.add_row(
            f"{kind.rule}\n{kind.plays}",
            kind.better,
            _percent(kind.share).replace(" ± ", "\n± "),
            _percent(kind.cost).replace(" ± ", "\n± "),
            _example(kind.example),
        )
    out.print(table)
    if found.kinds_uncertain:
        out.print(f"{found.kinds_uncertain} more kinds were too rare to say what they cost.")
    out.print("± is one standard error of the frequencies; each hand's own cost is exact.")


def _example(hand: MistakenHand) -> Text:
    return Text("\n").join(
        [
            pretty_cards(hand.cards),
            Text.assemble("plays ", pretty_cards(hand.plays), " in front"),
            Text.assemble("better ", pretty_cards(hand.better)),
            Text(f"costs {hand.cost:.2%}", "dim"),
        ]
    )


def _percent(estimate: WayEstimate) -> str:
    return f"{estimate.value:.4%} ± {estimate.error:.4%}"
