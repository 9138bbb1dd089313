"""A bot at Three Card Poker plays queen, six, four or better, which is best play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardroom.cards import Card
from cardroom.places import hand_place
from cardroom.play.inputs import Answer
from cardroom.play.views import AskView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.live.bots import Bot, Hints, cards_at, first_offered

PLAYS_FROM: Final = (12, 6, 4)
"""Queen, six, four."""


def decide(view: View, ask: AskView, _rules: Ruleset, _hints: Hints) -> Answer:
    hand = cards_at(view, hand_place(ask.box))
    return first_offered(ask, ("fold",) if hand and not plays(hand) else ("play", "fold"))


def plays(hand: Sequence[Card]) -> bool:
    ranks = sorted((14 if card.rank == 1 else card.rank for card in hand), reverse=True)
    flush = len({card.suit for card in hand}) == 1
    straight = len(set(ranks)) == 3 and (ranks[0] - ranks[2] == 2 or ranks == [14, 3, 2])
    return flush or straight or len(set(ranks)) < 3 or tuple(ranks) >= PLAYS_FROM


BOT: Final = Bot(decide)
