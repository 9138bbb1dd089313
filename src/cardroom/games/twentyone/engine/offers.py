"""Offers to all boxes at once: insurance, even money, early surrender; and the dealer's peek."""

from __future__ import annotations

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.events import Acted, Peeked
from cardroom.games.twentyone.engine.state import Draft, Hand, bets_of, put
from cardroom.games.twentyone.engine.steps import (
    BankPlays,
    OfferInsurance,
    OfferMaxBet,
    OfferNaturals,
    OfferSurrender,
    PayNaturals,
    Peek,
    Turns,
)
from cardroom.games.twentyone.engine.turns import settle_hand, surrender
from cardroom.games.twentyone.game import PostedGame, posted_game
from cardroom.games.twentyone.policies import Insurance
from cardroom.games.twentyone.safari import max_bet
from cardroom.hands.points import pin
from cardroom.places import BANK
from cardroom.play import clauses as table_clauses
from cardroom.play.inputs import Answer
from cardroom.play.round import Ask, Await, Bet, DealerStep, Reading, Refusal, VerbOffer
from cardroom.play.settle import LOSE, PUSH, WIN, Result, claim, pays, plain, settle
from cardroom.rules.steps import Settle, Step, Turn

PEEK_FIGURE = "dealer-natural"
"""What a dealer at a physical table says after looking: 1 for a natural, 0 for none."""


def may_be_natural(up: int) -> bool:
    """An ace or a ten-value card, including a joker that counts ten."""
    return up == 1 or up >= 10 or up == 0


def head(draft: Draft, step: Step) -> Await | None:
    """What the offer asks, of every box that has not answered it; None when all have."""
    asks: tuple[Ask, ...]
    match step:
        case OfferInsurance():
            asks = insurance_asks(draft, step.box)
        case OfferSurrender():
            # To all at once only if the bank may have a natural.
            due = step.box or may_be_natural(draft.state.up)
            asks = surrender_asks(draft, step.box) if due else ()
        case OfferNaturals():
            asks = _natural_asks(draft)
        case OfferMaxBet():
            asks = _max_bet_asks(draft, step)
        case _:
            raise AssertionError(f"{step} is not an offer")
    if asks:
        return Await(asks)
    draft.pop()
    return None


def insurance_asks(draft: Draft, only: int) -> tuple[Ask, ...]:
    """The asks of all boxes that have not answered yet; `only` one box if its offer was missed."""
    state = draft.state
    policy = posted_game(draft.rules).policies.insurance if state.up == 1 else None
    if policy is None:
        return ()
    return tuple(
        ask
        for box in state.hands
        if only in (0, box) and ("insurance", box) not in state.answered
        for ask in _insurance_ask(draft, policy, box)
    )


def _insurance_ask(draft: Draft, policy: Insurance, box: int) -> list[Ask]:
    state = draft.state
    hand = state.hands[box][0]
    # A missed offer is open to a hand that has busted since, not to a paid natural.
    paid = hand.status == "settled" and hand.key.natural and not policy.paid_naturals
    if hand.status == "void" or paid:
        return []
    owner, chip = draft.players[box], draft.rules.limits.chip
    most = half_in_chips(_wager(draft, box), chip)
    least = most if policy.stake == "half" else chip
    options = []
    stack = draft.stacks[owner] // chip * chip
    if most and least <= stack:
        half = posted_game(draft.rules).game.terms.insure_half
        bound = half if most <= stack else table_clauses.STACK
        options.append(VerbOffer("insure", least, min(most, stack), chip, bound))
    if policy.even_money and hand.key.natural and hand.status == "live":
        options.append(VerbOffer("even-money"))
    if not options:
        return []
    return [Ask(box, "insurance", (*options, VerbOffer("decline")), hand=hand.id)]


def half_in_chips(wager: int, chip: int) -> int:
    """The most that may be staked on insurance."""
    return wager // 2 // chip * chip


def _wager(draft: Draft, box: int) -> int:
    """The box's wager at the deal, whether it is still open or paid already."""
    placed = [*draft.bets.values(), *(one.bet for one in draft.settled)]
    own = [bet for bet in placed if bet.box == box and bet.spot == "main" and not bet.backline]
    first = min(own, key=lambda bet: bet.id)
    return first.stake - first.added


def surrender_asks(draft: Draft, only: int) -> tuple[Ask, ...]:
    """Open to hands of the first two cards that are not naturals."""
    state = draft.state
    return tuple(
        Ask(box, "surrender", (VerbOffer("surrender"), VerbOffer("decline")), hand=hands[0].id)
        for box, hands in state.hands.items()
        if only in (0, box) and ("surrender", box) not in state.answered
        if can_surrender(hands) or (only and _missed_surrender_is_open(draft, hands))
    )


def can_surrender(hands: tuple[Hand, ...]) -> bool:
    """A box with one hand of its first two cards that is not a natural and has not been played."""
    return hands[0].key.size == 2 and _is_undecided(hands)


def _is_undecided(hands: tuple[Hand, ...]) -> bool:
    hand = hands[0]
    return len(hands) == 1 and not hand.key.natural and hand.status in ("live", "stood")


def _missed_surrender_is_open(draft: Draft, hands: tuple[Hand, ...]) -> bool:
    """An offer that was missed is made up after a further card too, where the house posts that,
    until the bank has its second card."""
    policy = posted_game(draft.rules).policies.surrender
    literal = policy is not None and policy.missed == "literal"
    return literal and _is_undecided(hands) and len(draft.cards.get(BANK, ())) < 2


