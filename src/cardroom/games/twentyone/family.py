"""The 21 family as the interpreter sees it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

import msgspec

from cardroom.cards import Card
from cardroom.events import BankEnded
from cardroom.games.side_bets.custom import with_side_bet_clauses
from cardroom.games.twentyone.engine import bank, offers, progressive, side_bets, turns
from cardroom.games.twentyone.engine.forbidden import forbids
from cardroom.games.twentyone.engine.irregularities import REMEDIES
from cardroom.games.twentyone.engine.settlement import claims, judge
from cardroom.games.twentyone.engine.state import Draft, Remedy, Round, TwentyOneState, opening
from cardroom.games.twentyone.engine.steps import (
    Award,
    BankDone,
    BankPlays,
    BurnCards,
    CardToBank,
    CardToEach,
    FirstCardToEach,
    OfferInsurance,
    OfferMaxBet,
    OfferNaturals,
    OfferSurrender,
    OpenFaceDown,
    PayNaturals,
    Peek,
    PlayHand,
    SecondCardToEach,
    Turns,
)
from cardroom.games.twentyone.game import GAMES, posted_game
from cardroom.hands.points import label, over
from cardroom.money import exact
from cardroom.places import BANK, BURN, NOBODY, hand_place, read_place
from cardroom.places import box as own
from cardroom.play import clauses as table_clauses
from cardroom.play.felt_state import FeltState, Front
from cardroom.play.inputs import Answer, Dice, Figure
from cardroom.play.round import Ask, Bet, DealerStep, Facts, Head, Refusal
from cardroom.play.settle import Claim, clockwise
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Deal, Settle, Step, Turn


class TwentyOneFamily:
    """Procedure, turns, offers and the bank's hand of every game that counts to 21."""

    def clauses(self, rules: Ruleset) -> Clauses:
        return with_side_bet_clauses(GAMES[rules.game].clauses, rules.side_bets)

    def bars_bet(
        self, rules: Ruleset, facts: Facts, bets: Sequence[Bet], bet: Bet
    ) -> Refusal | None:
        for bar in GAMES[rules.game].bet_bars:
            if why := bar.why(rules, facts, bets, bet):
                return Refusal(bar.clause, why)
        return side_bets.barred(rules, facts, bet)

    def opening(self, rules: Ruleset, facts: Facts, boxes: Collection[int]) -> TwentyOneState:
        return opening(clockwise(boxes, facts.bank_box + 1), posted_game(rules).policies.points)

    def begin(self, draft: Draft) -> None:
        for bet in tuple(draft.bets.values()):
            if bet.spot == "main":
                draft.bets[bet.id] = msgspec.structs.replace(bet, hand=1)
        progressive.feed(draft)
        draft.push(*draft.rules.procedure)

    def head(self, draft: Draft, step: Step) -> Head | None:
        return HEADS.get(type(step), _expand)(draft, step)

    def dealt(self, draft: Draft, step: Deal, card: Card) -> None:
        if step.place == BANK:
            bank.card_fell(draft, card)
        elif step.place != BURN:
            box, hand = read_place(step.place)
            turns.card_fell(draft, box, hand, card, step.seen)

    def turned(self, draft: Draft, place: str, position: int, card: Card) -> Refusal | None:
        if place != BANK:
            turns.card_turned(draft, *read_place(place), position, card)
            return None
        if draft.state.bank.size == position:
            # A hole card that was unnamed until now.
            bank.card_fell(draft, card)
        bank.second_known(draft, card)
        return offers.bars_hole(draft)

    def rolled(self, draft: Draft, dice: Dice) -> None:
        raise AssertionError("no 21 game rolls dice")

    def read(self, draft: Draft, figure: Figure) -> Refusal | None:
        if figure.name != offers.PEEK_FIGURE:
            if figure.value < 0:
                why = f"a meter shows $0 or more, not {exact(figure.value)}"
                return Refusal(table_clauses.WAITS, why)
            state = draft.state
            figures = {**state.figures, figure.name: figure.value}
            draft.state = msgspec.structs.replace(state, figures=figures)
            return None
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

    def forbids(self, round: Round, answer: Answer) -> Refusal | None:
        return forbids(round, answer)

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
                raise AssertionError(f"{step} is not a step of the dealer")

    def claims(self, draft: Draft, step: Settle) -> Sequence[Claim]:
        return claims(draft, step)

    def interventions(self) -> Mapping[str, Remedy]:
        return REMEDIES

    def labels(self, round: Round, cards: Mapping[str, Sequence[Card]]) -> Mapping[str, str]:
        """From the hands' keys, since cards alone do not say that a split ace and ten is a 21."""
        state = round.state
        called = {hand_place(box, hand.id): label(hand.key) for box, hand in state.every()}
        called[BANK] = label(state.bank)
        return {place: called[place] for place in cards if place in called}

    def hands(self, round: Round, box: int) -> Sequence[int]:
        return tuple(hand.id for hand in round.state.hands.get(box, ()))

    def felt_state(self, round: Round) -> FeltState:
        action: int = round.state.action
        buttons = (("action", action),) if action else ()
        return FeltState(buttons=buttons, bank_busted=over(round.state.bank))

    def fronts(self, round: Round, cards: Sequence[Card]) -> Sequence[Front]:
        return ()


