"""PokerKit, written by others, agrees on which of two hands is the better."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.cards import CARDS, JOKER_INDEX, Card
from cardroom.hands.low import low_omaha
from cardroom.hands.poker import best, best_omaha

pokerkit = pytest.importorskip("pokerkit")


def deals(size: int) -> st.SearchStrategy[list[Card]]:
    return st.lists(st.sampled_from(CARDS[:JOKER_INDEX]), min_size=size, max_size=size, unique=True)


def text(cards: list[Card]) -> str:
    return "".join(card.text for card in cards)


def sign(a: object, b: object) -> tuple[bool, bool]:
    return a > b, a == b  # type: ignore[operator]


def compare_holdem(cards: list[Card]) -> None:
    a, b, board = cards[:2], cards[2:4], cards[4:]
    theirs = [pokerkit.StandardHighHand.from_game(text(hand), text(board)) for hand in (a, b)]
    assert sign(best(a + board), best(b + board)) == sign(*theirs)


def compare_omaha(cards: list[Card]) -> None:
    a, b, board = cards[:4], cards[4:8], cards[8:]
    theirs = [pokerkit.OmahaHoldemHand.from_game(text(hand), text(board)) for hand in (a, b)]
    assert sign(best_omaha(a, board), best_omaha(b, board)) == sign(*theirs)
    lows = [low_omaha(hand, board) for hand in (a, b)]
    other = [
        pokerkit.OmahaEightOrBetterLowHand.from_game_or_none(text(hand), text(board))
        for hand in (a, b)
    ]
    assert [low is None for low in lows] == [low is None for low in other]
    if None not in lows:
        assert sign(*lows) == sign(*other)


@settings(max_examples=120)
@given(deals(9))
def test_holdem_hands_compare_as_in_pokerkit(cards: list[Card]) -> None:
    compare_holdem(cards)


@settings(max_examples=70)
@given(deals(13))
def test_omaha_hands_and_lows_compare_as_in_pokerkit(cards: list[Card]) -> None:
    compare_omaha(cards)


@pytest.mark.prove
@settings(max_examples=3000)
@given(deals(9))
def test_thousands_of_holdem_hands_compare_as_in_pokerkit(cards: list[Card]) -> None:
    compare_holdem(cards)


@pytest.mark.prove
@settings(max_examples=3000)
@given(deals(13))
def test_thousands_of_omaha_hands_and_lows_compare_as_in_pokerkit(cards: list[Card]) -> None:
    compare_omaha(cards)
