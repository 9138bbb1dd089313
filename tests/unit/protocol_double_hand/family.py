"""Double Hand Poker in small: piles, dice, hidden settings, and a bank with a limit.

Left out: misdeals, asking for house way after looking, the floor overruling a setting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

import msgspec

from cardroom.cards import Card, Deck
from cardroom.events import Acted, ButtonPlaced, CardShown, HandEnded
from cardroom.hands.house_way import set_hand, way_named, way_names
from cardroom.hands.pai_gow import Face, Setting, back_value, faces, front_value
from cardroom.money import EXACT
from cardroom.play.inputs import Answer, Dice, Figure, Intervene
from cardroom.play.middle import BARE, Front, Middle
from cardroom.play.round import Ask, Await, Bet, Dealt, Draft, Facts, Head, Option, Refusal, Round
from cardroom.play.settle import LOSE, PUSH, WIN, Claim, Result, claim, clockwise
from cardroom.rules.banking import Banking
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.options import document
from cardroom.rules.ruleset import Ruleset, ShoeRule, digest_of
from cardroom.rules.spots import Spot
from cardroom.rules.steps import NOBODY, Deal, Roll, Settle, Step, Turn, box, hand_place

SEATS: Final = 7
CARDS: Final = 7

SET: Final = Clause(
    "set", "Double Hand Poker / Game description", "a hand is set from its own seven cards"
)
PILE: Final = Clause(
    "pile", "Double Hand Poker / Game description", "the bank selects one of the seven piles"
)
FOUL: Final = Clause("pay.foul", "Double Hand Poker / Foul hands", "a foul hand loses")
BOTH: Final = Clause("pay.both", "Double Hand Poker / Object", "both hands rank higher: it wins")
NEITHER: Final = Clause(
    "pay.neither", "Double Hand Poker / Object", "the bank has both hands, copies included"
)
ONE: Final = Clause("pay.one", "Double Hand Poker / Object", "each side has one hand: a push")
CLAUSES: Final = Clauses(value for value in list(globals().values()) if isinstance(value, Clause))


class DealPiles(Step, frozen=True):
    """Seven piles of seven, face down."""


class ChoosePile(Step, frozen=True):
    """The bank says which pile is delivered first."""


class Deliver(Step, frozen=True):
    """The chosen pile to the seat of the dice, the rest clockwise."""


class SetHands(Step, frozen=True):
    """All players at once; nobody sees another's setting."""


class SetBank(Step, frozen=True):
    """The bank sets its open hand."""


class OpenHand(Step, frozen=True):
    """A player's hand is opened when the settlement reaches it."""

    box: int


class PayFromActionSeat(Step, frozen=True):
    """Hand by hand, clockwise from the action seat."""


class State(msgspec.Struct, frozen=True):
    pile: int = 0
    action: int = 0
    """The seat that the dice named."""
    settings: Mapping[int, Setting | None] = {}
    """By box; None asked for house way and is set when it is reached."""


def count_from(bank: int, total: int) -> int:
    """The bank is 1, 8 and 15; the count goes clockwise over all positions."""
    return (bank + total - 2) % SEATS + 1


def pile_place(number: int) -> str:
    return f"pile{number}"


