"""The edge from a real shoe, dealt to a cut card."""

from __future__ import annotations

import math

import pytest

from cardroom import games, model
from cardroom.analysis.executor import Threads
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.shoe_documents import ShoeEdges
from cardroom.analysis.totals import Totals
from cardroom.analysis.twentyone import answers, cut_card
from cardroom.analysis.twentyone.simulation import script_of
from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator
from cardroom.progress import ProgressNotice, silent
from cardroom.rules.ruleset import Ruleset

SHOES = 60_000


def dealt_both_ways(rules: Ruleset, boxes: int) -> tuple[Totals, Totals, int]:
    tables = model.compile(rules)
    simulator = TwentyOneSimulator(rules, tables, script_of(rules, tables, None), 7, boxes)
    fixed = cut_card.fixed_rounds(simulator)
    plain = simulator.compared(0, SHOES, Threads(1))
    return plain, simulator.compared(fixed, SHOES, Threads(1)), fixed


@pytest.mark.parametrize(("decks", "boxes"), [("1", 1), ("6", 3)])
def test_the_difference_is_what_the_same_shoes_give_without_the_trick(
    decks: str, boxes: int
) -> None:
    rules = games.ruleset("blackjack", {"decks": decks})
    fresh = -game_odds(rules).wagers[0].edge
    plain, compared, fixed = dealt_both_ways(rules, boxes)
    assert (plain.rounds, plain.rounds_rounds) == (compared.rounds, compared.rounds_rounds)
    # What is left is a fixed number of rounds from every shoe: each is worth a fresh shoe's round.
    left = (plain.net - compared.net) / (SHOES * fixed * boxes * plain.unit)
    assert abs(left - fresh) < 4 * plain.error
    change, error = cut_card.difference(compared, fixed, fresh)
    assert abs(-fresh + change - plain.edge) < 4 * math.hypot(error, plain.error)
    assert error < plain.error / (1.2 if decks == "1" else 2)


def test_a_game_shuffled_for_every_round_has_no_cut_card_effect() -> None:
    rules = games.ruleset("blackjack", {"shoe": "continuous"})
    found = game_odds(rules, OddsRequest(real_shoe="simulate"))
    assert found.real_shoe == ShoeEdges((), "no cut card: every round is dealt from all the cards")


def test_the_odds_have_it_for_one_box_and_a_full_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cut_card, "HANDS", 1 << 16)
    rules = games.ruleset("blackjack", {})
    found = game_odds(rules)
    edges = cut_card.shoe_edges(rules, found, None, silent)
    assert [row.boxes for row in edges.rows] == [1, rules.boxes]
    for row in edges.rows:
        assert row.dealt == 0.75
        assert row.edge == pytest.approx(found.wagers[0].edge + row.change)
        assert abs(row.change) < 5 * row.error


def test_exact_edges_are_reported_before_anything_is_simulated() -> None:
    rules = games.ruleset("blackjack", {"shoe": "continuous"})
    heard: list[ProgressNotice] = []
    answers.odds(rules, OddsRequest(real_shoe="simulate"), heard.append)
    edges = "Wager +0.61539%, Insurance +7.39550%"
    assert heard[-1].text == f"exact house edge: {edges}; simulated figures follow"


def test_shoes_are_counted_while_they_are_dealt() -> None:
    rules = games.ruleset("blackjack", {})
    tables = model.compile(rules)
    simulator = TwentyOneSimulator(rules, tables, script_of(rules, tables, None), 7, boxes=2)
    heard: list[ProgressNotice] = []
    simulator.compared(20, 1000, Threads(1), heard.append)
    assert {(notice.text, notice.of) for notice in heard} == {("dealing shoes to 2 boxes", 1000)}
    assert heard[0].done < heard[-1].done == 1000


@pytest.mark.prove
def test_six_decks_dealt_to_three_quarters_cost_two_hundredths_of_a_point() -> None:
    """The published figure for the basic strategy player, alone with the dealer."""
    rules = games.ruleset("blackjack", {})
    row, _ = cut_card.shoe_edges(rules, game_odds(rules), None, silent).rows
    assert abs(row.change - 0.0002) < 3 * row.error < 0.0001


def test_side_bets_have_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first cards of a round are worth the same from every round of a fixed number."""
    monkeypatch.setattr(cut_card, "HANDS", 1 << 18)
    row = {"name": "ace", "when": "is ace", "pays": "12 to 1"}
    bet = {"name": "ace", "title": "Ace first", "cards": ["first"], "row": [row]}
    rules = games.ruleset("blackjack", {"decks": 1, "side_bets": [bet]})
    found = game_odds(rules)
    edges = cut_card.shoe_edges(rules, found, None, silent)
    wager = next(each for each in found.wagers if each.spot == "ace")
    for each in edges.rows:
        (side,) = each.side_bets
        assert side.edge == pytest.approx(wager.edge + side.change)
        assert 0 < side.error < 0.01
        assert abs(side.change) < 0.03
    # Heads up, the aces of a round end it early: more rounds are dealt of shoes with late aces.
    assert edges.rows[0].side_bets[0].change != 0.0
