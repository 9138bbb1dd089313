"""The exact odds of MaxTime 21 against every order of tiny shoes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from cardroom import model
from cardroom.analysis.twentyone.odds import perfect_odds
from cardroom.analysis.twentyone.solver import exact
from cardroom.games.twentyone.game import GAMES
from cardroom.model import Tables, verbs
from tests.differential.naive_round import ACE, TEN, Cards, Hand, Round, Shoe, best, with_hands

LOW: Shoe = (1, 2, 1, 0, 1, 2, 0, 0, 0, 4, 0)
EIGHTS: Shoe = (2, 0, 1, 0, 0, 2, 0, 4, 0, 5, 0)
ACES: Shoe = (4, 0, 0, 0, 0, 2, 0, 1, 0, 8, 0)
TENS: Shoe = (2, 0, 0, 0, 1, 1, 0, 0, 0, 8, 0)
"""Enough tens that a natural is better doubled than paid."""
SIXES: Shoe = (2, 0, 1, 1, 1, 4, 0, 1, 0, 8, 0)


class MaxTime:
    """The rule book's procedures, as a reader understands them."""

    looks = True
    aces_again = True

    def __init__(self, hits_soft_17: bool, declines: bool) -> None:
        self.hits_soft_17, self.declines = hits_soft_17, declines

    def natural(self, cards: Cards) -> bool:
        return sorted(cards) == [ACE, TEN]

    def total(self, hand: Hand) -> int:
        # An ace with a ten-value that was doubled is an 11.
        eleven = hand.doubled and self.natural(hand.cards[:2])
        return best(hand.cards, 2 if eleven and len(hand.cards) == 3 else 0)[0]

    def at_once(self, hand: Hand) -> Fraction | None:
        total = self.total(hand)
        if hand.given_up:
            return Fraction(-hand.money, 2)
        if total > 21:
            return Fraction(-hand.money)
        if not hand.doubled and len(hand.cards) >= 5 and total == 21:
            return Fraction(2)
        if not hand.doubled and len(hand.cards) >= 6 and not self.declines:
            return Fraction(1)
        return None

    def paid_naturals(self) -> list[tuple[Fraction, Fraction]]:
        return [(Fraction(1), Fraction(15, 16)), (Fraction(2), Fraction(1, 16))]

    def draws(self, bank: Cards) -> bool:
        total, soft = best(bank)
        return total < 17 or (total == 17 and soft and self.hits_soft_17)

    def owed(self, hand: Hand, bank: Cards) -> Fraction:
        if len(bank) == 2 and self.natural(bank):
            return Fraction(-hand.money)
        mine, theirs = self.total(hand), best(bank)[0]
        if len(hand.cards) >= 6 and not hand.doubled and self.declines:
            return Fraction(1)
        if theirs > 21 or mine > theirs:
            return Fraction(hand.money)
        return Fraction(0 if mine == theirs else -hand.money)


def tables_of(given: Mapping[str, object], hands_max: int) -> Tables:
    """Fewer hands than the book's four, so that a tiny shoe lasts."""
    rules = model.by_rank(GAMES["maxtime-21"].ruleset(given))
    return model.compile(with_hands(rules, hands_max))


def compared(given: Mapping[str, object], shoe: Shoe, hands_max: int) -> exact.Solution:
    tables = tables_of(given, hands_max)
    words = MaxTime(
        bool(given.get("dealer_hits_soft_17", True)), given.get("six_card_win") == "may-be-declined"
    )
    solved = exact.solve(tables, shoe)
    naive = Round(words, tables, solved.strategy, hands_max).value(shoe)
    assert solved.value == pytest.approx(float(naive), abs=1e-13)
    again = exact.evaluate(tables, solved.strategy, shoe)
    assert again.value == pytest.approx(float(naive), abs=1e-13)
    return solved


@pytest.mark.parametrize("given", [{}, {"dealer_hits_soft_17": False}])
def test_the_solver_agrees_with_every_order_of_a_tiny_shoe(given: Mapping[str, object]) -> None:
    solved = compared(given, LOW, 1)
    doubled = solved.plan.tables.keys.stances.index(verbs.Stance(1))
    assert (solved.strategy.choice[:, doubled] == verbs.SURRENDER).any()


def test_a_sixth_card_that_may_be_declined() -> None:
    compared({"six_card_win": "may-be-declined"}, LOW, 1)


def test_naturals_are_doubled_where_tens_abound() -> None:
    solved = compared({}, TENS, 1)
    assert solved.strategy.natural_doubled is not None
    assert solved.strategy.natural_doubled[0].any()


@pytest.mark.parametrize("shoe", [EIGHTS, ACES])
def test_splits_agree(shoe: Shoe) -> None:
    assert compared({}, shoe, 2).strategy.splits.any()


@pytest.mark.prove
def test_resplits_agree() -> None:
    assert compared({}, SIXES, 3).strategy.splits.any()


def test_payments_add_up_and_no_natural_is_doubled_from_a_full_deck() -> None:
    tables = model.compile(model.by_rank(GAMES["maxtime-21"].ruleset({})))
    found = perfect_odds(tables)
    main, doubled = found.wagers[0], found.solution.strategy.natural_doubled
    assert sum(each.chance for each in main.payments) + main.split_frequency == pytest.approx(1)
    assert doubled is not None
    assert not doubled[0].any()
    assert not doubled[1].any()
