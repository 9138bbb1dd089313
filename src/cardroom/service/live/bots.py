"""Bots receive a view, never a round: what they cannot see they cannot use.

- 21: the solver's chart, every block of it; until there is one, or where there is none, they mimic
  the dealer (hit below 17, stand from 17 on, take no offer), which everybody knows and which costs
  some 5%.
- Three Card Poker: play with queen, six, four or better; that is best.
- Pai gow: the house way, and the first pile.
- Poker: by the share of the pot that the hand wins against random ones (`poker_bot`). Until that
  can be had: check where it is free; call with a pair, with suited, neighbouring or two high cards,
  or, on the board, with a pair that uses a card of one's own; fold the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from cardroom.cards import Card
from cardroom.play.inputs import Answer
from cardroom.play.views import AskView, OptionView, View
from cardroom.service.coach.chart_play import by_chart
from cardroom.service.coach.charts import Chart
from cardroom.service.view.seen_hand import MAX_BET, SeenHand, seen_hand

QUIET: Final = (
    "house-way", "decline", "stand", "check", "muck", "call", "play", "choose", "fold", "hit",
)  # fmt: skip
"""What a bot answers where it has no policy: the first of these that is offered."""
STANDS_FROM: Final = 17
PLAYS_FROM: Final = (12, 6, 4)
"""Three Card Poker: queen, six, four."""
HIGH: Final = 10


class Wits(NamedTuple):
    """What a bot knows beside what it sees: odds, and a seed for its chance."""

    chart: Chart | None = None
    share: float | None = None
    """Of the pot, of the hand that is asked."""
    seed: int = 0


def decide(view: View, ask: AskView, chart: Chart | None = None) -> Answer:
    offered = {option.verb: option for option in ask.options}
    for verb in _wishes(view, ask, offered, chart):
        if verb in offered:
            return _answer(ask, offered[verb])
    return _answer(ask, ask.options[0])


def _answer(ask: AskView, option: OptionView) -> Answer:
    # The chart's Max Bet is all of a wager, or as much of it as there may be.
    amount = option.most if option.verb == MAX_BET else option.least
    return Answer(ask.box, option.verb, amount=amount)


def _wishes(view: View, ask: AskView, offered: Iterable[str], chart: Chart | None) -> Iterable[str]:
    hand = _cards(view, f"{ask.box}.{ask.hand or 1}")
    verbs = set(offered)
    if hand and verbs <= {"play", "fold"} and ask.topic == "play":
        yield "play" if plays_three(hand) else "fold"
    elif hand and ask.topic in ("play", MAX_BET):
        yield from _twentyone(seen_hand(view, ask), ask.topic, chart)
    elif hand and ask.topic == "bet" and "call" in verbs:
        yield "call" if calls(hand, _cards(view, "board")) else "fold"
    yield from QUIET


def _cards(view: View, place: str) -> tuple[Card, ...]:
    """The cards at a place, if all of them are seen."""
    pile = next((p.cards for p in view.places if p.place == place), ())
    return () if "??" in pile else tuple(map(Card, pile))


def _twentyone(hand: SeenHand | None, topic: str, chart: Chart | None) -> Iterable[str]:
    if hand is None:
        return
    if chart is not None and chart.status == "ready":
        yield from by_chart(hand, topic, chart)
    # The label is the dealer's own count, with every ace as the rules have it.
    count = int("".join(filter(str.isdigit, hand.label)) or STANDS_FROM)
    if topic == "play":
        yield "hit" if count < STANDS_FROM else "stand"


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
