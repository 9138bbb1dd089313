"""Three Card Poker as the interpreter sees it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.events import Acted, BankEnded, ButtonPlaced, HandEnded
from cardroom.games.side_bets.custom import with_side_bet_clauses
from cardroom.games.three_card import clauses as c
from cardroom.games.three_card.bonus import BONUS
from cardroom.games.three_card.policies import policies_of
from cardroom.games.three_card.resolution import forfeited, owed_on, standing
from cardroom.games.three_card.steps import (
    DealThree,
    Decide,
    DecideBox,
    OpenHands,
    TakeFolded,
    TurnBank,
)
from cardroom.hands.three_card import three_card
from cardroom.places import BANK, NOBODY, box, hand_place
from cardroom.play import clauses as table_clauses
from cardroom.play.family import RemedyOf
from cardroom.play.felt_state import FeltState, Front
from cardroom.play.inputs import Answer, Dice, Figure, Intervene, Lapse
from cardroom.play.irregularities import VOID_HAND_WORDS, bars_void_hand, record, void_bets
from cardroom.play.round import (
    Ask,
    Await,
    Bet,
    DealerStep,
    DraftOf,
    Facts,
    Head,
    Refusal,
    RoundOf,
    VerbOffer,
)
from cardroom.play.settle import Claim, claim, clockwise, in_order, plain, settle
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import FinalHand
from cardroom.rules.steps import Deal, Settle, Step, Turn


class ThreeCardState(msgspec.Struct, frozen=True):
    """The boxes that play on, those that folded, and those whose hand is void."""

    played: frozenset[int] = frozenset()
    folded: frozenset[int] = frozenset()
    void: frozenset[int] = frozenset()


Draft = DraftOf[ThreeCardState]
Round = RoundOf[ThreeCardState]
Remedy = RemedyOf[ThreeCardState]


class ThreeCardFamily:
    """Ante, look, play or fold."""

    def clauses(self, rules: Ruleset) -> Clauses:
        return with_side_bet_clauses(c.CLAUSES, rules.side_bets)

    def bars_bet(
        self, rules: Ruleset, facts: Facts, bets: Sequence[Bet], bet: Bet
    ) -> Refusal | None:
        return None

    def opening(self, rules: Ruleset, facts: Facts, boxes: Collection[int]) -> ThreeCardState:
        return ThreeCardState()

    def begin(self, draft: Draft) -> None:
        draft.push(*draft.rules.procedure)
        for button, number in _buttons(draft):
            draft.record(ButtonPlaced(button, number))

    def head(self, draft: Draft, step: Step) -> Head | None:
        match step:
            case DecideBox():
                return _decide(draft, step)
            case TakeFolded():
                if not draft.state.folded:
                    draft.pop()
                    return None
                return DealerStep("take folded wagers", step)
            case _:
                draft.pop()
                draft.push(*_expand(draft, step))
                return None

    def dealt(self, draft: Draft, step: Deal, card: Card) -> None:
        return None

    def turned(self, draft: Draft, place: str, position: int, card: Card) -> Refusal | None:
        bank = draft.cards[BANK]
        if place == BANK and all(dealt.seen == "all" for dealt in bank):
            value = three_card(dealt.card for dealt in bank)
            draft.record(BankEnded(value.label))
        return None

    def rolled(self, draft: Draft, dice: Dice) -> None:
        raise AssertionError("Three Card Poker rolls no dice")

    def read(self, draft: Draft, figure: Figure) -> Refusal | None:
        return Refusal(table_clauses.WAITS, "Three Card Poker reads no figures")

    def answered(self, draft: Draft, ask: Ask, answer: Answer) -> Refusal | None:
        draft.pop()
        if answer.verb == "fold":
            _fold(draft, ask.box)
            return None
        draft.record(Acted(ask.box, answer.verb))
        state = draft.state
        draft.state = msgspec.structs.replace(state, played=state.played | {ask.box})
        ante = draft.bets_on(ask.box, "ante")[0]
        draft.place_bet(Bet(draft.next_bet, "play", ask.box, ante.owner, ante.stake))
        return None

    def governs(self, rules: Ruleset, verb: str) -> Clause | None:
        return {"play": c.PLAY, "fold": c.FOLD}.get(verb)

    def forbids(self, round: Round, answer: Answer) -> Refusal | None:
        return _forbids(round, answer)

    def lapsed(self, draft: Draft, ask: Ask) -> Answer:
        return Answer(ask.box, "fold")

    def proceed(self, draft: Draft, step: Step) -> None:
        assert isinstance(step, TakeFolded)
        draft.pop()
        taken = []
        for number in sorted(draft.state.folded, reverse=True):
            for spot in ("ante", *(side.name for side in draft.rules.side_bets)):
                bets = draft.bets_on(number, spot)
                taken += [Claim(bet, *forfeited(spot, bet.stake)[:3], "folded") for bet in bets]
            draft.racked |= {hand_place(number)}
        settle(draft, taken)

    def claims(self, draft: Draft, step: Settle) -> Sequence[Claim]:
        boxes = in_order(step.order, draft.state.played, _first(draft))
        return [
            _owed(draft, bet)
            for number in boxes
            for spot in step.spots
            for bet in draft.bets_on(number, spot)
        ]

    def interventions(self) -> Mapping[str, Remedy]:
        void_hand = Remedy(
            _void_hand, until="clearing", takes=("box", "side_bets"), words=VOID_HAND_WORDS
        )
        return {"void-hand": void_hand}

    def labels(self, round: Round, cards: Mapping[str, Sequence[Card]]) -> Mapping[str, str]:
        return {
            place: three_card(pile).label
            for place, pile in cards.items()
            if len(pile) == 3 and UNSEEN not in pile
        }

    def hands(self, round: Round, box: int) -> Sequence[int]:
        return ()

    def felt_state(self, round: Round) -> FeltState:
        return FeltState(buttons=_buttons(round))

    def fronts(self, round: Round, cards: Sequence[Card]) -> Sequence[Front]:
        return ()


def _first(round: Draft | Round) -> int:
    """The box after the bank: cards go there first, and there the action button lies."""
    return clockwise(round.players, round.facts.bank_box + 1)[0]


def _buttons(round: Draft | Round) -> tuple[tuple[str, int], ...]:
    """The action button, where the house settles from it: no card and no dice move it."""
    posted = round.rules.banking.order == "from-action-seat"
    return (("action", _first(round)),) if posted else ()


def _expand(draft: Draft, step: Step) -> list[Step]:
    boxes = clockwise(draft.players, _first(draft))
    match step:
        case DealThree():
            mine = [Deal(hand_place(number), box(number)) for number in boxes for _ in range(3)]
            return [*mine, *[Deal(BANK, NOBODY)] * 3]
        case TurnBank():
            hidden = [n for n, dealt in enumerate(draft.cards[BANK]) if dealt.seen == NOBODY]
            return [Turn(BANK, position) for position in hidden if position < step.shown]
        case Decide():
            return [DecideBox(number) for number in sorted(draft.players)]
        case OpenHands():
            return [
                Turn(hand_place(number), position)
                for number in sorted(draft.state.played, reverse=True)
                for position in range(3)
            ]
        case _:
            raise AssertionError(f"{step} is not a step of Three Card Poker")


def _decide(draft: Draft, step: DecideBox) -> Await | None:
    if step.box in draft.state.void:
        draft.pop()
        return None
    ante = draft.bets_on(step.box, "ante")[0]
    if draft.stacks[ante.owner] >= ante.stake:
        return Await((Ask(step.box, "play", (VerbOffer("play"), VerbOffer("fold")), (), 1, 1),))
    # Without the chips for the play wager only the fold is left, and nobody is asked.
    draft.pop()
    _fold(draft, step.box, "only action", c.PLAY.id)
    return None


def _forbids(round: Round, answer: Answer) -> Refusal | None:
    """A hand that folded, or had to because its player cannot match the ante."""
    state, number = round.state, answer.box
    if number in state.void:
        return Refusal(table_clauses.VOID_HAND, f"box {number} is void")
    if number not in state.folded:
        return None
    asked = (entry.box for entry in round.inputs if isinstance(entry, (Answer, Lapse)))
    if number in asked:
        return Refusal(c.FOLD, f"box {number} has folded")
    return Refusal(c.PLAY, f"box {number} does not have the chips for the play wager")


def _fold(draft: Draft, number: int, forced: str = "", clause: str = "") -> None:
    state = draft.state
    draft.record(Acted(number, "fold", forced=forced, clause=clause))
    draft.state = msgspec.structs.replace(state, folded=state.folded | {number})
    draft.record(HandEnded(number, 1, "folded", ""))


def _owed(draft: Draft, bet: Bet) -> Claim:
    side = draft.rules.side_bet(bet.spot)
    if side is not None and side.name != BONUS.file.name:
        hands = {
            "own-hand": FinalHand(tuple(draft.at(hand_place(bet.box)))),
            "bank-hand": FinalHand(tuple(draft.at(BANK))),
        }
        row = side.row(*(hands[look] for look in side.looks_at))
        return claim(bet, plain(*side.owes(row)), policies_of(draft.rules).rounding)
    mine, bank = three_card(draft.at(hand_place(bet.box))), three_card(draft.at(BANK))
    found = owed_on(bet.spot, policies_of(draft.rules), mine, standing(mine, bank), bet.stake)
    return Claim(bet, found.win, found.lose, found.clause, mine.label, found.row)


def _void_hand(draft: Draft, entry: Intervene) -> Refusal | None:
    state = draft.state
    gone = state.void if draft.rules.as_read else state.void | state.folded
    if entry.box not in draft.players or entry.box in gone or draft.void:
        return Refusal(table_clauses.UNKNOWN, f"box {entry.box} has no hand in play")
    refusal = bars_void_hand(entry)
    if refusal is not None:
        return refusal
    record(draft, entry, table_clauses.VOID_HAND)
    out = {entry.box}
    draft.state = ThreeCardState(state.played - out, state.folded - out, state.void | out)
    return void_bets(draft, entry, lambda bet: bet.box == entry.box)
