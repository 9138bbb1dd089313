"""Offers to all boxes at once: insurance, even money, early surrender; and the dealer's peek."""

from __future__ import annotations

import msgspec

from cardroom.cards import UNSEEN
from cardroom.events import Acted, BetPlaced, Peeked
from cardroom.games.twentyone import blackjack as bj
from cardroom.games.twentyone.game import desk
from cardroom.games.twentyone.state import State, own_bet
from cardroom.games.twentyone.steps import (
    BankPlays,
    OfferInsurance,
    OfferSurrender,
    PayNaturals,
    Peek,
    Turns,
)
from cardroom.games.twentyone.turns import settle_hand, surrender
from cardroom.play import clauses as table_clauses
from cardroom.play.inputs import Answer
from cardroom.play.round import Ask, Await, Bet, DealerStep, Draft, Option, Reading, Refusal
from cardroom.play.settle import LOSE, WIN, Result, claim, pays, settle
from cardroom.rules.steps import BANK, Turn

PEEK_FIGURE = "dealer-natural"
"""What a dealer at a physical table says after looking: 1 for a natural, 0 for none."""


def may_be_natural(up: int) -> bool:
    """An ace or a ten-value."""
    return up == 1 or up >= 10 or up == 0


def insurance_head(draft: Draft, step: OfferInsurance) -> Await | None:
    state: State = draft.state
    if state.up == 1:
        asks = tuple(
            ask for box in state.hands if step.box in (0, box) for ask in _insurance_ask(draft, box)
        )
        if asks:
            return Await(asks)
    draft.pop()
    return None


def _insurance_ask(draft: Draft, box: int) -> list[Ask]:
    state: State = draft.state
    policy = desk(draft.rules).policies.insurance
    hand = state.hands[box][0]
    if policy is None or hand.status in ("settled", "void"):
        return []
    if ("insurance", box) in state.answered:
        return []
    bet = own_bet(draft, box, hand.id)
    chip = draft.rules.limits.chip
    most = bet.stake // 2 // chip * chip
    least = most if policy.stake == "half" else chip
    options = []
    stack = draft.stacks[bet.owner] // chip * chip
    if most and least <= stack:
        bound = bj.INSURE_HALF if most <= stack else table_clauses.STACK
        options.append(Option("insure", least, min(most, stack), chip, bound))
    if policy.even_money and hand.key.natural:
        options.append(Option("even-money"))
    if not options:
        return []
    return [Ask(box, "insurance", (*options, Option("decline")), hand=hand.id)]


def surrender_head(draft: Draft, step: OfferSurrender) -> Await | None:
    """Open to hands of the first two cards that are no natural."""
    state: State = draft.state
    asks = tuple(
        Ask(box, "surrender", (Option("surrender"), Option("decline")), hand=hands[0].id)
        for box, hands in state.hands.items()
        if step.box in (0, box)
        and ("surrender", box) not in state.answered
        and len(hands) == 1
        and hands[0].key.size == 2
        and not hands[0].key.natural
        and not hands[0].mode.doubled
        and hands[0].status in ("live", "stood")
    )
    if asks and (step.box or may_be_natural(state.up)):
        return Await(asks)
    draft.pop()
    return None


def answered(draft: Draft, ask: Ask, answer: Answer) -> None:
    state: State = draft.state
    draft.state = msgspec.structs.replace(state, answered=state.answered | {(ask.topic, ask.box)})
    draft.record(Acted(ask.box, answer.verb, ask.hand, answer.amount))
    hand = state.hand(ask.box, ask.hand)
    match answer.verb:
        case "insure":
            assert answer.amount is not None
            owner = draft.players[ask.box]
            draft.stacks[owner] -= answer.amount
            bet = Bet(draft.next_bet, "insurance", ask.box, owner, answer.amount)
            draft.bets[bet.id] = bet
            draft.next_bet += 1
            draft.record(BetPlaced(bet.id, bet.spot, bet.box, bet.owner, bet.stake))
        case "even-money":
            settle_hand(draft, ask.box, hand, Result(WIN, WIN, bj.EVEN_MONEY))
        case "surrender":
            surrender(draft, ask.box, hand)
        case _:
            assert answer.verb == "decline"


def settle_insurance(draft: Draft, natural: int) -> None:
    policy = desk(draft.rules).policies.insurance
    bets = [bet for bet in draft.bets.values() if bet.spot == "insurance"]
    if policy is None or not bets:
        return
    ratio = pays(policy.odds) if natural else LOSE
    result = Result(ratio, ratio, bj.INSURE_PAYS if natural else bj.INSURE_LOSES)
    rounding = desk(draft.rules).policies.rounding
    settle(draft, [claim(bet, result, rounding) for bet in sorted(bets, key=lambda bet: bet.box)])


def peek_head(draft: Draft, step: Peek) -> DealerStep | Reading | None:
    state: State = draft.state
    if not may_be_natural(state.up):
        draft.pop()
        return None
    if draft.cards[BANK][1].card is UNSEEN:
        return Reading(PEEK_FIGURE)
    return DealerStep("peek", step)


def peeked(draft: Draft, natural: int) -> None:
    """The step is off the agenda; a natural is turned and ends the play."""
    draft.state = msgspec.structs.replace(draft.state, peeked=natural)
    draft.record(Peeked(bool(natural)))
    if natural:
        played = (PayNaturals, Turns, BankPlays)
        draft.agenda = [step for step in draft.agenda if not isinstance(step, played)]
        draft.push(Turn(BANK, 1))
    settle_insurance(draft, natural)


def bars_hole(draft: Draft) -> Refusal | None:
    """A hole card that is named only when it is turned must be what the dealer said it was."""
    state: State = draft.state
    if state.bank.size != 2 or state.peeked is None or state.bank.natural == state.peeked:
        return None
    said = "a natural" if state.peeked else "no natural"
    return Refusal(bj.PEEK, f"the dealer looked and said {said}")
