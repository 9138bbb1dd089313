"""The exact standard deviation against every order of a tiny shoe, and against dealt rounds."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from cardroom import model
from cardroom.analysis.twentyone.deviation import deviation
from cardroom.analysis.twentyone.solver.exact import ShoeSolver
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.analysis.twentyone.split_rounds import split_rounds
from cardroom.games.twentyone.game import GAMES
from tests.differential.test_exact_naive import ACES, EIGHTS, SIXES, Naive, Shoe, house_of
from tests.proofs import some_now


class Moments(NamedTuple):
    """Of what the rest of a round brings: its chance, its mean and its mean square, the latter two
    counted with that chance. Two of them add up as cases; a number is paid in every case."""

    chance: Fraction
    mean: Fraction
    square: Fraction

    def __add__(self, other: Any) -> Any:
        return Moments(*(a + b for a, b in zip(self, other, strict=True)))

    def __radd__(self, paid: Any) -> Any:
        square = self.square + 2 * paid * self.mean + paid**2 * self.chance
        return Moments(self.chance, self.mean + paid * self.chance, square)

    def __rmul__(self, chance: Any) -> Any:
        return Moments(*(chance * part for part in self))


class NaiveMoments(Naive):
    def opening(self, *args: Any) -> Any:
        return _moments(super().opening(*args))

    def _bank(self, *args: Any) -> Any:
        return _moments(super()._bank(*args))


def _moments(found: Any) -> Moments:
    if isinstance(found, Moments):
        return found
    return Moments(Fraction(1), found, found**2)


CASES: tuple[tuple[Mapping[str, object], Shoe], ...] = (
    ({"hands_max": 2}, EIGHTS),
    ({"hands_max": 2, "surrender": "early", "even_money": True}, EIGHTS),
    ({"hands_max": 2, "hole_card": "none"}, EIGHTS),
    ({"hands_max": 2, "charlie": 5}, EIGHTS),
    ({"hands_max": 2, "split_aces": "hit", "double_sizes": "any"}, ACES),
)
RESPLITS: tuple[tuple[Mapping[str, object], Shoe], ...] = (
    ({"hands_max": 3}, SIXES),
    ({"hands_max": 3, "hole_card": "none"}, SIXES),
    ({"hands_max": 3, "double_after_split": False, "dealer_hits_soft_17": False}, SIXES),
)


def compared(given: Mapping[str, object], shoe: Shoe) -> None:
    tables = model.compile(GAMES["blackjack"].ruleset(given))
    house, hands_max = house_of(given)
    work = ShoeSolver(plan_of(tables), shoe)
    solved = work.best("pair")
    assert solved.strategy.splits.any()
    every: Any = NaiveMoments(house, tables, solved.strategy, hands_max).value(shoe)
    assert every.chance == 1
    assert solved.value == pytest.approx(float(every.mean), abs=1e-13)
    exact = math.sqrt(every.square - every.mean**2)
    assert deviation(work, solved) == pytest.approx(exact, abs=1e-6)


@pytest.mark.parametrize(("given", "shoe"), some_now(CASES, {0, 4}))
def test_it_agrees_with_every_order_of_a_tiny_shoe(given: Mapping[str, object], shoe: Shoe) -> None:
    compared(given, shoe)


@pytest.mark.parametrize(("given", "shoe"), some_now(RESPLITS, {1}))
def test_resplits_agree_with_every_order_of_a_small_shoe(
    given: Mapping[str, object], shoe: Shoe
) -> None:
    compared(given, shoe)


GAMES_DEALT: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("blackjack", {}),
    ("blackjack", {"decks": 1, "hands_max": 2, "split_aces": "hit"}),
    ("blackjack", {"hole_card": "none", "surrender": "late", "decks": 8}),
    ("maxtime-21", {}),
    ("no-bust-joker", {}),
    ("no-bust-bonus-ace", {}),
)


@pytest.mark.parametrize(("game", "given"), some_now(GAMES_DEALT, {0}))
def test_it_agrees_with_dealt_rounds(game: str, given: Mapping[str, object]) -> None:
    rules = GAMES[game].ruleset(given)
    work = ShoeSolver(plan_of(model.for_odds(rules)), None)
    exact, counted = deviation(work, work.best("pair")), split_rounds(rules)
    assert exact is not None
    assert abs(exact - counted.deviation) < 4 * counted.deviation_error


def test_games_that_pay_by_suit_have_none() -> None:
    work = ShoeSolver(plan_of(model.for_odds(GAMES["safari-21"].ruleset({}))), None)
    assert deviation(work, work.best("pair")) is None
