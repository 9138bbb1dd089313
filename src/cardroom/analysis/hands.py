"""The hands of a posted game: the question, and what a family has to answer."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from cardroom.analysis.documents import RankCounts
from cardroom.analysis.families import analysis_of, answered
from cardroom.analysis.hands_documents import GameHands
from cardroom.progress import Tell, silent
from cardroom.rules.ruleset import Ruleset


class HandsRequest(NamedTuple):
    stake: int | None = None
    """The wager in cents; None is the table's minimum where payouts are rounded."""
    shoe: RankCounts = None
    """Cards other than the posted decks."""
    chart: object = None
    """The chart to compare with, as `cardroom strategy --json` writes it; None is the best one."""


class HandsPart(Protocol):
    def __call__(self, rules: Ruleset, asked: HandsRequest, tell: Tell) -> GameHands: ...


def game_hands(rules: Ruleset, asked: HandsRequest, tell: Tell = silent) -> GameHands:
    """The value of every option of every starting hand, and where it departs from a chart."""
    return answered(rules, analysis_of(rules).hands)(rules, asked, tell)
