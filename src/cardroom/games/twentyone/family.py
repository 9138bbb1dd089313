"""The 21 family as the interpreter sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.events import BankEnded
from cardroom.games.twentyone import offers, turns
from cardroom.games.twentyone.game import GAMES, desk
from cardroom.games.twentyone.irregularities import REMEDIES
from cardroom.games.twentyone.state import State, bets_of, opening
from cardroom.games.twentyone.steps import (
    BankDone,
    BankPlays,
    BurnCards,
    CardToBank,
    CardToEach,
    OfferInsurance,
    OfferSurrender,
    PayNaturals,
    Peek,
    PlayHand,
    Turns,
)
from cardroom.hands.points import add, label, start
from cardroom.play import clauses as table_clauses
from cardroom.play.inputs import Answer, Dice, Figure, Intervene
from cardroom.play.round import Ask, Bet, DealerStep, Draft, Head, Refusal, Round
from cardroom.play.settle import Claim, claim, clockwise, in_order
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import BANK, BURN, NOBODY, Deal, Settle, Step, Turn, hand_place


class TwentyOneFamily:
    """Procedure, turns, offers and the bank's hand of every game that counts to 21."""

    def clauses(self, rules: Ruleset) -> Clauses:
        return GAMES[rules.game].clauses

    def bars_bet(self, rules: Ruleset, bets: Sequence[Bet], bet: Bet) -> Refusal | None:
        return None

    def begin(self, draft: Draft) -> None:
        for bet in tuple(draft.bets.values()):
            if bet.spot == "main":
                draft.bets[bet.id] = msgspec.structs.replace(bet, hand=1)
        boxes = clockwise(draft.players, draft.facts.bank_box + 1)
        draft.state = opening(boxes, desk(draft.rules).policies.points)
        draft.push(*draft.rules.procedure)

    def head(self, draft: Draft, step: Step) -> Head | None:
        match step:
            case PlayHand():
                return turns.head(draft, step)
            case OfferInsurance():
                return offers.insurance_head(draft, step)
            case OfferSurrender():
                return offers.surrender_head(draft, step)
            case Peek():
                return offers.peek_head(draft, step)
            case PayNaturals():
                return _naturals_head(draft, step)
            case BankPlays():
                return _bank_head(draft)
            case BankDone():
                draft.pop()
                if draft.state.bank.size > 1:
                    draft.record(BankEnded(label(draft.state.bank)))
                return None
            case _:
                draft.pop()
                draft.push(*_expand(draft, step))
                return None

    def dealt(self, draft: Draft, step: Deal, card: Card) -> None:
        if step.place == BANK:
            _bank_card(draft, card)
        elif step.place != BURN:
            box, hand = step.place.split(".")
            turns.card_fell(draft, int(box), int(hand), card)

    def turned(self, draft: Draft, place: str, position: int, card: Card) -> Refusal | None:
        if draft.state.bank.size == position:
            # A hole card that nobody had named until now.
            _bank_card(draft, card)
        return offers.bars_hole(draft)

    def rolled(self, draft: Draft, dice: Dice) -> None:
        raise AssertionError("no 21 game rolls dice")

    def read(self, draft: Draft, figure: Figure) -> Refusal | None:
        if figure.value not in (0, 1):
            return Refusal(table_clauses.WAITS, "say 1 for a natural, 0 for none")
        offers.peeked(draft, figure.value)
        return None

    def answered(self, draft: Draft, ask: Ask, answer: Answer) -> Refusal | None:
        if ask.topic == "play":
            turns.answered(draft, ask, answer)
        else:
            offers.answered(draft, ask, answer)
        return None

    def governs(self, rules: Ruleset, verb: str) -> Clause | None:
        return GAMES[rules.game].governs.get(verb)

    def lapsed(self, draft: Draft, ask: Ask) -> Answer:
        for verb in ("decline", "stand", "hit"):
            if ask.option(verb):
                return Answer(ask.box, verb)
        raise AssertionError("every ask can be declined, stood or hit")

    def proceed(self, draft: Draft, step: Step) -> None:
        draft.pop()
        match step:
            case Peek():
                offers.peeked(draft, draft.state.bank.natural)
            case PayNaturals():
                _pay_naturals(draft)
            case _:
                raise AssertionError(f"{step} is no step of the dealer")

    def claims(self, draft: Draft, step: Settle) -> Sequence[Claim]:
        state: State = draft.state
        at = desk(draft.rules)
        found = []
        for box in in_order(step.order, state.hands, draft.facts.bank_box + 1):
            for hand in state.hands[box]:
                for bet in bets_of(draft, box, hand.id):
                    result = at.resolution.compare(
                        hand.key, hand.mode, int(hand.status == "surrendered"), state.bank
                    )
                    found.append(claim(bet, result, at.policies.rounding, label(hand.key)))
        return found

    def interventions(self) -> Mapping[str, Callable[[Draft, Intervene], Refusal | None]]:
        return REMEDIES

    def labels(self, round: Round, cards: Mapping[str, Sequence[Card]]) -> Mapping[str, str]:
        """By the hands' keys, which know what cards alone do not: a split ace and ten is a 21."""
        state: State = round.state
        called = {hand_place(box, hand.id): label(hand.key) for box, hand in state.every()}
        called[BANK] = label(state.bank)
        return {place: called[place] for place in cards if place in called}


