"""Poker, low and three-card hands: what beats what."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.cards import CARDS, JOKER_INDEX, Card, parse_cards
from cardroom.hands.low import low, low_omaha
from cardroom.hands.poker import (
    Category,
    best,
    best_omaha,
    told_apart,
)
from cardroom.hands.three_card import qualifies, three_card

DECK = CARDS[:JOKER_INDEX]


def hands(size: int) -> st.SearchStrategy[list[Card]]:
    return st.lists(st.sampled_from(DECK), min_size=size, max_size=size, unique=True)


LADDER = [
    ("7s 5h 4d 3c 2s", "seven high"),
    ("Ks Qh Jd 9c 8s", "king high"),
    ("As 6h 4d 3c 2s", "ace high"),
    ("2s 2h 5d 4c 3s", "pair of twos"),
    ("6s 6h Ad Kc Qs", "pair of sixes"),
    ("As Ah 5d 4c 3s", "pair of aces"),
    ("3s 3h 2d 2c 4s", "two pair, threes and twos"),
    ("Ks Kh 4d 4c 7s", "two pair, kings and fours"),
    ("Ks Kh 4d 4c 8s", "two pair, kings and fours"),
    ("2s 2h 2d 4c 3s", "three of a kind, twos"),
    ("As 2h 3d 4c 5s", "straight, five high"),
    ("6s 2h 3d 4c 5s", "straight, six high"),
    ("As Kh Qd Jc Ts", "straight, ace high"),
    ("7s 5s 4s 3s 2s", "flush, seven high"),
    ("As Ks Qs Js 9s", "flush, ace high"),
    ("2s 2h 2d Ac As", "full house, twos over aces"),
    ("3s 3h 3d 2c 2s", "full house, threes over twos"),
    ("2s 2h 2d 2c 3s", "four of a kind, twos"),
    ("2s 2h 2d 2c As", "four of a kind, twos"),
    ("As 2s 3s 4s 5s", "straight flush, five high"),
    ("Ks Qs Js Ts 9s", "straight flush, king high"),
    ("As Ks Qs Js Ts", "royal flush"),
]


def test_the_best_five_of_seven_leave_the_rest_out() -> None:
    assert best(parse_cards("2s 2h 2d Ac As Kc Ks")).label == "full house, twos over aces"
    assert best(parse_cards("2s 2h 2d Ac Ks 9c 7s")).ranks == (2, 14, 13)


@pytest.mark.parametrize(("cards", "label"), LADDER)
def test_a_hand_has_the_name_people_call_it(cards: str, label: str) -> None:
    assert best(parse_cards(cards)).label == label


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(LADDER)))
def test_hands_rank_in_the_order_of_the_ladder(
    lower: tuple[str, str], higher: tuple[str, str]
) -> None:
    assert best(parse_cards(lower[0])) < best(parse_cards(higher[0]))


@pytest.mark.parametrize(
    ("hands", "names"),
    [
        (("As Ah Kd 9c 3s", "Ad Ac Qd Jc Ts"), ("king kicker", "queen kicker")),
        (
            ("As Ah Kd 9c 3s", "Ad Ac Kh 9d 2c"),
            ("king-nine-three kickers", "king-nine-two kickers"),
        ),
        (("As Ah Kd 9c 3s", "Ks Kh Ad 9d 3c"), ("pair of aces", "pair of kings")),
        (("Ks Kh 4d 4c 7s", "Kd Kc 4h 4s 8s"), ("seven kicker", "eight kicker")),
        (("7s 7h 7d 7c Ks", "7s 7h 7d 7c As"), ("king kicker", "ace kicker")),
        (("7s 7h 7d Ac 5s", "7s 7h 7d Ac 6s"), ("ace-five kickers", "ace-six kickers")),
        (
            ("As Ks 9s 4s 2s", "Ah Kh 8h 7h 6h"),
            ("flush, ace-king-nine high", "ace-king-eight high"),
        ),
        (("As Kd 9s 4s 2s", "Ah Qh 8h 7h 6d"), ("ace-king high", "ace-queen high")),
        (("As Kd 9s 4s 2s", "Ah Kh 9h 4h 2d"), ("ace high", "ace high")),
        (("2s 2h 2d Ac As", "2s 2h 2d Ac As"), ("full house, twos over aces",) * 2),
    ],
)
def test_kickers_are_named_as_far_as_they_tell_hands_apart(
    hands: tuple[str, str], names: tuple[str, str]
) -> None:
    values = [best(parse_cards(hand)) for hand in hands]
    called = told_apart(values)
    assert [called[value].endswith(name) for value, name in zip(values, names, strict=True)] == [
        True,
        True,
    ]
    assert all(called[value].startswith(value.label.removesuffix(" high")) for value in values)


def test_of_three_hands_each_is_told_from_both_others() -> None:
    values = [best(parse_cards(f"As Ah {rest}")) for rest in ("Kd 9c 3s", "Kd 8c 3s", "Qd 9c 3s")]
    called = told_apart(values)
    assert [called[value].removeprefix("pair of aces, ") for value in values] == [
        "king-nine kickers",
        "king-eight kickers",
        "queen kicker",
    ]


def test_suits_break_no_tie() -> None:
    assert best(parse_cards("As Ks Qs Js 9s")) == best(parse_cards("Ah Kh Qh Jh 9h"))


@pytest.mark.parametrize(
    ("cards", "label"),
    [
        ("As Ah Kd Kc Qs Qh 2d", "two pair, aces and kings"),  # the third pair gives the kicker
        ("9s 9h 9d 5c 5s 5h 2d", "full house, nines over fives"),
        ("As Kh Qd Jc Ts 9h 8d", "straight, ace high"),
        ("As 2h 3d 4c 5s 6h Kd", "straight, six high"),
        ("Qs Kh Ad 2c 3s 7h 8d", "ace high"),  # a straight does not go around the corner
        ("2s 4s 6s 8s Ts Qs Kh", "flush, queen high"),
        ("7s 7h 7d 7c Ks Kh Kd", "four of a kind, sevens"),
        ("9h 8h 7h 6h 5h Ts Jd", "straight flush, nine high"),
    ],
)
def test_the_best_five_of_seven_count(cards: str, label: str) -> None:
    assert best(parse_cards(cards)).label == label


def test_kickers_decide_down_to_the_fifth_card_and_no_further() -> None:
    assert best(parse_cards("As Ah Kd Kc Qs Qh 2d")).ranks == (14, 13, 12)
    assert best(parse_cards("As Ah Kd Qc Js 3h 2d")) == best(parse_cards("Ac Ad Kh Qs Jc 5s 4c"))


@given(hands(7))
def test_best_of_seven_is_the_best_of_its_twenty_one_fives(cards: list[Card]) -> None:
    assert best(cards) == max(best(five) for five in combinations(cards, 5))


def test_omaha_plays_exactly_two_from_the_hand() -> None:
    board = parse_cards("As Ks Qs Js 2d")
    # One spade in the hand makes no flush, four on the board or not.
    assert best_omaha(parse_cards("9s 3h 4c 6d"), board).label == "ace high"
    assert best_omaha(parse_cards("9s 8s 4c 6d"), board).label == "flush, ace high"


def test_omaha_quads_on_the_board_are_three_of_a_kind_or_a_full_house() -> None:
    board = parse_cards("7s 7h 7d 7c 2s")
    assert best_omaha(parse_cards("As Kh Qd Jc"), board).label == "three of a kind, sevens"
    hand = parse_cards("As Ah Qd Jc")
    assert best_omaha(hand, board).label == "full house, sevens over aces"


@pytest.mark.parametrize(
    ("cards", "ranks"),
    [
        ("As 2s 3s 4s 5s Ks Qs", (5, 4, 3, 2, 1)),  # straights and flushes are ignored
        ("As 2h 3d 4c 8s 8h Kd", (8, 4, 3, 2, 1)),
        ("8s 7h 6d 5c 4s", (8, 7, 6, 5, 4)),
        ("As 2h 3d 4c 9s Th Kd", None),
        ("As Ah 2d 2c 3s 4h Kd", None),  # a pair counts once
    ],
)
def test_a_low_is_five_ranks_of_eight_or_less(cards: str, ranks: tuple[int, ...] | None) -> None:
    value = low(parse_cards(cards))
    assert (value.ranks if value else None) == ranks


def test_lows_compare_from_their_highest_card_down() -> None:
    wheel, six, seven_five, seven_six = (
        low(parse_cards(text))
        for text in ("As 2h 3d 4c 5s", "As 2h 3d 4c 6s", "As 2h 3d 5c 7s", "As 2h 3d 6c 7s")
    )
    assert wheel
    assert six
    assert seven_five
    assert seven_six
    assert wheel > six > seven_five > seven_six
    assert wheel.label == "five low, 5-4-3-2-A"


def test_omaha_low_needs_two_from_the_hand_and_three_of_the_board() -> None:
    assert low_omaha(parse_cards("As 2h Kd Kc"), parse_cards("3s 4h 9d Tc 5s")) is not None
    assert low_omaha(parse_cards("As 2h Kd Kc"), parse_cards("3s 4h 9d Tc Js")) is None
    counterfeited = low_omaha(parse_cards("As 2h Kd Kc"), parse_cards("Ad 3h 4d 5c Ks"))
    assert counterfeited is not None
    assert counterfeited.ranks == (5, 4, 3, 2, 1)
    assert low_omaha(parse_cards("As Kh Kd Kc"), parse_cards("2s 3h 4d 5c 6s")) is None


THREE_CARD_LADDER = [
    ("5s 3h 2d", "five high"),
    ("Js 9h 8d", "jack high"),
    ("Qs 3h 2d", "queen high"),
    ("As Kh Jd", "ace high"),
    ("2s 2h 3d", "pair of twos"),
    ("2s 2h Ad", "pair of twos"),
    ("As Ah Kd", "pair of aces"),
    ("5s 3s 2s", "flush, five high"),
    ("As Ks Js", "flush, ace high"),
    ("As 2h 3d", "straight, three high"),
    ("4s 2h 3d", "straight, four high"),
    ("As Kh Qd", "straight, ace high"),
    ("2s 2h 2d", "three of a kind, twos"),
    ("As Ah Ad", "three of a kind, aces"),
    ("As 2s 3s", "straight flush, three high"),
    ("Ks Qs Js", "straight flush, king high"),
    ("As Ks Qs", "royal flush"),
]


@pytest.mark.parametrize(("cards", "label"), THREE_CARD_LADDER)
def test_a_three_card_hand_has_its_name(cards: str, label: str) -> None:
    assert three_card(parse_cards(cards)).label == label


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(THREE_CARD_LADDER)))
def test_three_card_hands_rank_straight_over_flush_and_trips_over_both(
    lower: tuple[str, str], higher: tuple[str, str]
) -> None:
    assert three_card(parse_cards(lower[0])) < three_card(parse_cards(higher[0]))


def test_a_pair_within_one_suit_is_a_flush_compared_by_rank() -> None:
    value = three_card(parse_cards("9s 9s 4s"))
    assert value.label == "flush, nine high"
    assert value.ranks == (9, 9, 4)
    assert three_card(parse_cards("9s 9s 4h")) < value < three_card(parse_cards("9s 8s 7h"))
    assert value > three_card(parse_cards("9h 8h 4h"))


def test_three_of_a_kind_within_one_suit_is_three_of_a_kind() -> None:
    assert three_card(parse_cards("9s 9s 9s")) == three_card(parse_cards("9s 9h 9d"))


def test_the_bank_qualifies_with_queen_high() -> None:
    assert qualifies(three_card(parse_cards("Qs 3h 2d")))
    assert not qualifies(three_card(parse_cards("Js Th 8d")))
    assert qualifies(three_card(parse_cards("As 2h 3d")))


def test_only_a_straight_flush_to_the_ace_is_royal() -> None:
    assert best(parse_cards("As Ks Qs Js Ts 2h 3d")).royal
    assert not best(parse_cards("As Ks Qs Js Td 2h 3d")).royal
    assert not best(parse_cards("Ks Qs Js Ts 9s 2h 3d")).royal


def test_four_of_a_kind_has_one_kicker() -> None:
    assert best(parse_cards("7s 7h 7d 7c Ks Qd 2h")) == (Category.QUADS, (7, 13))


def test_fewer_than_five_cards_are_worth_what_they_make_by_rank() -> None:
    assert best(parse_cards("9s 9h 4d 4c")) == (Category.TWO_PAIR, (9, 4))
    assert best(parse_cards("As Ks Qs Js")) == (Category.HIGH_CARD, (14, 13, 12, 11))


def test_the_best_low_is_of_five_cards() -> None:
    found = low(parse_cards("As 2d 3s 4s 6h 7s 8s"))
    assert found is not None
    assert found.ranks == (6, 4, 3, 2, 1)