def _natural_asks(draft: Draft) -> tuple[Ask, ...]:
    """A natural may be doubled instead of paid, if the stack allows."""
    state = draft.state
    policy = posted_game(draft.rules).policies.double
    if policy is None or not policy.ace_ten_as_11:
        return ()
    return tuple(
        Ask(box, "natural", (VerbOffer("stand"), VerbOffer("double")), hand=hands[0].id)
        for box, hands in state.hands.items()
        if hands[0].key.natural
        and ("natural", box) not in state.answered
        and hands[0].status == "live"
        and draft.stacks[draft.players[box]] >= _wager(draft, box)
    )


def _max_bet_asks(draft: Draft, step: OfferMaxBet) -> tuple[Ask, ...]:
    state = draft.state
    hand = state.hands[step.box][0]
    if ("max-bet", step.box) in state.answered or hand.status != "live":
        return ()
    offer = max_bet.offer(draft, step.box, hand)
    if not isinstance(offer, VerbOffer):
        return ()
    return (Ask(step.box, "max-bet", (offer, VerbOffer("decline")), hand=hand.id),)


def answered(draft: Draft, ask: Ask, answer: Answer) -> None:
    state = draft.state
    draft.state = msgspec.structs.replace(state, answered=state.answered | {(ask.topic, ask.box)})
    draft.record(Acted(ask.box, answer.verb, ask.hand, answer.amount))
    hand = state.hand(ask.box, ask.hand)
    match answer.verb:
        case "insure":
            _insure(draft, ask.box, answer.amount or 0)
        case "even-money":
            clause = posted_game(draft.rules).game.terms.even_money
            assert clause is not None
            settle_hand(draft, ask.box, hand, plain(WIN, clause))
        case "surrender":
            surrender(draft, ask.box, hand)
        case "double":
            # The natural is given up for a double on eleven, which waits for the hand's turn.
            put(draft, ask.box, msgspec.structs.replace(hand, key=pin(hand.key), declared="double"))
        case "max-bet":
            max_bet.place(draft, ask.box, hand, answer.amount or 0)
        case _:
            assert answer.verb in ("decline", "stand")


def _insure(draft: Draft, box: int, amount: int) -> None:
    owner = draft.players[box]
    draft.place_bet(Bet(draft.next_bet, "insurance", box, owner, amount))


def settle_insurance(draft: Draft, natural: int, second: Card) -> None:
    """Insurance depends on the bank's second card; `second` is unseen after a mere peek.

    Where it is settled in the seat's turn, it waits for that.
    """
    bets = [bet for bet in draft.bets.values() if bet.spot == "insurance"]
    if not bets:
        return
    at = posted_game(draft.rules)
    policy = at.policies.insurance
    if policy is None or policy.settled == "in-turn":
        return
    result = insurance_result(at, natural, second)
    settle(
        draft,
        [claim(bet, result, at.policies.rounding) for bet in sorted(bets, key=lambda b: b.box)],
    )


def insurance_result(at: PostedGame, natural: int, second: Card) -> Result:
    """By the bank's second card, whenever it is paid."""
    policy, terms = at.policies.insurance, at.game.terms
    assert policy is not None
    if not natural:
        return plain(LOSE, terms.insure_loses)
    if policy.on_ten == "push" and second.rank == 10:
        assert terms.insure_push is not None
        return plain(PUSH, terms.insure_push)
    return plain(pays(policy.odds), terms.insure_pays)


def peek_head(draft: Draft, step: Peek) -> DealerStep | Reading | None:
    state = draft.state
    if posted_game(draft.rules).policies.hole.card == "face-up":
        draft.pop()
        if state.bank.natural:
            draft.state = msgspec.structs.replace(state, peeked=state.bank.natural)
            _end_play(draft)
        return None
    if not may_be_natural(state.up) or not _anything_to_peek_for(draft):
        draft.pop()
        return None
    if draft.cards[BANK][1].card is UNSEEN:
        return Reading(PEEK_FIGURE)
    return DealerStep("peek", step)


def _anything_to_peek_for(draft: Draft) -> bool:
    open_hands = any(bets_of(draft, box, hand.id) for box, hand in draft.state.every())
    return open_hands or any(bet.spot == "insurance" for bet in draft.bets.values())


def peeked(draft: Draft, natural: int) -> None:
    """The step is off the agenda; a natural is turned and ends the play."""
    draft.state = msgspec.structs.replace(draft.state, peeked=natural)
    draft.record(Peeked(bool(natural)))
    if natural:
        _end_play(draft)
        draft.push(Turn(BANK, 1))
    settle_insurance(draft, natural, draft.cards[BANK][1].card)


def _end_play(draft: Draft) -> None:
    """Nobody plays; bets that were to be settled in a box's turn are settled now."""
    draft.agenda = [
        Settle(step.spots) if isinstance(step, Turns) else step
        for step in draft.agenda
        if not isinstance(step, (PayNaturals, BankPlays))
        and not (isinstance(step, Turns) and not step.spots)
    ]


def bars_hole(draft: Draft) -> Refusal | None:
    """A hole card that is named only when it is turned must be what the dealer said it was."""
    state = draft.state
    if state.bank.size != 2 or state.peeked is None or state.bank.natural == state.peeked:
        return None
    said = "a natural" if state.peeked else "no natural"
    return Refusal(posted_game(draft.rules).game.terms.peek, f"the dealer looked and said {said}")
