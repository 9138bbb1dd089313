"""The ante game of Three Card Poker among the wagers of `cardroom odds`."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from cardroom import games
from cardroom.analysis.documents import LowestHandStrategy
from cardroom.analysis.odds import game_odds
from cardroom.analysis.strategy import best_strategy
from cardroom.analysis.three_card import ante as ante_game
from cardroom.analysis.three_card.odds import ante_play
from cardroom.cards import CARDS, JOKER_INDEX
from cardroom.games.three_card.policies import ThreeCard
from cardroom.games.three_card.resolution import owed_on, standing
from cardroom.hands.three_card import three_card
from cardroom.progress import ProgressNotice


def test_ante_and_play_stand_next_to_the_bonus() -> None:
    document = game_odds(games.ruleset("three-card-poker", {}))
    ante, bonus = document.wagers
    assert (ante.spot, bonus.spot) == ("ante", "bonus")
    assert ante.exact == Fraction(229314, 12724075)
    assert ante.wagered == pytest.approx(1.8838, abs=5e-5)
    assert document.unpriced == ()
    told = " ".join(ante.assumptions)
    assert "if the bank shows 2, 3, 4, 5, 6, 7, 8, 9, T, J: 5-3-2" in told
    assert "if the bank shows K: K-9-2" in told


def test_with_nothing_shown_there_is_one_lowest_hand() -> None:
    rules = games.ruleset("three-card-poker", {"bank_shows": 0, "ante_bonus": "5-4-1"})
    ante = game_odds(rules).wagers[0]
    assert ante.edge == pytest.approx(0.0337, abs=5e-5)
    assert ante.assumptions[-1] == "the lowest hand that plays if the bank shows nothing: Q-6-4"


def test_deviation_and_frequencies_follow_from_every_payment() -> None:
    ante = game_odds(games.ruleset("three-card-poker", {})).wagers[0]
    paid = {float(each.net): each.chance for each in ante.payments}
    assert set(paid) == {-2.0, -1.0, 0.0, 1.0, 2.0}
    assert sum(paid.values()) == pytest.approx(1)
    assert sum(net * chance for net, chance in paid.items()) == pytest.approx(-ante.edge)
    square = sum(net * net * chance for net, chance in paid.items())
    assert ante.deviation == pytest.approx((square - ante.edge**2) ** 0.5)
    assert ante.hit_frequency == pytest.approx(paid[1.0] + paid[2.0])
    assert ante.push_frequency == pytest.approx(paid[0.0])
    # Who folds loses the ante: 1 less how often the player plays.
    assert paid[-1.0] == pytest.approx(2 - ante.wagered)


def test_one_hand_against_every_hand_of_the_bank_counted_one_by_one() -> None:
    """King-8-4 against a king: what the kernel counts, by the rules alone."""
    policies = games.ruleset("three-card-poker", {}).policies
    assert isinstance(policies, ThreeCard)
    named = {card.text: card for card in CARDS[:JOKER_INDEX]}
    own, shown = [named[text] for text in ("Kc", "8d", "4h")], named["Ks"]
    rest = [card for card in CARDS[:JOKER_INDEX] if card not in own and card is not shown]
    value, total, ways = three_card(own), 0, 0
    for two in combinations(rest, 2):
        stands = standing(value, three_card([shown, *two]))
        paid = [owed_on(spot, policies, value, stands, 1) for spot in ("ante", "play")]
        total += sum(each.win - each.lose for each in paid)
        ways += 1
    # Worse than to fold, so the lowest hand that plays against a king lies higher.
    assert total < -ways
    assert value < ante_play(policies).lowest[13]


def test_the_strategy_tells_the_lowest_hand_for_every_number_of_decks() -> None:
    document = best_strategy(games.ruleset("three-card-poker", {}))
    assert isinstance(document, LowestHandStrategy)
    assert [row.decks for row in document.by_decks] == list(range(1, 9))
    assert document.lowest == document.by_decks[0].lowest
    assert document.cost == 0
    # With two decks suits matter to a few hands: the rule costs a trifle.
    assert 0 < document.by_decks[1].cost < 1e-6
    edges = [row.perfect_edge for row in document.by_decks]
    assert edges == sorted(edges)


def test_the_strategy_says_how_many_decks_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ante_game, "DECKS", range(1, 3))
    heard: list[ProgressNotice] = []
    ante_game.strategy_of(games.ruleset("three-card-poker", {}), heard.append)
    assert [(each.done, each.of) for each in heard] == [(0, 2), (1, 2), (2, 2)]
