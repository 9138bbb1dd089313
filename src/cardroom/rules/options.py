"""The option catalogue: the names users type, their values, defaults, and clauses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import msgspec

from cardroom.data_file import nearest
from cardroom.errors import CardroomError
from cardroom.money import MoneyError, Odds, cents, dollars

Value = str | int | bool | None
OptionGroup = Literal[
    "deal", "bank", "play", "pay", "side-bet", "collection", "limits", "procedure", "text"
]
"""What an option is about, in the order in which forms show the groups."""
ODDS_MAX: Final = 100
SHOWN_MAX: Final = 200
"""Characters of a wrong value that its error repeats."""


class Choice(msgspec.Struct, frozen=True):
    """One of a few values, written as text, a number, true or false, or `none`."""

    values: tuple[Value, ...]

    def read(self, given: object) -> Value:
        for value in self.values:
            if given is value or (type(given) is type(value) and given == value):
                return value
        text = show(given)
        for value in self.values:
            if show(value) == text:
                return value
        raise ValueError(self.expected())

    def expected(self) -> str:
        return "one of " + ", ".join(show(value) for value in self.values)


class Whole(msgspec.Struct, frozen=True):
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def read(self, given: object) -> Value:
        if isinstance(given, str) and given.isdecimal():
            given = int(given)
        if type(given) is not int or not self.least <= given <= self.most:
            raise ValueError(self.expected())
        return given

    def expected(self) -> str:
        return f"a whole number from {self.least} to {self.most}"


class Percent(msgspec.Struct, frozen=True):
    """From 0 to 100 percent; a fraction is kept as text, like `24.5`."""

    def read(self, given: object) -> Value:
        text = show(given).removesuffix("%").strip()
        if isinstance(given, bool) or not re.fullmatch(r"\d{1,3}(\.\d{1,6})?", text):
            raise ValueError(self.expected())
        share = Fraction(text)
        if share > 100:
            raise ValueError(self.expected())
        return int(share) if share.denominator == 1 else _plain(text)

    def expected(self) -> str:
        return "a percentage from 0 to 100, such as 24 or 24.5"


def _plain(text: str) -> str:
    """A decimal fraction without zeros that say nothing: 024.50 is 24.5."""
    whole, _, part = text.partition(".")
    return f"{int(whole)}.{part.rstrip('0')}"


class PostedOdds(msgspec.Struct, frozen=True):
    """Odds that the book has, or others of the house's own; kept as text like `3:2`."""

    values: tuple[str, ...]

    def read(self, given: object) -> Value:
        try:
            odds = Odds.parse(show(given))
        except MoneyError:
            raise ValueError(self.expected()) from None
        if not 0 < odds.pays <= ODDS_MAX * odds.per:
            raise ValueError(f"{self.expected()}, above 0 and at most {ODDS_MAX}:1")
        return f"{odds.pays}:{odds.per}"

    def expected(self) -> str:
        return f"odds, such as {', '.join(self.values)}"


class Amount(msgspec.Struct, frozen=True):
    """Dollars, kept as cents; `none` if the amount is optional."""

    least: int = 1
    optional: bool = False

    def read(self, given: object) -> Value:
        if self.optional and (given is None or show(given) == "none"):
            return None
        if isinstance(given, bool) or not isinstance(given, (str, int)):
            raise ValueError(self.expected())
        try:
            amount = cents(str(given))
        except MoneyError:
            raise ValueError(self.expected()) from None
        if amount < self.least:
            raise ValueError(self.expected())
        return amount

    def expected(self) -> str:
        least = f"dollars, at least {dollars(self.least)}"
        return f"{least}, or none" if self.optional else least


