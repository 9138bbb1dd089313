"""Betting rounds: who is asked, what may be answered, and what an answer does.

Legality is stated once, in `ask`: the options, the refusals and the buttons come from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Final

import msgspec

from cardroom.events import Acted, HandEnded
from cardroom.games.poker import clauses as c
from cardroom.games.poker.policies import Poker
from cardroom.games.poker.state import (
    Draft,
    PokerState,
    Round,
    Seats,
    live,
    policies,
    put_live,
    stack,
)
from cardroom.games.poker.steps import BettingRound
from cardroom.places import hand_place
from cardroom.play import clauses as table_clauses
from cardroom.play.inputs import Answer
from cardroom.play.pots import return_uncalled, uncalled
from cardroom.play.round import Ask, Await, Barred, Head, Refusal, VerbOffer
from cardroom.play.settle import clockwise
from cardroom.rules.clauses import Clause

FIRST: Final = "before the flop"
BETS_MAX: Final = 4
"""A bet and three raises."""


def betting_head(draft: Draft, step: BettingRound) -> Head | None:
    """The next seat to act; None when the round of betting is over."""
    state = draft.state
    in_hand = live(draft)
    if len(in_hand) > 1 and state.street != step.street:
        state = _open(draft, step.street)
    stacks, players = draft.stacks, draft.players
    able = [seat for seat in in_hand if stacks[players[seat]]]
    waiting = [seat for seat in state.waiting if seat in able]
    if len(in_hand) == 1 or not waiting or _nobody_else(state, in_hand, able):
        draft.pop()
        _return_uncalled(draft)
        return None
    return Await((ask(draft, waiting[0], in_hand),))


def _return_uncalled(draft: Draft) -> None:
    """A hand that the floor declared dead leaves all its chips in the pot."""
    state = draft.state
    counted = {bet.box: bet.stake - state.dead.get(bet.box, 0) for bet in draft.bets.values()}
    back = uncalled(counted)
    if back is not None and back[0] not in state.folded:
        return_uncalled(draft, state.dead)


def _nobody_else(state: PokerState, in_hand: Seats, able: list[int]) -> bool:
    """Only one seat has chips, and it has nothing to call."""
    if len(able) != 1:
        return False
    others = max(state.put.get(seat, 0) for seat in in_hand if seat != able[0])
    return state.put.get(able[0], 0) >= others


def _open(draft: Draft, street: str) -> PokerState:
    old: PokerState = draft.state
    posted = policies(draft.rules)
    first = street == FIRST
    if first:
        # The blinds are bets: the seat after them begins, and the big blind acts last.
        seats, beginning = tuple(clockwise(draft.players, old.big + 1)), len(draft.players)
    else:
        seats = live(draft)
        beginning = sum(stack(draft, seat) > 0 for seat in seats)
    draft.state = msgspec.structs.replace(
        old,
        street=street,
        put=old.put if first else {},
        level=old.level if first else 0,
        base=posted.big_blind if first else 0,
        full=posted.big_blind,
        bets=1 if first else 0,
        capped=beginning > 2,
        waiting=seats,
        acted=frozenset(),
        aggressor=0,
    )
    return draft.state


CHECK, FOLD = VerbOffer("check"), VerbOffer("fold")
NO_CHECK, NO_CALL = Barred("check", c.CHECK), Barred("call", c.CALL)
NO_BET, NO_RAISE = Barred("bet", c.BET), Barred("raise", c.BET)


def ask(draft: Draft, seat: int, in_hand: Seats) -> Ask:
    state, posted = draft.state, policies(draft.rules)
    put, chips = state.put.get(seat, 0), stack(draft, seat)
    owes = state.level - put
    options = [VerbOffer("call", costs=min(owes, chips)) if owes else CHECK, FOLD]
    barred = [NO_CHECK if owes else NO_CALL, NO_BET if state.level else NO_RAISE]
    verb = "raise" if state.level else "bet"
    against = table_clauses.STACK if chips <= owes else _closed(posted, state, seat, owes)
    if against is None and not _has_caller(draft, seat, in_hand):
        against = c.NO_CALLER
    if against is None:
        chip = draft.rules.limits.chip
        options.append(_raise_option(posted, state, verb, put + chips, chip))
    else:
        barred.append(Barred(verb, against))
    return Ask(seat, "bet", tuple(options), tuple(barred))


def _closed(posted: Poker, state: PokerState, seat: int, owes: int) -> Clause | None:
    """Why nobody may raise in this round of betting, or why this seat may not raise again; None if
    it may."""
    if posted.betting == "limit" and state.capped and state.bets >= BETS_MAX:
        return c.CAP
    if seat in state.acted and not (posted.short_all_ins == "together" and owes >= state.full):
        return c.REOPENED if posted.betting == "no-limit" else c.HALF_BET
    return None


def _has_caller(draft: Draft, seat: int, in_hand: Seats) -> bool:
    """Whether somebody else has chips to put in above what must be called."""
    put, level = draft.state.put, draft.state.level
    for other in in_hand:
        if other != seat and stack(draft, other) + put.get(other, 0) > level:
            return True
    return False


def _raise_option(posted: Poker, state: PokerState, verb: str, most: int, chip: int) -> VerbOffer:
    """Amounts are the seat's total in this betting round: a raise is to that amount. `most` is all
    that the seat has."""
    if posted.betting == "limit":
        to = min(state.base + size(posted, state.street), most)
        return VerbOffer(verb, to, to, clause=c.LIMIT)
    # An odd stack may still go in as a whole: its chips were broken by a collection.
    step = gcd(chip, most)
    least = -(-(state.level + state.full) // step) * step
    return VerbOffer(verb, min(least, most), most, step, c.LEAST)


def size(posted: Poker, street: str) -> int:
    """The bet of fixed limit."""
    return posted.small_bet if street in (FIRST, "flop") else posted.big_bet


def forbids(round: Round, answer: Answer) -> Refusal | None:
    """The rule by which a seat is not asked: it folded, it won alone, or others act before it."""
    seat, state = answer.box, round.state
    if seat not in round.players:
        return None
    if seat in state.folded:
        return Refusal(c.FOLD, f"seat {seat} has folded")
    if answer.verb in ("show", "muck") and not state.shown:
        return Refusal(c.MUCK, f"there was no showdown, and seat {seat} need not show")
    if not isinstance(round.head, Await) or round.head.asks[0].topic != "bet":
        return None
    heads_up = len(round.players) == 2 and state.street == FIRST
    turn = f"it is the turn of seat {round.head.asks[0].box}"
    return Refusal(c.HEADS_UP if heads_up else c.ORDER, turn)


def act(draft: Draft, seat: int, answer: Answer) -> None:
    draft.record(Acted(seat, answer.verb, amount=answer.amount))
    match answer.verb:
        case "fold":
            fold(draft, seat)
        case "call":
            put_live(draft, seat, draft.state.level - draft.state.put.get(seat, 0))
        case "bet" | "raise":
            assert answer.amount is not None
            _raise(draft, seat, answer.amount)
        case _:
            assert answer.verb == "check"
    state = draft.state
    draft.state = msgspec.structs.replace(
        state,
        waiting=tuple([other for other in state.waiting if other != seat]),
        acted=state.acted | {seat},
        answers=state.answers + 1,
    )


def fold(draft: Draft, seat: int) -> None:
    state = draft.state
    draft.state = msgspec.structs.replace(state, folded=state.folded | {seat})
    draft.racked |= {hand_place(seat)}
    draft.record(HandEnded(seat, 1, "folded", ""))


def _raise(draft: Draft, seat: int, to: int) -> None:
    before: PokerState = draft.state
    posted = policies(draft.rules)
    put_live(draft, seat, to - before.put.get(seat, 0))
    state: PokerState = msgspec.structs.replace(
        draft.state,
        waiting=tuple(clockwise(set(live(draft)) - {seat}, seat + 1)),
        aggressor=seat,
        last_aggressor=seat,
    )
    if posted.betting == "limit":
        # Half a bet or more counts as a full bet; less is completed by the next raise.
        full = 2 * (to - before.base) >= size(posted, before.street)
        by = size(posted, before.street)
    else:
        by = to - before.level
        full = by >= before.full
    if full:
        state = msgspec.structs.replace(
            state, base=to, full=by, bets=before.bets + 1, acted=frozenset()
        )
    draft.state = state


def first_to_show(draft: Draft) -> Sequence[int]:
    """Clockwise from the last aggressor, or from the left of the button if nobody bet."""
    state = draft.state
    whole_hand = policies(draft.rules).shows_first == "hand"
    aggressor = state.last_aggressor if whole_hand else state.aggressor
    seats = live(draft)
    return clockwise(seats, aggressor) if aggressor in seats else seats
