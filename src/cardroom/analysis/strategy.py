"""The best play of a posted game: the question, and what a family has to answer."""

from __future__ import annotations

from typing import Protocol

from cardroom.analysis.documents import RankCounts, StrategyDocument
from cardroom.analysis.families import analysis_of, answered
from cardroom.progress import Tell, silent
from cardroom.rules.ruleset import Ruleset


class StrategyPart(Protocol):
    def __call__(self, rules: Ruleset, shoe: RankCounts, tell: Tell) -> StrategyDocument:
        """The best strategy that people can follow, and its cost against perfect play."""


def best_strategy(rules: Ruleset, shoe: RankCounts = None, tell: Tell = silent) -> StrategyDocument:
    """The best play of a posted game, from the posted decks or another shoe."""
    return answered(rules, analysis_of(rules).strategy)(rules, shoe, tell)
