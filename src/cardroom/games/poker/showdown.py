"""Opening hands and awarding pots. Cards speak: a winning hand is shown and cannot be lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from cardroom.cards import UNSEEN
from cardroom.events import Acted, HandEnded
from cardroom.games.poker import clauses as c
from cardroom.games.poker.state import (
    Draft,
    in_for_nothing,
    live,
    made_pots,
    order,
    policies,
)
from cardroom.games.poker.steps import OfferShow, ShowHand
from cardroom.games.poker.values import high, low
from cardroom.games.poker.wagers import first_to_show
from cardroom.hands.low import LowValue
from cardroom.hands.poker import PokerValue, named_among
from cardroom.places import ALL, BOARD, hand_place
from cardroom.play.inputs import Answer
from cardroom.play.pots import Pot, PotAward, Won, settle_pots, share
from cardroom.play.round import Ask, Await, Barred, Head, VerbOffer
from cardroom.rules.clauses import Clause
from cardroom.rules.steps import Step, Turn


def opened(draft: Draft) -> list[Step]:
    """Nobody has to show a hand that won without a showdown."""
    seats = first_to_show(draft)
    if len(seats) > 1:
        return [ShowHand(seat) for seat in seats]
    return [OfferShow(seats[0])] if policies(draft.rules).winner_shows == "may" else []


def show_head(draft: Draft, step: ShowHand | OfferShow) -> Head | None:
    """A hand that may win is opened; any other may be mucked."""
    seat = step.seat
    if isinstance(step, ShowHand) and _may_win(draft, seat):
        draft.pop()
        _show(draft, seat)
        return None
    options = (VerbOffer("muck"), VerbOffer("show"))
    return Await((Ask(seat, "show", options, (Barred("decline", c.MUCK),)),))


def answered(draft: Draft, seat: int, answer: Answer) -> None:
    draft.pop()
    draft.record(Acted(seat, answer.verb))
    if answer.verb == "show":
        _show(draft, seat)
        return
    state = draft.state
    draft.state = msgspec.structs.replace(state, mucked=state.mucked | {seat})
    draft.racked |= {hand_place(seat)}
    draft.record(HandEnded(seat, 1, "mucked", ""))


def _show(draft: Draft, seat: int) -> None:
    state = draft.state
    draft.state = msgspec.structs.replace(state, shown=(*state.shown, seat))
    pile = draft.cards[hand_place(seat)]
    draft.push(*[Turn(hand_place(seat), n) for n, dealt in enumerate(pile) if dealt.seen != ALL])


def _may_win(draft: Draft, seat: int) -> bool:
    """Whether some pot is open to the hand: nobody who has shown beats it there.

    Where nobody knows the cards, the dealer must see one hand in each pot; the rest may decide.
    """
    shown = draft.state.shown
    contested = [pot for pot in made_pots(draft) if seat in pot.boxes and len(pot.boxes) > 1]
    rivals = [[box for box in shown if box in pot.boxes] for pot in contested]
    if not all(rivals):
        return True
    if UNSEEN in draft.at(hand_place(seat)):
        return False
    return any(_beats(draft, seat, others) for others in rivals)


def _beats(draft: Draft, seat: int, others: list[int]) -> bool:
    highs, lows = worth(draft, [seat, *others])
    if highs[seat] >= max(highs[other] for other in others):
        return True
    mine = lows[seat]
    best = max((value for other in others if (value := lows[other]) is not None), default=None)
    return mine is not None and (best is None or mine >= best)


def worth(
    draft: Draft, seats: Iterable[int]
) -> tuple[dict[int, PokerValue], dict[int, LowValue | None]]:
    posted, board = policies(draft.rules), draft.at(BOARD)
    hands = {seat: draft.at(hand_place(seat)) for seat in seats}
    return (
        {seat: high(posted, hole, board) for seat, hole in hands.items()},
        {seat: low(posted, hole, board) for seat, hole in hands.items()},
    )


def give_pots(draft: Draft) -> None:
    seats = live(draft)
    chip = draft.rules.limits.chip
    whole = made_pots(draft)
    made = _entitled(draft, whole)
    if len(seats) == 1:
        in_for_nothing(draft, seats[0])
        shares = share(made, {seats[0]: 1}, None, seats, chip)
        _give(draft, whole, [Won(each, c.FOLDED) for each in shares])
        return
    highs, lows = worth(draft, seats)
    both = policies(draft.rules).low != "none"
    shares = share(made, highs, lows if both else None, order(draft), chip)
    won = [Won(each, _clause(each, shares, whole), _cause(draft, each)) for each in shares]
    _give(draft, whole, won)


def _give(draft: Draft, whole: Sequence[Pot], won: Sequence[Won]) -> None:
    draft.state = msgspec.structs.replace(draft.state, given=tuple(whole), won=tuple(won))
    settle_pots(draft, won, c.LOST)


def _entitled(draft: Draft, made: Iterable[Pot]) -> list[Pot]:
    """A hand in the muck wins only what nobody else is in for."""
    mucked = draft.state.mucked
    return [pot._replace(boxes=pot.boxes - mucked or pot.boxes) for pot in made]


def _clause(won: PotAward, shares: Iterable[PotAward], made: Sequence[Pot]) -> Clause:
    if len(made[won.pot].boxes) == 1:
        return c.FOLDED
    if won.side == "low":
        return c.LOW
    parts = [each for each in shares if each.pot == won.pot and each.side == won.side]
    return c.TIE if len(parts) > 1 else c.HIGH


def _cause(draft: Draft, won: PotAward) -> str:
    """The hand that won, if everybody has seen it, described so that it differs from the others."""
    if won.box not in draft.state.shown:
        return ""
    highs, lows = worth(draft, draft.state.shown)
    bottom = lows[won.box]
    if won.side == "low" and bottom is not None:
        return bottom.label
    return named_among(highs[won.box], highs.values())
