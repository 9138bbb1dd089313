"""Bonus rows of 21: which hands they pay, what a house may write, and whose suits they look at."""

from __future__ import annotations

import re

import pytest

from cardroom import games
from cardroom.games.twentyone.bonus_hands import (
    ASKS,
    HANDS,
    SPADES,
    certain_suit,
    check_condition,
    suited_rows,
)
from cardroom.games.twentyone.policies import TwentyOne
from cardroom.hands.points import Key
from cardroom.rules.paytable import PayTable
from tests.unit.games.test_irregularities import Game

SAFARI_MAX = 5


def bonus(*names: str) -> PayTable | None:
    rules = games.ruleset("blackjack", {"bonus": dict.fromkeys(names, "3 to 1") or None})
    assert isinstance(rules.policies, TwentyOne)
    return rules.policies.bonus


def test_only_rows_of_three_certain_cards_are_runs() -> None:
    runs = {name for name, hand in HANDS.items() if hand.run}
    assert runs == {f"{suits}{run}" for suits in ("spade-", "suited-", "") for run in (777, 678)}


@pytest.mark.parametrize(("size", "fits"), [(4, False), (5, True), (6, False)])
def test_big_5_is_five_cards_exactly(size: int, fits: bool) -> None:
    assert HANDS["big-5"].fits(Key(hard=21, size=size)) is fits


@pytest.mark.parametrize(
    ("when", "says"),
    [
        ("cards = 2 and soft and total = 18", ""),
        ("cards = 2 and not soft and total = 8", ""),
        ("cards = 5 and total = 21", ""),
        ("cards = 6", "no winning hand of 2 to 5 cards makes it"),
        ("pair", ASKS),
        ("dealer total = 17", ASKS),
        ("cards = 4 and dealer total = 17", ASKS),
    ],
)
def test_a_new_row_asks_what_a_hand_that_wins_can_be(when: str, says: str) -> None:
    check = check_condition(SAFARI_MAX)
    if not says:
        check("x", when)
        return
    with pytest.raises(ValueError, match=f"^{re.escape(says)}$"):
        check("x", when)


@pytest.mark.parametrize(
    ("names", "suited", "suit"),
    [
        ((), False, None),
        (("777", "678"), False, None),
        (("suited-777", "777"), True, None),
        (("spade-777", "777"), True, SPADES),
    ],
)
def test_a_table_looks_at_suits_where_one_of_its_rows_does(
    names: tuple[str, ...], suited: bool, suit: int | None
) -> None:
    table = bonus(*names)
    assert suited_rows(table) is suited
    assert certain_suit(table) == suit


def test_a_payment_says_by_which_row_it_was_made() -> None:
    game = Game("7s 6h 7d Kc 7c Th", options={"bonus": {"777": "3 to 1"}}).deal()
    game.answer(1, "hit")
    assert [(one.net, one.row) for one in game.round.settled] == [(3_000, "777")]