def _expand(draft: Draft, step: Step) -> list[Step]:
    state: State = draft.state
    match step:
        case BurnCards():
            shoe = draft.rules.shoe
            return [] if draft.facts.rounds_since_shuffle else [Deal(BURN, NOBODY)] * shoe.burn
        case CardToEach():
            return [Deal(hand_place(box)) for box in state.hands]
        case CardToBank():
            return [Deal(BANK, step.seen)]
        case Turns():
            return [PlayHand(box, hand.id) for box, hand in state.every()]
        case _:
            raise AssertionError(f"the 21 family knows no step {step}")


def _bank_card(draft: Draft, card: Card) -> None:
    state: State = draft.state
    if card is UNSEEN:
        return
    bank = add(desk(draft.rules).policies.points, state.bank, card)
    up = card.rank if bank.size == 1 else state.up
    draft.state = msgspec.structs.replace(state, bank=bank, up=up)
    if bank.size == 2 and desk(draft.rules).policies.hole.card == "none":
        offers.settle_insurance(draft, bank.natural)


def _naturals(draft: Draft) -> list[tuple[int, int]]:
    state: State = draft.state
    unknown = state.bank.size < 2 and desk(draft.rules).policies.hole.card == "none"
    if unknown and offers.may_be_natural(state.up):
        return []
    return [
        (box, hand.id) for box, hand in state.every() if hand.key.natural and hand.status == "live"
    ]


def _naturals_head(draft: Draft, step: PayNaturals) -> Head | None:
    if _naturals(draft):
        return DealerStep("pay naturals", step)
    draft.pop()
    return None


def _pay_naturals(draft: Draft) -> None:
    state: State = draft.state
    at = desk(draft.rules)
    for box, id in _naturals(draft):
        hand = state.hand(box, id)
        # Against any bank hand that is no natural; the empty hand is one.
        bank = start(at.policies.points)
        result = at.resolution.compare(hand.key, hand.mode, 0, bank)
        turns.settle_hand(draft, box, hand, result)


def _needs(draft: Draft) -> str:
    """What the open bets need of the bank: its `final` hand, its `second` card, or nothing."""
    need = ""
    for box, hand in draft.state.every():
        if not bets_of(draft, box, hand.id):
            continue
        if hand.key.natural or hand.status == "surrendered":
            need = need or "second"
        else:
            return "final"
    if any(bet.spot == "insurance" for bet in draft.bets.values()):
        need = need or "second"
    return need


def _bank_head(draft: Draft) -> Head | None:
    """Open the hole card, then draw as long as the rules and an open bet ask for it."""
    at = desk(draft.rules)
    pile = draft.cards.get(BANK, ())
    hidden = [position for position, dealt in enumerate(pile) if dealt.seen == NOBODY]
    need = _needs(draft)
    if hidden:
        draft.push(Turn(BANK, hidden[0]))
    elif (need and len(pile) < 2) or (
        need == "final" and at.game.bank_draws(at.policies, draft.state.bank)
    ):
        draft.push(Deal(BANK))
    else:
        draft.pop()
    return None
