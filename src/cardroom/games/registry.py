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

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, NamedTuple

import msgspec

from cardroom.errors import CardroomError
from cardroom.games.approval import Remarks
from cardroom.games.felt import Felt
from cardroom.games.game import GameType
from cardroom.games.notation import Notation
from cardroom.games.pai_gow.family import PaiGowFamily
from cardroom.games.pai_gow.felt import FELT as PAI_GOW_FELT
from cardroom.games.pai_gow.options import DOUBLE_HAND_GAME, FORTUNE_GAME
from cardroom.games.pai_gow.procedure import words as pai_gow_words
from cardroom.games.poker.family import PokerFamily
from cardroom.games.poker.felt import FELT as POKER_FELT
from cardroom.games.poker.game import POKER_GAMES
from cardroom.games.poker.notation import NOTATION as POKER_NOTATION
from cardroom.games.poker.procedure import words as poker_words
from cardroom.games.poker.seats import PokerSeats
from cardroom.games.procedure import StepWords
from cardroom.games.seated import SeatedGame
from cardroom.games.three_card.family import ThreeCardFamily
from cardroom.games.three_card.felt import FELT as THREE_CARD_FELT
from cardroom.games.three_card.game import THREE_CARD_GAME
from cardroom.games.three_card.procedure import words as three_card_words
from cardroom.games.twentyone.family import TwentyOneFamily
from cardroom.games.twentyone.felt import FELT as TWENTYONE_FELT
from cardroom.games.twentyone.game import GAMES as TWENTYONE_GAMES
from cardroom.games.twentyone.notation import NOTATION as TWENTYONE_NOTATION
from cardroom.games.twentyone.procedure import words as twentyone_words
from cardroom.games.twentyone.remarks import REMARKS as TWENTYONE_REMARKS
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


def _file(family: str, name: str) -> Path:
    return Path(__file__).parent / family / name


TWENTYONE: Final = FamilyPackage(
    "twentyone",
    TwentyOneFamily(),
    tuple(TWENTYONE_GAMES.values()),
    step_words=twentyone_words,
    felt=TWENTYONE_FELT,
    whole_round=_file("twentyone", "whole_round.toml"),
    readings=_file("twentyone", "readings.toml"),
    approval=_file("twentyone", "approval.toml"),
    remarks=TWENTYONE_REMARKS,
    notation=TWENTYONE_NOTATION,
)
PAI_GOW: Final = FamilyPackage(
    "pai-gow",
    PaiGowFamily(),
    (DOUBLE_HAND_GAME, FORTUNE_GAME),
    step_words=pai_gow_words,
    felt=PAI_GOW_FELT,
    whole_round=_file("pai_gow", "whole_round.toml"),
    readings=_file("pai_gow", "readings.toml"),
    approval=_file("pai_gow", "approval.toml"),
)
THREE_CARD: Final = FamilyPackage(
    "three-card",
    ThreeCardFamily(),
    (THREE_CARD_GAME,),
    step_words=three_card_words,
    felt=THREE_CARD_FELT,
    whole_round=_file("three_card", "whole_round.toml"),
    readings=_file("three_card", "readings.toml"),
    approval=_file("three_card", "approval.toml"),
)
POKER: Final = FamilyPackage(
    "poker",
    PokerFamily(),
    tuple(POKER_GAMES.values()),
    step_words=poker_words,
    felt=POKER_FELT,
    whole_round=_file("poker", "whole_round.toml"),
    readings=_file("poker", "readings.toml"),
    approval=_file("poker", "approval.toml"),
    seated=PokerSeats(),
    notation=POKER_NOTATION,
)
OURS: Final[tuple[FamilyPackage[object], ...]] = (TWENTYONE, PAI_GOW, THREE_CARD, POKER)


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
    return _BUILT_IN.games.get(id) or _registry().games.get(id)


def packages() -> Mapping[str, FamilyPackage[object]]:
    """Every family by its id, ours first."""
    return _registry().packages


def package(rules: Ruleset) -> FamilyPackage[object]:
    """The family of a posted game."""
    return _BUILT_IN.packages.get(rules.family) or _registry().packages[rules.family]


def package_of(game: str) -> FamilyPackage[object] | None:
    """The family of a game by the game's id; None if there is no such game."""
    return _BUILT_IN.package_of.get(game) or _registry().package_of.get(game)


def faults() -> tuple[str, ...]:
    """The installed packages that could not be used, one line each; all others work."""
    return _registry().faults


@lru_cache(maxsize=1)
def _registry() -> Registry:
    from importlib import metadata  # noqa: PLC0415 - slow to import, and seldom needed

    return registered(metadata.entry_points(group=GROUP))


def registered(installed: Iterable[EntryPoint]) -> Registry:
    """Our families and the installed ones; a package that cannot be used is a fault."""
    found = {ours.id: ours for ours in OURS}
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


_BUILT_IN: Final = registered(())
"""Our own families alone, which need no look at what is installed."""
