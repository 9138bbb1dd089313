"""A state of the laboratory as a posted game, as a house, and as a house's file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache

import msgspec

from cardroom import games, law
from cardroom.data_file import FileError, Source
from cardroom.games import registry
from cardroom.games.approval import approved_rules
from cardroom.games.side_bets.files import Declared, read
from cardroom.games.side_bets.option import SideBets
from cardroom.houses import House, Posted
from cardroom.houses.template import house_file
from cardroom.rules.options import OptionFaults, OptionSpec, Value, Whole
from cardroom.rules.ruleset import Ruleset
from cardroom.service import errors
from cardroom.service.errors import refuse
from cardroom.service.lab.messages import HouseAsk, LabState
from cardroom.service.live.posted_games import bar_unknown
from cardroom.service.live.posting_defaults import default_options

BUILT_MAX = 256
_BUILT: dict[tuple[str, bytes], Ruleset] = {}


@cache
def laws() -> tuple[str, ...]:
    """The states whose law comes with us."""
    return tuple(sorted(file.stem for file in law.FOLDER.glob("*.toml")))


def rules_of(state: LabState) -> Ruleset:
    """The posted game; `OptionFaults` lists everything that is wrong with it."""
    return _built(state.game, msgspec.json.encode([state.options, state.side_bets]), state)


def _built(game: str, key: bytes, state: LabState) -> Ruleset:
    """Some rulesets take a second to build, and the page asks again and again."""
    found = _BUILT.get((game, key))
    if found is None:
        found = games.ruleset(game, given(state))
        if len(_BUILT) >= BUILT_MAX:
            _BUILT.clear()
        _BUILT[game, key] = found
    return found


def given(state: LabState) -> dict[str, object]:
    """The options in force, with this room's defaults and the side bets."""
    known(state)
    found: dict[str, object] = {**default_options(state.game), **state.options}
    if state.side_bets:
        found["side_bets"] = declarations(state.side_bets)
    return found


def known(state: LabState) -> None:
    bar_unknown(state.game)
    if state.state and state.state not in laws():
        raise refuse(
            404,
            errors.NOT_FOUND,
            f"there is no law of {state.state[:40]!r}; laws are those of {', '.join(laws())}",
        )


def declarations(texts: Sequence[str]) -> Value:
    """Side bets from the texts of their files, as the option's value."""
    found = [_side_bet(text, number) for number, text in enumerate(texts, start=1)]
    try:
        return SideBets().read(found)
    except ValueError as wrong:
        raise OptionFaults((f"side_bets: it must be {wrong}",)) from None


def _side_bet(text: str, number: int) -> Declared:
    try:
        return read(Source(text, f"side bet {number}"))
    except FileError as wrong:
        raise OptionFaults((f"side_bets: {wrong}",)) from None


def house_of(state: LabState, name: str = "laboratory") -> House:
    """A house that posts this game alone, with everything that must be posted."""
    rules = rules_of(state)
    specs = {spec.name: spec for spec in games.game(state.game).catalogue}
    values = {name: _as_written(specs[name], rules.options[name]) for name in given(state)}
    posted = Posted(state.game, options=values, postings=_postings(state))
    return House(
        title=name,
        game=(posted,),
        state=state.state,
        room=state.room,
        name=name,
        file=f"{name}.toml",
    )


def _as_written(spec: OptionSpec, value: Value) -> object:
    """A value as a house writes it in its file."""
    if isinstance(spec.kind, SideBets) and value is not None:
        return msgspec.json.decode(str(value))
    return value if isinstance(value, bool) or isinstance(spec.kind, Whole) else spec.show(value)


def _postings(state: LabState) -> tuple[str, ...]:
    package = registry.package_of(state.game)
    asked = {posting.name for posting in law.law(state.state).posting} if state.state else set()
    if package is not None and package.approval is not None:
        approved = approved_rules(package.approval).get(state.game)
        asked |= set() if approved is None else set(approved.postings)
    return tuple(sorted(asked))


def saved(asked: HouseAsk, today: date) -> str:
    """The state as the file of a house, which posts the same game."""
    return house_file(asked.name, house_of(asked, asked.name), today)


def saved_file(state: LabState, name: str) -> str:
    """The same, under the law of the day that houses have by default."""
    house = house_of(state, name)
    return house_file(name, house, house.day)


def changes_made(state: LabState, start: LabState) -> tuple[dict[str, str], ...]:
    """The options that differ from the starting point, each by itself, as they are written."""
    now, begin = rules_of(state), rules_of(start)
    return tuple(
        {spec.name: spec.show(now.options[spec.name])}
        for spec in games.game(state.game).catalogue
        if now.options[spec.name] != begin.options[spec.name]
    )