class Amounts(msgspec.Struct, frozen=True):
    """Several amounts in dollars, kept as text like `1/2`; lists and tables are accepted too."""

    names: tuple[str, ...]
    fewest: int
    optional: bool = False
    between: str = "/"
    """What a house writes between the amounts."""

    def read(self, given: object) -> Value:
        if self.optional and (given is None or show(given) == "none"):
            return None
        if isinstance(given, Mapping):
            if not set(given) <= set(self.names):
                raise ValueError(self.expected())
            parts = [given[name] for name in self.names if name in given]
        elif isinstance(given, (list, tuple)):
            parts = list(given)
        else:
            # A dash stands between two amounts; before the first it is a sign.
            parts = [part for part in re.split(r"(?<=\d)\s*-\s*|[\s/,]+", show(given)) if part]
        if not self.fewest <= len(parts) <= len(self.names):
            raise ValueError(self.expected())
        try:
            amounts = [cents(show(part)) for part in parts]
        except MoneyError:
            raise ValueError(self.expected()) from None
        if min(amounts) <= 0 or sorted(amounts) != amounts:
            raise ValueError(self.expected())
        return self.between.join(dollars(amount) for amount in amounts)

    def expected(self) -> str:
        few = "" if self.fewest == len(self.names) else f"{self.fewest} to "
        like = f"like 1{self.between}2"
        words = f"{few}{len(self.names)} amounts in dollars, {' and '.join(self.names)}, {like}"
        return f"{words}, or none" if self.optional else words


class Kind(Protocol):
    """The values that an option may have."""

    def read(self, given: object) -> Value:
        """The value that was given, in its stored form; a ValueError says what would be right."""

    def expected(self) -> str:
        """What may be written, in words."""


class RowFault(ValueError):
    """What is wrong with one part of a value that is a table; a whole sentence."""

    def __init__(self, row: str, says: str) -> None:
        super().__init__(says)
        self.row = row


class OptionSpec(msgspec.Struct, frozen=True):
    """One option of a game: its name, its values, its default, and what it decides."""

    name: str
    kind: Kind
    default: Value
    """For a game that is posted today."""
    about: str
    clause: str = ""
    base: Value | msgspec.UnsetType = msgspec.UNSET
    """What stored rules mean by leaving the option out, if that is not the default.

    It never changes: a new default, or an option for what games always did, must not change the
    rules of rounds that were played.
    """
    group: OptionGroup = "play"
    """Where forms show it; no rule depends on it."""

    @property
    def absent(self) -> Value:
        return self.default if self.base is msgspec.UNSET else self.base

    def show(self, value: Value) -> str:
        if isinstance(self.kind, Amount) and isinstance(value, int):
            return dollars(value)
        return show(value)

    def display(self, value: Value) -> str:
        """A value for people, where what users write would be too long to read."""
        shorter = getattr(self.kind, "display", None)
        return self.show(value) if shorter is None else str(shorter(value))

    def words(self, value: Value) -> str:
        """A value in a sentence."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.display(value)


def grouped(group: OptionGroup, *options: OptionSpec) -> tuple[OptionSpec, ...]:
    """These options, all of them in one group."""
    return tuple(msgspec.structs.replace(spec, group=group) for spec in options)


def show(value: object) -> str:
    """A value as users write it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _shortened(text: str) -> str:
    return text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]}..."


