"""What a verb does to a hand before its card: which aces it pins, what it notes of the hand."""

from __future__ import annotations

import pytest

from cardroom import games
from cardroom.cards import parse_cards
from cardroom.games.twentyone.engine.effects import key_after, mode_after
from cardroom.games.twentyone.engine.game_type import policies
from cardroom.games.twentyone.engine.legality import Mode
from cardroom.games.twentyone.policies import TwentyOne
from cardroom.hands.points import Key, add, pin, start


def posted(game: str) -> TwentyOne:
    return policies(games.ruleset(game))


def key(cards: str) -> Key:
    rule = posted("safari-21").points
    found = start(rule)
    for card in parse_cards(cards):
        found = add(rule, found, card)
    return found


@pytest.mark.parametrize(
    ("verb", "cards", "pinned"),
    [
        ("double", "As Kd", True),
        ("double", "As 2d 8h", False),
        ("double", "As Ad", False),
        ("double", "As 9d", False),
        ("hit", "As Kd", False),
        ("stand", "As Kd", False),
        ("max-bet", "As 9d", True),
        ("max-bet", "As Ad", True),
    ],
)
def test_a_max_bet_pins_aces_and_a_double_that_of_an_ace_and_a_ten(
    verb: str, cards: str, pinned: bool
) -> None:
    hand = key(cards)
    assert key_after(verb, hand) == (pin(hand) if pinned else hand)
    assert pin(hand) != hand


def test_a_card_without_a_max_bet_waives_it_where_there_is_one() -> None:
    safari, blackjack = posted("safari-21"), posted("blackjack")
    assert mode_after("hit", Mode(), safari) == Mode(waived=1)
    assert mode_after("hit", Mode(), blackjack) == Mode()
    assert mode_after("double", Mode(), blackjack) == Mode(doubled=1)
    assert mode_after("stand", Mode(hands=2), safari) == Mode(hands=2)
    bets = Mode()
    for count in (1, 2, 3, 4, 4):
        bets = mode_after("max-bet", bets, safari)
        assert bets == Mode(bets=count)
