"""A collection of the house's own, as the value of an option.

In a house file it is a table; on a command line, one line of text. Both mean the same, and the text
is what is stored:

    collection = { player = { 50 = "0.50", 100 = "1" }, bank = { 100 = "1", above = "2" } }
    collection = "player 50 0.50, 100 1; bank 100 1, above 2"

Players and the bank pay by the amount: each row is the largest amount and its fee. A pot pays by
the number of players: each row is the fewest players and the fee. `per` says whether the rows go by
the wager or by the table's limit, and `half_hour` is what each seated player pays for time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from cardroom.data_file import nearest
from cardroom.money import MoneyError, cents, dollars
from cardroom.rules.fees import Bracket, PotFee, Schedule
from cardroom.rules.options import OptionSpec, RowFault, Value, show

ROWS_MAX: Final = 20
ABOVE: Final = "above"
BASES: Final = ("wager", "table-limit")
TWICE: Final = "two rows are for the same amount or number of players"
Payer = Literal["player", "bank", "pot", "half_hour"]


class Collection(msgspec.Struct, frozen=True):
    """The schedules of the book by their names, or a schedule of the house's own."""

    names: tuple[str | None, ...]
    payers: tuple[Payer, ...] = ("player", "bank")

    def read(self, given: object) -> Value:
        for name in self.names:
            if show(given) == show(name):
                return name
        parts = given if isinstance(given, Mapping) else _parts(show(given))
        return _text(self._rows(parts))

    def expected(self) -> str:
        like = (
            '{ pot = { 7 = "4", 0 = "2" } } or { half_hour = "6" }'
            if "pot" in self.payers
            else '{ player = { 50 = "0.50", 100 = "1" }, bank = { 100 = "1", above = "2" } }'
        )
        return f"one of {', '.join(map(show, self.names))}, or a table like {like}"

    def _rows(self, parts: Mapping[str, object]) -> dict[str, object]:
        found: dict[str, object] = {}
        known = (*self.payers, "per") if "player" in self.payers else self.payers
        for name, value in parts.items():
            if name not in known:
                raise RowFault(
                    "",
                    f"{name!r} is not one of {', '.join(known)}; {nearest(name, known)}"
                    f"write {self.expected()}",
                )
            if name == "per":
                if value not in BASES:
                    raise RowFault(name, f"{value!r} is not one of {', '.join(BASES)}")
                found[name] = value
            elif name == "half_hour":
                found[name] = _amount(name, value)
            else:
                found[name] = _row_table(name, value)
        if not set(found) - {"per"}:
            raise ValueError(self.expected())
        return found


def is_own_collection(collection: object) -> bool:
    """Whether it has rows, and is not a name of the book's."""
    return isinstance(collection, str) and " " in collection


def own_schedule(collection: Value, book: Schedule) -> Schedule:
    """The posted schedule: the book's, or the house's own for the spots and with the button of the
    book's. Its rows go by the wager unless it says otherwise."""
    if not is_own_collection(collection):
        return book
    parts = _parts(show(collection))
    rows = {name: value for name, value in parts.items() if isinstance(value, Mapping)}
    basis = parts.get("per", "wager")
    return msgspec.structs.replace(
        book,
        player=_brackets(rows.get("player", {})),
        bank=_brackets(rows.get("bank", {})),
        pot=tuple(
            PotFee(int(least), cents(fee))
            for least, fee in sorted(rows.get("pot", {}).items(), key=lambda row: -int(row[0]))
        ),
        half_hour=cents(str(parts.get("half_hour", "0"))),
        basis="table-limit" if basis == "table-limit" else "wager",
        between="higher",
    )


def collection_option(clause: str) -> OptionSpec:
    """For games in which players and the bank pay by the wager."""
    return OptionSpec(
        "collection",
        Collection(("book",)),
        "book",
        "the collection of the rule book, or one of the house's own",
        clause,
        group="collection",
    )


# --- reading and writing ------------------------------------------------------------------------


def _parts(text: str) -> dict[str, object]:
    """The parts of the text: rows of a payer, or a single value."""
    found: dict[str, object] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, _, rest = part.partition(" ")
        if name in found:
            raise RowFault(name, "it is given twice; write all its rows in one part")
        words = [row.split() for row in rest.split(",")]
        if len(words) == 1 and len(words[0]) == 1:
            found[name] = words[0][0]
        elif all(len(row) == 2 for row in words):
            found[name] = _once(name, words)
        else:
            found[name] = rest
    return found


def _once(name: str, rows: list[list[str]]) -> dict[str, str]:
    found = dict(rows)
    if len(found) < len(rows):
        raise RowFault(name, TWICE)
    return found


def _row_table(name: str, value: object) -> dict[str, str]:
    """The rows of a payer, checked and in order; a single fee holds for every amount."""
    rows = value if isinstance(value, Mapping) else {(ABOVE if name != "pot" else "0"): value}
    if not 0 < len(rows) <= ROWS_MAX:
        raise RowFault(name, f"write 1 to {ROWS_MAX} rows")
    fees = {str(key): _amount(name, fee) for key, fee in rows.items()}
    if name == "pot":
        if not all(key.isdecimal() and int(key) <= 99 for key in fees):
            raise RowFault(name, 'each row is a number of players and a fee, like 7 = "4"')
        if len({int(key) for key in fees}) < len(fees):
            raise RowFault(name, TWICE)
        return dict(sorted(fees.items(), key=lambda row: -int(row[0])))
    tops = {key: _amount(name, key) for key in fees if key != ABOVE}
    ordered = {tops[key]: fees[key] for key in sorted(tops, key=lambda key: cents(tops[key]))}
    if len(ordered) < len(tops):
        raise RowFault(name, TWICE)
    return {**ordered, **({ABOVE: fees[ABOVE]} if ABOVE in fees else {})}


def _amount(name: str, given: object) -> str:
    if show(given).endswith("%"):
        raise RowFault(name, f'{given!r} is a share, and fees are flat; write dollars like "0.50"')
    try:
        amount = cents(show(given))
    except MoneyError as wrong:
        raise RowFault(name, str(wrong)) from None
    if amount < 0:
        raise RowFault(name, f"{show(given)} is below zero")
    return dollars(amount)


def _text(found: Mapping[str, object]) -> str:
    parts = []
    for name, value in found.items():
        rows = (
            ", ".join(f"{key} {fee}" for key, fee in value.items())
            if isinstance(value, Mapping)
            else str(value)
        )
        parts.append(f"{name} {rows}")
    return "; ".join(parts)


def _brackets(rows: Mapping[str, str]) -> tuple[Bracket, ...]:
    """Rows by amount. As in the books, the next row begins a dollar above the last one."""
    found: list[Bracket] = []
    least = 0
    for key, fee in rows.items():
        most = None if key == ABOVE else cents(key)
        found.append(Bracket(most, cents(fee), least))
        if most is not None:
            least = most + (1 if most % 100 else 100)
    return tuple(found)