class OptionFaults(CardroomError):
    """Everything that is wrong with a set of options, one line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


class Catalogue(msgspec.Struct, frozen=True):
    """The options of one game, in the order of its rule page."""

    game: str
    options: tuple[OptionSpec, ...]

    def __iter__(self) -> Iterator[OptionSpec]:
        return iter(self.options)

    def read(self, given: Mapping[str, object]) -> dict[str, Value]:
        """The value of every option: the given ones, checked, and defaults for the rest."""
        values: dict[str, Value] = {spec.name: spec.default for spec in self.options}
        faults: list[str] = []
        known = {spec.name: spec for spec in self.options}
        for name, value in given.items():
            spec = known.get(name)
            if spec is None:
                faults.append(self._unknown(name, tuple(known)))
                continue
            try:
                values[name] = spec.kind.read(value)
            except RowFault as wrong:
                faults.append(f"{name}, {wrong.row}: {wrong}" if wrong.row else f"{name}: {wrong}")
            except ValueError as wrong:
                text = show(value)
                hint = nearest(text, map(show, getattr(spec.kind, "values", ()))).strip()
                says = f"{name} = {_shortened(text)}: it must be {wrong}"
                faults.append(f"{says}; {hint}" if hint else says)
        faults += _limit_faults(values)
        if faults:
            raise OptionFaults(tuple(faults))
        return values

    def _unknown(self, name: str, known: Sequence[str]) -> str:
        says = f"{self.game} has no option {name!r}"
        if name in LIMITS:
            more = f"its stakes are options, which cardroom rules {self.game} lists"
            return f"{says}: it takes no limits; {more}"
        return f"{says}; {nearest(name, known)}its options are {', '.join(known)}"

    def with_files(self, given: Mapping[str, object], folder: Path) -> dict[str, object]:
        """What a user gave, with what is in the files of a folder that are named as values.

        A kind that has such files has a `from_file(path)`.
        """
        found = dict(given)
        for name, file, from_file in self._files(given):
            found[name] = from_file(folder / file)
        return found

    def files_in(self, given: Mapping[str, object]) -> tuple[str, ...]:
        """The files that are named as values."""
        return tuple(file for _, file, _ in self._files(given))

    def _files(
        self, given: Mapping[str, object]
    ) -> Iterator[tuple[str, str, Callable[[Path], object]]]:
        readers = {spec.name: getattr(spec.kind, "from_file", None) for spec in self.options}
        for name, value in given.items():
            from_file = readers.get(name)
            if from_file is not None and isinstance(value, str) and value.endswith(".toml"):
                yield name, value, from_file

    def changed(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """The options that differ from the defaults."""
        return self._other_than({spec.name: spec.default for spec in self.options}, values)

    def pinned(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """What a stored document must say so that no later version reads other rules from it."""
        return self._other_than({spec.name: spec.absent for spec in self.options}, values)

    def restored(self, given: Mapping[str, object]) -> dict[str, object]:
        """What a stored document says, with the options that it leaves out."""
        left_out = {
            spec.name: spec.show(spec.absent)
            for spec in self.options
            if spec.base is not msgspec.UNSET
        }
        return {**left_out, **given}

    def as_of_today(self, given: Mapping[str, object]) -> dict[str, object]:
        """What is posted today, with the options that a stored document would read otherwise."""
        left_out = {
            spec.name: spec.show(spec.default)
            for spec in self.options
            if spec.base is not msgspec.UNSET
        }
        return {**left_out, **given}

    def _other_than(
        self, usual: Mapping[str, Value], values: Mapping[str, Value]
    ) -> dict[str, Value]:
        return {
            spec.name: values[spec.name]
            for spec in self.options
            if values[spec.name] != usual[spec.name]
            or type(values[spec.name]) is not type(usual[spec.name])
        }


LIMITS: Final = ("wager_min", "wager_max")
"""The options that the limits of a house file are."""


def _limit_faults(values: Mapping[str, Value]) -> list[str]:
    """Faults in limits that are valid one by one but not together."""
    least, most, chip = (values.get(name) for name in ("wager_min", "wager_max", "smallest_chip"))
    found = []
    if isinstance(least, int) and isinstance(most, int) and least > most:
        found.append(f"wager_min = {dollars(least)} is above wager_max = {dollars(most)}")
    legal = values.get("legal_limit")
    if isinstance(least, int) and isinstance(legal, int) and least > legal:
        found.append(f"wager_min = {dollars(least)} is above legal_limit = {dollars(legal)}")
    for name, amount in (("wager_min", least), ("wager_max", most)):
        if isinstance(amount, int) and isinstance(chip, int) and amount % chip and amount > 1:
            found.append(
                f"{name} = {dollars(amount)} is not a multiple of smallest_chip = {dollars(chip)}"
            )
    return found


def document(game: str, house: str, edition: str, pinned: Mapping[str, Value]) -> bytes:
    """The ruleset as it is stored and hashed: canonical JSON of the pinned options."""
    content: dict[str, Any] = {
        "edition": edition,
        "game": game,
        "house": house,
        "options": dict(sorted(pinned.items())),
    }
    return msgspec.json.encode(content)
