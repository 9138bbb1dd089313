"""Houses: which games they post, with which options and limits. The files are data, with citations.

A file `<name>.toml` has a title and one `[[game]]` for each game it posts:

    [[game]]
    game = "blackjack"
    edition = "2012"
    source = "where the posted rules come from"
    limits = ["5", "300"]
    options = { surrender = "late" }
    cites = { wager_max = "who says so" }
    postings = ["rules", "limits"]
    tables = 2
    meter = "blazing-1"

`meter` names the progressive meter that the tables of a game are on; games that name the same one
share it. `state` and `day` say which law it is under; `cardroom check` reads them. `zone`,
`day_starts` and `shifts` are the house's own clock, by which its reports are made:

    zone = "America/Los_Angeles"
    day_starts = "06:00"
    shifts = { day = "06:00", swing = "14:00", graveyard = "22:00" }
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from cardroom import data_file, games
from cardroom.data_file import FileError
from cardroom.errors import CardroomError
from cardroom.games import registry
from cardroom.games.side_bets.files import read_file
from cardroom.games.side_bets.option import located, with_changes
from cardroom.houses.clock import ClockError, HouseClock
from cardroom.law import RoomKind
from cardroom.rules.options import LIMITS, OptionFaults
from cardroom.rules.ruleset import Ruleset

FOLDER: Final = Path(__file__).parent


class HouseError(CardroomError):
    """A house that does not exist, or whose file is wrong."""


class Posted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game as a house posts it."""

    game: str
    edition: str = "1"
    source: str = ""
    limits: tuple[str, str] | None = None
    options: Mapping[str, Any] = {}
    cites: Mapping[str, str] = {}
    postings: tuple[str, ...] = ()
    """What is posted at the table: rules, limits, pay-tables, collection ..."""
    side_bets: tuple[str, ...] = ()
    """Files of the house's own side bets, next to the house's file."""
    tables: Annotated[int, msgspec.Meta(ge=0, le=100)] = 1
    """How many tables of it are open when the house runs its card room."""
    meter: str = ""
    """The meter that these tables share; without a name each has its own."""

    def given(self) -> dict[str, object]:
        """The options in force; the limits are two of them."""
        least_and_most = zip(LIMITS, self.limits or (), strict=False)
        return {**dict(least_and_most), **self.options}

    def ruleset(self, house: str) -> Ruleset:
        try:
            return games.game(self.game).ruleset(self.given(), house, self.edition)
        except OptionFaults as wrong:
            raise located(wrong, self.options) from None


class HouseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a house writes."""

    title: str
    game: Annotated[tuple[Posted, ...], msgspec.Meta(max_length=100)]
    state: str = ""
    """The state whose law applies, like washington, or the file of a law, like my-state.toml."""
    room: RoomKind = "commercial"
    """Whether it is a commercial card room or a tribal casino: approvals may differ."""
    day: date = date(2026, 1, 1)
    """The day as of which the law applies."""
    notices: tuple[str, ...] = ()
    """Sentences that are posted at every table."""
    disputes: str = ""
    """How disputes are settled, as it is posted at every table."""
    house_text: str = ""
    """What else the house has to say at every table."""
    employees: str = ""
    """Whether its employees may play, in a sentence, where the law wants that printed."""
    notice_minutes: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    """How long a change of rules or limits is posted in advance, unless the law asks for more."""
    notice_rounds: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    records_years: Annotated[int, msgspec.Meta(ge=0, le=100)] = 5
    """How long the records of a person are kept before their name may be erased."""
    zone: str = "UTC"
    day_starts: str = "00:00"
    shifts: Mapping[str, str] = {}

    @property
    def clock(self) -> HouseClock:
        return HouseClock(self.zone, self.day_starts, self.shifts)


class House(HouseFile, frozen=True):
    """A house that was read from its file."""

    name: str = ""
    file: str = ""
    """The path of the file it was read from."""
    lines: Mapping[data_file.Path, int] = {}
    """The lines of the file's values."""

    def posted(self, game: str) -> Posted:
        for posted in self.game:
            if posted.game == game:
                return posted
        there = ", ".join(games.game(posted.game).title for posted in self.game)
        wanted = games.game(game).title
        raise HouseError(f"{self.title}: the house does not post {wanted}; it posts {there}")

    def ruleset(self, game: str, options: Mapping[str, object] | None = None) -> Ruleset:
        """A game as the house posts it, with other `options` instead."""
        posted, build = self.posted(game), games.game(game).ruleset
        try:
            rules = posted.ruleset(self.name)
        except OptionFaults as wrong:
            said = "; ".join(self.located(posted, fault) for fault in wrong.faults)
            raise HouseError(said) from None
        if not options:
            return rules
        return build(with_changes(posted.given(), options), self.name, posted.edition)

    def line_of(self, posted: Posted, fault: str) -> int:
        """The line that a fault of a game's options is about; 0 if the house has no file."""
        place = next(n for n, each in enumerate(self.game) if each.game == posted.game)
        game: data_file.Path = ("game", place)
        found = _OPTION.match(fault)
        option, row = (found["unknown"] or found["name"], found["row"]) if found else ("", None)
        paths: list[data_file.Path] = [(*game, "options", option, row or "")]
        if posted.limits and option in LIMITS:
            paths = [(*game, "limits")]
        if found is None:
            paths = [(*game, "game")]
        paths += [(*game, "options", option), (*game, option), (*game, "options"), game]
        return next((self.lines[path] for path in paths if path in self.lines), 0)

    def located(self, posted: Posted, fault: str) -> str:
        """A fault of a game's options, with the file and the line."""
        line = self.line_of(posted, fault)
        where = f"{self.file}:{line}" if line else self.name
        return f"{where}: {posted.game}: {fault}"


