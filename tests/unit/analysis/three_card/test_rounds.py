"""Simulated rounds of Three Card Poker: against the engine, and against the fractions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from cardroom import games
from cardroom.analysis.executor import Threads
from cardroom.analysis.odds import OddsRequest, game_odds
from cardroom.analysis.stopping import Goal
from cardroom.analysis.three_card.ante import ante_odds
from cardroom.analysis.three_card.bonus import side_bets
from cardroom.analysis.three_card.odds import ante_play
from cardroom.analysis.three_card.pack import pack_of
from cardroom.analysis.three_card.rounds import CHUNK, ThreeCardSimulator
from cardroom.analysis.totals import load, save
from cardroom.cli import main
from cardroom.games.three_card.policies import ThreeCard
from cardroom.replay.explained import results
from cardroom.replay.three_card import counted, replayed, stakes_of
from cardroom.rules.ruleset import ShoeRule

Given = Mapping[str, object]
Record = Callable[[str, object], None]
SIGMAS = 4
CASES: tuple[Given, ...] = (
    {},
    {"bank_shows": 0, "ante_bonus": "5-4-1", "payout_rounding": "1.00"},
    {"decks": 3, "tie": "bank-wins", "allow_player_edge": True},
)


@pytest.mark.parametrize("given", CASES)
def test_the_simulator_settles_a_round_as_the_engine_does(given: Given) -> None:
    simulator = ThreeCardSimulator(games.ruleset("three-card-poker", given), 7, 4, ["bonus"])
    nets: set[Fraction] = set()
    for number in range(1, 31):
        round = replayed(simulator, number).round
        found = results(round, simulator.boxes, stakes_of(simulator))
        assert counted(simulator, number) == found, number
        nets.update(box.net for box in found)
    assert {-2, -1, 1, 2} <= nets


def agree(given: Given, rounds: int, record: Record) -> None:
    rules = games.ruleset("three-card-poker", given)
    assert isinstance(rules.policies, ThreeCard)
    found = ThreeCardSimulator(rules, 2024, 2, ["bonus"]).run(Goal(rounds=rounds), Threads())
    exact, (bonus,), (side,) = (
        ante_play(rules.policies, pack_of(rules)), side_bets(rules), found.sides,
    )  # fmt: skip
    sigmas = (
        (found.edge - float(exact.by_lowest)) / found.error,
        (side.edge - float(bonus.edge)) / side.error(found.shoes),
    )
    record("sigmas", ", ".join(f"{each:.2f}" for each in sigmas))
    assert max(map(abs, sigmas)) < SIGMAS
    assert found.deviation == pytest.approx(ante_odds(exact, "").deviation, rel=0.01)
    assert found.wagers == pytest.approx(1 + float(exact.played), rel=0.01)
    # Two boxes of a round meet one bank: more than if each had its own.
    assert found.error > found.deviation / found.games**0.5


@pytest.mark.parametrize("given", CASES)
def test_ante_play_and_bonus_cost_the_same_computed_and_simulated(
    given: Given, record_property: Record
) -> None:
    agree(given, 300_000, record_property)


@pytest.mark.prove
@pytest.mark.parametrize("given", CASES)
def test_three_card_poker_in_fifty_million_rounds(given: Given, record_property: Record) -> None:
    agree(given, 50_000_000, record_property)


@pytest.mark.parametrize("goal", [Goal(rounds=CHUNK + 5), Goal(error=0.003)])
def test_the_same_is_counted_by_any_workers_and_resumed(goal: Goal, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    simulator = ThreeCardSimulator(games.ruleset("three-card-poker"), 3, 1, ["bonus"])
    alone = simulator.run(goal, Threads(1))
    assert goal.met(alone)
    save(simulator.run(Goal(rounds=1_234), Threads(1)), path)
    assert simulator.run(goal, Threads(3), load(path, simulator.empty())) == alone


def test_three_card_poker_is_simulated_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    table = ("three-card-poker", "--with-bet", "bonus", "--boxes", "2")
    assert main(["simulate", *table, "--rounds", "1000", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rounds"] == 1_000
    assert [each["spot"] for each in told["bets"]] == ["bonus"]
    assert main(["explain", *table, "--round", "5:1"]) == 0
    assert "The simulator got the same result." in capsys.readouterr().out
    assert main(["explain", *table, "--round", "5:1", "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["bets"][1]) == ["bonus"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("simulate", "--with-bet", "pairs"), "has no bet 'pairs' to take; it has: bonus"),
        (("simulate", "--boxes", "8"), "--boxes 8: the table has 7 besides the bank"),
        (
            ("simulate", "--insurance", "always"),
            "--insurance is not an option of Three Card",
        ),
        (("explain", "--round", "5:2"), "each deal has one round: 5:1"),
    ],
)
def test_what_cannot_be_simulated_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    command, *rest = arguments
    assert main([command, "three-card-poker", *rest]) == 2
    assert says in capsys.readouterr().err


def test_a_shoe_with_a_cut_card_has_the_odds_of_a_fresh_one() -> None:
    """Every round takes three cards for each hand, so rounds are exchangeable."""
    fresh = games.ruleset("three-card-poker", {"decks": 2, "allow_player_edge": True})
    shoe = games.ruleset(
        "three-card-poker", {"decks": 2, "allow_player_edge": True, "shoe": "cut-card", "cut": 60}
    )
    assert shoe.shoe == ShoeRule("cut-card", 0, 104 - 62)
    one, other = (game_odds(rules, OddsRequest(real_shoe="simulate")) for rules in (fresh, shoe))
    assert one.wagers == other.wagers
    assert one.real_shoe is None
    assert other.real_shoe is not None
    assert "same number of cards" in other.real_shoe.why
