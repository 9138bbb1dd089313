"""A drill: a TOML file that says what is asked about which rounds of which game.

`docs/school.md` describes the file. A wrong one is refused with its file and line.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

from cardroom import data_file, games, houses
from cardroom.data_file import Source
from cardroom.errors import CardroomError
from cardroom.games import registry
from cardroom.money import MoneyError, cents
from cardroom.play.clauses import TABLE_CLAUSES
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset
from cardroom.school.asks import KINDS

FOLDER: Final = Path(__file__).parent / "drills"
BEST_PLAY: Final = "best-play"
"""Asked about fresh deals, not about worked rounds: what is best, and what a mistake costs."""
COUNT: Final = "count"
"""The running count of cards that were dealt."""
COST: Final = "cost"
"""What a round costs a player: the edge and the collection together."""
ALONE: Final = (BEST_PLAY, COUNT, COST)
"""Asked in drills of their own; the program that has the odds makes the questions."""
Audience = Literal["dealer", "floor", "player"]
DrillStakes = Literal["as-written", "round", "odd"]


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How rounds are drawn."""

    rounds: str = ""
    """A folder of scenario files, next to the drill; without one, the worked rounds that ship."""
    suits: Literal["as-written", "mixed"] = "mixed"


class DrillLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How hard a question is made; the answer is the same."""

    name: str
    seconds: Annotated[int, msgspec.Meta(ge=1, le=3600)] = 60
    """The time to answer; a later answer is late, and does not count as right."""
    stakes: DrillStakes = "round"
    hands: Literal["named", "unnamed"] = "named"
    """Whether hands are called by what they are worth: "20", "a pair of kings"."""


LEVELS: Final = (
    DrillLevel("trainee", 90),
    DrillLevel("dealer", 45, "odd", "unnamed"),
    DrillLevel("senior", 20, "odd", "unnamed"),
)


class Drill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    game: str
    asks: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    """What is asked: names of kinds of questions."""
    audience: Audience = "dealer"
    about: str = ""
    clauses: tuple[str, ...] = ()
    """Only questions about these clauses; `pay.*` means all that begin so."""
    cases: tuple[str, ...] = ()
    """Only these rows and cases, by the same patterns."""
    house: str = ""
    options: Mapping[str, Any] = {}
    tolerance: str = "0"
    """How far an amount may be off, in dollars."""
    count: str = "hi-lo"
    """Which count is asked for; see `cardroom count`."""
    draw: Drawing = Drawing()
    level: tuple[DrillLevel, ...] = LEVELS
    name: str = ""
    """The name of its file."""
    file: str = ""

    @property
    def tolerated(self) -> int:
        return cents(self.tolerance)

    @property
    def rounds(self) -> str:
        """The folder of its own worked rounds; empty: those of the game."""
        return str(Path(self.file).parent / self.draw.rounds) if self.draw.rounds else ""

    @property
    def computed(self) -> bool:
        """Whether its questions take odds or counts, not worked rounds."""
        return any(kind in ALONE for kind in self.asks)

    def level_named(self, name: str) -> DrillLevel:
        """The level with this name, or the first one for an empty name."""
        found = next((level for level in self.level if level.name == name or not name), None)
        if found is None:
            known = data_file.suggested(name, (level.name for level in self.level))
            raise SchoolError(f"{self.name} has no level {name!r}; {known}")
        return found

    def wants_clause(self, clause: str) -> bool:
        return _matches(self.clauses, clause)

    def wants_case(self, case: str) -> bool:
        return _matches(self.cases, case)


class SchoolError(CardroomError):
    """Something that the school cannot do; the message says what would be right."""


def _matches(patterns: tuple[str, ...], name: str) -> bool:
    return not patterns or any(fnmatchcase(name, pattern) for pattern in patterns)


def names() -> tuple[str, ...]:
    """The drills that ship."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


@cache
def shipped_drills() -> tuple[Drill, ...]:
    return tuple(read(FOLDER / f"{name}.toml") for name in names())


def in_folder(folder: Path) -> tuple[Drill, ...]:
    """The drills that a house has written; they have names of their own."""
    found = tuple(read(file) for file in sorted(folder.glob("*.toml")))
    if not found:
        raise SchoolError(f"there is no drill in {folder}")
    for each in found:
        if each.name in names():
            raise SchoolError(f"{each.file} has the name of a drill that ships: give it another")
    return found


def drill(name: str) -> Drill:
    """A drill by its name, or by the path of its own file (`./my-drill.toml`)."""
    if name.endswith(".toml"):
        return read(Path(name))
    if name not in names():
        near = data_file.nearest(name, names())
        raise SchoolError(f"there is no drill {name!r}; {near}see: cardroom school list")
    return read(FOLDER / f"{name}.toml")


def read(file: Path) -> Drill:
    """The drill in a file; `FileError` says what is wrong with it, and on which line."""
    source = data_file.read(file)
    found = data_file.convert(source, Drill)
    _check(source, found, file)
    return msgspec.structs.replace(found, name=file.stem, file=str(file))


def _check(source: Source, drill: Drill, file: Path) -> None:
    """What msgspec cannot see: names of other things, and amounts."""
    if drill.game not in registry.games():
        known = data_file.suggested(drill.game, registry.games())
        raise source.error(("game",), f"there is no game {drill.game!r}; {known}")
    for kind in drill.asks:
        if kind not in KINDS and kind not in ALONE:
            known = data_file.suggested(kind, (*KINDS, *ALONE))
            raise source.error(("asks",), f"{kind!r} cannot be asked; {known}")
    alone = next((kind for kind in drill.asks if kind in ALONE), None)
    if alone is not None and len(drill.asks) > 1:
        raise source.error(("asks",), f"{alone!r} is asked alone, in a drill of its own")
    if drill.name or drill.file:
        raise source.error(("name",), "a drill has the name of its file; leave out name and file")
    try:
        tolerated = cents(drill.tolerance)
    except MoneyError as wrong:
        raise source.error(("tolerance",), f"tolerance: {wrong}") from None
    if tolerated < 0:
        why = f"tolerance: {drill.tolerance} is below zero; 0 takes only the exact amount"
        raise source.error(("tolerance",), why)
    levels = [level.name for level in drill.level]
    if not levels or len(set(levels)) < len(levels):
        raise source.error(("level",), "a drill has at least one level, each with its own name")
    _check_clauses(source, drill)
    _check_posted(source, drill)
    if drill.draw.rounds and not (file.parent / drill.draw.rounds).is_dir():
        why = f"there is no folder {drill.draw.rounds!r} next to the drill"
        raise source.error(("draw", "rounds"), why)


def _check_clauses(source: Source, drill: Drill) -> None:
    """A pattern that no clause of the game fits would silently ask nothing."""
    known = [clause.id for clause in games.game(drill.game).clauses]
    known += [clause.id for clause in TABLE_CLAUSES]
    for pattern in drill.clauses:
        if not any(fnmatchcase(id, pattern) for id in known):
            near = data_file.suggested(pattern, known).partition(" known are")[0]
            hint = near if near.startswith("did") else f"see: cardroom rules {drill.game}"
            raise source.error(
                ("clauses",), f"no clause of {drill.game} is called {pattern!r}; {hint}"
            )


def _check_posted(source: Source, drill: Drill) -> Ruleset:
    try:
        return houses.ruleset(drill.game, drill.options, drill.house)
    except OptionFaults as wrong:
        raise source.error(("options",), str(wrong)) from None
    except houses.HouseError as wrong:
        raise source.error(("house",), str(wrong)) from None
