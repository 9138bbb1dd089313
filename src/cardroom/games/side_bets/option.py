"""The option that posts side bets of the house's own: their declarations, as one canonical text.

The text is part of the ruleset's document and so of its digest: a journal is replayed without the
files that the bets came from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

import msgspec

from cardroom.data_file import FileError, Source
from cardroom.games.side_bets.files import Declared, SideBetFile, as_posted_now, check
from cardroom.rules.options import OptionFaults, OptionSpec, Value

BETS_MAX: Final = 12
BYTES_MAX: Final = 100_000


class SideBets(msgspec.Struct, frozen=True):
    """None, or declarations: read from files, or as the text that a document holds."""

    def read(self, given: object) -> Value:
        if given is None or given in ("", "none") or given == []:
            return None
        found = _entries(given)
        names = [file.name for file in found]
        if len(found) > BETS_MAX:
            raise ValueError(f"at most {BETS_MAX} side bets, not {len(found):,}")
        for place, name in enumerate(names):
            if name in names[:place]:
                raise ValueError(f"side bets with different names; there are two {name!r}")
        return msgspec.json.encode([_bare(file) for file in found]).decode()

    def expected(self) -> str:
        return "none, or side bets from files (--side-bet FILE, or side_bets of a house)"

    def display(self, value: Value) -> str:
        """The names of the bets, for people."""
        return ", ".join(each.file.title for each in declared(value)) or "none"


def _entries(given: object) -> list[SideBetFile]:
    # Text is what a document holds.
    by: Literal["today", "its-day"] = "its-day" if isinstance(given, str) else "today"
    if isinstance(given, str):
        if len(given) > BYTES_MAX:
            raise ValueError(f"at most {BYTES_MAX:,} characters of side bets")
        try:
            given = msgspec.json.decode(given)
        except (msgspec.DecodeError, RecursionError):
            raise _no_bets(given) from None
    if not isinstance(given, Sequence):
        raise _no_bets(given)
    return [_entry(each, by) for each in given]


def _entry(given: object, by: Literal["today", "its-day"]) -> SideBetFile:
    """A bet by the rules of today for files, or by those of the day it was stored."""
    if isinstance(given, Declared):
        return given.file
    if not isinstance(given, Mapping):
        raise _no_bets(given)
    try:
        file, source = msgspec.convert(given, SideBetFile), Source("", "side_bets")
        check(file, source)
        file = as_posted_now(file, source) if by == "today" else file
    except (msgspec.ValidationError, FileError) as wrong:
        says = wrong.message if isinstance(wrong, FileError) else str(wrong)
        raise ValueError(f"a valid side bet; {given.get('name')}: {says}") from None
    return file


def _no_bets(given: object) -> ValueError:
    says = SideBets().expected()
    if str(given).endswith(".toml"):
        # In TOML, a line below [game.options] is an option, and options name no files of bets.
        place = 'write side_bets = ["my-bet.toml"] under [[game]], above [game.options]'
        says = f"{says}; in a house file, {place}"
    return ValueError(says)


_ABOUT: Final = re.compile(r"side_bets: (?P<bet>[^,:]+)(?:, (?:row )?'?(?P<row>[^':]+)'?)?: ")


def located(wrong: OptionFaults, given: Mapping[str, object]) -> OptionFaults:
    """What is wrong with options, where a bet is meant with its file and line."""
    bets = given.get(SIDE_BETS.name)
    if not isinstance(bets, Sequence):
        return wrong
    return OptionFaults(tuple(_located(fault, bets) for fault in wrong.faults))


def _located(fault: str, bets: Sequence[object]) -> str:
    about = _ABOUT.match(fault)
    if about is None:
        return fault
    for each in bets:
        if isinstance(each, Declared) and each.file.name == about["bet"]:
            line = each.lines.get(about["row"] or "", 1)
            return f"side_bets: {each.where}:{line}: {fault.removeprefix('side_bets: ')}"
    return fault


def _bare(file: SideBetFile) -> SideBetFile:
    """What the bet is; not what somebody published about it."""
    return msgspec.structs.replace(file, reference=())


@lru_cache(maxsize=64)
def declared(value: Value) -> tuple[Declared, ...]:
    """The bets that the option's value holds."""
    if value is None:
        return ()
    files = msgspec.json.decode(str(value), type=tuple[SideBetFile, ...])
    return tuple(Declared(file, file.name) for file in files)


def with_seed(value: Value, seed: int) -> str:
    """The option's value, the bet on a meter with this seed, in stakes."""
    replace, files = msgspec.structs.replace, []
    for each in declared(value):
        meter = each.file.meter
        seeded = None if meter is None else replace(meter, seed=seed)
        files.append(replace(each.file, meter=seeded))
    return msgspec.json.encode(files).decode()


class AddedBets(tuple[Declared, ...]):
    """A value of the option that adds bets to those that are posted (`--side-bet FILE`)."""

    __slots__ = ()

    def after(self, posted: object) -> object:
        """The posted bets, then these; one of the same name takes the other's place."""
        try:
            own = declared(SideBets().read(posted))
        except ValueError:
            return posted  # which is refused with its place
        names = {each.file.name for each in self}
        return (*(each for each in own if each.file.name not in names), *self)


def with_changes(posted: Mapping[str, object], options: Mapping[str, object]) -> dict[str, object]:
    """Posted options with others in their place; bets that are added come after the posted ones."""
    found, added = {**posted, **options}, options.get(SIDE_BETS.name)
    if isinstance(added, AddedBets) and SIDE_BETS.name in posted:
        found[SIDE_BETS.name] = added.after(posted[SIDE_BETS.name])
    return found


SIDE_BETS: Final = OptionSpec(
    "side_bets",
    SideBets(),
    None,
    "side bets of the house's own, from files",
    "bet.least",
    group="side-bet",
)
"""For every game at which a house may post its own."""
