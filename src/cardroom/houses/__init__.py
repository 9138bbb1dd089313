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

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from cardroom import data_file, games
from cardroom.data_file import FileError
from cardroom.games.side_bets.files import read_file
from cardroom.houses.clock import ClockError, HouseClock
from cardroom.law import RoomKind
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset

FOLDER: Final = Path(__file__).parent


class HouseError(ValueError):
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
        least_and_most = zip(("wager_min", "wager_max"), self.limits or (), strict=False)
        return {**dict(least_and_most), **self.options}

    def ruleset(self, house: str) -> Ruleset:
        return games.game(self.game).ruleset(self.given(), house, self.edition)


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    game: tuple[Posted, ...]
    name: str = ""
    state: str = ""
    """The state whose law applies, like washington, or the file of a law, like my-state.toml."""
    room: RoomKind = "commercial"
    """Whether it is a commercial card room or a tribal casino: approvals may differ."""
    day: date = date(2026, 1, 1)
    """The day as of which the law applies."""
    file: str = ""
    """The path of the file it was read from."""
    zone: str = "UTC"
    day_starts: str = "00:00"
    shifts: Mapping[str, str] = {}

    @property
    def clock(self) -> HouseClock:
        return HouseClock(self.zone, self.day_starts, self.shifts)

    def posted(self, game: str) -> Posted:
        for posted in self.game:
            if posted.game == game:
                return posted
        there = ", ".join(posted.game for posted in self.game)
        raise HouseError(f"{self.name} does not post {game!r}; it posts {there}")


def names() -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))


def house(name: str) -> House:
    """A house by its name, or by the path of its own file (`./my-room.toml`)."""
    file = Path(name) if name.endswith(".toml") else FOLDER / f"{name}.toml"
    if not name.endswith(".toml") and name not in names():
        known = ", ".join(names())
        raise HouseError(
            f"there is no house {name!r}; houses are {known}, or a file like my-room.toml"
        )
    try:
        found = _parsed(file, _stamp(file))
    except FileError as wrong:
        raise HouseError(str(wrong)) from None
    try:
        _ = found.clock
    except ClockError as wrong:
        raise HouseError(f"{file}: {wrong}") from None
    posted = tuple(_with_side_bets(each, file) for each in found.game)
    return msgspec.structs.replace(found, name=file.stem, file=str(file), game=posted)


def _stamp(file: Path) -> tuple[int, int]:
    """Which version of a file this is; a file that cannot be read has none."""
    try:
        stat = file.stat()
    except OSError:
        return 0, 0
    return stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=32)
def _parsed(file: Path, _: tuple[int, int]) -> House:
    """A file is parsed once per version: a school or a check posts a house hundreds of times."""
    return data_file.convert(data_file.read(file), House)


def _with_side_bets(posted: Posted, file: Path) -> Posted:
    """A game with the side bets whose files it names."""
    if not posted.side_bets:
        return posted
    try:
        bets = [read_file(file.parent / name) for name in posted.side_bets]
    except FileError as wrong:
        raise HouseError(f"{file}: side_bets: {wrong}") from None
    return msgspec.structs.replace(posted, options={**posted.options, "side_bets": bets})


def ruleset(game: str, options: Mapping[str, object] | None = None, name: str = "") -> Ruleset:
    """A posted game: `options`, then what the house posts, then the game's defaults."""
    build = games.game(game).ruleset
    if not name:
        return build(options or {})
    posted = house(name).posted(game)
    try:
        build(posted.given())
    except OptionFaults as wrong:
        raise HouseError(f"{name}, {game}: {wrong}") from None
    return build({**posted.given(), **(options or {})}, Path(name).stem, posted.edition)
