"""`cardroom set-hand`: what the house ways do with seven cards, and which rule decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardroom.cards import Card, parse_cards
from cardroom.cli._pai_gow import learning, way_of
from cardroom.cli.common import JsonOption, console, pretty_cards, print_json
from cardroom.hands.house_way import HouseWay, Placed, set_hand, way_names
from cardroom.hands.pai_gow import Setting, back_value, front_value

if TYPE_CHECKING:
    from cardroom.analysis.pai_gow.hand_settings import Weighed

SHOWN = 8


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
    against: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE", help="Weigh every setting against a bank that sets this way."
        ),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """How the house ways set seven cards of pai gow poker, and which rule decided."""
    hand = parse_cards(" ".join(cards))
    placed = [(w, set_hand(hand, w)) for w in map(way_of, way or way_names())]
    settings = weighed_against(hand, way_of(against)) if against else []
    if as_json:
        ways = [_document(w, p) for w, p in placed]
        weighed = [_weighed_document(each, placed) for each in settings]
        print_json({"against": against, "ways": ways, "settings": weighed} if against else ways)
        return
    _show_ways(placed)
    if settings:
        _show_settings(settings, placed, way_of(against))


def weighed_against(hand: Sequence[Card], bank: HouseWay) -> list[Weighed]:
    from cardroom.analysis.pai_gow.hand_settings import weighed
    from cardroom.analysis.pai_gow.way_tables import way_tables

    with learning() as watch:
        tables = way_tables(bank, watch)
    return weighed(hand, tables)


def _show_ways(placed: Sequence[tuple[HouseWay, Placed]]) -> None:
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


def _show_settings(
    settings: Sequence[Weighed], placed: Sequence[tuple[HouseWay, Placed]], bank: HouseWay
) -> None:
    from rich.table import Table
    from rich.text import Text

    from cardroom.analysis.pai_gow.hand_settings import BANK_HANDS

    out = console()
    out.print(f"\nAgainst every one of {BANK_HANDS:,} hands of a bank that sets as {bank.title}:")
    table = Table()
    for column in ("front", "back"):
        table.add_column(column)
    for column in ("wins", "pushes", "loses", "value"):
        table.add_column(column, justify="right")
    table.add_column("set so by")
    played = [_players(each, placed) for each in settings]
    for place, (each, by) in enumerate(zip(settings, played, strict=True)):
        if place >= SHOWN and not by:
            continue
        front, back = each.setting
        table.add_row(
            Text("\n").join([pretty_cards(front), Text(front_value(front).label, "dim")]),
            Text("\n").join([pretty_cards(back), Text(back_value(back).label, "dim")]),
            *(f"{n / BANK_HANDS:.2%}" for n in (each.won, each.pushed, each.lost)),
            f"{float(each.value):+.4%}",
            "\n".join(way.title for way in by),
        )
    out.print(table)
    hidden = sum(1 for by in played[SHOWN:] if not by)
    if hidden:
        out.print(f"{hidden} settings that are worth less are left out; --json has them all.")
    out.print("Exact, copies to the bank, nobody else's cards known; settings alike in value once.")


def _players(each: Weighed, placed: Sequence[tuple[HouseWay, Placed]]) -> list[HouseWay]:
    """The ways that set the hand so, or so that it is worth the same."""
    wanted = _values(each.setting)
    return [way for way, p in placed if _values(Setting(p.front, p.back)) == wanted]


def _values(setting: Setting) -> tuple[object, object]:
    return front_value(setting.front), back_value(setting.back)


def _weighed_document(each: Weighed, placed: Sequence[tuple[HouseWay, Placed]]) -> dict[str, Any]:
    front, back = each.setting
    return {
        "front": [card.text for card in front],
        "front_is": front_value(front).label,
        "back": [card.text for card in back],
        "back_is": back_value(back).label,
        "won": each.won,
        "pushed": each.pushed,
        "lost": each.lost,
        "value": float(each.value),
        "exact": str(each.value),
        "set_so_by": [way.name for way in _players(each, placed)],
    }


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
