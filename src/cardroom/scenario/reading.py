"""From a file to a scenario. An unknown key is refused, with file and line."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec

from cardroom import data_file
from cardroom.cards import Card, CardError, parse_cards
from cardroom.games import registry
from cardroom.games.felt import Felt
from cardroom.scenario.checks import ANY_CLAUSE
from cardroom.scenario.document import (
    Backline,
    BankEntry,
    BoxStakes,
    Do,
    Expected,
    Irregularity,
    Scenario,
)
from cardroom.scenario.entries import TIME_OUT
from cardroom.scenario.expectations import read_expectations
from cardroom.scenario.facts import read_table
from cardroom.scenario.fields import Fields
from cardroom.scenario.meters import read_meter, read_reading
from cardroom.scenario.source import ScenarioError, Source


def read(path: str | pathlib.Path) -> Scenario:
    """The scenario in a file; `ScenarioError` says what is wrong with it, and on which line."""
    try:
        text = data_file.read_text(pathlib.Path(path))
    except data_file.FileError as wrong:
        raise ScenarioError(str(path), 1, wrong.message) from None
    found = parse(text, str(path))
    return msgspec.structs.replace(found, house=_house(found.house, pathlib.Path(path).parent))


def _house(name: str, folder: pathlib.Path) -> str:
    """A house by its name, or its file: next to the scenario, or else in the current folder."""
    file = folder / name
    if not name.endswith(".toml") or (not file.exists() and pathlib.Path(name).exists()):
        return name
    return str(file)


def parse(text: str, name: str = "scenario") -> Scenario:
    """The scenario in a text; `name` stands for the file in messages."""
    source = Source(text, name)
    top = Fields(source, (), source.parse())
    read_sections = {section: reader(top) for section, reader in SECTIONS.items()}
    top.done("game")
    shoe = read_sections["shoe"]
    return Scenario(
        file=name,
        lines={section: source.line((section, 0)) for section in top.values},
        card_lines=_card_lines(source, top.values.get("shoe"), shoe),
        option_lines={
            option: source.line(("options", option)) for option in read_sections["options"]
        },
        **read_sections,
    )


def _card_lines(source: Source, text: object, shoe: tuple[Card, ...]) -> tuple[int, ...]:
    if not isinstance(text, str):
        return (source.line(("piles",)),) * len(shoe)
    lines: list[int] = []
    for number, word in enumerate(text.replace(",", " ").split()):
        line = source.line_of_word(("shoe",), number)
        lines.extend([line] * len(parse_cards(word)))
    return tuple(lines)


def _shoe(top: Fields) -> tuple[Card, ...]:
    """The cards in dealing order: those of the shoe, or those of the piles, one to each in turn."""
    shoe = top.cards("shoe")
    piles = [_pile(top, number, text) for number, text in enumerate(top.texts("piles"), start=1)]
    left_over = top.cards("left_over")
    if not piles:
        return shoe
    if shoe:
        raise top.error("piles", "a file has a shoe or piles, not both")
    if len({len(pile) for pile in piles}) > 1:
        raise top.error("piles", "all piles must have the same number of cards")
    return tuple(card for row in zip(*piles, strict=True) for card in row) + left_over


def _pile(top: Fields, number: int, text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as wrong:
        raise top.error("piles", f"pile {number}: {wrong}") from None


def _boxes(top: Fields) -> tuple[BoxStakes, ...]:
    return tuple(_box(fields) for fields in top.each("box"))


def _box(fields: Fields) -> BoxStakes:
    box = fields.whole("box")
    bets = fields.fields("bets")
    entry = BoxStakes(
        line=fields.line,
        box=box,
        player=fields.text("player", f"box {box}"),
        bets={spot: bets.money(spot, stake) for spot, stake in bets.values.items()},
        refused=_refused(fields),
    )
    fields.done("box")
    return entry


def _banks(top: Fields) -> tuple[BankEntry, ...]:
    """One `[bank]`, or `[[bank]]` for several attempts."""
    given = top.take("bank")
    if given is None:
        return ()
    return tuple(map(_bank, top.each("bank") if isinstance(given, list) else [top.fields("bank")]))


def _bank(fields: Fields) -> BankEntry:
    box = fields.whole("box", least=1)
    entry = BankEntry(
        line=fields.line,
        box=box,
        player=fields.text("player", f"box {box}"),
        amount=fields.amount("amount") or 0,
        refused=_refused(fields),
    )
    fields.done("box", "amount")
    return entry


def _backline(fields: Fields) -> Backline:
    entry = Backline(
        line=fields.line,
        box=fields.whole("box"),
        owner=fields.text("owner"),
        stake=fields.amount("stake") or 0,
        follow=fields.texts("follow"),
        refused=_refused(fields),
    )
    fields.done("box", "owner", "stake")
    return entry


def _refused(fields: Fields) -> str | None:
    """A clause, or `true`, or text that begins with `hint:`; `checks` looks at the text."""
    value = fields.take("refused")
    if value is None:
        return None
    if value is True:
        return ANY_CLAUSE
    if not isinstance(value, str):
        raise fields.error("refused", f"refused is a clause in quotes, or true, not {value!r}")
    return value


def verbs() -> tuple[str, ...]:
    """What players of any game can answer: a file may try a verb that its game refuses."""
    felts = (package.felt for package in registry.packages().values())
    return (*dict.fromkeys(verb.verb for felt in felts for verb in felt.verbs), TIME_OUT)


def _decisions(top: Fields) -> tuple[Do, ...]:
    package = registry.package_of(top.text("game"))
    totals = Felt().totals if package is None else package.felt.totals
    return tuple(_do(fields, totals) for fields in top.each("do"))


def _do(fields: Fields, totals: frozenset[str]) -> Do:
    front = fields.cards("front")
    entry = Do(
        line=fields.line,
        box=fields.whole("box"),
        verb=fields.text("verb"),
        hand=fields.whole("hand", least=1),
        amount=fields.amount("amount"),
        front=front if "front" in fields.values else None,
        to=fields.amount("to"),
        if_asked=fields.flag("if_asked"),
        refused=_refused(fields),
    )
    fields.done("box", "verb")
    if entry.verb not in (known := verbs()):
        why = f"there is no verb {entry.verb!r}; verbs are {', '.join(known)}"
        raise fields.error("verb", why)
    if entry.verb in totals and entry.amount is not None:
        raise fields.error("amount", f'{entry.verb} gives its total: to = "12"')
    if entry.refused is not None and entry.if_asked:
        raise fields.error("if_asked", "an entry that must be refused cannot have if_asked")
    return entry


def _irregularities(top: Fields) -> tuple[Irregularity, ...]:
    return tuple(_irregularity(fields) for fields in top.each("intervene"))


def _irregularity(fields: Fields) -> Irregularity:
    cards = fields.cards("card")
    if len(cards) > 1:
        raise fields.error("card", "card must be one card")
    settled = fields.take("after") == AFTER_SETTLEMENT
    entry = Irregularity(
        line=fields.line,
        kind=fields.text("kind"),
        after=0 if settled else fields.whole("after"),
        settled=settled,
        at_input=_optional_whole(fields, "at_input"),
        box=fields.whole("box"),
        hand=fields.whole("hand", least=1),
        card=cards[0] if cards else None,
        boxes=fields.wholes("boxes"),
        to=fields.whole("to"),
        to_input=_optional_whole(fields, "to_input"),
        note=fields.text("note"),
        front=fields.cards("front"),
        meter=read_reading(fields),
        side_bets=_side_bets(fields),
        refused=_refused(fields),
    )
    if entry.kind == "rewind" and not {"to", "to_input"} & set(fields.values):
        raise fields.error("kind", "a rewind needs its target: to = 0 undoes the whole round")
    if entry.meter and entry.kind != "rewind":
        raise fields.error("meter", "a meter is read again only after a rewind")
    fields.done("kind")
    return entry


AFTER_SETTLEMENT: Final = "settlement"


def _side_bets(fields: Fields) -> Literal["stand", "void"]:
    match fields.text("side_bets", "stand"):
        case "stand":
            return "stand"
        case "void":
            return "void"
        case other:
            raise fields.error(
                "side_bets", f'settled side bets "stand" or are "void", not {other!r}'
            )


def _optional_whole(fields: Fields, name: str) -> int | None:
    value = fields.whole(name)
    return value if name in fields.values else None


def _stacks(top: Fields) -> Mapping[str, int]:
    stacks = top.fields("stacks")
    return {name: stacks.money(name, amount) for name, amount in stacks.values.items()}


def _expect(top: Fields) -> tuple[Expected, ...]:
    return read_expectations(top.fields("expect"))


def _cites(top: Fields) -> tuple[str, ...]:
    return top.texts("cites")


Section = Callable[[Fields], Any]
SECTIONS: Final[Mapping[str, Section]] = {
    "game": lambda top: top.text("game"),
    "title": lambda top: top.text("title"),
    "cites": _cites,
    "house": lambda top: top.text("house"),
    "options": lambda top: top.table("options"),
    "shoe": _shoe,
    "dice": lambda top: top.wholes("dice"),
    "pile": lambda top: top.whole("pile", least=1),
    "boxes": _boxes,
    "banks": _banks,
    "backline": lambda top: tuple(_backline(fields) for fields in top.each("backline")),
    "stacks": _stacks,
    "button": lambda top: top.whole("button"),
    "table": read_table,
    "meter": read_meter,
    "decisions": _decisions,
    "irregularities": _irregularities,
    "refused": _refused,
    "expect": _expect,
}
"""A reader for each field of a scenario."""


def cited(folder: pathlib.Path) -> Iterator[tuple[pathlib.Path, str, tuple[str, ...]]]:
    """File, game and citations of every scenario under a folder.

    They are above the first table, and only that part is parsed: rule pages are often requested.
    """
    for file in sorted(folder.rglob("*.toml")):
        head = re.split(r"^\[", file.read_text(encoding="utf-8"), maxsplit=1, flags=re.MULTILINE)[0]
        yield file, *_cited(head, str(file))


@lru_cache(maxsize=4096)
def _cited(head: str, name: str) -> tuple[str, tuple[str, ...]]:
    values = Source(head, name).parse()
    return str(values.get("game", "")), tuple(map(str, values.get("cites", ())))
