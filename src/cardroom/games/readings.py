"""Where a rule book is silent, and how it is read: data, printed on every rule page."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
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

    readings: tuple[str, ...] = ()
    shares: tuple[str, ...] = ()
    """Other sections that hold for the same game."""


def readings(rules: Ruleset) -> tuple[str, ...]:
    """The game's own, those it shares, and those of all games."""
    own = registry.package(rules).readings
    sections = {**_sections(SHARED), **({} if own is None else _sections(own))}
    game = sections.get(rules.game, Section())
    named = (game, *(sections[name] for name in (*game.shares, EVERY_GAME)))
    return tuple(line for section in named for line in section.readings)


@lru_cache
def _sections(file: Path) -> Mapping[str, Section]:
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, Section])
