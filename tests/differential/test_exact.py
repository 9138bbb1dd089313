"""Properties of the exact solver that hold for every posted game."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest

from cardroom import model
from cardroom.analysis.families import NotComputed
from cardroom.analysis.twentyone.odds import insurance, perfect_odds
from cardroom.analysis.twentyone.solver import exact
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.analysis.twentyone.solver.shoes import ShoeFault
from cardroom.games.twentyone.game import GAMES
from cardroom.model import Tables
from tests.proofs import some_now

OPTIONS: tuple[Mapping[str, object], ...] = (
    {},
    {"dealer_hits_soft_17": False, "surrender": "late", "double_sizes": "any", "decks": 2},
    {"hole_card": "none", "natural_takes": "original", "surrender": "late"},
    {"hole_card": "none", "surrender": "early", "charlie": 5, "natural_pays": "6:5"},
    {"hands_max": None, "split_aces": "hit", "split_aces_again": True, "double_totals": "9-11"},
    {"hands_max": 1, "double": False, "charlie": 7, "surrender": "early", "even_money": True},
    {"hands_max": 2, "double_after_split": False, "double_sizes": "2-3", "decks": 1},
)


def tables_of(options: Mapping[str, object]) -> Tables:
    return model.compile(GAMES["blackjack"].ruleset(options))


@pytest.mark.parametrize(
    "options", some_now(OPTIONS, {1, 2, 4, 6}), ids=[",".join(given) for given in OPTIONS]
)
def test_what_was_solved_is_worth_the_same_when_it_is_played(options: Mapping[str, object]) -> None:
    tables = tables_of(options)
    solved = exact.solve(tables)
    assert exact.evaluate(tables, solved.strategy).value == pytest.approx(solved.value, abs=1e-14)
    assert solved.chance.sum() == pytest.approx(1, abs=1e-12)
    assert solved.value >= exact.solve(tables, after_split="unsplit").value - 1e-9


@pytest.mark.parametrize(
    "options", some_now(OPTIONS, {0, 3, 5}), ids=[",".join(given) for given in OPTIONS]
)
def test_payments_add_up(options: Mapping[str, object]) -> None:
    main = perfect_odds(tables_of(options)).wagers[0]
    assert sum(each.chance for each in main.payments) + main.split_frequency == pytest.approx(1)
    assert main.wagered >= 1
    if options.get("hands_max", 4) == 1:
        mean = sum(float(each.net) * each.chance for each in main.payments)
        assert mean == pytest.approx(-main.edge, abs=1e-12)
        assert main.deviation is not None
    else:
        assert main.deviation is None
        assert "simulator" in main.missing


def test_a_deviation_is_that_of_its_payments() -> None:
    main = perfect_odds(tables_of({"hands_max": 1})).wagers[0]
    mean = sum(float(each.net) * each.chance for each in main.payments)
    square = sum((float(each.net) - mean) ** 2 * each.chance for each in main.payments)
    assert main.deviation == pytest.approx(square**0.5, abs=1e-12)


def test_more_hands_are_worth_more_and_no_limit_is_bounded() -> None:
    values = [exact.solve(tables_of({"hands_max": most})).value for most in (1, 2, 3, 4)]
    assert values == sorted(values)
    unlimited = exact.solve(tables_of({"hands_max": None}))
    assert values[-1] < unlimited.value
    assert 0 < unlimited.truncation < 1e-5


def test_a_single_deck_has_four_of_a_kind_so_more_than_four_hands_are_tens_only() -> None:
    four = exact.solve(tables_of({"hands_max": 4, "decks": 1})).value
    none = exact.solve(tables_of({"hands_max": None, "decks": 1})).value
    assert none == pytest.approx(four, abs=1e-12)


@pytest.mark.parametrize(
    ("shoe", "reason"),
    [
        ((4,) * 9 + (16,), "11 ranks"),
        ((4,) * 8 + (-1, 16, 0), "negative"),
        ((4,) * 9 + (16, 2), "without jokers"),
        ((10**19,) + (4,) * 8 + (16, 0), "at most 1,000,000 cards of a rank"),
        ((1,) * 9 + (4, 0), "may run out"),
    ],
)
def test_impossible_shoes_are_refused(shoe: tuple[int, ...], reason: str) -> None:
    with pytest.raises(ShoeFault, match=reason):
        exact.solve(tables_of({}), shoe)


def test_a_shoe_without_tens_has_no_naturals_and_insurance_never_wins() -> None:
    shoe = (24,) * 9 + (0, 0)
    tables = tables_of({})
    assert np.isfinite(exact.solve(tables, shoe).value)
    (found,) = insurance(tables, shoe)
    assert found.exact == 1


def test_a_shoe_rich_in_tens_makes_insurance_good() -> None:
    (found,) = insurance(tables_of({}), (4,) * 9 + (30, 0))
    assert found.exact == 1 - 3 * Fraction(30, 65)


def test_games_that_look_at_suits_say_so() -> None:
    with pytest.raises(NotComputed, match="every suit"):
        plan_of(model.compile(GAMES["safari-21"].ruleset({})))
