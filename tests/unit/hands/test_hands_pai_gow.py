"""Pai gow hands: the joker, copies, fouls and the Fortune rows."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cards import CARDS, Card, parse_cards
from cardroom.hands.pai_gow import (
    Face,
    FortuneRow,
    RoyalMatch,
    Setting,
    back_value,
    faces,
    fortune_rows,
    front_value,
    has_complete,
)

LADDER = [
    ("Ks Qh Jd 9c 8s", "king high"),
    ("Jk Kh 9d 5c 2s", "ace high"),  # an ace, where it completes nothing
    ("Jk Ah 9d 5c 2s", "pair of aces"),
    ("Jk Ah 9d 9c 2s", "two pair, aces and nines"),
    ("Jk Ah Ad 9c 2s", "three of a kind, aces"),
    ("Jk 2h 3d 4c As", "straight, five high"),  # the lowest straight, not the second highest
    ("Jk 2h 3d 4c 6s", "straight, six high"),
    ("Jk 9h Td Qc Ks", "straight, king high"),
    ("Jk Kh Qd Jc Ts", "straight, ace high"),
    ("Jk Ks 8s 5s 2s", "flush, ace high"),
    ("Jk As 9s 5s 2s", "flush, ace high"),  # the joker is the king of it
    ("Jk Ah Ad 9c 9s", "full house, aces over nines"),
    ("Jk Ah Ad Ac 9s", "four of a kind, aces"),
    ("Jk 2h 3h 4h Ah", "straight flush, five high"),
    ("Jk 9h Th Qh Kh", "straight flush, king high"),
    ("Jk Ah Th Qh Kh", "royal flush"),
    ("Jk Ah Ad Ac As", "five aces"),
]


@pytest.mark.parametrize(("cards", "label"), LADDER)
def test_the_joker_is_an_ace_or_completes(cards: str, label: str) -> None:
    assert back_value(parse_cards(cards)).label == label


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(LADDER)))
def test_hands_with_the_joker_rank_in_the_order_of_the_ladder(
    lower: tuple[str, str], higher: tuple[str, str]
) -> None:
    assert back_value(parse_cards(lower[0])) < back_value(parse_cards(higher[0]))


def test_in_a_flush_the_joker_is_the_highest_card_not_there() -> None:
    assert back_value(parse_cards("Jk As 9s 5s 2s")).ranks == (14, 13, 9, 5, 2)
    assert back_value(parse_cards("Jk As Ks 5s 2s")).ranks == (14, 13, 12, 5, 2)
    assert back_value(parse_cards("Jk Ks 9s 5s 2s")) == back_value(parse_cards("Ah Kh 9h 5h 2h"))


def test_the_joker_makes_no_pair_but_of_aces() -> None:
    assert back_value(parse_cards("Jk Kh Kd 5c 2s")).label == "pair of kings"


def test_in_front_the_joker_is_an_ace() -> None:
    assert front_value(parse_cards("Jk As")).label == "pair of aces"
    assert front_value(parse_cards("Jk Ks")) == front_value(parse_cards("Ah Kd"))
    assert front_value(parse_cards("Ks Qs")) < front_value(parse_cards("2s 2h"))


@given(st.lists(st.sampled_from(CARDS), min_size=7, max_size=7, unique=True))
def test_best_of_seven_is_the_best_of_its_fives_joker_or_not(cards: list[Card]) -> None:
    assert back_value(cards) == max(back_value(five) for five in combinations(cards, 5))


@pytest.mark.parametrize(
    ("front", "back", "foul"),
    [
        ("9s 9h", "8d 8c As Kh Qd", True),
        ("9s 9h", "9d 9c As Kh Qd", False),  # the same pair with kickers stands above
        ("As Kh", "Kd Qc 9s 5h 3d", True),
        ("As Kh", "Ad Kc 9s 5h 3d", False),
        ("Jk Kh", "As Qd 9s 5h 3d", True),
        ("As Jk", "2s 2h 3d 3c 9s", False),
        ("As Jk", "Kd Kc 9s 5h 3d", True),
        ("As", "Ad Kc 9s 5h 3d 2s", True),
        ("As Kh 2s", "Ad Kc 9s 5h", True),
        # Cards are missing, or one is too many.
        ("Qs Jh", "Ad Kc 9s 5h", True),
        ("Qs Jh 2s", "Ad Kc 9s 5h 3d", True),
    ],
)
def test_a_front_above_the_back_or_a_wrong_count_is_foul(front: str, back: str, foul: bool) -> None:
    assert Setting(parse_cards(front), parse_cards(back)).foul is foul


@pytest.mark.parametrize(
    ("cards", "complete"),
    [
        ("As Kd Qh Jc 9s 7d 5c", False),
        ("As Kd Qh Jc Ts 7d 5c", True),
        ("As Kd Qh Jc Jk 7d 5c", True),
        ("As Ks 9s 7s 5s 4d 2h", True),
        ("As Ks 9s 7s Jk 4d 2h", True),
        ("As Ks 9s 7s 5d 4d 2h", False),
    ],
)
def test_a_straight_or_a_flush_lies_in_seven_cards(cards: str, complete: bool) -> None:
    assert has_complete(parse_cards(cards)) is complete


def test_copies_are_described_hand_by_hand() -> None:
    player = Setting(parse_cards("As Kh"), parse_cards("9d 9c 7s 5h 2d"))
    bank = Setting(parse_cards("Jk Kd"), parse_cards("9s 9h 7d 5c 3s"))
    assert faces(player, bank) == (Face.COPY, Face.BANK)
    assert faces(bank, player) == (Face.COPY, Face.PLAYER)


@pytest.mark.parametrize(
    ("cards", "rows"),
    [
        ("4h 5h 6h 7h 8h 9h Th", [FortuneRow.SEVEN_CARD_STRAIGHT_FLUSH]),
        ("Ah 2h 3h 4h 5h 6h 7h", [FortuneRow.SEVEN_CARD_STRAIGHT_FLUSH]),
        ("8h 9h Th Jh Qh Kh Ah", [FortuneRow.SEVEN_CARD_STRAIGHT_FLUSH]),
        ("4h 5h Jk 7h 8h 9h Th", [FortuneRow.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER]),
        ("4h 5h 6h 7h 8h 9h Jk", [FortuneRow.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER]),
        ("4h 5h 6h 7h 8h 9h 2h", [FortuneRow.STRAIGHT_FLUSH]),
        ("Qh Kh Ah 2h 3h 4h 5h", [FortuneRow.STRAIGHT_FLUSH]),  # not around the corner
        ("As Ks Qs Js Ts Kh Qh", [FortuneRow.ROYAL_FLUSH_WITH_ROYAL_MATCH]),
        ("As Ks Qs Jk Ts Kh Qh", [FortuneRow.ROYAL_FLUSH_WITH_ROYAL_MATCH]),
        ("As Jk Qs Js Ts Kh Qh", [FortuneRow.ROYAL_FLUSH_WITH_ROYAL_MATCH]),
        ("As Ks Qs Js Ts Kh Qd", [FortuneRow.ROYAL_FLUSH]),
        ("As Tc 8d 6c 3s Kh Qh", [FortuneRow.NOTHING]),  # a match of no royal
        ("As Ah Ad Ac Jk Kh Kd", [FortuneRow.FIVE_ACES]),
        ("As Ah Ad Jk 9h Kh Kd", [FortuneRow.QUADS]),
        ("9s 9h 9d 4c 4s Ah Kd", [FortuneRow.FULL_HOUSE]),
        ("2s 4s 6s 8s Ts 8h 8d", [FortuneRow.FLUSH]),
        ("5s 6h 7d 8c 9s 9h 9d", [FortuneRow.STRAIGHT, FortuneRow.TRIPS]),
        ("5s 6h 7d 8c Jk As Ah", [FortuneRow.STRAIGHT, FortuneRow.TRIPS]),
        ("5s 6h 7d 8c 9s 9h 2d", [FortuneRow.STRAIGHT]),
        ("9s 9h 9d 2c 4s 7h Kd", [FortuneRow.TRIPS]),
        ("9s 9h 4d 4c 2s 7h Kd", [FortuneRow.NOTHING]),
    ],
)
def test_fortune_ranks_seven_cards(cards: str, rows: list[FortuneRow]) -> None:
    assert list(fortune_rows(parse_cards(cards))) == rows


def test_a_house_may_want_the_royal_of_a_royal_match_natural() -> None:
    joker, natural = parse_cards("As Ks Qs Jk Ts Kh Qh"), parse_cards("As Ks Qs Js Ts Kh Qh")
    assert fortune_rows(joker, RoyalMatch.NATURAL_ONLY) == (FortuneRow.ROYAL_FLUSH,)
    assert fortune_rows(natural, RoyalMatch.NATURAL_ONLY) == (
        FortuneRow.ROYAL_FLUSH_WITH_ROYAL_MATCH,
    )
    assert FortuneRow.ROYAL_FLUSH.label == "royal flush"
