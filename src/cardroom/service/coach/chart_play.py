"""A hand looked up in a chart: what bots do, and what the coach compares itself with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardroom.cards import JOKER, Card
from cardroom.hands.points import pip
from cardroom.service.coach.charts import Chart
from cardroom.service.view.seen_hand import MAX_BET, SeenHand

PAIR: Final = 2


def by_chart(hand: SeenHand, topic: str, chart: Chart) -> Iterable[str]:
    """The blocks that speak of this hand, the most particular first."""
    up = hand.up.text if hand.up is JOKER else hand.up.text[0]
    if topic == MAX_BET:
        yield from chart.verbs("first", _rank(hand.cards[0]), up)
        return
    soft, _, total = hand.label.rpartition(" ")
    if hand.doubled:
        yield from chart.verbs("doubled", total, up)
        return
    if len(hand.cards) == PAIR and _rank(hand.cards[0]) == _rank(hand.cards[1]):
        yield from chart.verbs("pair", _rank(hand.cards[0]), up)
    if hand.hands > 1 and _rank(hand.cards[0]) == "A":
        yield from chart.verbs("aces", total, up)
    yield from chart.verbs("soft" if soft else "hard", total, up)


def _rank(card: Card) -> str:
    """As charts name the ranks: a face is a ten, and so is a joker that can be split."""
    return {1: "A", 10: "T"}.get(pip(card), str(pip(card)))