class DoubleHandFamily:
    def clauses(self, rules: Ruleset) -> Clauses:
        return CLAUSES

    def bars_bet(
        self, rules: Ruleset, facts: Facts, bets: Sequence[Bet], bet: Bet
    ) -> Refusal | None:
        return None

    def begin(self, draft: Draft) -> None:
        draft.state = State()
        draft.push(*draft.rules.procedure)

    def head(self, draft: Draft, step: Step) -> Head | None:
        state: State = draft.state
        bank = draft.facts.bank_box
        match step:
            case DealPiles():
                draft.pop()
                piles = [Deal(pile_place(n), NOBODY) for n in range(1, SEATS + 1)]
                draft.push(*piles * CARDS)
            case ChoosePile():
                choose = Option("choose", 1, SEATS, clause=PILE)
                return Await((Ask(bank, "pile", (choose,)),))
            case Deliver():
                draft.pop()
                _deliver(draft, state)
            case SetHands():
                verbs = (Option("set", cards=True), Option("house-way"))
                asks = [Ask(n, "set", verbs) for n in _players(draft) if n not in state.settings]
                if asks:
                    return Await(tuple(asks))
                draft.pop()
                draft.push(*(Turn(hand_place(bank), n) for n in range(CARDS)))
            case SetBank():
                verbs = (Option("set", cards=True), Option("house-way"))
                return Await((Ask(bank, "set", verbs),))
            case PayFromActionSeat():
                draft.pop()
                order = clockwise(_players(draft), state.action)
                draft.push(*(each for n in order for each in (OpenHand(n), Settle(("main",), n))))
            case OpenHand():
                draft.pop()
                _open(draft, step.box)
            case _:
                raise AssertionError(f"no step of this family: {step}")
        return None

    def dealt(self, draft: Draft, step: Deal, card: Card) -> None:
        pass

    def turned(self, draft: Draft, place: str, position: int, card: Card) -> Refusal | None:
        return None

    def rolled(self, draft: Draft, dice: Dice) -> None:
        action = count_from(draft.facts.bank_box, sum(dice.dice))
        draft.state = msgspec.structs.replace(draft.state, action=action)
        draft.record(ButtonPlaced("action", action))

    def read(self, draft: Draft, figure: Figure) -> Refusal | None:
        raise AssertionError("nothing is read")

    def answered(self, draft: Draft, ask: Ask, answer: Answer) -> Refusal | None:
        if ask.topic == "pile":
            draft.pop()
            draft.state = msgspec.structs.replace(draft.state, pile=answer.amount)
            draft.record(Acted(ask.box, answer.verb, amount=answer.amount))
            return None
        cards = draft.at(hand_place(ask.box))
        if len(set(answer.cards)) != len(answer.cards) or not set(answer.cards) <= set(cards):
            return Refusal(SET, f"box {ask.box} does not hold these cards")
        setting = None if answer.verb == "house-way" else _set(cards, answer.cards)
        if ask.box == draft.facts.bank_box:
            draft.pop()
            # The dealer does not let the bank foul: such a hand is reset house way.
            if setting is None or setting.foul:
                setting = house_way(cards)
        _place(draft, ask, answer, setting)
        return None

    def governs(self, rules: Ruleset, verb: str) -> Clause | None:
        return None

    def lapsed(self, draft: Draft, ask: Ask) -> Answer:
        if ask.topic == "pile":
            return Answer(ask.box, "choose", amount=1)
        return Answer(ask.box, "house-way")

    def proceed(self, draft: Draft, step: Step) -> None:
        raise AssertionError(f"no step of the dealer: {step}")

    def claims(self, draft: Draft, step: Settle) -> Sequence[Claim]:
        state: State = draft.state
        bank = state.settings[draft.facts.bank_box]
        player = state.settings[step.box or 0]
        assert bank is not None
        assert player is not None
        result = compare(player, bank)
        return [
            claim(bet, result, EXACT, announced(player)) for bet in draft.bets_on(step.box or 0)
        ]

    def interventions(self) -> Mapping[str, Callable[[Draft, Intervene], Refusal | None]]:
        return {}

    def labels(self, round: Round, cards: Mapping[str, Sequence[Card]]) -> Mapping[str, str]:
        fronts = {at: front_value(pile) for at, pile in cards.items() if at.endswith(".front")}
        backs = {at: back_value(pile) for at, pile in cards.items() if at.endswith(".back")}
        return {at: value.label for at, value in {**fronts, **backs}.items()}

    def middle(self, round: Round) -> Middle:
        return BARE

    def fronts(self, round: Round, cards: Sequence[Card]) -> Sequence[Front]:
        return ()


