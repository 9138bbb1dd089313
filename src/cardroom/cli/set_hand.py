"""`cardroom set-hand`: what the house ways do with seven cards, and which rule decided."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cards import parse_cards
from cardroom.cli.common import CommandError, JsonOption, console, pretty_cards, print_json
from cardroom.hands.house_way import (
    HouseWay,
    Placed,
    WayError,
    parse_way,
    set_hand,
    way_named,
    way_names,
)
from cardroom.hands.pai_gow import back_value, front_value


def register(app: typer.Typer) -> None:
    app.command(name="set-hand")(set_hand_command)


def set_hand_command(
    cards: Annotated[
        list[str], typer.Argument(metavar="CARDS...", help='Seven cards: "As Kd 9c 9h 4s 2d Jk".')
    ],
    way: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A way on file, or a TOML file; all by default."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """How the house ways set seven cards of pai gow poker, and which rule decided."""
    try:
        hand = parse_cards(" ".join(cards))
        placed = [(w, set_hand(hand, w)) for w in map(_way, way or way_names())]
    except WayError as error:
        raise CommandError(str(error)) from None
    if as_json:
        print_json([_document(w, p) for w, p in placed])
        return
    from rich.table import Table
    from rich.text import Text

    table = Table()
    for column in ("house way", "front", "back", "rule"):
        table.add_column(column)
    for w, p in placed:
        front = Text("\n").join([pretty_cards(p.front), Text(front_value(p.front).label, "dim")])
        back = Text("\n").join([pretty_cards(p.back), Text(back_value(p.back).label, "dim")])
        rule = Text("\n").join([Text(p.rule.id), Text(p.rule.says, "dim")])
        table.add_row(w.title, front, back, rule)
    console().print(table)


def _way(name: str) -> HouseWay:
    if not name.endswith(".toml"):
        return way_named(name)
    try:
        return parse_way(Path(name).read_text("utf-8"))
    except UnicodeDecodeError as error:
        raise WayError(f"{name} is no text: {error}") from error


def _document(way: HouseWay, placed: Placed) -> dict[str, object]:
    return {
        "way": way.name,
        "front": [card.text for card in placed.front],
        "front_is": front_value(placed.front).label,
        "back": [card.text for card in placed.back],
        "back_is": back_value(placed.back).label,
        "rule": placed.rule.id,
        "says": placed.rule.says,
    }
