"""A pay table of the house's own, as the value of an option that names a posted one.

In a house file it is a table of rows; on a command line, one line of text. Both mean the same, and
the text is what is stored:

    pay_table = { suited-pair = "30 to 1", pair = "8 to 1" }
    pay_table = "suited-pair pays 30 to 1; pair pays 8 to 1"

A row of the book goes by its name. Where the game can recognize other hands, a row may also be new:
it then says when it is paid, in the language of side bets.

    pay_table = { aces = { when = "pair and is ace", pays = "40 to 1" }, pair = "8 to 1" }
    pay_table = "aces when pair and is ace pays 40 to 1; pair pays 8 to 1"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final, Literal, NamedTuple

import msgspec

from cardroom.money import EVEN, MoneyError, Odds, cents, dollars
from cardroom.rules.options import RowFault, Value, show
from cardroom.rules.paytable import PUSH, PayTable, Row, Share, parse_pays

ROWS_MAX: Final = 40
TEXT_MAX: Final = 20_000
PAYS_MAX: Final = 1_000_000
OWN: Final = "House pay table"
"""What signs call a pay table of the house's own."""
_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9 -]{0,46}[a-z0-9])?")
_KEYWORD: Final = re.compile(r"\b(?:when|pays)\b")
_ROW: Final = re.compile(r"\s*(?P<name>.+?)(?:\s+when\s+(?P<when>.+?))?\s+pays\s+(?P<pays>.+?)\s*")

PaysUnit = Literal["odds", "odds-or-share", "dollars"]
"""What a row may pay: odds; odds, or a share of the meter; or an amount in dollars."""


class OwnRow(NamedTuple):
    name: str
    pays: str
    when: str = ""
    """The condition of a row that the book does not have."""


class PayRows(msgspec.Struct, frozen=True):
    """A posted pay table by its name, or rows of the house's own."""

    values: tuple[Value, ...]
    """The posted names."""
    rows: tuple[str, ...]
    """The rows that the game knows, in their order."""
    pays: PaysUnit = "odds"
    check: Callable[[str, str], None] | None = None
    """Whether the name and the condition of a new row make sense: a ValueError says why not. None
    if the game recognizes no hands but its own."""
    posted: Mapping[str, tuple[tuple[str, str], ...]] = {}
    """The posted tables by name, where no spot of the layout has them: rows and odds."""
    winning: bool = False
    """The rows are winning hands of the wager: without a row they are paid even money."""

    def read(self, given: object) -> Value:
        if not isinstance(given, Mapping):
            for value in self.values:
                if show(given) == show(value):
                    return value
            if not is_own(show(given)):
                raise ValueError(self.expected())
        return _text(self._checked(rows_in(given)))

    def expected(self) -> str:
        names = ", ".join(map(show, self.values))
        return f"one of {names}, or a table of rows like {{ {self._example} }}"

    def _checked(self, given: tuple[OwnRow, ...]) -> Iterable[OwnRow]:
        if not given:
            raise RowFault("", "the table has no rows; write one like " + self._example)
        if len(given) > ROWS_MAX:
            raise RowFault("", f"a pay table has at most {ROWS_MAX} rows, not {len(given):,}")
        last = -1
        names: set[str] = set()
        for row in given:
            if row.name in names:
                raise RowFault(row.name, "there are two rows of this name")
            names.add(row.name)
            if row.name in self.rows and not row.when:
                place = self.rows.index(row.name)
                if place < last:
                    says = f"it is out of order; the order is {', '.join(self.rows)}"
                    raise RowFault(row.name, says)
                last = place
            else:
                self._check_new(row)
            yield row._replace(pays=self._amount(row))

    @property
    def _example(self) -> str:
        amount = "250" if self.pays == "dollars" else "8 to 1"
        return f'{_key(self.rows[-1])} = "{amount}"'

    def _check_new(self, row: OwnRow) -> None:
        known = f"the rows are {', '.join(self.rows)}"
        if not row.when:
            new = '; a new row says when it is paid: { when = "...", pays = "..." }'
            known += new if self.check else ""
            raise RowFault(row.name, f"the game has no such row; {known}")
        if self.check is None:
            raise RowFault(row.name, f"the game recognizes no hands but its own; {known}")
        if row.name in self.rows:
            raise RowFault(row.name, "a row of the book has its own condition; choose another name")
        if not _NAME.fullmatch(row.name) or _KEYWORD.search(row.name):
            says = "write lowercase letters, digits, hyphens, like mixed-pair"
            raise RowFault(row.name[:60], f"this is not a valid name; {says}")
        try:
            self.check(row.name, row.when)
        except ValueError as wrong:
            raise RowFault(row.name, f"when = {row.when[:80]!r}: {wrong}") from None

    def _amount(self, row: OwnRow) -> str:
        """What a row pays, always written alike."""
        if self.pays == "dollars":
            try:
                amount = cents(row.pays)
            except MoneyError:
                amount = 0
            if amount <= 0:
                raise RowFault(row.name, f"{row.pays[:40]!r} is not an amount; write dollars: 250")
            return dollars(amount)
        return self._odds(row)

    def _odds(self, row: OwnRow) -> str:
        shares = ', or a share of the meter like "10%"' if self.pays == "odds-or-share" else ""
        try:
            found = parse_pays(row.pays)
        except ValueError:
            says = f'these are not odds; write odds like "8 to 1" or "3:2"{shares}'
            raise RowFault(row.name, f"{row.pays[:40]!r}: {says}") from None
        if isinstance(found, Share):
            if self.pays == "odds":
                raise RowFault(row.name, f"{row.pays!r}: the bet has no meter; write odds")
            if not 0 < found.percent <= 100:
                raise RowFault(row.name, f"{row.pays!r} is not a share from 1% to 100%")
            return str(found)
        if Fraction(found.pays, found.per) > PAYS_MAX:
            raise RowFault(row.name, f"{row.pays[:40]!r} pays more than {PAYS_MAX:,} to 1")
        if self.winning and found.pays < found.per:
            says = f"a winning hand is never paid less than {EVEN}"
            raise RowFault(
                row.name, f"{row.pays[:40]!r}: {says}; write higher odds, or leave the row out"
            )
        if row.pays == "push":
            return row.pays
        if "for" in row.pays:
            return f"{found.pays + found.per} for {found.per}"
        return str(found)


