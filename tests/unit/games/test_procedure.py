"""Every step of every procedure has a sentence of its own on the rule page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardroom import games, houses
from cardroom.games import registry
from cardroom.rules.options import Choice, OptionFaults
from cardroom.rules.ruleset import Ruleset


def sentences(rules: Ruleset) -> list[str]:
    words = registry.package(rules).step_words
    return [words(rules, step) for step in rules.procedure]


def said(game: str, **options: object) -> list[str]:
    return sentences(games.ruleset(game, options))


def rulesets(game: str) -> Iterator[Ruleset]:
    """The game with each value of each option."""
    for spec in games.game(game).catalogue:
        for value in spec.kind.values if isinstance(spec.kind, Choice) else ():
            try:
                yield games.ruleset(game, {spec.name: value})
            except OptionFaults:
                continue


@pytest.mark.parametrize("game", registry.games())
def test_every_step_is_a_sentence_whatever_the_options(game: str) -> None:
    posted = [houses.ruleset(game, None, name) for name in houses.names() if posts(name, game)]
    for rules in (games.ruleset(game), *rulesets(game), *posted):
        for sentence in sentences(rules):
            assert sentence[0].isupper(), sentence
            assert sentence.endswith("."), sentence


def posts(house: str, game: str) -> bool:
    return any(posted.game == game for posted in houses.house(house).game)


def test_a_settlement_names_its_bets_and_their_order() -> None:
    assert said("blackjack")[-1] == "Wagers are settled, clockwise."
    bust = "Wagers and Dealer Bust bets are settled, from the dealer's right to left."
    assert said("dealer-bust-21")[-1] == bust
    assert said("safari-21")[-1] == "Wagers and Max Bets are settled, clockwise."
    ace = "Insurance bets and wagers are settled, clockwise from the action button."
    assert said("no-bust-bonus-ace")[-1] == ace
    button = "Bonus wagers are settled, clockwise from the action button."
    assert said("three-card-poker", order="from-action-seat")[-1] == button
    losers = "the losing ones are collected first, then the winning ones are paid."
    assert said("three-card-poker")[-1].endswith(losers)


def test_the_one_who_banks_is_named() -> None:
    assert "One card face down to the dealer." in said("blackjack")
    assert "One card face down to the bank." in said("no-bust-bonus-ace")


def test_cards_burned_are_counted() -> None:
    assert said("blackjack")[0] == "After a shuffle, the dealer burns one card."
    assert said("no-bust-joker")[0] == "No card is burned after a shuffle."


def test_bets_settled_in_a_boxs_turn_are_named() -> None:
    turns = "Before a box plays, its Bet the Set bet is settled."
    assert any(line.endswith(turns) for line in said("bet-the-set-21", dealing="face-down"))


def test_a_meter_is_read_before_its_bets_are_judged() -> None:
    lines = said("bet-the-set-21", blazing_7s=1)
    first = lines.index("The dealer reads the Blazing 7's meter.")
    assert lines[first + 1 : first + 4] == [
        "The dealer reads the reserve of the Blazing 7's meter.",
        "Blazing 7's bets are judged, and what they win comes off the meter.",
        "Blazing 7's bets are settled, from the dealer's right to left.",
    ]


def test_poker_says_what_is_posted() -> None:
    assert said("texas-holdem")[0] == "No ante is posted."
    assert said("texas-holdem", ante="1")[0].endswith("puts in the ante of $1.")
    assert said("omaha", blinds="2")[1] == "The seat left of the button posts the blind."
    assert "each player four hole cards" in said("omaha")[2]
    timed = "Nothing is collected from the pot: players pay for each half hour."
    assert timed in said("omaha", collection="option-3")
    assert "No collection is taken." in said("omaha", collection="none")
