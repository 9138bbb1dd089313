"""What is put in or paid before the first card: the timed collection, antes, blinds, posts."""

from __future__ import annotations

from typing import Final

import msgspec

from cardroom.events import ButtonPlaced
from cardroom.games.poker.state import (
    Draft,
    order,
    policies,
    put_dead,
    put_in,
    put_live,
    stack,
)
from cardroom.play.round import Facts, Fee
from cardroom.rules.policies import Poker

SMALL, BIG = "small-blind", "big-blind"
"""Figures of the table: the seats of the blinds where they do not follow from the button; the
small blind at seat 0 is dead."""
POSTS_BIG, POSTS_SMALL = "posts-big:", "posts-small:"
"""Figures of the table: with a seat, 1 where it posts what it missed."""
HALF_HOURS: Final = "half-hours"
"""A figure of the table: so many have passed for everybody; else one with each player's name."""

BRACKET: Final = "half hour"
"""What the collection for time is called beside those by wager."""


def blinds(draft: Draft) -> tuple[int, int]:
    """The seats of the small and the big blind, 0 where there is none."""
    told = draft.facts.figures
    around = order(draft)
    small, big = around[:2]
    if len(around) == 2:
        small, big = big, small
    if not policies(draft.rules).small_blind:
        # One blind is the first seat's; of two players it is not the button's.
        small, big = 0, around[0]
    return told.get(SMALL, small), told.get(BIG, big)


def posting(facts: Facts, which: str, seats: list[int]) -> list[int]:
    return [seat for seat in seats if facts.figures.get(f"{which}{seat}")]


def hours_of(player: str) -> str:
    """The figure of one player's half hours."""
    return f"{HALF_HOURS}:{player}"


def time_fee(posted: Poker, half_hours: int, chips: int) -> int:
    """Option 3: nobody pays more than he has on the table."""
    return min(posted.half_hour * half_hours, chips)


def take_time(draft: Draft) -> None:
    """Option 3: every seated player pays for the half hours that have passed, dealt in or not."""
    told, posted = draft.facts.figures, policies(draft.rules)
    seats = {player: seat for seat, player in draft.players.items()}
    paid = {
        player: fee
        for player, chips in draft.stacks.items()
        if (fee := time_fee(posted, told.get(HALF_HOURS, told.get(hours_of(player), 0)), chips))
    }
    for player, fee in paid.items():
        draft.collect(Fee(player, fee, seats.get(player, 0), bracket=BRACKET))
    draft.state = msgspec.structs.replace(draft.state, time_paid=paid)


def place_button(draft: Draft) -> None:
    draft.record(ButtonPlaced("dealer", draft.facts.button))


def post_antes(draft: Draft) -> None:
    ante = policies(draft.rules).ante
    for seat in order(draft):
        put_in(draft, seat, ante)


def post_blinds(draft: Draft) -> None:
    """A blind that is short is called in full, so the level is the posted blind."""
    posted = policies(draft.rules)
    small, big = blinds(draft)
    if small:
        put_live(draft, small, posted.small_blind)
    put_live(draft, big, posted.big_blind)
    others = [seat for seat in order(draft) if seat not in (small, big)]
    for seat in posting(draft.facts, POSTS_SMALL, others):
        put_dead(draft, seat, min(posted.small_blind, stack(draft, seat)))
    for seat in posting(draft.facts, POSTS_BIG, others):
        put_live(draft, seat, posted.big_blind)
    state = draft.state
    draft.state = msgspec.structs.replace(state, small=small, big=big, level=posted.big_blind)
