"""The edges that are found alone are those of all the odds."""

from __future__ import annotations

from typing import Any

import pytest

from cardroom import games, model
from cardroom.analysis.families import NotComputed
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.pricing import edges, prices_of
from cardroom.analysis.twentyone.solver.exact import ShoeSolver
from cardroom.analysis.twentyone.solver.plan import plan_of
from tests.proofs import some_now

POSTED: list[tuple[str, dict[str, Any], int | None]] = [
    ("blackjack", {"decks": 1, "hands_max": 2}, None),
    ("blackjack", {"decks": 2, "hands_max": 1, "smallest_chip": "1", "natural_pays": "6:5"}, 1_500),
    ("blackjack", {"dealer_cards_up": "2", "equal_totals": "lose", "hands_max": 1}, None),
    ("bet-the-set-21", {}, None),
    ("safari-21", {"monte_carlo": "table-a"}, None),
    ("maxtime-21", {}, None),
    ("dealer-bust-21", {}, None),
    ("no-bust-joker", {}, None),
    ("no-bust-bonus-ace", {}, None),
]


@pytest.mark.parametrize(("game", "options", "stake"), some_now(POSTED, (0, 1, 2, 3)))
def test_edges_are_those_of_the_odds(game: str, options: dict[str, Any], stake: int | None) -> None:
    rules = games.ruleset(game, options)
    assert edges(rules, stake) == prices_of(game_odds(rules, OddsRequest(stake=stake)))


def test_what_the_odds_refuse_has_no_edge() -> None:
    rules = games.ruleset("blackjack", {"wager_min": "10"})
    with pytest.raises(NotComputed) as refused:
        game_odds(rules, OddsRequest(stake=500))
    with pytest.raises(NotComputed) as also:
        edges(rules, 500)
    assert str(also.value) == str(refused.value)


def test_a_strategy_is_worth_as_much_if_only_that_is_asked() -> None:
    work = ShoeSolver(plan_of(model.for_odds(games.ruleset("blackjack", {"decks": 1}))), None)
    strategy = work.best("pair").strategy
    assert work.value(strategy) == work.given(strategy).value