def _players(draft: Draft) -> list[int]:
    return [n for n in draft.players if n != draft.facts.bank_box]


def _deliver(draft: Draft, state: State) -> None:
    """Piles of empty seats stay where they are, and are dead; the bank's stays face down."""
    for offset in range(SEATS):
        seat = (state.action + offset - 1) % SEATS + 1
        pile = (state.pile + offset - 1) % SEATS + 1
        if seat == draft.facts.bank_box:
            draft.move(pile_place(pile), hand_place(seat), NOBODY)
        elif seat in draft.players:
            draft.move(pile_place(pile), hand_place(seat), box(seat))


def _set(cards: tuple[Card, ...], front: tuple[Card, ...]) -> Setting:
    return Setting(front, tuple(card for card in cards if card not in front))


def house_way(cards: Sequence[Card]) -> Setting:
    placed = set_hand(cards, way_named(way_names()[0]))
    return Setting(placed.front, placed.back)


def _place(draft: Draft, ask: Ask, answer: Answer, setting: Setting | None) -> None:
    """The setting lies face down; its owner knows it, the others know that it is made."""
    state: State = draft.state
    open_hand = ask.box == draft.facts.bank_box
    seen = "all" if open_hand else box(ask.box)
    draft.state = msgspec.structs.replace(state, settings={**state.settings, ask.box: setting})
    front = () if setting is None else setting.front
    draft.record(Acted(ask.box, answer.verb, seen=seen, cards=front))
    if setting is not None:
        _lay_out(draft, ask.box, setting, seen)


def _lay_out(draft: Draft, seat: int, setting: Setting, seen: str) -> None:
    del draft.cards[hand_place(seat)]
    draft.cards[f"{seat}.front"] = tuple(Dealt(card, seen) for card in setting.front)
    draft.cards[f"{seat}.back"] = tuple(Dealt(card, seen) for card in setting.back)


def _open(draft: Draft, seat: int) -> None:
    state: State = draft.state
    setting = state.settings[seat]
    if setting is None:
        setting = house_way(draft.at(hand_place(seat)))
        settings = {**state.settings, seat: setting}
        draft.state = msgspec.structs.replace(state, settings=settings)
        _lay_out(draft, seat, setting, box(seat))
    for place in (f"{seat}.front", f"{seat}.back"):
        for position in range(len(draft.cards[place])):
            card = draft.show(place, position)
            draft.record(CardShown(place, position, card))
    draft.record(HandEnded(seat, 0, "foul" if setting.foul else "set", announced(setting)))


def announced(setting: Setting) -> str:
    if setting.foul:
        return "foul"
    return f"{front_value(setting.front)}; {back_value(setting.back)}"


def compare(player: Setting, bank: Setting) -> Result:
    """Copies go to the bank, hand by hand."""
    if player.foul:
        return Result(LOSE, LOSE, FOUL)
    won = sum(face is Face.PLAYER for face in faces(player, bank))
    ratio, clause = {2: (WIN, BOTH), 1: (PUSH, ONE), 0: (LOSE, NEITHER)}[won]
    return Result(ratio, ratio, clause)


def ruleset() -> Ruleset:
    return Ruleset(
        game="double-hand-poker-small",
        title="Double Hand Poker, in small",
        family="double-hand",
        house="",
        edition="1",
        source="Napa Valley Casino, Double Hand Poker",
        options={},
        changed={},
        deck=Deck(1, jokers=1),
        shoe=ShoeRule("each-round", burn=0),
        policies=cast(Any, None),
        procedure=(
            DealPiles(),
            ChoosePile(),
            Roll(3),
            Deliver(),
            SetHands(),
            SetBank(),
            PayFromActionSeat(),
        ),
        spots=(Spot("main", "Wager", needs=frozenset({"own-final", "bank-final"})),),
        boxes=SEATS,
        banking=Banking("combined", "from-action-seat"),
        digest=digest_of(document("double-hand-poker-small", "", "1", {})),
    )
