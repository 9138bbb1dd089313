"""`cardroom set-hand`: what the house ways do with seven cards, and which rule decided."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cardroom.cards import CardError, parse_cards, show_cards
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
    cards: Annotated[list[str], typer.Argument(help='Seven cards: "As Kd 9c 9h 4s 2d Jk".')],
    way: Annotated[
        list[str] | None, typer.Option(help="A way on file, or a TOML file; all by default.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """How the house ways set seven cards of pai gow poker, and which rule decided."""
    try:
        hand = parse_cards(" ".join(cards))
        placed = [(w, set_hand(hand, w)) for w in map(_way, way or way_names())]
    except (CardError, WayError) as error:
        typer.echo(f"cardroom set-hand: {error}", err=True)
        raise typer.Exit(2) from None
    if as_json:
        typer.echo(json.dumps([_document(w, p) for w, p in placed], indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title=show_cards(hand))
    for column in ("house way", "front", "back", "rule"):
        table.add_column(column)
    for w, p in placed:
        table.add_row(
            w.title,
            f"{show_cards(p.front)}\n[dim]{front_value(p.front)}[/]",
            f"{show_cards(p.back)}\n[dim]{back_value(p.back)}[/]",
            f"{p.rule.id}\n[dim]{p.rule.says}[/]",
        )
    Console().print(table)


def _way(name: str) -> HouseWay:
    if not name.endswith(".toml"):
        return way_named(name)
    try:
        return parse_way(Path(name).read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise WayError(f"cannot read {name}: {error}") from error


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
