"""The edges that are found alone are those of all the odds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardroom import games, model
from cardroom.analysis.families import NotComputed
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.price_documents import Prices
from cardroom.analysis.pricing import prices, prices_of
from cardroom.analysis.twentyone import answers, hand_bets
from cardroom.analysis.twentyone import edges as alone
from cardroom.analysis.twentyone.solver.exact import ShoeSolver
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.progress import silent
from cardroom.rules.ruleset import Ruleset
from tests.proofs import some_now

ON_FINAL_HAND = {
    "name": "busted",
    "title": "Busted",
    "cards": ["player"],
    "row": [{"name": "busted", "when": "busts", "pays": "1 to 1"}],
}
BOTH_UP = {"dealer_cards_up": "2", "equal_totals": "lose", "hands_max": 1}
POSTED: list[tuple[str, dict[str, Any], int | None]] = [
    ("blackjack", {"decks": 1, "hands_max": 2}, None),
    ("blackjack", {"decks": 2, "hands_max": 1, "natural_pays": "6:5"}, 1_500),
    ("blackjack", BOTH_UP, None),
    ("blackjack", {"decks": 1, "side_bets": [ON_FINAL_HAND]}, None),
    ("bet-the-set-21", {"blazing_7s": 1}, None),
    ("bet-the-set-21", {}, None),
    ("safari-21", {"monte_carlo": "table-a"}, None),
    ("maxtime-21", {}, None),
    ("dealer-bust-21", {}, None),
    ("no-bust-joker", {}, None),
    ("no-bust-bonus-ace", {}, None),
]


@pytest.fixture
def empty_results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("cardroom.analysis.result_cache.results", lambda: tmp_path)


def refound(monkeypatch: pytest.MonkeyPatch, rules: Ruleset, stake: int | None = None) -> Prices:
    """Without the odds that an earlier test left."""
    monkeypatch.setattr(alone, "kept_odds", lambda *_: None)
    return alone.edges(rules, stake, silent)


@pytest.mark.parametrize(("game", "options", "stake"), some_now(POSTED, (0, 1, 2, 3, 4)))
def test_edges_are_those_of_the_odds(
    monkeypatch: pytest.MonkeyPatch,
    answers_apart: None,
    game: str,
    options: dict[str, Any],
    stake: int | None,
) -> None:
    monkeypatch.setattr(hand_bets, "SPLIT_ROUNDS", 2_000)
    rules = games.ruleset(game, options)
    found = refound(monkeypatch, rules, stake)
    assert found == prices_of(game_odds(rules, OddsRequest(stake=stake)))
    assert (found.fair_meter is not None) == ("blazing_7s" in options)


@pytest.mark.parametrize("options", [{}, {"payout_rounding": "0.50"}])
def test_odds_that_are_known_are_not_solved_again(
    monkeypatch: pytest.MonkeyPatch, empty_results: None, options: dict[str, Any]
) -> None:
    rules = games.ruleset("blackjack", {"decks": 1, "hands_max": 2, **options})
    known = prices_of(game_odds(rules))
    monkeypatch.delattr(alone, "_edges")
    assert alone.edges(rules, None, silent) == known


def test_check_solves_the_edges_alone(monkeypatch: pytest.MonkeyPatch, empty_results: None) -> None:
    monkeypatch.delattr(answers, "_odds")
    rules = games.ruleset("blackjack", {"decks": 1, "hands_max": 2})
    found = prices(rules)
    assert found.wagers[0].spot == "main"
    monkeypatch.delattr(alone, "_edges")
    assert prices(rules) == found


def test_what_the_odds_refuse_has_no_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = games.ruleset("blackjack", {"wager_min": "10"})
    with pytest.raises(NotComputed) as refused:
        game_odds(rules, OddsRequest(stake=500))
    with pytest.raises(NotComputed) as also:
        refound(monkeypatch, rules, 500)
    assert str(also.value) == str(refused.value)


@pytest.mark.parametrize("game", ["blackjack", "safari-21", "no-bust-joker"])
def test_a_strategy_is_worth_as_much_if_only_that_is_asked(game: str) -> None:
    rules = games.ruleset(game, {"decks": 1} if game == "blackjack" else {})
    work = ShoeSolver(plan_of(model.for_odds(rules)), None)
    strategy = work.best("pair").strategy
    assert work.value(strategy) == work.given(strategy).value
