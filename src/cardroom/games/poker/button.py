"""The button and the blinds from hand to hand, and the blinds that absent players come to owe.

`moving`: the button goes to the next player who is dealt in, and the blinds follow. `dead`: the big
blind goes to the next player and nobody escapes it; the small blind and the button follow seat by
seat, so that either may fall to a seat whose player has left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from cardroom.games.poker.forced import BIG, POSTS_BIG, POSTS_SMALL, SMALL
from cardroom.games.poker.policies import Poker
from cardroom.play.positions import Positions, Seats
from cardroom.play.settle import clockwise

POSTS: Final = "post"
"""What a player who owes blinds says to pay them and play; the others wait for the big blind."""


def next_hand(last: Positions, seats: Seats, dealt_in: Seats, posted: Poker) -> Positions:
    """The next hand's; `seats` are all that are taken, including those of players who sit out."""
    button, small, big = _places(last, dealt_in, posted)
    known = last.known & set(seats.values())
    away = {seat: player for seat, player in seats.items() if seat not in dealt_in}
    # With two players, each blind moves to the other player.
    start = last.button if len(dealt_in) > 2 else 0
    missed_big = {away[seat] for seat in away if _passed(start, last.big, big, seat)}
    missed_small = {away[seat] for seat in away if _passed(start, last.small, small, seat)}
    owes_big = (last.owes_big | missed_big) & known
    owes_small = (last.owes_small | missed_small) & known
    if last.button:
        # A newcomer to a running game posts the big blind, or waits until it comes around.
        owes_big |= set(dealt_in.values()) - known
    return Positions(button, small, big, known, owes_big, owes_small)


def dealt_in(
    last: Positions, seats: Seats, present: Seats, posted: Poker, answers: Mapping[str, str]
) -> Seats:
    """The players who owe no blind, those who post what they owe, and the one whom the big blind
    reaches now. A player who has not answered waits: chips are taken only with consent.
    """
    free = {
        seat: player
        for seat, player in present.items()
        if not any(owed(last, player)) or answers.get(player) == POSTS
    }
    if len(free) < 2:
        # Without them there is no game.
        return present
    for seat in clockwise(set(present) - set(free), last.big + 1):
        both = {at: player for at, player in present.items() if at in free or at == seat}
        if next_hand(last, seats, both, posted).big == seat:
            return both
    return free


def owed(last: Positions, player: str) -> tuple[bool, bool]:
    """Whether a player owes the big blind, and the small one; before the first hand nobody does."""
    late = bool(last.button) and player not in last.known
    return late or player in last.owes_big, player in last.owes_small


def figures(now: Positions, dealt_in: Seats) -> Mapping[str, int]:
    """The figures for the round: the seats of the blinds, and which seats post what they owe."""
    told = {SMALL: now.small if now.small in dealt_in else 0, BIG: now.big}
    for seat, player in dealt_in.items():
        if seat in (now.small, now.big):
            continue
        if player in now.owes_big:
            told[f"{POSTS_BIG}{seat}"] = 1
        if player in now.owes_small:
            told[f"{POSTS_SMALL}{seat}"] = 1
    return told


def played(now: Positions, dealt_in: Seats) -> Positions:
    """The hand counted: nobody who was dealt in owes anything now."""
    present = set(dealt_in.values())
    return msgspec.structs.replace(
        now,
        known=now.known | present,
        owes_big=now.owes_big - present,
        owes_small=now.owes_small - present,
    )


def _places(last: Positions, dealt_in: Seats, posted: Poker) -> tuple[int, int, int]:
    if len(dealt_in) == 2:
        # Nobody has the big blind twice in a row: it moves on, and the other player is the button.
        around = clockwise(dealt_in, last.big + 1)
        big = around[0] if last.big else around[1]
        button = next(seat for seat in dealt_in if seat != big)
        return button, button if posted.small_blind else 0, big
    if posted.button == "dead" and last.small and posted.small_blind:
        return last.small, last.big, clockwise(dealt_in, last.big + 1)[0]
    button, first, second = clockwise(dealt_in, last.button + 1)[:3]
    return (button, first, second) if posted.small_blind else (button, 0, first)


def _passed(start: int, before: int, now: int, seat: int) -> bool:
    """Whether a blind that went clockwise from one seat to another passed this one.

    A player who comes in between the button and the blinds may be the next button or blind: a blind
    then stays where it was or goes back, and passes nobody. So the seats are counted from where the
    button was; 0 is for a blind that only moves on.
    """
    if not before or not now or before == now:
        return False
    first = start or before
    last, here = ((place <= first, place) for place in (now, seat))
    return (before < first, before) < here <= last