def _expand(draft: Draft, step: Step) -> None:
    """A step of a procedure is replaced with the single steps that it stands for."""
    draft.agenda[:1] = EXPANSIONS[type(step)](draft, step)


def _burn(draft: Draft, _: BurnCards) -> list[Step]:
    shoe = draft.rules.shoe
    return [] if draft.facts.rounds_since_shuffle else [Deal(BURN, NOBODY)] * shoe.burn


def _card_to_each(draft: Draft, step: CardToEach) -> list[Step]:
    if step.face == "down":
        return [Deal(hand_place(box), own(box), named=True) for box in _boxes(draft.state)]
    return [Deal(hand_place(box)) for box in _boxes(draft.state)]


def _first_card_to_each(draft: Draft, step: FirstCardToEach) -> list[Step]:
    return [
        each
        for box in _boxes(draft.state)
        for each in (
            *[Deal(BURN, NOBODY)] * step.burn,
            Deal(hand_place(box)),
            *_at_once(draft, step, box),
        )
    ]


def _second_card_to_each(draft: Draft, _: SecondCardToEach) -> list[Step]:
    return [
        each for box in _boxes(draft.state) for each in (OfferMaxBet(box), Deal(hand_place(box)))
    ]


def _card_to_bank(_: Draft, step: CardToBank) -> list[Step]:
    return [Deal(BANK, step.seen)]


def _turns(draft: Draft, step: Turns) -> list[Step]:
    return [
        each
        for box, hands in draft.state.hands.items()
        for each in (
            *([Settle(step.spots, box)] if step.spots else []),
            *[PlayHand(box, hand.id) for hand in hands],
        )
    ]


def _open_face_down(draft: Draft, _: OpenFaceDown) -> list[Step]:
    return [
        Turn(place, position)
        for place, pile in draft.cards.items()
        if "." in place
        for position, dealt in enumerate(pile)
        if dealt.seen == NOBODY
    ]


EXPANSIONS: Final[Mapping[type[Step], Callable[[Draft, Any], list[Step]]]] = {
    BurnCards: _burn,
    CardToEach: _card_to_each,
    FirstCardToEach: _first_card_to_each,
    SecondCardToEach: _second_card_to_each,
    CardToBank: _card_to_bank,
    Turns: _turns,
    OpenFaceDown: _open_face_down,
}
"""The single steps that one of a procedure stands for, by its type."""


def _boxes(state: TwentyOneState) -> list[int]:
    """Those that are dealt to; a void hand gets no more cards."""
    return [box for box, hands in state.hands.items() if hands[0].status != "void"]


def _at_once(draft: Draft, step: FirstCardToEach, box: int) -> list[Step]:
    """A settlement right after the card, if the box has such a bet."""
    bets = draft.bets.values()
    betting = any(bet.box == box and bet.spot in step.spots for bet in bets)
    return [Settle(step.spots, box)] if betting else []


def _naturals(draft: Draft) -> list[tuple[int, int]]:
    """Naturals that can be paid now: the bank cannot equal them, or it does not matter."""
    state = draft.state
    found = [
        (box, hand.id)
        for box, hand in state.every()
        # An absent player's natural is paid too.
        if hand.key.natural and hand.status in ("live", "stood")
    ]
    if not found:
        return []
    policies = posted_game(draft.rules).policies
    unknown = policies.hole.card in ("none", "no-peek") and offers.may_be_natural(state.up)
    return [] if unknown and policies.naturals == "in-turn" else found


def _naturals_head(draft: Draft, step: PayNaturals) -> Head | None:
    if _naturals(draft):
        return DealerStep("pay naturals", step)
    draft.pop()
    return None


def _pay_naturals(draft: Draft) -> None:
    state = draft.state
    at = posted_game(draft.rules)
    for box, id in _naturals(draft):
        hand = state.hand(box, id)
        result = at.resolution.instant(hand.key, hand.mode, hand.done)
        if result is None:
            result = at.resolution.compare(hand.key, hand.mode, hand.done, bank.no_natural(at))
        turns.settle_hand(draft, box, hand, result)


def _bank_done(draft: Draft, _: BankDone) -> None:
    draft.pop()
    if draft.state.bank.size > 1:
        draft.record(BankEnded(label(draft.state.bank)))


def _award(draft: Draft, step: Award) -> None:
    draft.pop()
    judge(draft, step.settle)


HEADS: Final[Mapping[type[Step], Callable[[Draft, Any], Head | None]]] = {
    PlayHand: turns.head,
    OfferInsurance: offers.head,
    OfferSurrender: offers.head,
    OfferNaturals: offers.head,
    OfferMaxBet: offers.head,
    Peek: offers.peek_head,
    PayNaturals: _naturals_head,
    BankPlays: bank.head,
    BankDone: _bank_done,
    Award: _award,
}
"""What a round waits for at a step, by its type; any other step stands for several."""
