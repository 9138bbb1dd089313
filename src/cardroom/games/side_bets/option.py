"""The option that posts side bets of the house's own: their declarations, as one canonical text.

The text is part of the ruleset's document and so of its digest: a journal is replayed without the
files that the bets came from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from cardroom.data_file import FileError, Source
from cardroom.games.side_bets.files import Declared, SideBetFile, check
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
    if isinstance(given, str):
        if len(given) > BYTES_MAX:
            raise ValueError(f"at most {BYTES_MAX:,} characters of side bets")
        try:
            given = msgspec.json.decode(given)
        except (msgspec.DecodeError, RecursionError):
            raise _no_bets(given) from None
    if not isinstance(given, Sequence):
        raise _no_bets(given)
    return [_entry(each) for each in given]


def _entry(given: object) -> SideBetFile:
    if isinstance(given, Declared):
        return given.file
    if not isinstance(given, Mapping):
        raise _no_bets(given)
    try:
        file = msgspec.convert(given, SideBetFile)
        check(file, Source("", "side_bets"))
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


SIDE_BETS: Final = OptionSpec(
    "side_bets",
    SideBets(),
    None,
    "side bets of the house's own, from files",
    "bet.least",
    group="side-bet",
)
"""For every game at which a house may post its own."""
