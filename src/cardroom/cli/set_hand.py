"""`cardroom set-hand`: how the house ways set seven cards, and which rule decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from cardroom.analysis.documents import builtins
from cardroom.analysis.pai_gow.documents import HandSet, SettingValue, SettingValues
from cardroom.analysis.pai_gow.hand_settings import hands_set, setting_values
from cardroom.cards import Card, parse_cards
from cardroom.cli._notices import notices
from cardroom.cli.common import JsonOption, console, pretty_cards, print_json
from cardroom.hands.house_way import way_names, way_of

SHOWN = 8

Titles = Mapping[str, str]
"""The titles of the ways by their names."""


def set_hand(
    cards: Annotated[
        list[str], typer.Argument(metavar="CARDS...", help='Seven cards: "As Kd 9c 9h 4s 2d Jk".')
    ],
    way: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A house way, or a TOML file (default: all ways)."),
    ] = None,
    against: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE", help="Evaluate every setting against a bank that sets this way."
        ),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Show how the house ways set seven cards of pai gow poker, and by which rule."""
    hand = parse_cards(" ".join(cards))
    ways = [way_of(name) for name in way or way_names()]
    titles = {each.name: each.title for each in ways}
    if not against:
        found = hands_set(hand, ways)
        if as_json:
            print_json(builtins(found))
        else:
            show_ways(found, titles)
        return
    bank = way_of(against)
    with notices() as tell:
        values = setting_values(hand, ways, bank, tell)
    if as_json:
        print_json(builtins(msgspec.structs.replace(values, against=against)))
        return
    show_ways(values.ways, titles)
    show_settings(values, titles | {bank.name: bank.title})


def show_ways(found: Sequence[HandSet], titles: Titles) -> None:
    table = Table()
    for column in ("house way", "front", "back", "rule"):
        table.add_column(column)
    for each in found:
        rule = Text("\n").join([Text(each.rule), Text(each.says, "dim")])
        front, back = _cell(each.front, each.front_is), _cell(each.back, each.back_is)
        table.add_row(titles[each.way], front, back, rule)
    console().print(table)


def _cell(cards: Sequence[Card], label: str) -> Text:
    return Text("\n").join([pretty_cards(cards), Text(label, "dim")])


def show_settings(found: SettingValues, titles: Titles) -> None:
    out = console()
    hands = f"{found.settings[0].bank_hands:,}"
    bank = titles[found.against]
    out.print(f"\nAgainst all {hands} hands of a bank that sets by {bank}:")
    table = Table()
    for column in ("front", "back"):
        table.add_column(column)
    for column in ("wins", "pushes", "loses", "value"):
        table.add_column(column, justify="right")
    table.add_column("set this way by")
    hidden = [each for each in found.settings[SHOWN:] if not each.set_so_by]
    for each in found.settings:
        if each not in hidden:
            table.add_row(*_row(each, titles))
    out.print(table)
    if hidden:
        out.print(
            f"{len(hidden)} settings with lower values are left out; --json lists all of them."
        )
    out.print(
        "Exact; the bank wins copies, and no other cards are known. Of settings with equal hands,"
        " one is shown."
    )


def _row(each: SettingValue, titles: Titles) -> tuple[str | Text, ...]:
    return (
        _cell(each.front, each.front_is),
        _cell(each.back, each.back_is),
        *(f"{share:.2%}" for share in each.shares),
        f"{each.value:+.4%}",
        "\n".join(titles[name] for name in each.set_so_by),
    )
