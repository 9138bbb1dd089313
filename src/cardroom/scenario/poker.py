"""What a hand of poker needs beside other rounds: seats, button, blinds, a clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardroom.games.poker import forced
from cardroom.play import time_fee
from cardroom.play.time_fee import HALF_HOURS, figure_of
from cardroom.rules.ruleset import Ruleset
from cardroom.scenario.document import Scenario
from cardroom.scenario.fields import Fields

MISSED: Final = {
    "big": (forced.POSTS_BIG,),
    "small": (forced.POSTS_SMALL,),
    "both": (forced.POSTS_BIG, forced.POSTS_SMALL),
}


def read_poker_facts(facts: Fields) -> Mapping[str, Mapping[str, int]]:
    """`half_hours_passed` (for all, or by player), `small_blind` and `big_blind` (seats, 0 is a
    dead small blind), and `missed_blinds = { 4 = "both" }` for seats that post what they missed or
    come late."""
    figures = _half_hours(facts)
    for name, figure in (
        ("small_blind", forced.SMALL),
        ("big_blind", forced.BIG),
    ):
        number = facts.whole(name)
        if name in facts.values:
            figures[figure] = number
    missed = facts.fields("missed_blinds")
    for seat in missed.values:
        which = missed.text(seat)
        if not seat.isdecimal() or which not in MISSED:
            raise missed.error(seat, 'a seat missed "big", "small" or "both"')
        figures.update({f"{figure}{seat}": 1 for figure in MISSED[which]})
    return {"figures": figures} if figures else {}


def _half_hours(facts: Fields) -> dict[str, int]:
    told = facts.values.get("half_hours_passed")
    if not isinstance(told, dict):
        number = facts.whole("half_hours_passed")
        return {} if told is None else {HALF_HOURS: number}
    by_player = facts.fields("half_hours_passed")
    return {figure_of(player): by_player.whole(player) for player in told}


def told_facts(figures: Mapping[str, int]) -> Mapping[str, object]:
    """The same again, as a file writes it."""
    told: dict[str, object] = {}
    missed: dict[str, str] = {}
    hours: dict[str, int] = {}
    for figure, number in figures.items():
        match figure:
            case time_fee.HALF_HOURS:
                told["half_hours_passed"] = number
            case _ if figure.startswith(figure_of("")):
                hours[figure.removeprefix(figure_of(""))] = number
            case forced.SMALL:
                told["small_blind"] = number
            case forced.BIG:
                told["big_blind"] = number
            case _:
                name, _, seat = figure.partition(":")
                which = "big" if f"{name}:" == forced.POSTS_BIG else "small"
                missed[seat] = "both" if seat in missed else which
    if hours:
        told["half_hours_passed"] = hours
    return {**told, "missed_blinds": missed} if missed else told


def seats(scenario: Scenario, rules: Ruleset) -> Mapping[int, str]:
    """Everybody who is dealt in: each `[[box]]`, and each seat with a stack."""
    if not rules.deals_to_seats:
        return {}
    named = {entry.box: entry.player for entry in scenario.boxes}
    by_seat = {int(seat): f"box {seat}" for seat in scenario.stacks if seat.isdecimal()}
    return dict(sorted({**by_seat, **named}.items()))
