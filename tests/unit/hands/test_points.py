"""Hands that count to 21: totals, which of them are soft, and how they are announced."""

from __future__ import annotations

import pytest

from cardroom.cards import parse_cards
from cardroom.hands.points import (
    MIXED,
    SPLIT,
    Key,
    PointRule,
    add,
    label,
    over,
    points,
    soft,
    start,
)

PLAIN, WILD = PointRule(), PointRule(joker="wild")


def key(cards: str, rule: PointRule = PLAIN, origin: int = 0) -> Key:
    held = start(rule, origin)
    for card in parse_cards(cards):
        held = add(rule, held, card)
    return held


@pytest.mark.parametrize(
    ("cards", "total", "is_soft", "called"),
    [
        ("5s 3h", 8, False, "8"),
        ("Ts 7h", 17, False, "17"),
        ("As 6h", 17, True, "soft 17"),
        ("As 6h Td", 17, False, "17"),
        ("As Ah", 12, True, "soft 12"),
        ("As Ah Td", 12, False, "12"),
        ("As 5h 5d", 21, True, "21"),
        ("As Kh", 21, True, "natural"),
        ("Ts 6h 6d", 22, False, "22, over"),
    ],
)
def test_an_ace_counts_eleven_where_that_is_not_over(
    cards: str, total: int, is_soft: bool, called: str
) -> None:
    held = key(cards)
    assert (points(held), soft(held), label(held)) == (total, is_soft, called)
    assert over(held) is (total > 21)


def test_ten_and_ace_after_a_split_are_an_ordinary_21() -> None:
    assert label(key("As Kh", origin=SPLIT)) == "21"


def test_a_wild_joker_makes_a_hard_21_of_everything() -> None:
    for cards in ("Jk 5h", "Jk As", "As Jk", "Ts 6h Jk"):
        held = key(cards, WILD)
        assert (points(held), soft(held), label(held)) == (21, False, "21")


RUNS = PointRule(tracks_suits=True, tracks_runs=True, suits_of_runs=True)
CLUBS = 0


@pytest.mark.parametrize(
    ("cards", "rule", "suit"),
    [
        ("5c 3c", PLAIN, MIXED),
        ("5c 3c", RUNS, CLUBS),
        ("5c 3c 2c", RUNS, MIXED),
        ("7c 7c 7c", RUNS, CLUBS),
        ("5c 3c 2c", PointRule(tracks_suits=True), CLUBS),
    ],
)
def test_a_hand_has_a_suit_only_where_a_row_may_ask_for_it(
    cards: str, rule: PointRule, suit: int
) -> None:
    assert key(cards, rule).suit == suit
