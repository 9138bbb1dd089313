"""How a rule book is read where it is silent. Rule pages print the readings; clauses cite them.

A reading is cited by its section and its number or topic: "The bank / 4", "All games / void".
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from cardroom.games import registry
from cardroom.rules.ruleset import Ruleset

SHARED: Final = Path(__file__).with_name("readings.toml")
"""Readings that games of several families share."""
EVERY_GAME: Final = "all"


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The readings of one game, or of several games that name this section."""

    cite: str = ""
    """What the section is called where its readings are cited."""
    readings: Mapping[str, str] = {}
    """By number, or by topic."""
    not_yet: Mapping[str, str] = {}
    """What the product does instead of following a reading, by the same numbers."""
    shares: tuple[str, ...] = ()
    """Other sections that hold for the same game."""

    def lines(self) -> Iterator[str]:
        for number, says in self.readings.items():
            missing = self.not_yet.get(number)
            later = "" if missing is None else f" Not implemented yet: {_flat(missing)}"
            yield f"{self.cite} / {number}: {_flat(says)}{later}"


def readings(rules: Ruleset) -> tuple[str, ...]:
    """The game's own, those it shares, and those of all games."""
    found = sections(registry.package(rules).readings)
    game = found.get(rules.game, Section())
    named = (game, *(found[name] for name in (*game.shares, EVERY_GAME)))
    return tuple(line for section in named for line in section.lines())


def sections(own: Path | None) -> Mapping[str, Section]:
    """The sections of a family's file, and those that all families share."""
    return {**_sections(SHARED), **({} if own is None else _sections(own))}


@lru_cache
def _sections(file: Path) -> Mapping[str, Section]:
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, Section])


def _flat(text: str) -> str:
    """A text of several lines in one."""
    return " ".join(text.split())
