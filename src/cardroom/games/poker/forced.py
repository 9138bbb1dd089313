"""What is put in before the first card: antes, blinds, and blinds that were missed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

import msgspec

from cardroom.events import ButtonPlaced
from cardroom.games.poker import clauses as c
from cardroom.games.poker.state import (
    Draft,
    order,
    policies,
    put_dead,
    put_in,
    put_live,
    stack,
)
from cardroom.play.round import Facts, Refusal
from cardroom.play.settle import clockwise

SMALL, BIG = "small-blind", "big-blind"
"""Figures of the table: the seats of the blinds, where the button does not determine them; a small
blind at seat 0 is dead."""
POSTS_BIG, POSTS_SMALL = "posts-big:", "posts-small:"
"""Figures of the table: with a seat, 1 where it posts what it missed."""
_BLINDS: Final = {
    SMALL: "small blind",
    BIG: "big blind",
    POSTS_SMALL: "missed small blind",
    POSTS_BIG: "missed big blind",
}


def blinds(draft: Draft) -> tuple[int, int]:
    """The seats of the small and the big blind, 0 where there is none."""
    told = draft.facts.figures
    around = order(draft)
    small, big = around[:2]
    if len(around) == 2:
        small, big = big, small
    if not policies(draft.rules).small_blind:
        # A single blind is the first seat's; heads-up it is not the button's.
        small, big = 0, around[0]
    small, big = told.get(SMALL, small), told.get(BIG, big)
    # A player whose last chips went for time, or who has left, is not dealt in: the small blind is
    # dead, and the next player has the big one.
    return small if small in around else 0, clockwise(around, big)[0]


def bars_figure(name: str, value: int, seats: Collection[int]) -> Refusal | None:
    """Why a blind cannot be noted so: nobody sits there to post it."""
    which, missed, posts = name.partition(":")
    blind = _BLINDS.get(which + missed)
    seat = posts if missed else str(value)
    dead = name == SMALL and not value
    if blind is None or dead or seat in map(str, seats):
        return None
    taken = ", ".join(map(str, sorted(seats))) or "none"
    why = f"nobody sits in seat {seat} to post the {blind}; seats taken are {taken}"
    return Refusal(c.BLINDS, why)


def posting(facts: Facts, which: str, seats: Iterable[int]) -> list[int]:
    return [seat for seat in seats if facts.figures.get(f"{which}{seat}")]


def place_button(draft: Draft) -> None:
    draft.record(ButtonPlaced("dealer", draft.facts.button))


def post_antes(draft: Draft) -> None:
    posted = policies(draft.rules)
    for seat in order(draft) if posted.ante_from == "everyone" else ():
        put_in(draft, seat, posted.ante)


def post_blinds(draft: Draft) -> None:
    """A short blind must be called in full, so the level is the posted blind."""
    posted = policies(draft.rules)
    small, big = blinds(draft)
    if small:
        put_live(draft, small, posted.small_blind)
    put_live(draft, big, posted.big_blind)
    if posted.ante_from == "big-blind":
        # The blind comes first where the stack does not hold both.
        put_dead(draft, big, posted.ante)
    others = [seat for seat in order(draft) if seat not in (small, big)]
    for seat in posting(draft.facts, POSTS_SMALL, others):
        put_dead(draft, seat, min(posted.small_blind, stack(draft, seat)))
    for seat in posting(draft.facts, POSTS_BIG, others):
        put_live(draft, seat, posted.big_blind)
    state = draft.state
    draft.state = msgspec.structs.replace(state, small=small, big=big, level=posted.big_blind)
