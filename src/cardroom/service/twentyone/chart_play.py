"""A hand looked up in a chart: how bots play, and what the coach compares its advice with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardroom.cards import JOKER, Card
from cardroom.hands.points import pip
from cardroom.service.coach.charts import Chart
from cardroom.service.twentyone.seen_hand import MAX_BET, SeenHand

PAIR: Final = 2


def by_chart(hand: SeenHand, topic: str, chart: Chart) -> Iterable[str]:
    """The verbs of the blocks that cover this hand, the most specific block first."""
    up = hand.up.text if hand.up is JOKER else hand.up.text[0]
    if topic == MAX_BET:
        yield from verbs(chart, "first", _rank(hand.cards[0]), up)
        return
    soft, _, total = hand.label.rpartition(" ")
    if hand.doubled:
        yield from verbs(chart, "doubled", total, up)
        return
    if len(hand.cards) == PAIR and _rank(hand.cards[0]) == _rank(hand.cards[1]):
        yield from verbs(chart, "pair", _rank(hand.cards[0]), up)
    if hand.hands > 1 and _rank(hand.cards[0]) == "A":
        yield from verbs(chart, "aces", total, up)
    yield from verbs(chart, "soft" if soft else "hard", total, up)


def verbs(chart: Chart, block: str, row: str, up: str) -> tuple[str, ...]:
    """Verbs in order of preference; empty if the chart does not cover the hand."""
    rows: dict[str, tuple[str, ...]] = getattr(chart, block)
    # Face cards may have their own column; a joker that counts ten is in the tens'.
    column = up
    if up in ("J", "Q", "K", "Jk") and up not in chart.ups:
        column = "J" if up != "Jk" and "J" in chart.ups else "T"
    if row not in rows or column not in chart.ups:
        return ()
    return chart.plays.get(rows[row][chart.ups.index(column)], ())


def _rank(card: Card) -> str:
    """The rank's name in charts: a face card is a ten, and so is a joker that can be split."""
    return {1: "A", 10: "T"}.get(pip(card), str(pip(card)))
