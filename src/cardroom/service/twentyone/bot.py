"""A bot at a 21 table plays the strategy chart, every block of it.

Until there is a chart, or if there is none, it mimics the dealer: it hits below 17, stands on 17 or
more, and takes no offer. That costs about 5%.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from cardroom.play.inputs import Answer
from cardroom.play.views import AskView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.charts import Chart
from cardroom.service.live.bots import Bot, Hints, first_offered
from cardroom.service.twentyone.chart_play import by_chart
from cardroom.service.twentyone.seen_hand import MAX_BET, SeenHand, seen_hand

STANDS_FROM: Final = 17
TAKES_NOTHING: Final = ("decline", "stand", "hit")


def decide(view: View, ask: AskView, _rules: Ruleset, hints: Hints) -> Answer:
    hand = seen_hand(view, ask) if ask.topic in ("play", MAX_BET) else None
    wanted = () if hand is None else _wanted(hand, ask.topic, hints.chart)
    said = first_offered(ask, (*wanted, *TAKES_NOTHING))
    if said.verb != MAX_BET:
        return said
    # The chart's Max Bet is a full wager, or the most that is allowed.
    most = next(option.most for option in ask.options if option.verb == MAX_BET)
    return msgspec.structs.replace(said, amount=most)


def _wanted(hand: SeenHand, topic: str, chart: Chart | None) -> Iterable[str]:
    if chart is not None and chart.status == "ready":
        yield from by_chart(hand, topic, chart)
    # The label is the dealer's own count, with aces as the rules count them.
    count = int("".join(filter(str.isdigit, hand.label)) or STANDS_FROM)
    if topic == "play":
        yield "hit" if count < STANDS_FROM else "stand"


BOT: Final = Bot(decide)
