"""A family without a simulator of its own is simulated by the engine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardroom import games
from cardroom.analysis import families
from cardroom.analysis.executor import Threads
from cardroom.analysis.families import NotComputed
from cardroom.analysis.simulation import Simulation, SimulationRequest
from cardroom.analysis.stopping import Goal
from cardroom.analysis.wager_simulation import WagerReport
from cardroom.cli import main
from cardroom.replay.families import explain, simulation_of

FEW = Goal(rounds=40)


@pytest.fixture(autouse=True)
def _no_simulators(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if no family brought anything of its own to the odds."""
    monkeypatch.setattr(families, "BUILT_IN", {})
    families.named.cache_clear()
    yield
    families.named.cache_clear()


def simulated(game: str, request: SimulationRequest, goal: Goal = FEW) -> WagerReport:
    simulation = simulation_of(games.ruleset(game), request)
    report = simulation.report(run(simulation, goal), 0)
    assert isinstance(report, WagerReport)
    return report


def run(simulation: Simulation, goal: Goal, workers: int = 1) -> object:
    return simulation.run(goal, Threads(workers), simulation.empty(), lambda _: None)


@pytest.mark.parametrize("game", ["blackjack", "three-card-poker", "double-hand-poker"])
def test_a_game_of_any_family_is_dealt_and_counted(game: str) -> None:
    found = simulated(game, SimulationRequest(seed=3, boxes=2))
    assert (found.rounds, found.boxes, found.shoe) == (40, 2, "each-round")
    assert sum(each.times for each in found.payments) == 80
    # Nobody answers: in Three Card Poker every hand is folded.
    assert (found.standard_error == 0) == (found.payments[0].times == 80)
    assert found.wagered >= 1


def test_what_it_counts_is_what_its_rounds_pay() -> None:
    simulation = simulation_of(games.ruleset("blackjack"), SimulationRequest(seed=5))
    nets = [float(explain(simulation, number, 1).document.net[0]) for number in range(1, 41)]
    found = simulated("blackjack", SimulationRequest(seed=5))
    assert -found.edge == pytest.approx(sum(nets) / 40)


def test_side_bets_are_counted_apart() -> None:
    request = SimulationRequest(seed=2, with_bet=("bonus",))
    (bonus,) = simulated("three-card-poker", request).bets
    assert (bonus.spot, bonus.made) == ("bonus", 40)
    with pytest.raises(NotComputed, match="no such bet; it has play, bonus"):
        simulated("three-card-poker", SimulationRequest(with_bet=("pairs",)))


def test_any_number_of_workers_counts_the_same_and_resumes(tmp_path: Path) -> None:
    simulation = simulation_of(games.ruleset("three-card-poker"), SimulationRequest(seed=4))
    alone, together = (run(simulation, Goal(rounds=600), workers) for workers in (1, 3))
    assert alone == together
    path = tmp_path / "kept.json"
    simulation.save(run(simulation, FEW), path)
    before = simulation.load(path)
    assert simulation.run(Goal(rounds=600), Threads(1), before, lambda _: None) == alone


def test_the_commands_simulate_and_explain_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "three-card-poker", "--rounds", "20", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rounds"] == 20
    assert "does not answer" in told["play"]
    assert main(["explain", "three-card-poker", "--round", "7:1"]) == 0
    assert "Net in wagers: box 1" in capsys.readouterr().out
    assert main(["simulate", "three-card-poker", "--chart", "chart.json"]) == 2
