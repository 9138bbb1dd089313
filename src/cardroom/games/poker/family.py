"""The poker games as the interpreter sees them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.games.poker import clauses as c
from cardroom.games.poker import forced, showdown, wagers
from cardroom.games.poker.felt_state import felt_state
from cardroom.games.poker.irregularities import INTERVENTIONS
from cardroom.games.poker.state import (
    Draft,
    PokerState,
    Remedy,
    Round,
    live,
    made_pots,
    order,
    policies,
)
from cardroom.games.poker.steps import (
    Antes,
    BettingRound,
    Blinds,
    Collect,
    GivePots,
    HoleCards,
    OfferShow,
    Showdown,
    ShowHand,
    ToBoard,
)
from cardroom.games.poker.values import labels
from cardroom.places import BOARD, BURN, NOBODY, box, hand_place
from cardroom.play.felt_state import FeltState, Front
from cardroom.play.inputs import Answer, Dice, Figure
from cardroom.play.pots import less, take_fee
from cardroom.play.round import Ask, Bet, DealerStep, Facts, Head, Refusal
from cardroom.play.settle import Claim
from cardroom.play.time_fee import take_time
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Deal, Settle, Step


class PokerFamily:
    """Blinds, hole cards, four rounds of betting around a board, pots."""

    def clauses(self, rules: Ruleset) -> Clauses:
        return c.CLAUSES[rules.game]

    def bars_bet(
        self, rules: Ruleset, facts: Facts, bets: Sequence[Bet], bet: Bet
    ) -> Refusal | None:
        return None

    def opening(self, rules: Ruleset, facts: Facts, boxes: Collection[int]) -> PokerState:
        return PokerState()

    def begin(self, draft: Draft) -> None:
        take_time(draft)
        # A player without chips is not dealt in.
        draft.players = {
            seat: player for seat, player in draft.players.items() if draft.stacks[player]
        }
        if len(draft.players) > 1:
            forced.place_button(draft)
            draft.push(*draft.rules.procedure)

    def head(self, draft: Draft, step: Step) -> Head | None:
        match step:
            case BettingRound():
                return wagers.betting_head(draft, step)
            case ShowHand() | OfferShow():
                return showdown.show_head(draft, step)
            case GivePots():
                return DealerStep("give out the pots", step)
            case _:
                draft.pop()
                _do(draft, step)
                return None

    def dealt(self, draft: Draft, step: Deal, card: Card) -> None:
        return None

    def turned(self, draft: Draft, place: str, position: int, card: Card) -> Refusal | None:
        return None

    def rolled(self, draft: Draft, dice: Dice) -> None:
        raise AssertionError("poker rolls no dice")

    def read(self, draft: Draft, figure: Figure) -> Refusal | None:
        raise AssertionError("poker reads no figures during a hand")

    def answered(self, draft: Draft, ask: Ask, answer: Answer) -> Refusal | None:
        if ask.topic == "show":
            showdown.answered(draft, ask.box, answer)
        else:
            wagers.act(draft, ask.box, answer)
        return None

    def governs(self, rules: Ruleset, verb: str) -> Clause | None:
        return {"show": c.SHOW, "muck": c.MUCK}.get(verb)

    def forbids(self, round: Round, answer: Answer) -> Refusal | None:
        return wagers.forbids(round, answer)

    def lapsed(self, draft: Draft, ask: Ask) -> Answer:
        for verb in ("muck", "check"):
            if ask.option(verb):
                return Answer(ask.box, verb)
        return Answer(ask.box, "fold")

    def proceed(self, draft: Draft, step: Step) -> None:
        assert isinstance(step, GivePots)
        draft.pop()
        showdown.give_pots(draft)

    def claims(self, draft: Draft, step: Settle) -> Sequence[Claim]:
        raise AssertionError("pots are not claims on a bank")

    def interventions(self) -> Mapping[str, Remedy]:
        return INTERVENTIONS

    def labels(self, round: Round, cards: Mapping[str, Sequence[Card]]) -> Mapping[str, str]:
        posted, board = policies(round.rules), tuple(cards.get(BOARD, ()))
        hands = {
            place: tuple(pile)
            for place, pile in cards.items()
            if place not in (BOARD, BURN) and len(pile) == posted.hole_cards and UNSEEN not in pile
        }
        # Kickers are named to tell live hands apart; a folded hand is described on its own.
        folded = [place for place in hands if place in round.racked]
        apart = [{place: hands.pop(place)} for place in folded]
        return {
            place: said
            for each in (hands, *apart)
            for place, said in labels(posted, each, board).items()
        }

    def hands(self, round: Round, box: int) -> Sequence[int]:
        return ()

    def felt_state(self, round: Round) -> FeltState:
        return felt_state(round)

    def fronts(self, round: Round, cards: Sequence[Card]) -> Sequence[Front]:
        return ()


def _do(draft: Draft, step: Step) -> None:
    match step:
        case Antes():
            forced.post_antes(draft)
        case Blinds():
            forced.post_blinds(draft)
        case HoleCards():
            hands = [Deal(hand_place(seat), box(seat)) for seat in order(draft)]
            draft.push(*hands * policies(draft.rules).hole_cards)
        case ToBoard():
            if len(live(draft)) > 1:
                draft.push(Deal(BURN, NOBODY), *[Deal(BOARD)] * step.cards)
        case Collect():
            _collect(draft)
        case Showdown():
            draft.push(*showdown.opened(draft))
        case _:
            raise AssertionError(f"{step} is not a step of poker")


def _collect(draft: Draft) -> None:
    """Once a hand, right after the flop: no flop, no fee."""
    if len(live(draft)) == 1:
        return
    dealt_in = len(draft.players)
    posted = next((row.fee for row in draft.rules.fees.pot if dealt_in >= row.players), 0)
    made = made_pots(draft)
    # Version 0.1 took it from the main pot alone.
    fee = min(posted, sum(pot.amount for pot in made if draft.rules.as_read or pot is made[0]))
    draft.state = msgspec.structs.replace(draft.state, fee=fee)
    left = less(made, fee)
    side = tuple(one.amount - two.amount for one, two in zip(made, left, strict=True))[1:]
    take_fee(draft, fee, side if any(side) else ())
