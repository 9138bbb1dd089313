"""The layout that a browser draws: the chips and the cards that it offers."""

from __future__ import annotations

import pytest

from cardroom import games
from cardroom.games import registry
from cardroom.service.view.felt import layout


@pytest.mark.parametrize(
    ("options", "chips"),
    [
        ({}, (1_00, 5_00, 25_00, 100_00, 500_00)),
        ({"smallest_chip": "3"}, (3_00, 15_00, 60_00, 300_00, 1500_00)),
        ({"smallest_chip": "0.03"}, (3, 15, 60, 3_00, 15_00)),
        ({"smallest_chip": "10"}, (10_00, 50_00, 200_00, 1000_00, 5000_00)),
        ({"smallest_chip": "2000"}, (2000_00, 10_000_00, 40_000_00, 200_000_00, 1_000_000_00)),
        ({"smallest_chip": "3", "wager_max": "30"}, (3_00, 15_00)),
    ],
)
def test_there_is_always_a_chip_to_bet_with(
    options: dict[str, str], chips: tuple[int, ...]
) -> None:
    rules = games.ruleset("blackjack", {"wager_max": "none", "legal_limit": "none", **options})
    assert layout(rules).chips == chips


def test_a_page_offers_a_chart_only_where_the_family_has_one() -> None:
    assert layout(games.ruleset("safari-21", {})).chart
    assert not layout(games.ruleset("three-card-poker", {})).chart


def test_a_dealer_is_offered_a_joker_only_where_the_deck_has_one() -> None:
    assert not layout(games.ruleset("blackjack", {})).jokers
    assert layout(games.ruleset("fortune-pai-gow", {})).jokers


def test_a_layout_names_what_a_bet_behind_a_wager_may_follow() -> None:
    offered = layout(games.ruleset("no-bust-joker", {"backline": True}))
    assert offered.backline
    assert offered.follows == ("double", "split")
    assert layout(games.ruleset("no-bust-joker", {"backline": False})).follows == ()


def test_a_layout_names_the_buttons_that_several_boxes_may_have() -> None:
    assert layout(games.ruleset("fortune-pai-gow", {})).earned == ("envy",)
    assert layout(games.ruleset("blackjack", {})).earned == ()


def test_a_layout_says_how_hands_end_and_which_cards_leave_the_felt_then() -> None:
    ends = layout(games.ruleset("texas-holdem")).endings
    assert {each.how for each in ends if each.gone} == {"folded", "mucked"}
    ends = layout(games.ruleset("blackjack")).endings
    assert not any(each.gone for each in ends)
    # The name of the hand says it: 24, over.
    assert [each.how for each in ends if not each.says] == ["over"]


def test_a_layout_names_the_places_of_piles() -> None:
    laid = layout(games.ruleset("double-hand-poker"))
    assert laid.pile_places == tuple(f"pile{number}" for number in range(1, laid.piles + 1))
    assert laid.left_over == "left-over"
    laid = layout(games.ruleset("blackjack"))
    assert (laid.pile_places, laid.left_over) == ((), "")


def test_a_layout_says_which_amounts_are_what_the_whole_bet_comes_to() -> None:
    verbs = layout(games.ruleset("texas-holdem", {})).verbs
    assert [verb.verb for verb in verbs if verb.to] == ["raise"]


@pytest.mark.parametrize("game", list(registry.games()))
def test_a_layout_has_the_words_of_every_topic_and_verb_of_the_felt(game: str) -> None:
    rules = games.ruleset(game)
    felt, laid = games.felt_of(rules), layout(rules)
    assert [(each.topic, each.asks, each.waits) for each in laid.topics] == [
        (each.topic, each.asks, each.waits) for each in felt.topics
    ]
    assert [(each.verb, each.title, each.means, each.counts) for each in laid.verbs] == [
        (each.verb, each.title, each.means, each.counts) for each in felt.verbs
    ]