_OPTION: Final = re.compile(
    r"\S+ has no option '(?P<unknown>[^']*)'|(?P<name>\w+)(?:, (?P<row>[^:=]+))?(?: =|:)"
)


def names() -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


def house(name: str) -> House:
    """A house by its name, or by the path of its own file (`./my-room.toml`)."""
    file = Path(name) if name.endswith(".toml") else FOLDER / f"{name}.toml"
    if not name.endswith(".toml") and name not in names():
        known = ", ".join(names())
        raise HouseError(
            f"there is no house {name!r}; {data_file.nearest(name, names())}houses are {known},"
            " or a file like my-room.toml"
        )
    try:
        source, found = _parsed(file, _stamp(file))
    except FileError as wrong:
        raise HouseError(str(wrong)) from None
    try:
        _ = found.clock
    except ClockError as wrong:
        raise HouseError(str(source.error((wrong.setting,), str(wrong)))) from None
    _refuse_twice(found, source)
    _refuse_strange_cites(found, source)
    written = msgspec.structs.asdict(found)
    written["game"] = tuple(
        _with_files(_with_words(each, found), file, source, ("game", place))
        for place, each in enumerate(found.game)
    )
    return House(**written, name=file.stem, file=str(file), lines=source.lines)


def _refuse_twice(found: HouseFile, source: data_file.Source) -> None:
    """A command that names a game would never find the second."""
    known: set[str] = set()
    for place, posted in enumerate(found.game):
        if posted.game in known:
            says = (
                f"{posted.game} is posted already; a house posts a game once, at several `tables`"
            )
            raise HouseError(str(source.error(("game", place, "game"), says)))
        known.add(posted.game)


def _refuse_strange_cites(found: HouseFile, source: data_file.Source) -> None:
    """The citation of an option that the game does not have would never be printed."""
    for place, posted in enumerate(found.game):
        game = registry.game(posted.game)
        known = [spec.name for spec in game.catalogue] if game else list(posted.cites)
        for name in (each for each in posted.cites if each not in known):
            says = f"{posted.game} has no option {name!r}; {data_file.nearest(name, known)}"
            says += f"`cardroom rules {posted.game}` lists its options"
            raise HouseError(str(source.error(("game", place, "cites", name), says)))


def files_of(file: Path) -> tuple[str, ...]:
    """The files that a house file names: its law, side bets, house ways, and the like."""
    _, found = _parsed(file, _stamp(file))
    named = [found.state]
    for posted in found.game:
        game = registry.game(posted.game)
        named += [*posted.side_bets, *(game.catalogue.files_in(posted.options) if game else ())]
    return tuple(dict.fromkeys(name for name in named if name.endswith(".toml")))


def keep(file: Path, folder: Path) -> None:
    """Copy a house file to a folder, with the files that it names."""
    for name in (file.name, *files_of(file)):
        try:
            found = data_file.inside(file.parent, name)
        except FileError as wrong:
            raise HouseError(f"{file}: {wrong}") from None
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(found.read_bytes())


def _stamp(file: Path) -> tuple[int, int]:
    """Which version of a file this is; a file that cannot be read has none."""
    try:
        stat = file.stat()
    except OSError:
        return 0, 0
    return stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=32)
def _parsed(file: Path, _: tuple[int, int]) -> tuple[data_file.Source, HouseFile]:
    """A file is parsed once per version: a school or a check posts a house hundreds of times."""
    source = data_file.read(file)
    return source, data_file.convert(source, HouseFile)


def _with_words(posted: Posted, house: HouseFile) -> Posted:
    """A game with the texts of its house: after the house's notices come those of the game."""
    own = posted.options
    said: dict[str, Any] = {
        name: text
        for name, text in (("disputes", house.disputes), ("house_text", house.house_text))
        if text and name not in own
    }
    if house.notices:
        more = own.get("notices", "none")
        more = more if isinstance(more, (list, tuple)) else [more]
        # What is no text here is refused by the option.
        said["notices"] = [*house.notices, *(line for line in more if line != "none")]
    game = registry.game(posted.game)
    known = {spec.name for spec in game.catalogue} if said and game else set()
    said = {name: text for name, text in said.items() if name in known}
    return msgspec.structs.replace(posted, options={**own, **said})


def _with_files(posted: Posted, file: Path, source: data_file.Source, at: data_file.Path) -> Posted:
    """A game with what is in the files that it names."""
    found = registry.game(posted.game)
    if found is None:
        return posted  # `ruleset` and `check` say so
    options = dict(posted.options)
    line = source.line(at)
    try:
        for name, value in posted.options.items():
            for each in found.catalogue.files_in({name: value}):
                line = source.line((*at, "options", name))
                data_file.inside(file.parent, each)
                options |= found.catalogue.with_files({name: value}, file.parent)
        if posted.side_bets:
            line = source.line((*at, "side_bets"))
            own = [read_file(data_file.inside(file.parent, name)) for name in posted.side_bets]
            options["side_bets"] = own
    except FileError as wrong:
        raise HouseError(f"{file}:{line}: {posted.game}: {wrong}") from None
    return msgspec.structs.replace(posted, options=options)


def ruleset(game: str, options: Mapping[str, object] | None = None, name: str = "") -> Ruleset:
    """A posted game: `options`, then what the house posts, then the game's defaults."""
    given = options or {}
    try:
        return house(name).ruleset(game, given) if name else games.game(game).ruleset(given)
    except OptionFaults as wrong:
        raise located(wrong, given) from None
