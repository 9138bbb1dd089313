"""Figures from a shoe other than the posted decks: for every wager, exact and simulated."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from cardroom import games
from cardroom.analysis.executor import Threads
from cardroom.analysis.families import NotComputed
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.simulation import SimulationRequest
from cardroom.analysis.stopping import Goal
from cardroom.analysis.twentyone.simulation import simulator_of
from cardroom.analysis.twentyone.solver.shoes import any_cards_of, cards_of
from cardroom.progress import silent
from cardroom.replay.twentyone import ScriptPlayer, counted
from cardroom.rules.side_bet import net

SHOE = (20, 24, 24, 24, 24, 24, 24, 24, 24, 96, 0)
RULES = games.ruleset("bet-the-set-21", {})


def test_a_shoe_by_rank_holds_as_many_of_each_suit_and_each_ten() -> None:
    cards = cards_of(SHOE)
    assert cards is not None
    assert Counter(card.rank for card in cards) == {1: 20} | dict.fromkeys(range(2, 14), 24)
    assert len(list(cards)) == len(cards) == 308
    assert cards_of((19, *SHOE[1:])) is None


def test_a_side_bet_is_counted_deal_by_deal_from_a_tiny_shoe() -> None:
    tiny = (4, 4, 0, 0, 0, 0, 0, 4, 0, 16, 0)
    bet = next(bet for bet in RULES.side_bets if bet.name == "bet-the-set")
    cards = list(cards_of(tiny) or ())
    assert len(bet.looks_at) == 2
    nets = [net(bet.row(*pair)) for pair in permutations(cards, 2)]
    found = game_odds(RULES, OddsRequest(shoe=tiny))
    priced = next(wager for wager in found.wagers if wager.spot == bet.name)
    assert priced.exact == -sum(nets, Fraction(0)) / len(nets)


def test_a_shoe_with_uneven_suits_says_what_it_cannot_price() -> None:
    uneven = (19, *SHOE[1:])
    rules = games.ruleset("bet-the-set-21", {"hands_max": 1})
    found = game_odds(rules, OddsRequest(shoe=uneven, unsolved="simulate"))
    assert [wager.spot for wager in found.wagers] == ["main", "insurance"]
    assert "as many of each suit" in found.unpriced[0].why
    with_bet = SimulationRequest(shoe=uneven, with_bet=("bet-the-set",))
    with pytest.raises(NotComputed, match="as many of each suit"):
        simulator_of(RULES, with_bet, silent)


def test_any_suits_do_where_none_counts() -> None:
    uneven = (19, *SHOE[1:9], 95, 0)
    assert any_cards_of(SHOE) == cards_of(SHOE)
    assert sum(card.rank == 1 for card in any_cards_of(uneven)) == 19
    simulator, _ = simulator_of(RULES, SimulationRequest(shoe=uneven), silent)
    assert len(any_cards_of(uneven)) == 306
    player = ScriptPlayer.of(simulator)
    for shoe in range(1, 20):
        (began,) = simulator.rounds_of(shoe)[:, 0].tolist()
        played = player.replayed_round(simulator, shoe, 1, began)
        assert player.results(played.round, 1) == counted(simulator, shoe)[0]


def test_a_simulated_shoe_agrees_with_the_exact_odds_and_the_engine() -> None:
    request = SimulationRequest(shoe=SHOE, with_bet=("bet-the-set",))
    simulator, _ = simulator_of(RULES, request, silent)
    totals = simulator.run(Goal(rounds=400_000), Threads(1))
    exact = {wager.spot: wager for wager in game_odds(RULES, OddsRequest(shoe=SHOE)).wagers}
    assert abs(totals.edge - exact["main"].edge) < 4 * totals.error
    (side,) = totals.sides
    assert abs(side.edge - exact["bet-the-set"].edge) < 4 * side.error(totals.shoes)
    player = ScriptPlayer.of(simulator)
    for shoe in range(1, 40):
        (began,) = simulator.rounds_of(shoe)[:, 0].tolist()
        played = player.replayed_round(simulator, shoe, 1, began)
        assert player.results(played.round, 1) == counted(simulator, shoe)[0]
