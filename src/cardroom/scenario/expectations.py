"""`[expect]`: the expected results, read from a file and compared with the actual ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from cardroom.cards import show_cards
from cardroom.scenario.document import Expected
from cardroom.scenario.fields import Fields
from cardroom.scenario.results import EARNED_BUTTONS, Results, show


def _one(fields: Fields, name: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield (name,), fields.amount(name)


def _by_name(fields: Fields, name: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    inner = fields.fields(name)
    for who, amount in inner.values.items():
        yield (name, who), inner.money(who, amount)


def _by_name_and_spot(fields: Fields, name: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    inner = fields.fields(name)
    for who in inner.values:
        spots = inner.fields(who)
        for spot, amount in spots.values.items():
            yield (name, who, spot), spots.money(spot, amount)


def _fees(fields: Fields, name: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """One amount is the sum of all fees; a table says who paid what."""
    if isinstance(fields.values[name], dict):
        yield from _by_name(fields, name)
    else:
        yield (name, "total"), fields.amount(name)


def _meter(fields: Fields, name: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """One amount is the meter's; a table may name the reserve too."""
    if isinstance(fields.values[name], dict):
        yield from _by_name(fields, name)
    else:
        yield (name, "amount"), fields.amount(name)


def _seat(fields: Fields, name: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield (name,), str(fields.whole(name, least=1))


def _texts_by_name(fields: Fields, name: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    inner = fields.fields(name)
    for who in inner.values:
        yield (name, who), inner.text(who)


def _in_order(fields: Fields, name: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """`["2 main", "1 main"]`: the bets in the order in which they were settled."""
    yield (name,), ", ".join(fields.texts(name))


def _seats(fields: Fields, name: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield (name,), ", ".join(str(seat) for seat in fields.wholes(name))


def _clauses(fields: Fields, name: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    inner = fields.fields(name)
    for who in inner.values:
        spots = inner.fields(who)
        for spot in spots.values:
            yield (name, who, spot), spots.text(spot)


def _flag(fields: Fields, name: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield (name,), fields.flag(name)


def _cards(fields: Fields, name: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield (name,), show_cards(fields.cards(name))


READERS: Final[Mapping[str, Callable[[Fields, str], Iterator[tuple[tuple[str, ...], Any]]]]] = {
    "net": _by_name,
    "bets": _by_name_and_spot,
    "action": _by_name_and_spot,
    "by": _clauses,
    "rows": _clauses,
    "order": _in_order,
    "bank": _one,
    "fees": _fees,
    "collection": _one,
    "dealer": _cards,
    "face_up": _cards,
    "turned": _cards,
    EARNED_BUTTONS: _seats,
    "stacks": _by_name,
    "meter": _meter,
    "action_seat": _seat,
    "free_collection": _texts_by_name,
    "misdeal": _flag,
    "broken": _flag,
}
"""A reader for each expectation; `results` holds what it is compared with, under the same name."""


def read_expectations(fields: Fields) -> tuple[Expected, ...]:
    found: list[Expected] = []
    for name, reader in READERS.items():
        if fields.values.get(name) == {}:
            found.append(Expected(fields.source.line(("expect", name)), (name,), {}))
        elif name in fields.values:
            found.extend(
                Expected(fields.source.line(("expect", *path)), path, value)
                for path, value in reader(fields, name)
            )
        fields.take(name)
    fields.done()
    return tuple(found)


def compare(expected: Expected, results: Results) -> str | None:
    """What is wrong, or None."""
    got: Any = results
    for step in expected.path:
        got = got.get(step) if isinstance(got, Mapping) else None
    if got == expected.value or (expected.value == {} and not got):
        return None
    name = "expect." + ".".join(f'"{part}"' if "#" in part else part for part in expected.path)
    if got is None:
        around: Any = results
        for step in expected.path[:-1]:
            around = around.get(step, {})
        there = ", ".join(around) or "none"
        return f"{name}: expected {show(expected.value)}, got nothing; there is {there}"
    wanted = "nothing" if expected.value == {} else show(expected.value)
    return f"{name}: expected {wanted}, got {show(got)}"
