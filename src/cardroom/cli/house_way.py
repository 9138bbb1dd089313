"""`cardroom house-way`: the mistakes of a house way, and what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardroom.cli._pai_gow import learning, way_of
from cardroom.cli.common import JsonOption, SeedOption, bars, console, pretty_cards, print_json

if TYPE_CHECKING:
    from cardroom.analysis.pai_gow.house_way_errors import Checked, Estimate, Kind, Report
    from cardroom.hands.house_way import HouseWay

LOOKED_AT = 1_000_000
CHECKED = 2_000


def register(app: typer.Typer) -> None:
    app.command(name="house-way")(house_way)


def house_way(
    way: Annotated[str, typer.Argument(metavar="NAME|FILE", help="A way on file, or a TOML file.")],
    against: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="How the bank sets; else the same way.")
    ] = "",
    checked: Annotated[
        int, typer.Option(min=200, help="So many hands are weighed exactly, or a few more.")
    ] = CHECKED,
    seed: SeedOption = 1,
    workers: Annotated[int, typer.Option(min=0, help="Threads; 0 is one for every core.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """How often a way's setting is not the best, what that costs, and with which hands."""
    from cardroom.analysis.executor import Threads
    from cardroom.analysis.pai_gow.house_way_errors import mistakes
    from cardroom.analysis.pai_gow.way_tables import way_tables

    own, bank = way_of(way), way_of(against or way)
    with learning() as watch:
        tables, bank_tables = way_tables(own, watch), way_tables(bank, watch)
    with bars() as progress:
        task = progress.add_task("weighing hands", total=None)

        def told(done: int, of: int) -> None:
            text = f"weighing hands: {done:,} of {of:,}"
            progress.update(task, completed=done, total=of, description=text)

        found = mistakes(
            (own, tables), bank_tables, Threads(workers), LOOKED_AT, checked, seed, told
        )
    if as_json:
        print_json(document(own, bank, seed, found))
    else:
        show(own, bank, found)


def document(own: HouseWay, bank: HouseWay, seed: int, found: Report) -> dict[str, Any]:
    return {
        "way": own.name,
        "against": bank.name,
        "seed": seed,
        "hands_looked_at": found.looked_at,
        "hands_weighed": found.checked,
        "method": "sampled hands, each weighed exactly against all hands of the bank",
        "mistaken": found.mistaken._asdict(),
        "cost": found.cost._asdict(),
        "value": found.value._asdict(),
        "kinds": [_kind(kind) for kind in found.kinds],
        "kinds_uncertain": found.uncertain,
    }


def _kind(kind: Kind) -> dict[str, Any]:
    hand = kind.example
    return {
        "rule": kind.rule,
        "plays": kind.plays,
        "better": kind.better,
        "seen": kind.seen,
        "share": kind.share._asdict(),
        "cost": kind.cost._asdict(),
        "example": {
            "cards": [card.text for card in hand.cards],
            "plays": [card.text for card in hand.own.setting.front],
            "better": [card.text for card in hand.best.setting.front],
            "cost": float(hand.cost),
            "exact": str(hand.cost),
        },
    }


def show(own: HouseWay, bank: HouseWay, found: Report) -> None:
    from rich.table import Table

    out = console()
    out.print(f"{own.title} against a bank that sets as {bank.title}", style="bold")
    out.print(
        f"{found.looked_at:,} hands were looked at, {found.checked:,} of them weighed exactly:"
        " each setting against every hand of the bank."
    )
    figures = Table(show_header=False, box=None)
    figures.add_column(style="dim")
    figures.add_column(justify="right")
    for name, estimate in (
        ("another setting is better for", found.mistaken),
        ("that costs, of each wager", found.cost),
        ("the way is worth", found.value),
    ):
        figures.add_row(name, _percent(estimate))
    out.print(figures)
    table = Table()
    for column in ("rule, and what it plays", "better", "hands", "cost a wager", "example"):
        table.add_column(column, justify="right" if column in ("hands", "cost a wager") else "left")
    for kind in found.kinds:
        table.add_row(
            f"{kind.rule}\n{kind.plays}",
            kind.better,
            _percent(kind.share).replace(" ± ", "\n± "),
            _percent(kind.cost).replace(" ± ", "\n± "),
            _example(kind.example),
        )
    out.print(table)
    if found.uncertain:
        out.print(f"{found.uncertain} more kinds were seen too seldom to say what they cost.")
    out.print("± is one standard error of how often hands come; each hand's own cost is exact.")


def _example(hand: Checked) -> Any:
    from rich.text import Text

    return Text("\n").join(
        [
            pretty_cards(hand.cards),
            Text.assemble("plays ", pretty_cards(hand.own.setting.front), " in front"),
            Text.assemble("better ", pretty_cards(hand.best.setting.front)),
            Text(f"costs {float(hand.cost):.2%}", "dim"),
        ]
    )


def _percent(estimate: Estimate) -> str:
    return f"{estimate.value:.4%} ± {estimate.error:.4%}"
