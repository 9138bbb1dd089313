"""The whole round in words: who sits, who banks, how it is dealt, settled and ended.

The procedure and the clauses are computed from the rules. What a rule book says around them is
written here, in our words: `whole_round.toml` next to this module, and one in each family.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from cardroom.games import registry
from cardroom.rules.ruleset import Ruleset

SHARED: Final = Path(__file__).with_name("whole_round.toml")
EVERY_GAME: Final = "all"
WAGERS_FIRST: Final = "wagers-first"
HOUSE_BANKED: Final = "house-banked"
PLAYER_BANKED: Final = "player-banked"

TITLES: Final = (
    "Who may sit",
    "The cards",
    "The bank",
    "Rotation of the bank",
    "Wagers",
    "Collection",
    "No more bets",
    "The deal",
    "Announcements",
    "Play",
    "The action button",
    "Settlement",
    "The meter",
    "The end of the round",
    "Irregularities",
    "Ranking of hands",
    "Glossary",
    "Proposition players",
    "Law",
)
"""In the order of a round; every section has one of these titles."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says for one game, or for several games that share it."""

    says: Mapping[str, tuple[str, ...]] = {}
    shares: tuple[str, ...] = ()
    in_short: str = ""
    """How the game works, in a paragraph, for somebody who has never played it."""


class RulePageSection(msgspec.Struct, frozen=True):
    title: str
    says: tuple[str, ...]


def whole_round(rules: Ruleset) -> tuple[RulePageSection, ...]:
    """The sections of a game's rule page, what it shares with other games first."""
    parts = list(_parts(rules))
    found = (RulePageSection(title, tuple(_lines(parts, title))) for title in TITLES)
    return tuple(section for section in found if section.says)


def section(rules: Ruleset, title: str) -> tuple[str, ...]:
    """What the game says under this title, or else what every game with such a bank says."""
    shared = (_file(SHARED)[name] for name in _usual(rules))
    return tuple(_lines(_parts(rules), title)) or tuple(_lines(shared, title))


def in_short(rules: Ruleset) -> str:
    """How the game works, in a paragraph; empty if nobody has written it."""
    own = registry.package(rules).whole_round
    return "" if own is None else _file(own).get(rules.game, Part()).in_short


def _lines(parts: Iterable[Part], title: str) -> Iterator[str]:
    for part in parts:
        yield from part.says.get(title, ())


def _parts(rules: Ruleset) -> Iterator[Part]:
    own = registry.package(rules).whole_round
    known = {**_file(SHARED), **({} if own is None else _file(own))}
    # A game of a plug-in may have no file.
    game = known.get(rules.game, Part(shares=_usual(rules)))
    for name in (EVERY_GAME, *game.shares):
        yield known[name]
    yield game


def _usual(rules: Ruleset) -> tuple[str, ...]:
    """What the ruleset alone says that a game shares with others."""
    wagers = () if rules.deals_to_seats else (WAGERS_FIRST,)
    if rules.banking.limit != "none":
        return (*wagers, PLAYER_BANKED)
    return (*wagers, HOUSE_BANKED) if rules.house_banked else wagers


@lru_cache
def _file(file: Path) -> Mapping[str, Part]:
    found = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, Part])
    for name, part in found.items():
        unknown = set(part.says) - set(TITLES)
        assert not unknown, f"{file}: {name} has sections that no page prints: {unknown}"
    return found
