"""Three Card Poker by a chart of your own, and its bonus next to the ante."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from cardroom import games
from cardroom.analysis.documents import builtins
from cardroom.analysis.executor import Threads
from cardroom.analysis.families import NotComputed
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.simulation import NamedChart, SimulationRequest
from cardroom.analysis.stopping import Goal
from cardroom.analysis.strategy import best_strategy
from cardroom.analysis.three_card.simulation import table
from cardroom.progress import silent

RULES = games.ruleset("three-card-poker", {})
RANKS = "A, 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K"


def chart(hand: str) -> dict[str, object]:
    return {"lowest": [{"bank_shows": RANKS, "hand": hand}]}


def test_the_printed_strategy_is_a_chart_with_its_own_edge() -> None:
    printed = json.loads(json.dumps(builtins(best_strategy(RULES))))
    found = game_odds(RULES, OddsRequest(chart=printed)).wagers[0]
    assert found.edge == pytest.approx(printed["edge"], abs=1e-15)
    assert found.edge >= game_odds(RULES).wagers[0].edge


def test_playing_every_hand_has_no_folded_ones() -> None:
    everything = game_odds(RULES, OddsRequest(chart=chart("5-3-2"))).wagers[0]
    assert everything.wagered == 2
    assert everything.edge > game_odds(RULES).wagers[0].edge


def test_a_simulated_chart_agrees_with_its_exact_odds_and_covariance() -> None:
    document = chart("Q-6-4")
    found = game_odds(RULES, OddsRequest(chart=document))
    request = SimulationRequest(chart=NamedChart("mine.json", document), with_bet=("bonus",))
    simulation = table(RULES, request, silent)
    totals = simulation.simulator.run(
        Goal(rounds=300_000), Threads(1), simulation.empty(), lambda _: None
    )
    assert abs(totals.edge - found.wagers[0].edge) < 4 * totals.error
    (paired,) = found.paired
    (side,) = totals.sides
    assert paired.spot == side.spot == "bonus"
    assert totals.covariance(side) == pytest.approx(paired.covariance, abs=0.06)
    assert side.deviation == pytest.approx(paired.deviation, rel=0.1)
    assert paired.correlation == pytest.approx(
        paired.covariance / (found.wagers[0].deviation or 0) / paired.deviation
    )


def test_the_bonus_wins_with_the_ante() -> None:
    (paired,) = game_odds(RULES).paired
    assert paired.covariance > 0
    assert paired.correlation is not None
    assert 0.2 < paired.correlation < 0.9
    assert isinstance(game_odds(RULES).wagers[0].exact, Fraction)


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ({}, "no lowest hands"),
        ({"lowest": [{"hand": "Q-6-4"}]}, "no bank_shows"),
        ({"lowest": [{"bank_shows": "2", "hand": "Q-6-4"}]}, "no row for a bank that shows A"),
        (chart("Q-Q"), "is not a hand"),
        ({"lowest": [{"bank_shows": "Z", "hand": "Q-6-4"}]}, "not a card"),
    ],
)
def test_a_chart_that_cannot_be_played_says_what_is_wrong(document: object, says: str) -> None:
    with pytest.raises(NotComputed, match=says):
        game_odds(RULES, OddsRequest(chart=document))
