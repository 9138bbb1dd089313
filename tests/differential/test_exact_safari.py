"""The exact odds of Safari 21 by rank against every order of tiny shoes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from cardroom import model
from cardroom.analysis.twentyone.odds import insurance, perfect_odds
from cardroom.analysis.twentyone.solver import exact
from cardroom.games.twentyone.game import GAMES, posted_game
from cardroom.model import Tables, verbs
from tests.differential.naive_round import ACE, TEN, Cards, Hand, Round, Shoe, best, with_hands
from tests.differential.pay_matrix import SOME, unlike
from tests.proofs import later

LOW: Shoe = (2, 1, 1, 0, 1, 2, 0, 0, 0, 4, 0)
SEVENS: Shoe = (1, 0, 0, 1, 1, 0, 4, 0, 0, 4, 0)
EIGHTS: Shoe = (2, 0, 1, 0, 0, 2, 0, 4, 0, 5, 0)
SIXES: Shoe = (2, 0, 0, 1, 1, 4, 0, 1, 0, 9, 0)
PLAIN = {"bonus_suited_big_5": False, "bonus_suited_777": False, "bonus_suited_678": False}


class Safari:
    """The rule book's game, as a reader understands it, without rows for suited hands."""

    looks = False
    aces_again = False

    def __init__(self, given: Mapping[str, object]) -> None:
        self.hits_soft_17 = given.get("dealer_hits_soft_17", True)
        self.even = bool(given.get("all_even_money", False))
        self.earns = bool(given.get("max_bet_earns_bonus", False))
        self.equal_pushes = given.get("five_card_equal_total") == "push"

    def natural(self, cards: Cards) -> bool:
        return sorted(cards) == [ACE, TEN]

    def paid_naturals(self) -> list[tuple[Fraction, Fraction]]:
        return [(Fraction(1) if self.even else Fraction(3, 2), Fraction(1))]

    def total(self, hand: Hand) -> int:
        """After a Max Bet the aces of the initial cards count 1: two of a deal, one of a split."""
        initial = 1 if hand.pair >= 0 else 2
        return best(hand.cards, initial if hand.bets else 0)[0]

    def at_once(self, hand: Hand) -> Fraction | None:
        if hand.given_up:
            return Fraction(-1, 2)
        return Fraction(-hand.money) if self.total(hand) > 21 else None

    def draws(self, bank: Cards) -> bool:
        total, soft = best(bank)
        low = total < 17 or (total == 17 and soft and bool(self.hits_soft_17))
        return low and len(bank) < 5

    def owed(self, hand: Hand, bank: Cards) -> Fraction:
        mine, theirs = self.total(hand), best(bank)[0]
        five = len(hand.cards) == 5
        if theirs > 21:
            return self.win(hand)
        if len(bank) == 5 and not five:
            return Fraction(0 if mine == theirs and self.equal_pushes else -hand.money)
        if (five and mine == 21 and len(bank) < 5) or mine > theirs:
            return self.win(hand)
        return Fraction(0 if mine == theirs else -hand.money)

    def win(self, hand: Hand) -> Fraction:
        bonus = self.total(hand) == 21 and (len(hand.cards) == 5 or hand.cards == (6, 6, 6))
        rate = Fraction(3, 2) if bonus and not self.even else Fraction(1)
        return rate + hand.bets * (rate if self.earns else 1)


def tables_of(given: Mapping[str, object], hands_max: int) -> Tables:
    rules = GAMES["safari-21"].ruleset({**PLAIN, **given})
    return model.compile(with_hands(rules, hands_max))


def compared(given: Mapping[str, object], shoe: Shoe, hands_max: int) -> exact.Solution:
    tables = tables_of(given, hands_max)
    solved = exact.solve(tables, shoe)
    naive = Round(Safari(given), tables, solved.strategy, hands_max).value(shoe)
    assert solved.value == pytest.approx(float(naive), abs=1e-13)
    again = exact.evaluate(tables, solved.strategy, shoe)
    assert again.value == pytest.approx(float(naive), abs=1e-13)
    return solved


@pytest.mark.parametrize(
    ("given", "shoe"),
    [
        ({}, LOW),
        later({}, SEVENS),
        ({"five_card_equal_total": "push", "dealer_hits_soft_17": False}, LOW),
        ({"max_bet_earns_bonus": True, "surrender_on_ten": True}, SEVENS),
        later({"all_even_money": True}, LOW),
    ],
)
def test_the_solver_agrees_with_every_order_of_a_tiny_shoe(
    given: Mapping[str, object], shoe: Shoe
) -> None:
    solved = compared(given, shoe, 1)
    assert (solved.strategy.choice == verbs.MAX_BET).any()


def test_splits_agree() -> None:
    assert compared({}, EIGHTS, 2).strategy.splits.any()


@pytest.mark.prove
def test_resplits_agree() -> None:
    assert compared({}, SIXES, 3).strategy.splits.any()


@pytest.mark.parametrize("every", [SOME, later(1)])
def test_matrices_pay_what_play_pays(every: int) -> None:
    rules = model.by_rank(GAMES["safari-21"].ruleset({}))
    tables = model.compile(rules)
    assert not list(unlike(posted_game(rules), tables, every))


def test_by_rank_is_the_pay_table_without_suited_rows() -> None:
    ranks = exact.solve(model.compile(model.by_rank(GAMES["safari-21"].ruleset({})))).value
    assert ranks == exact.solve(model.compile(GAMES["safari-21"].ruleset(PLAIN))).value


def test_payments_add_up() -> None:
    main = perfect_odds(model.for_odds(GAMES["safari-21"].ruleset({}))).wagers[0]
    assert sum(each.chance for each in main.payments) + main.split_frequency == pytest.approx(1)


def test_insurance_that_pushes_on_a_ten() -> None:
    """24 plain tens of 311 cards behind the ace push, 72 faces win twice the stake."""
    (found,) = insurance(
        model.compile(model.by_rank(GAMES["safari-21"].ruleset({"insurance_on_ten": "push"})))
    )
    assert found.exact == Fraction(311 - 24 - 72 - 2 * 72, 311)


def test_insurance_wins_on_a_joker_and_pushes_on_a_ten_only() -> None:
    """Of 317 cards behind the ace 24 tens push, 72 faces and 6 jokers win twice the stake."""
    given = {"insurance_on_ten": "push", "monte_carlo": "table-b"}
    (found,) = insurance(model.for_odds(GAMES["safari-21"].ruleset(given)))
    assert found.exact == Fraction(317 - 24 - 78 - 2 * 78, 317)
