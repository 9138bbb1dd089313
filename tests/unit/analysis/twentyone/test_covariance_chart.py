"""Covariances with the wager under a chart of your own."""

from __future__ import annotations

import json

import pytest

from cardroom import games
from cardroom.analysis.documents import ChartStrategy, builtins
from cardroom.analysis.executor import Threads
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.simulation import NamedChart, SimulationRequest
from cardroom.analysis.stopping import Goal
from cardroom.analysis.strategy import best_strategy
from cardroom.analysis.twentyone.simulation import simulator_of
from cardroom.progress import silent

ROUNDS = 500_000


def test_a_bet_on_the_bank_varies_with_a_chart_that_never_draws() -> None:
    """A player who never busts wins whenever the dealer does, so the bet follows the wager."""
    rules = games.ruleset("dealer-bust-21", {})
    best = best_strategy(rules)
    assert isinstance(best, ChartStrategy)
    document = json.loads(json.dumps(builtins(best)))["chart"]
    for block in ("hard", "soft"):
        document[block] = {row: ["S"] * len(best.chart.ups) for row in document[block]}
    document["pair"] = {row: ["-"] * len(best.chart.ups) for row in document["pair"]}
    plain = {each.spot: each for each in game_odds(rules).paired}
    stands = {each.spot: each for each in game_odds(rules, OddsRequest(chart=document)).paired}
    assert stands["dealer-bust"].covariance > plain["dealer-bust"].covariance
    request = SimulationRequest(
        chart=NamedChart("stands.json", document), with_bet=("dealer-bust",)
    )
    simulator, _ = simulator_of(rules, request, silent)
    totals = simulator.shuffling_each_round().run(Goal(rounds=ROUNDS), Threads(1))
    (side,) = totals.sides
    assert totals.covariance(side) == pytest.approx(stands["dealer-bust"].covariance, abs=0.02)
