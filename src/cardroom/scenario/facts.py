"""`[table]`: facts from before the round, read from a file and written to one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardroom.games import registry
from cardroom.games.notation import FactError, Notation
from cardroom.money import dollars
from cardroom.play.rotation import ROUNDS_MAX
from cardroom.play.round import Facts
from cardroom.play.time_fee import HALF_HOURS, bars_half_hours, figure_of
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario.fields import Fields

HALF_HOURS_PASSED: Final = "half_hours_passed"


def read_table(top: Fields) -> Mapping[str, Any]:
    facts = top.fields("table")
    found: dict[str, Any] = {}
    if "rounds_since_shuffle" in facts.values:
        found["rounds_since_shuffle"] = facts.whole("rounds_since_shuffle")
    limits = facts.texts("limits")
    if limits:
        if len(limits) != 2:
            raise facts.error("limits", 'limits are two amounts, like ["5", "100"]')
        found["limits"] = tuple(facts.money("limits", amount) for amount in limits)
    rounds = facts.fields("bank_rounds")
    if rounds.values:
        found["bank_rounds"] = _bank_rounds(rounds)
    if "accepts_bank" in facts.values:
        found["accepts_bank"] = facts.wholes("accepts_bank")
    buttons = facts.fields("free_collection")
    if buttons.values:
        found["free_collection"] = {
            name: buttons.texts(name) if isinstance(held, list) else (buttons.text(name),)
            for name, held in buttons.values.items()
        }
    figures = {**_half_hours(facts), **_family_figures(facts, top.text("game"))}
    if figures:
        found["figures"] = figures
    facts.take("rounds_since_shuffle")
    facts.done()
    return found


def _bank_rounds(told: Fields) -> dict[str, int]:
    """The box or the player that has banked the last rounds, and how many of them."""
    first, *others = told.values
    for name in others:
        why = f"only one player can have banked the last rounds: {first} or {name}, not both"
        raise told.error(name, why)
    rounds = told.whole(first)
    if not 0 <= rounds <= ROUNDS_MAX:
        raise told.error(first, f"a player banks 0 to {ROUNDS_MAX} rounds in a row, not {rounds}")
    return {first: rounds} if rounds else {}


def _half_hours(facts: Fields) -> dict[str, int]:
    """One number for everybody, or a number for each player."""
    given = facts.values.get(HALF_HOURS_PASSED)
    if not isinstance(given, dict):
        number = facts.whole(HALF_HOURS_PASSED)
        told = {} if given is None else {HALF_HOURS: number}
    else:
        by_player = facts.fields(HALF_HOURS_PASSED)
        told = {figure_of(player): by_player.whole(player) for player in given}
    for figure, number in told.items():
        if (wrong := bars_half_hours(figure, number)) is not None:
            raise facts.error(HALF_HOURS_PASSED, wrong)
    return told


def _family_figures(facts: Fields, game: str) -> Mapping[str, int]:
    known = notation_of(game).facts
    given = {name: value for name in known.names if (value := facts.take(name)) is not None}
    try:
        return known.read(given)
    except FactError as wrong:
        raise facts.source.error((*facts.path, *wrong.path), str(wrong)) from None


def notation_of(game: str) -> Notation:
    """A file may name an unknown game; that is reported when it is played."""
    package = registry.package_of(game)
    return Notation() if package is None else package.notation


def write_table(facts: Facts, rules: Ruleset) -> Mapping[str, Any]:
    """The facts of a round as a file has them."""
    found: dict[str, Any] = {}
    if facts.rounds_since_shuffle:
        found["rounds_since_shuffle"] = facts.rounds_since_shuffle
    if facts.free_collection:
        found["free_collection"] = {
            owner: held[0] if len(held) == 1 else list(held)
            for owner, held in facts.free_collection.items()
        }
    limits = facts.limits
    if limits is not None and limits.most is not None:
        found["limits"] = [dollars(limits.least), dollars(limits.most)]
    if HALF_HOURS in facts.figures:
        found[HALF_HOURS_PASSED] = facts.figures[HALF_HOURS]
    by_player = {
        figure.removeprefix(figure_of("")): number
        for figure, number in facts.figures.items()
        if figure.startswith(figure_of(""))
    }
    if by_player:
        found[HALF_HOURS_PASSED] = by_player
    return {**found, **notation_of(rules.game).facts.write(facts.figures)}
