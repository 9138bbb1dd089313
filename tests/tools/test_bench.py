"""A benchmark says whether its goal is met, and why it has no value."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from bench.__main__ import discover, main
from bench.bench_first import COMMANDS
from bench.goal import Bench, UnmeasurableError, measure
from bench.scaling import curves
from cardroom.cli.commands import SECTIONS


@pytest.mark.parametrize(("value", "met"), [(0.3, True), (0.4, True), (0.5, False)])
def test_a_goal_of_at_most_is_met_from_below(value: float, met: bool) -> None:
    bench = Bench("start", goal=0.4, unit="s", at="most", measure=lambda: value)
    assert measure(bench).met is met


@pytest.mark.parametrize(("value", "met"), [(9e6, False), (1e7, True), (2e7, True)])
def test_a_goal_of_at_least_is_met_from_above(value: float, met: bool) -> None:
    bench = Bench("rounds", goal=1e7, unit="rounds/s", at="least", measure=lambda: value)
    assert measure(bench).met is met


def test_what_cannot_be_measured_is_missed_with_its_reason() -> None:
    def fail() -> float:
        raise UnmeasurableError("it did not start")

    result = measure(Bench("start", goal=1, unit="s", at="most", measure=fail))
    assert not result.met
    assert result.error == "it did not start"


def test_the_startup_benchmark_is_discovered() -> None:
    assert "cardroom --help" in [bench.name for bench in discover(["startup"])]


def test_a_module_is_measured_without_those_that_follow_it() -> None:
    assert {bench.unit for bench in discover(["engine"])} == {"rounds/s"}


def test_a_word_finds_benchmarks_of_every_module() -> None:
    found = [bench.name for bench in discover(["memory-of"])]
    assert {"memory of odds blackjack, compiled", "memory of a simulation"} <= set(found)


def test_a_whole_name_wins_over_names_that_contain_it() -> None:
    assert [bench.name for bench in discover(["simulated-equity"])] == ["simulated equity"]


def test_each_name_chooses_its_own_benchmarks() -> None:
    found = {bench.name for bench in discover(["startup", "simulated-equity"])}
    assert found == {"cardroom --help", "cardroom rules blackjack", "simulated equity"}


def test_no_two_benchmarks_have_the_same_name() -> None:
    modules = sorted(path.stem for path in Path("bench").glob("bench_*.py"))
    benches = [
        bench for stem in modules for bench in importlib.import_module(f"bench.{stem}").benchmarks()
    ]
    assert len(list(discover([]))) == len(benches)


def test_every_game_with_odds_is_measured_at_its_first_use_and_in_memory() -> None:
    found = {bench.name for bench in discover(["first"])}
    for game in ("blackjack", "fortune-pai-gow", "three-card-poker"):
        assert f"first use of cardroom odds {game}" in found
        assert f"memory of odds {game}, compiled" in found
    assert not [name for name in found if "texas-holdem" in name]


def test_commands_measured_at_their_first_use_are_commands() -> None:
    named = {asked.split()[0] for asked in COMMANDS}
    assert named <= {command.name for section in SECTIONS for command in section.commands}


def test_scaling_draws_the_curves_that_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[list[str]] = []
    monkeypatch.setattr("bench.scaling.main", lambda names: drawn.append(list(names)))
    monkeypatch.setattr("sys.argv", ["bench", "scaling", "solve-by-decks"])
    assert main() == 0
    assert drawn == [["solve-by-decks"]]


def test_an_unknown_curve_is_refused_with_those_there_are() -> None:
    with pytest.raises(SystemExit, match=r"no curve solve-by-deck;.*solve-by-decks"):
        list(curves(["solve-by-deck"]))


def test_a_benchmark_that_fails_does_not_end_the_others() -> None:
    def fail() -> float:
        raise RuntimeError("no answer")

    result = measure(Bench("load", goal=1, unit="ms", at="most", measure=fail))
    assert (result.met, result.error) == (False, "RuntimeError: no answer")


def test_a_misspelt_module_is_refused() -> None:
    with pytest.raises(SystemExit, match=r"startpu;.*startup.*scaling draws"):
        list(discover(["startpu"]))
