"""Suited rows, jokers and Max Bets on one card (Safari 21), against every order of tiny decks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest

from cardroom import model
from cardroom.analysis.twentyone.solver import exact, suits
from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.analysis.twentyone.solver.shoes import ShoeFault
from cardroom.games.twentyone.game import GAMES, posted_game
from cardroom.model import Tables
from tests.differential.kernel import unseen_up
from tests.differential.naive_round import with_hands
from tests.differential.naive_suits import Deck, SuitedRound, deck_of, written
from tests.differential.pay_matrix import SOME, unlike
from tests.proofs import later

STANDARD = {
    "suited-big-5": Fraction(2),
    "suited-777": Fraction(2),
    "big-5": Fraction(3, 2),
    "777": Fraction(3, 2),
    "suited-678": Fraction(3, 2),
}
OWN = {"suited-678": Fraction(4), "four-card-20": Fraction(2)}
OWN_TEXT = "suited-678 pays 4 to 1; four-card-20 when cards = 4 and total = 20 pays 2 to 1"
LAYOUT = {"suited-big-5": Fraction(3), "suited-777": Fraction(3), "big-5": Fraction(3, 2)}
# The solver takes one ten-value in four for a plain ten; with surrender against all of them that
# does not matter, and a tiny deck may hold one kind.
ALL_TENS = {"surrender_on_ten": True}
JOKERS = {"monte_carlo": "table-b", **ALL_TENS}
ON_ONE = {"max_bet_before_second_card": True}

SIX_SEVEN_EIGHT = deck_of({6: 1, 7: 1, 8: 1, 11: 1})
FOURS = deck_of({4: 1, 6: 1, 7: 1, 8: 1})
SEVENS = deck_of({7: 3, 2: 1, 12: 1})
LOW = deck_of({1: 1, 7: 1, 4: 1, 10: 1})
HIGH = deck_of({1: 1, 6: 1, 10: 1, 11: 1})
WITH_JOKERS = deck_of({6: 1, 7: 1, 8: 1, 10: 1}, jokers=2)


def tables_of(given: Mapping[str, object], hands_max: int) -> Tables:
    rules = GAMES["safari-21"].ruleset(given)
    return model.for_odds(with_hands(rules, hands_max))


def unsplit(given: Mapping[str, object], deck: Deck) -> exact.Solution:
    tables = tables_of(given, 1)
    solved = exact.solve(tables, written(deck))
    rows = {"layout": LAYOUT, OWN_TEXT: OWN}.get(str(given.get("pay_table")), STANDARD)
    naive = SuitedRound(tables, solved.strategy, 1, rows).value(deck)
    assert solved.value == pytest.approx(float(naive), abs=1e-13)
    return solved


def split(given: Mapping[str, object], deck: Deck, hands_max: int, rank: int) -> None:
    """With the pairs of one rank split, whether that is good or not."""
    tables = tables_of(given, hands_max)
    solved = exact.solve(tables, written(deck))
    chosen = np.zeros_like(solved.strategy.splits)
    chosen[[pair.rank for pair in plan_of(tables).pairs].index(rank)] = True
    strategy = solved.strategy._replace(splits=chosen)
    if strategy.raises is not None:
        strategy = strategy._replace(raises=strategy.raises._replace(splits=chosen))
    value = exact.evaluate(tables, strategy, written(deck)).value
    naive = SuitedRound(tables, strategy, hands_max, STANDARD).value(deck)
    assert value == pytest.approx(float(naive), abs=1e-13)


def test_suited_six_seven_eight() -> None:
    unsplit(ALL_TENS, SIX_SEVEN_EIGHT)


def test_a_row_of_the_houses_own_among_suited_ones() -> None:
    unsplit({"pay_table": OWN_TEXT, **ALL_TENS}, FOURS)


def test_suited_sevens() -> None:
    unsplit({}, SEVENS)
    unsplit({"pay_table": "layout"}, SEVENS)


def test_a_joker_is_a_ten_without_a_suit() -> None:
    unsplit(JOKERS, WITH_JOKERS)


@pytest.mark.prove
def test_max_bets_on_one_card() -> None:
    """Among low cards none is worth it; against a six, with tens to come, every one is."""
    unsplit({**ALL_TENS, **ON_ONE}, LOW)
    solved = unsplit({**ALL_TENS, **ON_ONE}, HIGH)
    assert solved.strategy.raises is not None
    assert solved.strategy.raises.bets.any()


@pytest.mark.prove
def test_max_bets_on_one_card_with_jokers() -> None:
    unsplit({**JOKERS, **ON_ONE}, deck_of({1: 1, 7: 1, 4: 1, 10: 1}, jokers=2))


@pytest.mark.prove
def test_suited_hands_of_a_split() -> None:
    split(ALL_TENS, SIX_SEVEN_EIGHT, 2, rank=6)


@pytest.mark.prove
def test_tens_split_with_jokers_after_a_max_bet_on_one_card() -> None:
    split({**JOKERS, **ON_ONE}, deck_of({7: 1, 8: 1, 10: 1}, jokers=2), 2, rank=9)


@pytest.mark.parametrize("every", [SOME, later(1)])
def test_matrices_pay_what_play_pays(every: int) -> None:
    rules = GAMES["safari-21"].ruleset({"monte_carlo": "table-b", **ON_ONE})
    tables = model.for_odds(rules)
    assert not list(unlike(posted_game(rules), tables, every))


def test_suited_rows_are_worth_what_six_decks_say() -> None:
    """4.4 thousandths of a point: the bound that a page of algebra gives is 15."""
    rules = GAMES["safari-21"].ruleset({})
    ranks = exact.solve(model.compile(model.by_rank(rules))).value
    value = exact.solve(model.for_odds(rules)).value
    assert value == pytest.approx(-0.00261710, abs=5e-9)
    assert value - ranks == pytest.approx(4.386e-5, abs=5e-9)


def test_a_player_who_does_not_see_the_up_cards_suit_loses_next_to_nothing() -> None:
    """The simulator's player: it sees its own suit, not whether the up card is of it."""
    tables = model.for_odds(GAMES["safari-21"].ruleset({}))
    found = exact.solve(tables)
    blind = exact.evaluate(tables, unseen_up(found.plan, found.strategy))
    assert 0 <= found.value - blind.value < 1e-9


def test_a_shoe_of_uneven_suits_goes_by_rank() -> None:
    rules = GAMES["safari-21"].ruleset({})
    shoe = (23,) + (24,) * 8 + (96, 0)
    tables = suits.tables_for(rules, shoe)
    assert not tables.ups.own.any()
    assert "left out" in suits.notes(rules, tables)[0]
    with pytest.raises(ShoeFault, match="each suit"):
        exact.solve(model.for_odds(rules), shoe)
