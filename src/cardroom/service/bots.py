"""Bots receive a view, never a round: what they cannot see they cannot use.

Without a chart a bot mimics the dealer (hits below 17, stands from 17 on, takes no offer): a
policy everybody knows, some 5.5% worse than best play. With the solver's chart it plays the chart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardroom.cards import Card
from cardroom.play.inputs import Answer
from cardroom.play.views import AskView, OptionView, View
from cardroom.service.charts import Chart

QUIET: Final = ("decline", "stand", "check", "house-way", "call", "play", "fold", "hit")
"""What a bot answers where it has no policy: the first of these that is offered."""
STANDS_FROM: Final = 17


def decide(view: View, ask: AskView, chart: Chart | None = None) -> Answer:
    offered = {option.verb: option for option in ask.options}
    for verb in _wishes(view, ask, chart):
        if verb in offered:
            return _answer(ask, offered[verb])
    return _answer(ask, ask.options[0])


def _wishes(view: View, ask: AskView, chart: Chart | None) -> Iterable[str]:
    if ask.topic == "play":
        hand = next(
            (p for p in view.places if (p.box, p.hand) == (ask.box, ask.hand)),
            None,
        )
        bank = next((p for p in view.places if p.place == "bank"), None)
        if hand is not None and chart is not None and bank is not None:
            advice = chart.cells.get(hand.label, {}).get(bank.cards[0][:1])
            if advice:
                yield from advice.split("/")
        if hand is not None and "??" not in hand.cards:
            yield "hit" if total(hand.cards) < STANDS_FROM else "stand"
    yield from QUIET


def _answer(ask: AskView, option: OptionView) -> Answer:
    return Answer(ask.box, option.verb, amount=option.least)


def total(cards: Iterable[str]) -> int:
    """The best count to 21, an ace as 11 where that fits."""
    ranks = [Card(text).rank for text in cards]
    hard = sum(min(rank, 10) for rank in ranks if rank > 0)
    return hard + 10 if 1 in ranks and hard + 10 <= 21 else hard