def is_own(value: object) -> bool:
    """Whether the option's value is a table of the house's own, not the name of a posted one."""
    return isinstance(value, str) and " pays " in value


def rows_in(given: object) -> tuple[OwnRow, ...]:
    """The rows of a table, or of the text that is stored of one."""
    if isinstance(given, Mapping):
        return tuple(_row(str(name), value) for name, value in given.items())
    text = show(given)
    if len(text) > TEXT_MAX:
        raise RowFault("", f"a pay table has at most {TEXT_MAX:,} characters")
    found = []
    for part in filter(str.strip, text.split(";")):
        match = _ROW.fullmatch(part)
        if match is None:
            says = "write each row like pair pays 8 to 1, with a semicolon between rows"
            raise RowFault("", f"{part.strip()[:60]!r} is not a row; {says}")
        found.append(OwnRow(match["name"], match["pays"], match["when"] or ""))
    return tuple(found)


def own_pay_table(value: str) -> PayTable:
    """The stored text as a pay table, for games that recognize its rows themselves."""
    return PayTable(OWN, tuple(Row(row.name, _odds(row.pays), row.when) for row in rows_in(value)))


def _odds(text: str) -> Odds:
    return PUSH if text == "push" else Odds.parse(text)


def _row(name: str, value: object) -> OwnRow:
    if not isinstance(value, Mapping):
        return OwnRow(name, show(value).strip())
    unknown = [key for key in value if key not in ("when", "pays")]
    if unknown or "when" not in value or "pays" not in value:
        raise RowFault(name, 'a new row is written like { when = "...", pays = "8 to 1" }')
    when = " ".join(show(value["when"]).split())
    if ";" in when or _KEYWORD.search(when):
        raise RowFault(name, f"when = {when[:80]!r}: this is not a condition")
    return OwnRow(name, show(value["pays"]).strip(), when)


def _text(rows: Iterable[OwnRow]) -> str:
    return "; ".join(
        f"{row.name} when {row.when} pays {row.pays}" if row.when else f"{row.name} pays {row.pays}"
        for row in rows
    )


def _key(name: str) -> str:
    """A row's name as TOML writes it."""
    return name if re.fullmatch(r"[\w-]+", name) else f'"{name}"'
