"""Pai gow poker as the interpreter sees it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.events import Acted, ButtonPlaced
from cardroom.games.pai_gow import clauses as c
from cardroom.games.pai_gow import fortune
from cardroom.games.pai_gow.felt import CHOOSE_PILE
from cardroom.games.pai_gow.felt_state import choices, felt_state
from cardroom.games.pai_gow.irregularities import REMEDIES
from cardroom.games.pai_gow.options import SEATS
from cardroom.games.pai_gow.state import (
    CARDS,
    Draft,
    PaiGowState,
    Remedy,
    Round,
    announced,
    bank_is_out,
    compare,
    deliver,
    house_way,
    is_open,
    open_hand,
    place,
    players,
    policies,
    seat_of,
    setting_of,
    without_action,
)
from cardroom.games.pai_gow.steps import (
    AskHouseWay,
    ChoosePile,
    DealPiles,
    Deliver,
    NameCard,
    OpenHand,
    PayEnvy,
    PayFromActionSeat,
    ReplaceExposed,
    SetBank,
    SetHands,
)
from cardroom.hands.pai_gow import back_value, front_value
from cardroom.places import (
    BACK,
    FRONT,
    LEFT_OVER,
    NOBODY,
    box,
    hand_place,
    part_of,
    pile_place,
)
from cardroom.play import clauses as table_clauses
from cardroom.play.felt_state import FeltState, Front
from cardroom.play.inputs import Answer, Dice, Figure
from cardroom.play.round import (
    Ask,
    Await,
    Bet,
    Chance,
    DealerStep,
    Dealt,
    Facts,
    Head,
    Refusal,
    VerbOffer,
)
from cardroom.play.settle import Claim, claim, clockwise, settle
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Deal, Settle, Step, Turn

VERBS = (VerbOffer("set", cards=True), VerbOffer("house-way"))


class PaiGowFamily:
    """Piles, dice, two hands out of seven cards, all hidden until they are reached."""

    def clauses(self, rules: Ruleset) -> Clauses:
        return c.FORTUNE_CLAUSES if rules.spot("fortune") else c.DOUBLE_HAND_CLAUSES

    def bars_bet(
        self, rules: Ruleset, facts: Facts, bets: Sequence[Bet], bet: Bet
    ) -> Refusal | None:
        return None

    def opening(self, rules: Ruleset, facts: Facts, boxes: Collection[int]) -> PaiGowState:
        return PaiGowState()

    def begin(self, draft: Draft) -> None:
        fortune.envy_buttons(draft)
        draft.push(*draft.rules.procedure)

    def head(self, draft: Draft, step: Step) -> Head | None:
        state = draft.state
        bank = draft.facts.bank_box
        match step:
            case ChoosePile():
                return Await((Ask(bank, "pile", (CHOOSE_PILE.offer(1, SEATS, c.CHOOSE),)),))
            case AskHouseWay():
                return _house_way_head(draft, state)
            case NameCard():
                return _name_head(draft, step)
            case SetHands():
                return _set_head(draft, state)
            case SetBank():
                return Await((Ask(bank, "set", VERBS),))
            case PayEnvy():
                return DealerStep("pay envy", step)
            case _:
                draft.pop()
                self._do(draft, state, step)
                return None

    def _do(self, draft: Draft, state: PaiGowState, step: Step) -> None:
        match step:
            case DealPiles():
                piles = [Deal(pile_place(n), NOBODY) for n in range(1, SEATS + 1)]
                draft.push(*piles * CARDS, *[Deal(LEFT_OVER, NOBODY)] * 4)
            case ReplaceExposed():
                _replace(draft, state)
            case Deliver():
                deliver(draft)
                if draft.rules.as_read:
                    draft.push(*_unnamed(draft))
            case PayFromActionSeat():
                order = clockwise(players(draft), state.action)
                draft.push(*(each for n in order for each in (OpenHand(n), Settle(("main",), n))))
            case OpenHand():
                if not bank_is_out(draft):
                    open_hand(draft, step.box)
            case _:
                raise AssertionError(f"{step} is not a step of pai gow")

    def dealt(self, draft: Draft, step: Deal, card: Card) -> None:
        return None

    def turned(self, draft: Draft, place: str, position: int, card: Card) -> Refusal | None:
        return None

    def rolled(self, draft: Draft, dice: Dice) -> None:
        seat = seat_of(draft.facts.bank_box, sum(dice.dice))
        # Where every hand was declared void, nobody is left to be paid first.
        first = next(iter(clockwise(players(draft), seat)), seat)
        draft.state = msgspec.structs.replace(draft.state, dice=seat, action=first)
        draft.record(ButtonPlaced("action", first))

    def read(self, draft: Draft, figure: Figure) -> Refusal | None:
        return Refusal(table_clauses.WAITS, "pai gow reads no figures")

    def answered(self, draft: Draft, ask: Ask, answer: Answer) -> Refusal | None:
        state = draft.state
        if ask.topic == "pile":
            draft.pop()
            draft.state = msgspec.structs.replace(state, pile=answer.amount)
            draft.record(Acted(ask.box, answer.verb, amount=answer.amount))
            return None
        if ask.topic == "house-way":
            return _before_looking(draft, state, ask, answer)
        cards = draft.at(hand_place(ask.box))
        if len(set(answer.cards)) != len(answer.cards) or not set(answer.cards) <= set(cards):
            return Refusal(c.SET, f"box {ask.box} does not hold these cards")
        setting = None if answer.verb == "house-way" else setting_of(cards, answer.cards)
        if ask.box == draft.facts.bank_box:
            foul = setting is not None and setting.foul
            if foul and draft.rules.as_read:
                return Refusal(c.BANK_FOUL, "that setting is foul: set the bank's hand again")
            draft.pop()
            if setting is None or foul:
                setting = house_way(draft, cards)
        place(draft, ask, answer, setting)
        return None

    def governs(self, rules: Ruleset, verb: str) -> Clause | None:
        return {"set": c.SET, "house-way": c.LOOKED, "choose": c.CHOOSE}.get(verb)

    def forbids(self, round: Round, answer: Answer) -> Refusal | None:
        return _forbids(round, answer)

    def lapsed(self, draft: Draft, ask: Ask) -> Answer:
        if ask.topic == "pile":
            return Answer(ask.box, "choose", amount=1)
        if ask.topic == "house-way":
            return Answer(ask.box, "decline")
        # A hand that nobody set is set the house way, looked at or not.
        cards = draft.at(hand_place(ask.box))
        if ask.option("house-way"):
            return Answer(ask.box, "house-way")
        return Answer(ask.box, "set", cards=house_way(draft, cards).front)

    def proceed(self, draft: Draft, step: Step) -> None:
        assert isinstance(step, PayEnvy)
        draft.pop()
        settle(draft, fortune.envy(draft))

    def claims(self, draft: Draft, step: Settle) -> Sequence[Claim]:
        if step.spots == ("fortune",):
            return fortune.claims(draft)
        state = draft.state
        assert step.box is not None
        if not is_open(draft, step.box):
            return [without_action(bet) for bet in draft.bets_on(step.box)]
        bank = state.settings[draft.facts.bank_box]
        player = state.settings[step.box]
        assert bank is not None
        assert player is not None
        result = compare(player, bank)
        rounding = policies(draft.rules).rounding
        return [claim(bet, result, rounding, announced(player)) for bet in draft.bets_on(step.box)]

    def interventions(self) -> Mapping[str, Remedy]:
        return REMEDIES

    def labels(self, round: Round, cards: Mapping[str, Sequence[Card]]) -> Mapping[str, str]:
        seen = {at: pile for at, pile in cards.items() if UNSEEN not in pile}
        fronts = {at: front_value(pile) for at, pile in seen.items() if _is(at, FRONT, pile, 2)}
        backs = {at: back_value(pile) for at, pile in seen.items() if _is(at, BACK, pile, 5)}
        return {at: value.label for at, value in {**fronts, **backs}.items()}

    def hands(self, round: Round, box: int) -> Sequence[int]:
        return ()

    def felt_state(self, round: Round) -> FeltState:
        return felt_state(round)

    def fronts(self, round: Round, cards: Sequence[Card]) -> Sequence[Front]:
        return choices(tuple(cards))


def _forbids(round: Round, answer: Answer) -> Refusal | None:
    """The rule by which a box is not asked: only the bank chooses, and a hand is set once."""
    state, box, bank = round.state, answer.box, round.facts.bank_box
    if box not in round.players and box != bank:
        return None
    if answer.verb == "choose":
        return Refusal(c.CHOOSE, f"box {box} does not have the bank") if box != bank else None
    if answer.verb not in ("set", "house-way") or not state.dice:
        return None
    if box == bank and box not in state.settings:
        return Refusal(c.HIDDEN, "players are still setting their hands")
    if box in state.settings and state.settings[box] is None:
        return Refusal(c.HOUSE_WAY, f"box {box} asked for the house way")
    return None


def _is(place: str, part: str, pile: Sequence[Card], size: int) -> bool:
    """A foul hand of wrong size has no name."""
    return part_of(place) == part and len(pile) == size


def _house_way_head(draft: Draft, state: PaiGowState) -> Head | None:
    asks = tuple(
        Ask(n, "house-way", (VerbOffer("house-way"), VerbOffer("decline")))
        for n in players(draft)
        if n not in state.asked
    )
    if asks:
        return Await(asks)
    draft.pop()
    return None


def _before_looking(draft: Draft, state: PaiGowState, ask: Ask, answer: Answer) -> Refusal | None:
    draft.record(Acted(ask.box, answer.verb))
    settings = dict(state.settings)
    if answer.verb == "house-way":
        settings[ask.box] = None
    draft.state = msgspec.structs.replace(state, asked=state.asked | {ask.box}, settings=settings)
    return None


def _unnamed(draft: Draft) -> Iterator[NameCard]:
    """A hand can only be set and compared if all of its cards are known. The bank's are named when
    they are turned; piles of empty seats never are."""
    for seat in players(draft):
        for position, card in enumerate(draft.at(hand_place(seat))):
            if card is UNSEEN:
                yield NameCard(seat, position)


def _name_head(draft: Draft, step: NameCard) -> Head | None:
    if step.box in players(draft):
        place = hand_place(step.box)
        return Chance(place, box(step.box), turned=step.position, named=True)
    # The hand was declared void meanwhile, so nobody sets or opens it.
    draft.pop()
    return None


def _set_head(draft: Draft, state: PaiGowState) -> Head | None:
    bank = draft.facts.bank_box
    looked = draft.rules.options["house_way_after_looking"]
    verbs = VERBS if looked else VERBS[:1]
    # Rounds of version 0.1 went on while a card had no name, so there it is asked for last.
    unnamed = list(_unnamed(draft))
    later = {step.box for step in unnamed}
    asks = [Ask(n, "set", verbs) for n in players(draft) if n not in {*state.settings, *later}]
    if asks:
        return Await(tuple(asks))
    if unnamed:
        draft.push(*unnamed)
        return None
    draft.pop()
    draft.push(*(Turn(hand_place(bank), n) for n in range(CARDS)))
    return None


def _replace(draft: Draft, state: PaiGowState) -> None:
    """The exposed card goes to the cards left over, the first of which takes its place."""
    for card in state.exposed:
        for number in range(1, SEATS + 1):
            pile = draft.cards[pile_place(number)]
            found = [n for n, dealt in enumerate(pile) if dealt.card is card]
            if found:
                first, *rest = draft.cards[LEFT_OVER]
                changed = list(pile)
                changed[found[0]] = first
                draft.cards[pile_place(number)] = tuple(changed)
                draft.cards[LEFT_OVER] = (*rest, Dealt(card, "all"))
