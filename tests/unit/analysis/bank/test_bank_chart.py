"""A table that plays by a chart of its own, against a bank; and the bank's sessions."""

from __future__ import annotations

from typing import Any

import pytest

from cardroom import games
from cardroom.analysis.bank.report import bank_report, bank_request
from cardroom.analysis.bank.ruin_report import RUIN
from cardroom.analysis.bank.seats import table_of
from cardroom.analysis.documents import builtins
from cardroom.analysis.executor import Threads
from cardroom.analysis.families import NotComputed
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.simulation import NamedChart
from cardroom.analysis.strategy import best_strategy
from cardroom.analysis.twentyone.deals import TwentyOneDeals
from cardroom.progress import ProgressNotice
from tests.proofs import later

EVERY_RANK = "A, 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K"
PLAYS_ALL = {"lowest": [{"bank_shows": EVERY_RANK, "hand": "5-3-2"}]}


def test_three_card_poker_by_a_chart_that_never_folds() -> None:
    rules = games.ruleset("three-card-poker", {})
    seats = table_of(rules, [5000], chart=NamedChart("all.json", PLAYS_ALL))
    asked = bank_request(seats, [10_000], 100_000, [2, 50], deals=2_000)
    report = bank_report(seats, asked, Threads(1))
    (main, *_) = game_odds(rules, OddsRequest(chart=PLAYS_ALL)).wagers
    assert report.collection.edge == pytest.approx(main.edge, abs=1e-12)
    assert "all.json" in report.play
    # The bank covers ante and play, so that nothing is short.
    (ample, *_) = report.one_wager.banks
    assert ample.edge == pytest.approx(main.edge, abs=1e-12)
    covering = report.banks[0]
    assert covering.net == pytest.approx(main.edge * 5000)
    for session in covering.sessions:
        assert session.mean == pytest.approx(session.rounds * covering.value)
        assert session.deviation**2 == pytest.approx(
            session.rounds * covering.deviation**2, rel=0.1
        )
        results = [each.result for each in session.quantiles]
        assert results == sorted(results)


@pytest.mark.usefixtures("answers_apart")
def test_the_ruin_of_all_banks_is_one_progress_bar() -> None:
    seats = table_of(games.ruleset("three-card-poker", {}), [5000])
    asked = bank_request(seats, [10_000, 12_500], 100_000, [2, 50], deals=2_500)
    heard: list[ProgressNotice] = []
    bank_report(seats, asked, Threads(1), heard.append)
    bars = [each for each in heard if each.text == RUIN]
    done = [each.done for each in bars]
    assert done == sorted(done)
    assert {each.of for each in bars} == {done[-1]}
    assert len(set(done)) > 100


@pytest.mark.parametrize("options", [{"hands_max": 1}, later({})])
def test_a_game_of_21_by_a_chart_is_worth_what_the_chart_is(options: dict[str, Any]) -> None:
    rules = games.ruleset("no-bust-joker", options)
    chart = builtins(best_strategy(rules))["chart"]
    seats = table_of(rules, [5000, 2500], chart=NamedChart("mine.json", chart))
    deals = TwentyOneDeals(seats, seed=1)
    (main, *_) = game_odds(rules, OddsRequest(chart=chart)).wagers
    assert deals.play == "the chart mine.json"
    assert [float(mean or 0) for mean in deals.means] == pytest.approx(
        [-main.edge * stake for stake in (5000, 2500)]
    )


def test_pai_gow_has_no_chart() -> None:
    rules = games.ruleset("double-hand-poker", {})
    seats = table_of(rules, [5000], chart=NamedChart("all.json", PLAYS_ALL))
    with pytest.raises(NotComputed, match="has no chart"):
        bank_report(seats, bank_request(seats, deals=1_000), Threads(1))
