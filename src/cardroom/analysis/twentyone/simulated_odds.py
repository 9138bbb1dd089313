"""Odds of a 21 game, completed by rounds of the simulator where they cannot be solved exactly."""

from __future__ import annotations

import msgspec

from cardroom.analysis.documents import GameOdds, StrategyChart
from cardroom.analysis.odds import OddsRequest
from cardroom.analysis.twentyone.cut_card import shoe_edges
from cardroom.analysis.twentyone.dealt_pairs import with_pairs
from cardroom.analysis.twentyone.solver.shoes import cards_of
from cardroom.analysis.twentyone.split_rounds import with_split_rounds
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset


def completed(
    rules: Ruleset, asked: OddsRequest, found: GameOdds, chart: StrategyChart | None, tell: Tell
) -> GameOdds:
    if asked.unsolved == "simulate":
        found = with_split_rounds(rules, found, chart, tell)
        if asked.shoe is None or cards_of(asked.shoe):
            # The simulator deals whole cards.
            found = with_pairs(rules, found, chart, tell)
    if asked.real_shoe == "simulate" and asked.shoe is None:
        edges = shoe_edges(rules, found, chart, tell)
        found = msgspec.structs.replace(found, real_shoe=edges)
    return found
