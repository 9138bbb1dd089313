"""What the coach is asked: a view in a few values, and nothing that is not in the view.

Equal questions have equal answers, so an answer is kept by its question.
"""

from __future__ import annotations

from typing import Final

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.places import BANK, BOARD, hand_place
from cardroom.play.views import AskView, OptionView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.view.seen_hand import SeenHand, seen_hand


class Question(msgspec.Struct, frozen=True, tag_field="about"):
    """`rules` is the document of the posted game."""

    rules: bytes


class TurnQuestion(Question, frozen=True, tag="turn"):
    """A hand of a 21 game: its turn, or an offer to it."""

    topic: str
    verbs: tuple[str, ...]
    cards: tuple[str, ...]
    up: str
    label: str
    wager: int
    hands: int
    first: bool
    """Not a later hand of a split."""
    doubled: bool
    max_bets: tuple[int, ...]
    bet_max: int
    """The most that the offered verb with an amount takes; 0 where there is none."""
    beside: bool
    """Other bets of the box are open."""

    @property
    def hand(self) -> SeenHand:
        """As charts look at it."""
        cards, up = tuple(map(Card, self.cards)), Card(self.up)
        return SeenHand(
            cards, up, self.label, self.hands, int(self.first), self.wager, self.doubled,
            self.max_bets, self.beside,
        )  # fmt: skip


class AnteQuestion(Question, frozen=True, tag="ante"):
    """Three Card Poker: play or fold. `shown` is what the bank shows, or empty."""

    cards: tuple[str, ...]
    shown: str
    wager: int
    beside: bool


class SettingQuestion(Question, frozen=True, tag="setting"):
    """Pai gow: seven cards to be set."""

    verbs: tuple[str, ...]
    cards: tuple[str, ...]
    wager: int


class PotQuestion(Question, frozen=True, tag="pot"):
    """Poker: a hand against others that are not known."""

    cards: tuple[str, ...]
    board: tuple[str, ...]
    others: int
    pot: int
    """All that lies in the middle and before the seats."""
    call: int
    """What it costs to stay in; 0 where that is free."""


AnyQuestion = TurnQuestion | AnteQuestion | SettingQuestion | PotQuestion


def question(view: View, ask: AskView, rules: Ruleset) -> AnyQuestion | str:
    """What to ask the coach about this decision; or, in words, why there is nothing to say."""
    match rules.family:
        case "twentyone":
            return _turn(view, ask, rules)
        case "three-card" if ask.topic == "play":
            return _ante(view, ask, rules)
        case "pai-gow" if ask.topic == "set":
            return _setting(view, ask, rules)
        case "poker" if ask.topic == "bet":
            return _pot(view, ask, rules)
        case _:
            return SILENT.get(ask.topic, "the coach has nothing to say about this question")


SILENT: Final = {
    "pile": "every pile is as good as another: nobody has seen a card",
    "house-way": "before the cards are seen there is nothing to weigh",
    "show": "whether to show a hand decides no money here",
}


def _turn(view: View, ask: AskView, rules: Ruleset) -> TurnQuestion | str:
    hand = seen_hand(view, ask)
    if hand is None:
        return "a card of this hand has not been seen"
    ranged = next((option for option in ask.options if option.most is not None), None)
    return TurnQuestion(
        rules=rules.document(),
        topic=ask.topic,
        verbs=_verbs(ask.options),
        cards=tuple(card.text for card in hand.cards),
        up=hand.up.text,
        label=hand.label,
        wager=hand.wager,
        hands=hand.hands,
        first=hand.hand == 1,
        doubled=hand.doubled,
        max_bets=hand.max_bets,
        bet_max=0 if ranged is None else ranged.most or 0,
        beside=hand.beside,
    )


def _ante(view: View, ask: AskView, rules: Ruleset) -> AnteQuestion | str:
    cards, bank = _cards(view, hand_place(ask.box)), _cards(view, BANK)
    shown = [card for card in bank if card != UNSEEN.text]
    own = {bet.spot: bet.stake for bet in view.bets if bet.box == ask.box and not bet.backline}
    if UNSEEN.text in cards or not cards:
        return "a card of this hand has not been seen"
    if len(shown) > 1:
        return "the bank shows more than the odds are reckoned for"
    wager = own.pop(rules.spots[0].name, 0)
    return AnteQuestion(rules.document(), cards, "".join(shown), wager, bool(own))


def _setting(view: View, ask: AskView, rules: Ruleset) -> SettingQuestion | str:
    if ask.box == view.bank.box:
        return "what a setting of the bank is worth hangs on hands that nobody has seen yet"
    cards = _cards(view, hand_place(ask.box))
    if UNSEEN.text in cards or not cards:
        return "a card of this hand has not been seen"
    own = {bet.spot: bet.stake for bet in view.bets if bet.box == ask.box and not bet.backline}
    wager = own.get(rules.spots[0].name, 0)
    # The order in which the cards came decides nothing.
    return SettingQuestion(rules.document(), _verbs(ask.options), tuple(sorted(cards)), wager)


def _pot(view: View, ask: AskView, rules: Ruleset) -> PotQuestion | str:
    cards = _cards(view, hand_place(ask.box))
    if UNSEEN.text in cards or not cards:
        return "a card of this hand has not been seen"
    others = sum(
        place.box not in (0, ask.box) and not place.racked and bool(place.cards)
        for place in view.places
    )
    call = next((option.costs or 0 for option in ask.options if option.verb == "call"), 0)
    pot = sum(pile.amount for pile in view.middle.pots) + sum(view.middle.front.values())
    board = _cards(view, BOARD)
    return PotQuestion(rules.document(), tuple(sorted(cards)), board, others, pot, call)


def _cards(view: View, place: str) -> tuple[str, ...]:
    return next((pile.cards for pile in view.places if pile.place == place), ())


def _verbs(options: tuple[OptionView, ...]) -> tuple[str, ...]:
    return tuple(option.verb for option in options)
