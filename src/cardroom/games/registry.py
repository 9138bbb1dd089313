"""Every family of games: the ones we ship, and those of installed packages.

An installed package adds a family with an entry point in the group `cardroom.games`, whose value is
a `FamilyPackage`:

    [project.entry-points."cardroom.games"]
    baccarat = "my_baccarat:PACKAGE"

Installed packages are looked for when somebody first asks for a game that is not ours, or for every
game, and not when this module is imported: they import `cardroom.games` themselves. No package can
take the name of a game or a family of ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, NamedTuple

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.approval import Remarks
from cardroom.games.dealer_rules import DealerRules
from cardroom.games.felt import Felt
from cardroom.games.game import GameType
from cardroom.games.notation import Notation
from cardroom.games.procedure import StepWords
from cardroom.games.seated import SeatedGame
from cardroom.play.family import FamilyOf
from cardroom.play.round import S_co
from cardroom.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "cardroom.games"


class FamilyPackage(msgspec.Struct, Generic[S_co], frozen=True):
    """A family of games, and what it answers to each of its readers."""

    id: str
    family: FamilyOf[S_co]
    """How its rounds are played. Which state they have is known to the family alone: a round is
    played by the family that its rules name, and so by the one that began it."""
    games: tuple[GameType, ...]
    step_words: StepWords
    """Each step of its games' procedures in a sentence, for the rule page."""
    felt: Felt = Felt()
    """What its table looks like, and the words on it."""
    whole_round: Path | None = None
    """The whole round in words, as rule pages print it."""
    readings: Path | None = None
    """The file that says where its rule books are silent, and how they are read."""
    dealer_rules: DealerRules = {}
    """The clauses that govern what the dealer does, for the school to cite."""
    approval: Path | None = None
    """The file of what the rule books of its games approve."""
    remarks: Mapping[str, Remarks] = {}
    """What a house should know before it posts one of its games, by game id."""
    seated: SeatedGame | None = None
    """The players dealt in, in games without bets before the deal."""
    notation: Notation = Notation()
    """How its rounds are written in scenario files."""
    scenarios: Path | None = None
    """The folder of its scenario files, where they are not ours."""


OURS: Final = {
    "twentyone": "cardroom.games.twentyone.package",
    "pai-gow": "cardroom.games.pai_gow.package",
    "three-card": "cardroom.games.three_card.package",
    "poker": "cardroom.games.poker.package",
}
"""Modules are named, and imported in this order until one has the game that a command is about."""


def ours() -> Iterator[FamilyPackage[object]]:
    """Our own families, which need no look at what is installed."""
    for family in OURS:
        found = _ours(family)
        assert found is not None
        yield found


@lru_cache
def _ours(family: str) -> FamilyPackage[object] | None:
    if family not in OURS:
        return None
    found = import_module(OURS[family]).PACKAGE
    assert isinstance(found, FamilyPackage)
    return found


@lru_cache
def _our_game(id: str) -> tuple[FamilyPackage[object], GameType] | None:
    """Families are imported until one has the game."""
    return next(
        ((package, game) for package in ours() for game in package.games if game.id == id), None
    )


class Registry(NamedTuple):
    packages: Mapping[str, FamilyPackage[object]]
    """By family id."""
    games: Mapping[str, GameType]
    package_of: Mapping[str, FamilyPackage[object]]
    """By game id."""
    faults: tuple[str, ...]
    """The installed packages that could not be used, one line each."""


def games() -> Mapping[str, GameType]:
    """Every game by its id, ours first."""
    return _registry().games


def game(id: str) -> GameType | None:
    """The game with this id; None if there is no such game."""
    found = _our_game(id)
    return _registry().games.get(id) if found is None else found[1]


def packages() -> Mapping[str, FamilyPackage[object]]:
    """Every family by its id, ours first."""
    return _registry().packages


def package(rules: Ruleset) -> FamilyPackage[object]:
    """The family of a posted game."""
    return _ours(rules.family) or _registry().packages[rules.family]


def package_of(game: str) -> FamilyPackage[object] | None:
    """The family of a game by the game's id; None if there is no such game."""
    found = _our_game(game)
    return _registry().package_of.get(game) if found is None else found[0]


def faults() -> tuple[str, ...]:
    """The installed packages that could not be used, one line each; all others work."""
    return _registry().faults


@lru_cache(maxsize=1)
def _registry() -> Registry:
    from importlib import metadata  # noqa: PLC0415 - slow to import, and seldom needed

    return registered(metadata.entry_points(group=GROUP))


def registered(installed: Iterable[EntryPoint]) -> Registry:
    """Our families and the installed ones; a package that cannot be used is a fault."""
    found = {package.id: package for package in ours()}
    wrong = []
    for point in sorted(installed, key=lambda point: (point.name, point.value)):
        try:
            new = _usable(point.load(), found)
        except Exception as error:  # whatever a foreign package raises, the other games are there
            why = " ".join(f"{type(error).__name__}: {error}".split())
            wrong.append(f"the installed game {point.name} ({point.value}) is left out: {why}")
        else:
            found[new.id] = new
    every = {game.id: game for each in found.values() for game in each.games}
    package_of = {game.id: each for each in found.values() for game in each.games}
    return Registry(found, every, package_of, tuple(wrong))


class PackageError(CardroomError):
    """What is wrong with an installed package."""


def _usable(value: object, found: Mapping[str, FamilyPackage[object]]) -> FamilyPackage[object]:
    """The value of an entry point, if it is a family whose names are free."""
    if not isinstance(value, FamilyPackage):
        raise PackageError(f"its entry point is a {type(value).__name__}, not a FamilyPackage")
    if value.id in found:
        raise PackageError(f"there is already a family {value.id!r}")
    taken = {game.id for each in found.values() for game in each.games}
    for game in value.games:
        if game.id in taken:
            raise PackageError(f"there is already a game {game.id!r}")
        rules = game.ruleset({})
        if (rules.game, rules.family) != (game.id, value.id):
            raise PackageError(
                f"the rules of {game.id!r} name the game {rules.game!r} of {rules.family!r}"
            )
        taken.add(game.id)
    return value
