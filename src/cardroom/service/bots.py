"""Bots receive a view, never a round: what they cannot see they cannot use.

- 21: the solver's chart; until there is one, or where there is none, they mimic the dealer (hit
  below 17, stand from 17 on, take no offer), which everybody knows and which costs some 5%.
- Three Card Poker: play with queen, six, four or better; that is best.
- Pai gow: the house way, and the first pile.
- Poker: check where it is free; call with a pair, with suited, neighbouring or two high cards, or,
  on the board, with a pair that uses a card of one's own; fold the rest; never raise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cardroom.cards import Card
from cardroom.play.inputs import Answer
from cardroom.play.views import AskView, OptionView, View
from cardroom.service.charts import Chart

QUIET: Final = (
    "house-way", "decline", "stand", "check", "muck", "call", "play", "choose", "fold", "hit",
)  # fmt: skip
"""What a bot answers where it has no policy: the first of these that is offered."""
STANDS_FROM: Final = 17
PLAYS_FROM: Final = (12, 6, 4)
"""Three Card Poker: queen, six, four."""
HIGH: Final = 10


def decide(view: View, ask: AskView, chart: Chart | None = None) -> Answer:
    offered = {option.verb: option for option in ask.options}
    for verb in _wishes(view, ask, offered, chart):
        if verb in offered:
            return _answer(ask, offered[verb])
    return _answer(ask, ask.options[0])


def _answer(ask: AskView, option: OptionView) -> Answer:
    return Answer(ask.box, option.verb, amount=option.least)


def _wishes(view: View, ask: AskView, offered: Iterable[str], chart: Chart | None) -> Iterable[str]:
    hand = _cards(view, f"{ask.box}.{ask.hand or 1}")
    verbs = set(offered)
    if hand and verbs <= {"play", "fold"} and ask.topic == "play":
        yield "play" if plays_three(hand) else "fold"
    elif hand and ask.topic == "play":
        yield from _twentyone(hand, _cards(view, "bank"), chart)
    elif hand and ask.topic == "bet" and "call" in verbs:
        yield "call" if calls(hand, _cards(view, "board")) else "fold"
    yield from QUIET


def _cards(view: View, place: str) -> tuple[Card, ...]:
    """The cards at a place, if all of them are seen; a hole card does not hide the up card."""
    pile = next((p.cards for p in view.places if p.place == place), ())
    if place == "bank":
        pile = pile[:1]
    return () if "??" in pile else tuple(map(Card, pile))


def _twentyone(hand: Sequence[Card], bank: Sequence[Card], chart: Chart | None) -> Iterable[str]:
    count, soft = total(hand)
    if chart is not None and chart.status == "ready" and bank:
        up = bank[0].text if bank[0].rank == 0 else bank[0].text[0]
        if len(hand) == 2 and _value(hand[0]) == _value(hand[1]):
            name = {1: "A", 10: "T"}.get(_value(hand[0]), str(_value(hand[0])))
            yield from chart.verbs("pair", name, up)
        yield from chart.verbs("soft" if soft else "hard", str(count), up)
    yield "hit" if count < STANDS_FROM else "stand"


def total(cards: Iterable[Card]) -> tuple[int, bool]:
    """The best count to 21, and whether an ace counts 11 in it."""
    values = [_value(card) for card in cards]
    hard = sum(values)
    soft = 1 in values and hard + 10 <= 21
    return (hard + 10, True) if soft else (hard, False)


def _value(card: Card) -> int:
    return min(card.rank, 10) if card.rank > 0 else 10


def plays_three(hand: Sequence[Card]) -> bool:
    ranks = sorted((_high(card) for card in hand), reverse=True)
    flush = len({card.suit for card in hand}) == 1
    straight = len(set(ranks)) == 3 and (ranks[0] - ranks[2] == 2 or ranks == [14, 3, 2])
    return flush or straight or len(set(ranks)) < 3 or tuple(ranks) >= PLAYS_FROM


def calls(hand: Sequence[Card], board: Sequence[Card]) -> bool:
    ranks = sorted((_high(card) for card in hand), reverse=True)
    if len(set(ranks)) < len(ranks):
        return True
    if board:
        return bool({card.rank for card in hand} & {card.rank for card in board})
    suits = [card.suit for card in hand]
    suited = len(set(suits)) < len(suits)
    return suited or ranks[0] - ranks[1] == 1 or ranks[1] >= HIGH


def _high(card: Card) -> int:
    return 14 if card.rank == 1 else card.rank
