"""Options of `simulate` and `explain` that describe a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import typer

from cardroom.analysis.simulation import NamedChart, SimulationRequest
from cardroom.cli._house_ways import way_of
from cardroom.cli.common import chart_file, counts_of, dollars_in_cents, stake_in_cents

BoxesOption = Annotated[
    int, typer.Option("--boxes", min=1, help="Boxes in play; all play the same way.")
]
ChartOption = Annotated[
    str,
    typer.Option(
        "--chart",
        metavar="best|FILE",
        help="Games of 21 and Three Card Poker: the best play, or a chart as `cardroom strategy"
        " --json` writes it.",
    ),
]
InsuranceOption = Annotated[
    Literal["never", "always"],
    typer.Option("--insurance", help="Games of 21: whether to take insurance, for half a wager."),
]
WithBetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--with-bet",
        metavar="SPOT",
        help="Also make this side bet (bet-the-set, monte-carlo/king-red ...); may be repeated.",
    ),
]
WayOption = Annotated[
    str,
    typer.Option(
        "--way", metavar="NAME|FILE", help="Pai gow: how players set (default: as posted)."
    ),
]
BankWayOption = Annotated[
    str,
    typer.Option(
        "--bank-way", metavar="NAME|FILE", help="Pai gow: how the bank sets (default: as posted)."
    ),
]
BetOption = Annotated[
    str, typer.Option("--bet", metavar="DOLLARS", help="Pai gow: the wager of every box.")
]
FortuneOption = Annotated[
    str, typer.Option("--fortune", metavar="DOLLARS", help="Pai gow: the Fortune bet of every box.")
]
BankOption = Annotated[
    str,
    typer.Option(
        "--bank", metavar="DOLLARS", help="Pai gow: what the bank posts (default: always enough)."
    ),
]


class TableOptions(NamedTuple):
    """The options as they were typed."""

    seed: int
    boxes: int
    stake: str
    shoe: str
    chart: str
    insurance: Literal["never", "always"]
    with_bet: list[str] | None
    way: str
    bank_way: str
    bet: str
    fortune: str
    bank: str


def chart_of(typed: str) -> NamedChart | None:
    """`--chart`; None is the best play."""
    path = Path(typed)
    return None if typed == "best" else NamedChart(path.name, chart_file(path))


def request_of(typed: TableOptions) -> SimulationRequest:
    return SimulationRequest(
        seed=typed.seed,
        boxes=typed.boxes,
        stake=stake_in_cents(typed.stake),
        shoe=counts_of(typed.shoe),
        with_bet=tuple(typed.with_bet) if typed.with_bet else None,
        chart=chart_of(typed.chart),
        insurance=None if typed.insurance == "never" else typed.insurance,
        way=way_of(typed.way) if typed.way else None,
        bank_way=way_of(typed.bank_way) if typed.bank_way else None,
        bet=dollars_in_cents("--bet", typed.bet) if typed.bet else None,
        fortune=dollars_in_cents("--fortune", typed.fortune) if typed.fortune else None,
        bank=dollars_in_cents("--bank", typed.bank) if typed.bank else None,
    )
