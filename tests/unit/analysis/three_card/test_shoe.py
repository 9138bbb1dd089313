"""Three Card Poker from another shoe than some full decks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest

from cardroom import cli, games
from cardroom.analysis.executor import Threads
from cardroom.analysis.families import NotComputed
from cardroom.analysis.hands import HandsRequest, game_hands
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.simulation import SimulationRequest
from cardroom.analysis.stopping import Goal
from cardroom.analysis.three_card.odds import ComparedHand, net_of
from cardroom.analysis.three_card.pack import cards_in, pack_of, packs
from cardroom.cards import Card
from cardroom.games.three_card.policies import policies_of
from cardroom.games.three_card.resolution import standing
from cardroom.hands.three_card import three_card
from cardroom.replay.families import simulation_of
from cardroom.rules.side_bet import FinalHand

SMALL = (4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4)
"""Aces, queens, and kings: twelve cards."""
NO_ACES = (0, *(4,) * 12)


def bank_hands(left: list[Card]) -> Iterator[tuple[Card, tuple[Card, ...]]]:
    """The card that the bank shows, and its hand."""
    for shown in left:
        others = [card for card in left if card is not shown]
        yield from ((shown, (shown, *pair)) for pair in combinations(others, 2))


def test_a_small_shoe_is_what_every_deal_of_it_gives() -> None:
    rules = games.ruleset("three-card-poker")
    own, cards = policies_of(rules), list(cards_in(pack_of(rules, SMALL)))
    total, deals = Fraction(0), 0
    for hand in combinations(cards, 3):
        value = three_card(hand)
        fold = net_of(own, ComparedHand(value, None))
        left = [card for card in cards if card not in hand]
        by_card: dict[Card, list[Fraction]] = {}
        for shown, bank in bank_hands(left):
            stands = standing(value, three_card(bank))
            by_card.setdefault(shown, []).append(net_of(own, ComparedHand(value, stands)))
        for nets in by_card.values():
            total += max(sum(nets, Fraction(0)), fold * len(nets))
            deals += len(nets)
    found = game_odds(rules, OddsRequest(shoe=SMALL))
    assert found.wagers[0].exact == -total / deals
    assert found.shoe == SMALL
    (bonus,) = rules.side_bets
    paid = [bonus.row(FinalHand(hand)) for hand in combinations(cards, 3)]
    expected = Fraction(sum(row is not None for row in paid), len(paid))
    assert found.wagers[1].hit_frequency == pytest.approx(float(expected), abs=1e-15)


def test_full_decks_are_a_shoe_too() -> None:
    rules = games.ruleset("three-card-poker", {"decks": 2, "allow_player_edge": True})
    shoe = (*(8,) * 9, 32, 0)
    assert pack_of(rules, shoe) == pack_of(rules) == packs(2)
    assert tuple(cards_in(packs(2))) == tuple(rules.deck)
    by_shoe, posted = game_odds(rules, OddsRequest(shoe=shoe)), game_odds(rules)
    assert by_shoe.wagers == posted.wagers


@pytest.mark.parametrize(
    ("shoe", "says"),
    [
        ((3, *(4,) * 12), "a multiple of four"),
        ((*(4,) * 9, 20, 0), "a multiple of four"),
        ((*(4,) * 9, 16, 2), "a multiple of four"),
        ((4, *(0,) * 12), "6 to 1,500 cards, not 4"),
        ((400,) * 13, "not 5,200"),
    ],
)
def test_a_shoe_that_cannot_be_dealt_is_refused(shoe: tuple[int, ...], says: str) -> None:
    with pytest.raises(NotComputed, match=says):
        pack_of(games.ruleset("three-card-poker"), shoe)


def test_a_simulation_from_a_shoe_agrees_with_its_odds() -> None:
    rules = games.ruleset("three-card-poker")
    table = simulation_of(rules, SimulationRequest(seed=5, shoe=NO_ACES, with_bet=("bonus",)))
    counted = table.run(Goal(rounds=200_000), Threads(1), table.empty(), lambda _: None)
    exact = game_odds(rules, OddsRequest(shoe=NO_ACES))
    assert abs(counted.edge - exact.wagers[0].edge) < 4 * counted.error
    assert exact.wagers[0].edge != pytest.approx(game_odds(rules).wagers[0].edge, abs=1e-4)


def test_a_round_from_a_shoe_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    shoe = ["--shoe", " ".join(map(str, NO_ACES))]
    assert cli.main(["explain", "three-card-poker", "--round", "3:1", *shoe]) == 0
    assert "Ace" not in capsys.readouterr().out
    few = ["simulate", "three-card-poker", "--rounds", "9", "--boxes", "4", "--shoe"]
    assert cli.main([*few, " ".join(map(str, SMALL))]) == 2
    assert "12 cards are not enough for 4 boxes" in capsys.readouterr().err


def test_hands_from_a_shoe_have_no_card_that_it_lacks() -> None:
    found = game_hands(games.ruleset("three-card-poker"), HandsRequest(shoe=NO_ACES))
    assert list(found.ups) == list("23456789TJQK")
    assert [each.up for each in found.bank] == list(found.ups)
    assert sum(each.chance for each in found.hands if each.cards) == pytest.approx(1.0)
