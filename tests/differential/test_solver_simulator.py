"""The exact solver against the simulator: two ways to one figure, within four standard errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from cardroom import games, model
from cardroom.analysis.executor import Threads
from cardroom.analysis.stopping import Goal
from cardroom.analysis.totals import Totals
from cardroom.analysis.twentyone.chart.chart import strategy_of
from cardroom.analysis.twentyone.chart.strategy import best_chart
from cardroom.analysis.twentyone.simulator.policy import ByCards, by_chart
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.analysis.twentyone.solver import exact, suits
from tests.differential.kernel import unseen_up
from tests.proofs import some_now

Record = Callable[[str, object], None]
SIGMAS = 4

CASES: tuple[Mapping[str, object], ...] = (
    {},
    {"dealer_hits_soft_17": False, "surrender": "late", "decks": 2},
    {"hole_card": "none", "natural_takes": "original", "decks": 8},
    {"hole_card": "none", "surrender": "early", "charlie": 5, "natural_pays": "6:5"},
    {"surrender": "early", "even_money": True, "natural_pays": "1:1", "decks": 1},
    {"hands_max": None, "split_aces": "hit", "split_aces_again": True, "double_sizes": "any"},
    {"hands_max": 2, "double_after_split": False, "double_totals": "10-11", "decks": 1},
)
OTHERS: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("no-bust-joker", {}),
    ("no-bust-bonus-ace", {}),
    ("no-bust-bonus-ace", {"hole_card": "peek", "split_aces_again": False, "surrender": False}),
    ("maxtime-21", {}),
    ("maxtime-21", {"six_card_win": "may-be-declined", "dealer_hits_soft_17": False}),
    ("safari-21", {}),
    ("safari-21", {"all_even_money": True, "five_card_equal_total": "push", "decks": 4}),
    ("safari-21", {"pay_table": "layout", "decks": 1, "max_bet_earns_bonus": True}),
    ("safari-21", {"max_bet_before_second_card": True}),
    ("safari-21", {"max_bet_before_second_card": True, "monte_carlo": "table-b", "decks": 2}),
    ("safari-21", {"max_bet_resume": "5-100", "monte_carlo": "table-b", "jokers": "one"}),
    (
        "maxtime-21",
        {
            "natural_pays": "3:2",
            "diamonds_pays": "3:1",
            "five_card_21_pays": "5:2",
            "six_card_pays": "3:2",
        },
    ),
)


def simulated(game: str, given: Mapping[str, object], rounds: int) -> tuple[Totals, float]:
    """A fresh shoe for every round, as in the solver, and the solver's result."""
    rules = games.ruleset(game, {**given, "shoe": "each-round", "burn": 0})
    tables = model.compile(rules)
    solved = exact.solve(model.for_odds(rules))
    script = ByCards(tables, suits.by_suit(tables, solved))
    totals = TwentyOneSimulator(rules, tables, script, seed=2024).run(
        Goal(rounds=rounds), Threads()
    )
    blind = unseen_up(solved.plan, solved.strategy)
    return totals, exact.evaluate(solved.plan.tables, blind).value


def agree(game: str, given: Mapping[str, object], rounds: int, record: Record) -> None:
    totals, value = simulated(game, given, rounds)
    sigmas = (totals.value - value) / totals.error
    record("sigmas", f"{sigmas:.2f} with {totals.rounds:,} rounds")
    assert abs(sigmas) < SIGMAS


@pytest.mark.parametrize("given", some_now(CASES, {3, 5}))
def test_blackjack_is_worth_the_same_solved_and_simulated(
    given: Mapping[str, object], record_property: Record
) -> None:
    agree("blackjack", given, 1_000_000, record_property)


@pytest.mark.prove
@pytest.mark.parametrize("given", CASES)
def test_blackjack_in_a_hundred_million_rounds(
    given: Mapping[str, object], record_property: Record
) -> None:
    agree("blackjack", given, 100_000_000, record_property)


@pytest.mark.prove
@pytest.mark.parametrize(("game", "given"), OTHERS)
def test_other_games_in_fifty_million_rounds(
    game: str, given: Mapping[str, object], record_property: Record
) -> None:
    agree(game, given, 50_000_000, record_property)


@pytest.mark.parametrize(("game", "given"), some_now(OTHERS, {8}))
def test_games_that_look_at_suits_are_worth_the_same(
    game: str, given: Mapping[str, object], record_property: Record
) -> None:
    agree(game, given, 500_000, record_property)


CHARTS: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("maxtime-21", {}),
    ("no-bust-bonus-ace", {}),
    ("safari-21", {}),
    ("safari-21", {"max_bet_before_second_card": True, "monte_carlo": "table-b"}),
)


def charts_agree(game: str, given: Mapping[str, object], rounds: int, record: Record) -> None:
    """The best chart by totals, priced and played."""
    rules = games.ruleset(game, {**given, "shoe": "each-round", "burn": 0})
    tables, own = model.compile(rules), model.for_odds(rules)
    chart = best_chart(own).chart
    value = exact.evaluate(own, strategy_of(rules, own, chart)).value
    script = by_chart(rules, tables, chart)
    totals = TwentyOneSimulator(rules, tables, script, seed=31).run(Goal(rounds=rounds), Threads())
    sigmas = (totals.value - value) / totals.error
    record("sigmas", f"{sigmas:.2f} with {totals.rounds:,} rounds")
    assert abs(sigmas) < SIGMAS


def test_a_chart_is_worth_the_same_priced_and_played(record_property: Record) -> None:
    charts_agree(*CHARTS[0], 500_000, record_property)


@pytest.mark.prove
@pytest.mark.parametrize(("game", "given"), CHARTS)
def test_charts_in_fifty_million_rounds(
    game: str, given: Mapping[str, object], record_property: Record
) -> None:
    charts_agree(game, given, 50_000_000, record_property)


@pytest.mark.prove
def test_a_cut_card_at_three_quarters_costs_about_two_hundredths_of_a_point(
    record_property: Record,
) -> None:
    """Heads up, six decks, soft 17 stands: some 0.02 points against a fresh shoe, published."""
    rules = games.ruleset("blackjack", {"dealer_hits_soft_17": False, "cut": 75})
    tables = model.compile(rules)
    solved = exact.solve(tables)
    simulator = TwentyOneSimulator(rules, tables, ByCards(tables, solved.strategy), seed=75)
    totals = simulator.run(Goal(rounds=1_500_000_000), Threads())
    effect = 100 * (solved.value - totals.value)
    record_property("points", f"{effect:.4f} ± {100 * totals.error:.4f}")
    assert 0.01 - 3 * 100 * totals.error < effect < 0.03 + 3 * 100 * totals.error
