"""The button and the blinds from hand to hand, and who owes blinds that passed while he was away.

`moving`: the button goes to the next player who is dealt in, and the blinds follow. `dead`: the big
blind goes to the next player and nobody escapes it; small blind and button follow seat by seat,
whoever has left them, so that either may fall to a seat without a player.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cardroom.games.poker.forced import BIG, POSTS_BIG, POSTS_SMALL, SMALL
from cardroom.play.settle import clockwise
from cardroom.rules.policies import Poker

Seats = Mapping[int, str]
POSTS, WAITS = "post", "wait"
"""What a player says who owes blinds: he pays them and plays, or waits for the big blind."""


class Ring(msgspec.Struct, frozen=True):
    """Where button and blinds lay in the last hand, and what is owed."""

    button: int = 0
    """0 before the first hand."""
    small: int = 0
    """The seat whose turn it was, also where nobody sat there to post."""
    big: int = 0
    known: frozenset[str] = frozenset()
    """Who has been dealt in since he sat down."""
    owes_big: frozenset[str] = frozenset()
    owes_small: frozenset[str] = frozenset()


def next_hand(ring: Ring, seats: Seats, dealt_in: Seats, posted: Poker) -> Ring:
    """The ring for the next hand; `seats` are all that are taken, also by those who sit out."""
    button, small, big = _places(ring, dealt_in, posted)
    known = ring.known & set(seats.values())
    away = {seat: player for seat, player in seats.items() if seat not in dealt_in}
    # Of two players each blind goes on to the other one, however far that is.
    start = ring.button if len(dealt_in) > 2 else 0
    missed_big = {away[seat] for seat in away if _passed(start, ring.big, big, seat)}
    missed_small = {away[seat] for seat in away if _passed(start, ring.small, small, seat)}
    owes_big = (ring.owes_big | missed_big) & known
    owes_small = (ring.owes_small | missed_small) & known
    if ring.button:
        # Who comes to a game that runs posts the big blind, or waits for it to reach him.
        owes_big |= set(dealt_in.values()) - known
    return Ring(button, small, big, known, owes_big, owes_small)


def dealt_in(
    ring: Ring, seats: Seats, present: Seats, posted: Poker, answers: Mapping[str, str]
) -> Seats:
    """Of those who are here: who owes no blind, who posts what he owes, and whom the big blind
    reaches now. Who has said nothing waits: nobody's chips are taken unasked."""
    free = {
        seat: player
        for seat, player in present.items()
        if not any(owed(ring, player)) or answers.get(player) == POSTS
    }
    if len(free) < 2:
        # Without them there is no game that could run past them.
        return present
    for seat in clockwise(set(present) - set(free), ring.big + 1):
        both = {at: player for at, player in present.items() if at in free or at == seat}
        if next_hand(ring, seats, both, posted).big == seat:
            return both
    return free


def owed(ring: Ring, player: str) -> tuple[bool, bool]:
    """Whether a player owes the big blind, and the small one; before the first hand nobody does."""
    late = bool(ring.button) and player not in ring.known
    return late or player in ring.owes_big, player in ring.owes_small


def figures(ring: Ring, dealt_in: Seats) -> Mapping[str, int]:
    """What the round is told: the seats of the blinds, and who posts what he owes."""
    told = {SMALL: ring.small if ring.small in dealt_in else 0, BIG: ring.big}
    for seat, player in dealt_in.items():
        if seat in (ring.small, ring.big):
            continue
        if player in ring.owes_big:
            told[f"{POSTS_BIG}{seat}"] = 1
        if player in ring.owes_small:
            told[f"{POSTS_SMALL}{seat}"] = 1
    return told


def played(ring: Ring, dealt_in: Seats) -> Ring:
    """The hand counted: who was dealt in owes nothing any more."""
    present = set(dealt_in.values())
    return msgspec.structs.replace(
        ring,
        known=ring.known | present,
        owes_big=ring.owes_big - present,
        owes_small=ring.owes_small - present,
    )


def _places(ring: Ring, dealt_in: Seats, posted: Poker) -> tuple[int, int, int]:
    if len(dealt_in) == 2:
        # Nobody has the big blind twice in a row: it goes on, and the other one is the button.
        around = clockwise(dealt_in, ring.big + 1)
        big = around[0] if ring.big else around[1]
        button = next(seat for seat in dealt_in if seat != big)
        return button, button if posted.small_blind else 0, big
    if posted.button == "dead" and ring.small and posted.small_blind:
        return ring.small, ring.big, clockwise(dealt_in, ring.big + 1)[0]
    button, first, second = clockwise(dealt_in, ring.button + 1)[:3]
    return (button, first, second) if posted.small_blind else (button, 0, first)


def _passed(start: int, before: int, now: int, seat: int) -> bool:
    """Whether a blind that went clockwise from one seat to another passed this one.

    Who comes in between button and blinds may be the next button or blind: a blind then stays where
    it was or goes back, and passes nobody. So they are told apart from where the button was; 0 is
    a blind that only goes on.
    """
    if not before or not now or before == now:
        return False
    first = start or before
    last, here = ((place <= first, place) for place in (now, seat))
    return (before < first, before) < here <= last
