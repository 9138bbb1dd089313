"""Every hand of Three Card Poker against every card that the bank may show."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations, product

import pytest

from cardroom import games
from cardroom.analysis.hands import HandsRequest, game_hands
from cardroom.analysis.hands_documents import GameHands
from cardroom.analysis.three_card.odds import (
    ONE_DECK,
    ante_play,
    ante_values,
    hands_of,
    standings,
    values,
)
from cardroom.analysis.three_card.pack import packs
from cardroom.cards import parse_cards
from cardroom.cli import hands as command
from cardroom.cli import main
from cardroom.games.three_card.policies import policies_of
from cardroom.games.three_card.resolution import standing
from cardroom.hands.three_card import three_card
from cardroom.progress import Tell
from cardroom.rules.ruleset import Ruleset


@cache
def listed() -> GameHands:
    return game_hands(games.ruleset("three-card-poker"), HandsRequest())


def test_every_value_is_there_and_stands_as_the_rules_say() -> None:
    assert values() == tuple(sorted({three_card(hand) for hand in hands_of(packs(3))}))
    asked = [[standing(own, bank) for bank in values()] for own in values()]
    assert standings().tolist() == asked


def test_the_hands_together_are_worth_the_edge() -> None:
    alone = [hand for hand in listed().hands if hand.cards]
    rows = [hand for hand in listed().hands if not hand.cards]
    edge = float(ante_play(policies_of(games.ruleset("three-card-poker"))).edge)
    for some in (alone, rows):
        assert sum(hand.chance for hand in some) == pytest.approx(1)
        assert sum(hand.chance * hand.value for hand in some) == pytest.approx(-edge, abs=1e-12)
    assert not listed().departures


def test_a_hand_has_the_values_of_the_coach_over_all_suits() -> None:
    own = policies_of(games.ruleset("three-card-poker"))
    (hand,) = (it for it in listed().hands if it.cards == "A-A-K" and it.up == "Q")
    assert hand.options["fold"] == -1
    plays = [
        float(
            ante_values(own, ONE_DECK, parse_cards(f"A{a} A{b} K{c}"), *parse_cards(f"Q{d}")).play
        )
        for a, b in combinations("cdhs", 2)
        for c, d in product("cdhs", repeat=2)
    ]
    assert hand.options["play"] == pytest.approx(sum(plays) / len(plays), abs=1e-12)


def test_a_higher_chart_is_wrong_about_the_hands_between() -> None:
    rules = games.ruleset("three-card-poker")
    ranks = "2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A"
    chart = {"lowest": [{"bank_shows": ranks, "hand": "A-K-J"}]}
    found = game_hands(rules, HandsRequest(chart=chart))
    assert {(each.chart, each.best) for each in found.departures} == {("fold", "play")}
    lost = sum(each.gain * each.comes for each in found.departures)
    by_chart = -sum(hand.chance * hand.options[hand.chart] for hand in found.hands if hand.cards)
    assert by_chart - lost == pytest.approx(float(ante_play(policies_of(rules)).edge), abs=1e-12)


def test_the_bank_shows_any_of_its_three_cards() -> None:
    for row in listed().bank:
        assert sum(row.chances.values()) == pytest.approx(1)
    aces = next(row for row in listed().bank if row.up == "A")
    assert aces.chances["three of a kind"] == pytest.approx(3 / (51 * 50 / 2))


def test_a_hand_is_asked_for_by_its_ranks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(rules: Ruleset, asked: HandsRequest, tell: Tell) -> GameHands:
        assert (rules, asked) == (games.ruleset("three-card-poker"), HandsRequest())
        return listed()

    monkeypatch.setattr(command, "game_hands", found)
    assert main(["hands", "three-card-poker", "--hand", "q92", "--up", "K"]) == 0
    shown = capsys.readouterr().out
    assert "high card Q  Q-9-2 " in shown
    assert "flush        Q-9-2 suited" in shown
    assert main(["hands", "three-card-poker", "--hand", "pair 8", "--up", "2", "--csv"]) == 0
    assert capsys.readouterr().out.startswith(
        "kind,total,cards,up,chance,best,chart,value,play,fold"
    )
    assert main(["hands", "three-card-poker", "--hand", "QQ"]) == 2
    assert "no such hand" in capsys.readouterr().err
    assert main(["hands", "three-card-poker", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["chart"][0].keys() == {"bank_shows", "hand"}
