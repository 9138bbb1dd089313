"""The values of one table of a file, taken out one by one; those left over are unknown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardroom.cards import Card, CardError, parse_cards
from cardroom.money import MoneyError, cents
from cardroom.scenario.source import Path, ScenarioError, Source


class Fields:
    def __init__(self, source: Source, path: Path, values: object) -> None:
        self.source, self.path = source, path
        if not isinstance(values, dict):
            raise self.error("", f"{_name(path)} must be a table of names and values")
        self.values: dict[str, Any] = values
        self._known: list[str] = []

    def error(self, name: str, message: str) -> ScenarioError:
        return self.source.error((*self.path, name) if name else self.path, message)

    @property
    def line(self) -> int:
        return self.source.line(self.path)

    def take(self, name: str) -> Any:
        """The raw value, or None."""
        self._known.append(name)
        return self.values.get(name)

    def text(self, name: str, default: str = "") -> str:
        value = self.take(name)
        if value is None:
            return default
        if not isinstance(value, str):
            found = "a table or a list" if isinstance(value, dict | list) else repr(value)
            raise self.error(name, f"{name} must be text in quotes, not {found}")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.take(name) or []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(name, f'{name} must be a list of texts, like ["a", "b"]')
        return tuple(value)

    def whole(self, name: str, default: int = 0, least: int = 0) -> int:
        value = self.take(name)
        if value is None:
            return default
        if type(value) is not int or value < least:
            raise self.error(name, f"{name} must be a whole number, {least} or more, not {value!r}")
        return value

    def wholes(self, name: str) -> tuple[int, ...]:
        value = self.take(name) or []
        if not isinstance(value, list) or not all(type(item) is int for item in value):
            raise self.error(name, f"{name} must be a list of whole numbers, like [1, 2]")
        return tuple(value)

    def flag(self, name: str) -> bool:
        value = self.take(name)
        if value not in (None, True, False):
            raise self.error(name, f"{name} must be true or false, not {value!r}")
        return bool(value)

    def amount(self, name: str) -> int | None:
        value = self.take(name)
        return None if value is None else self.money(name, value)

    def money(self, name: str, value: object) -> int:
        if not isinstance(value, str):
            raise self.error(
                name, f'{value!r} is not an amount; write dollars as text, like "7.50"'
            )
        try:
            return cents(value)
        except MoneyError as wrong:
            raise self.error(name, str(wrong)) from None

    def cards(self, name: str) -> tuple[Card, ...]:
        """Cards from text; an invalid one is reported on its own line."""
        text = self.text(name)
        found: list[Card] = []
        for number, word in enumerate(text.replace(",", " ").split()):
            try:
                found.extend(parse_cards(word))
            except CardError as wrong:
                line = self.source.line_of_word((*self.path, name), number)
                raise ScenarioError(self.source.name, line, str(wrong)) from None
        return tuple(found)

    def table(self, name: str) -> Mapping[str, Any]:
        value = self.take(name)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self.error(name, f"{name} must be a table, like {name} = {{ ... }}")
        return value

    def fields(self, name: str) -> Fields:
        return Fields(self.source, (*self.path, name), self.table(name))

    def each(self, name: str) -> Iterator[Fields]:
        """The tables of a `[[name]]` list, in order."""
        value = self.take(name) or []
        if not isinstance(value, list):
            raise self.error(name, f"write [[{name}]] for each {name}, not [{name}]")
        for number, item in enumerate(value):
            yield Fields(self.source, (*self.path, name, number), item)

    def done(self, *needed: str) -> None:
        """Refuse values that were not taken: a misspelled name is never ignored."""
        for name in self.values:
            if name not in self._known:
                known = ", ".join(dict.fromkeys(self._known))
                raise self.error(name, f"{_name(self.path)} has no {name!r}; it may have {known}")
        for name in needed:
            if name not in self.values:
                raise self.error("", f"{_name(self.path)} needs {name!r}")


def _name(path: Path) -> str:
    names = [part for part in path if isinstance(part, str)]
    if not names:
        return "a scenario"
    called = ".".join(names)
    return f"[[{called}]]" if isinstance(path[-1], int) else f"[{called}]"
