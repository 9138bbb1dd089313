"""The collection for time: what each seated player pays for the half hours that have ended.

A table tells a round how many there are, for everybody or for each player, in the figures that a
round knows from outside.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardroom.play.round import Draft, Fee, Round
from cardroom.rules.ruleset import Ruleset

HALF_HOURS: Final = "half-hours"
"""The figure that counts for everybody."""

HALF_HOURS_MAX: Final = 48
"""Of one collection: a day of play. They are those since the last collection, which comes with
every hand."""

BRACKET: Final = "half hour"
"""What this collection is called, next to those that go by the wager."""


def figure_of(player: str) -> str:
    """The figure of one player's half hours, where they are not everybody's."""
    return f"{HALF_HOURS}:{player}"


def bars_half_hours(figure: str, number: int) -> str | None:
    """Why a figure cannot be this number of half hours; None for other figures."""
    counts = figure == HALF_HOURS or figure.startswith(figure_of(""))
    if not counts or 0 <= number <= HALF_HOURS_MAX:
        return None
    return f"half hours since the last collection are 0 to {HALF_HOURS_MAX}, a day, not {number}"


def time_fee(rules: Ruleset, half_hours: int, chips: int) -> int:
    """Nobody pays more than lies on the table."""
    return min(rules.fees.half_hour * half_hours, chips)


def take_time(draft: Draft) -> None:
    """Everybody who brings chips to the round pays, dealt in or not."""
    figures = draft.facts.figures
    seats = {player: seat for seat, player in draft.players.items()}
    for player, chips in list(draft.stacks.items()):
        half_hours = figures.get(HALF_HOURS, figures.get(figure_of(player), 0))
        if fee := time_fee(draft.rules, half_hours, chips):
            draft.collect(Fee(player, fee, seats.get(player, 0), bracket=BRACKET))


def time_paid(round: Round) -> Mapping[str, int]:
    """What was taken for time before the round, by player."""
    return {fee.owner: fee.amount for fee in round.fees if fee.bracket == BRACKET}
