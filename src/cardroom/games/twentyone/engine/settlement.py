"""What is owed on the bets of a settlement, in the order it is to be paid."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cardroom.games.twentyone.engine import progressive, side_bets
from cardroom.games.twentyone.engine.offers import insurance_result
from cardroom.games.twentyone.engine.state import ON_HAND, Draft
from cardroom.games.twentyone.engine.turns import open_hand
from cardroom.games.twentyone.game import posted_game
from cardroom.hands.points import label
from cardroom.places import BANK
from cardroom.play.round import Bet
from cardroom.play.settle import Claim, claim, in_order
from cardroom.rules.steps import Settle


def claims(draft: Draft, step: Settle) -> Sequence[Claim]:
    """Box by box in the step's order; within a box by spot, then hands in playing order."""
    bets = bets_in(draft, step)
    _open(draft, bets)
    side = draft.rules.progressive
    if side is not None and side.name in step.spots:
        state = draft.state
        judged = [state.judged[bet.id] for bet in bets]
        for each in judged:
            progressive.paid(draft, side, each)
        return judged
    return [owed(draft, bet) for bet in posted_game(draft.rules).game.order(draft, bets)]


def judge(draft: Draft, step: Settle) -> None:
    """What bets on a meter win is frozen, before anybody is paid."""
    bets = bets_in(draft, step)
    _open(draft, bets)
    side = draft.rules.progressive
    assert side is not None
    judged = progressive.judge(draft, side, bets)
    draft.state = msgspec.structs.replace(draft.state, judged=judged)


def _open(draft: Draft, bets: Sequence[Bet]) -> None:
    """A bet is settled on cards that all can see."""
    state = draft.state
    for bet in bets:
        for hand in state.hands[bet.box]:
            if bet.hand in (0, hand.id):
                open_hand(draft, bet.box, hand.id)


def bets_in(draft: Draft, step: Settle) -> list[Bet]:
    """The open bets of a settlement, in its order."""
    state = draft.state
    boxes = [step.box] if step.box is not None else list(state.hands)
    return [
        bet
        for box in in_order(step.order, boxes, state.action)
        for spot in step.spots
        for bet in _bets(draft, box, spot)
    ]


def _bets(draft: Draft, box: int, spot: str) -> list[Bet]:
    found = draft.bets_on(box, spot)
    if len(found) < 2:
        return found
    order = [hand.id for hand in draft.state.hands[box]]

    def rank(bet: Bet) -> tuple[bool, int, int]:
        """The box's own hands in playing order, then backline bets in the order made."""
        return bet.backline, 0 if bet.backline else order.index(bet.hand), bet.id

    return sorted(found, key=rank)


def owed(draft: Draft, bet: Bet) -> Claim:
    at = posted_game(draft.rules)
    if bet.spot in ON_HAND:
        state = draft.state
        hand = state.hand(bet.box, bet.hand)
        result = at.resolution.compare(hand.key, hand.mode, hand.done, state.bank)
        return claim(bet, result, at.policies.rounding, label(hand.key))
    if bet.spot == "insurance":
        natural, second = draft.state.bank.natural, draft.at(BANK)[1]
        return claim(bet, insurance_result(at, natural, second), at.policies.rounding)
    side = draft.rules.side_bet(bet.spot)
    assert side is not None, f"nothing says what {bet.spot} is owed"
    return claim(bet, side_bets.owed(draft, side, bet), at.policies.rounding)
