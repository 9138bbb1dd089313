"""The option that posts a house way: one on file by its name, or the house's own, as one text.

The text is part of the ruleset's document and so of its digest: a journal is replayed without the
file that the way came from.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from cardroom import data_file
from cardroom.data_file import FileError, Source
from cardroom.hands.house_way import HouseWay, checked_way, read_way, way_named, way_names
from cardroom.rules.options import OptionSpec, RowFault, Value, show

BYTES_MAX: Final = 100_000


class HouseWays(msgspec.Struct, frozen=True):
    """The name of a way on file, or a way: from a file, as a table, or as a document's text."""

    values: tuple[str, ...] = way_names()

    def read(self, given: object) -> Value:
        if isinstance(given, HouseWay):
            return msgspec.json.encode(given).decode()
        if isinstance(given, str) and given in self.values:
            return given
        return msgspec.json.encode(_way(given)).decode()

    def from_file(self, path: Path) -> object:
        """A way of the house's own; `FileError` says what is wrong with it, and where."""
        return read_way(data_file.read(path))

    def expected(self) -> str:
        return f"one of {', '.join(self.values)}, or a house way from a file like my-way.toml"

    def display(self, value: Value) -> str:
        """What people call it."""
        return show(value) if value in self.values else way_of(value).title


def _way(given: object) -> HouseWay:
    if isinstance(given, str):
        if len(given) > BYTES_MAX:
            raise RowFault("", f"a house way has at most {BYTES_MAX:,} characters")
        try:
            given = msgspec.json.decode(given)
        except (msgspec.DecodeError, RecursionError):
            raise ValueError(HouseWays().expected()) from None
    if not isinstance(given, Mapping):
        raise ValueError(HouseWays().expected())
    try:
        return checked_way(msgspec.convert(given, HouseWay), Source("", "house_way"))
    except msgspec.ValidationError as wrong:
        raise RowFault("", f"{wrong}; docs/house-ways.md describes a house way") from None
    except FileError as wrong:
        raise RowFault("", wrong.message) from None


@lru_cache(maxsize=16)
def way_of(value: Value) -> HouseWay:
    """The way that the option's value names or holds."""
    if value in way_names():
        return way_named(str(value))
    return msgspec.json.decode(str(value), type=HouseWay)


HOUSE_WAY: Final = OptionSpec(
    "house_way",
    HouseWays(),
    way_names()[0],
    "the house way: one on file, or the house's own",
    "set.house-way",
)
