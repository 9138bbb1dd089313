"""Simulated rounds of pai gow poker against the engine's, to the cent."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from cardroom import games
from cardroom.analysis.executor import Threads
from cardroom.analysis.kernels.pai_gow_tables import Measure
from cardroom.analysis.pai_gow.rounds import CHUNK, EMPTY, PaiGowFigures, PaiGowSimulator, Seating
from cardroom.analysis.pai_gow.way_tables import WayTables
from cardroom.analysis.resume import ResumeFault
from cardroom.analysis.stopping import Goal
from cardroom.cards import Card, Stream, shuffled
from cardroom.hands.house_way import HouseWay, way_named
from cardroom.replay.pai_gow import replayed, won_by_spot
from tests.unit.hands.pai_gow_way import tables_of

SEED = 11


def piles(rounds: Iterable[int], seed: int = SEED) -> list[list[Card]]:
    """The hands of these rounds: three dice come first, then a card to each pile in turn."""
    found = []
    for number in rounds:
        stream = Stream(seed, number)
        for _ in range(3):
            stream.below(6)
        order = shuffled(tuple(games.ruleset("double-hand-poker").deck), stream.below)
        found += [list(order[pile:49:7]) for pile in range(7)]
    return found


@cache
def tables(name: str, rounds: tuple[int, ...]) -> WayTables:
    return tables_of(name, piles(rounds))


def compared(
    options: Mapping[str, object],
    seating: Seating,
    rounds: tuple[int, ...],
    names: tuple[str, str] = ("foxwoods", "trump-plaza"),
) -> list[list[list[int]]]:
    """What the boxes won, the same in both."""
    rules = games.ruleset("fortune-pai-gow", options)
    ways: tuple[HouseWay, HouseWay] = way_named(names[0]), way_named(names[1])
    simulator = PaiGowSimulator(
        rules, (tables(names[0], rounds), tables(names[1], rounds)), seating, SEED
    )
    found = []
    for number in rounds:
        played = replayed(rules, seating, ways, SEED, number)
        counted = simulator.won(number)
        assert counted == won_by_spot(played, seating), f"round {number}"
        found.append(counted)
    return found


@pytest.mark.parametrize("boxes", [1, 2, 5, 6])
def test_the_simulator_settles_a_round_as_the_engine_does(boxes: int) -> None:
    won = compared({}, Seating(boxes, 1_500), tuple(range(1, 41)))
    nets = [box[0] for round in won for box in round]
    assert {-1_500, 0, 1_500} == set(nets)


@pytest.mark.parametrize("limit", ["combined", "each-way"])
def test_a_bank_that_runs_out_is_the_same_in_both(limit: str) -> None:
    won = compared({"bank_limit": limit}, Seating(6, 1_000, 500, 4_300), tuple(range(1, 61)))
    nets = {abs(net) for round in won for box in round for net in box}
    assert nets - {0, 500, 1_000, 1_500, 2_000, 2_500}, "a part of a wager"


ENVIED = (69, 157, 167, 1416, 3967)
"""Rounds of this seed with four of a kind or better at boxes 1 to 6; in the last at two boxes."""


@pytest.mark.parametrize("posted", [None, 26_300])
def test_envy_is_paid_alike_and_in_the_same_order(posted: int | None) -> None:
    won = compared({}, Seating(6, 1_000, 500, posted), ENVIED)
    envied = [sum(box[2] > 0 for box in round) for round in won]
    if posted is None:
        # Everybody but the one who holds the hand; with two such hands everybody.
        assert envied == [5, 5, 5, 5, 6]
    else:
        assert min(envied) < 5, "the bank runs out on envy"


def test_below_five_dollars_no_envy_is_paid() -> None:
    won = compared({}, Seating(6, 1_000, 400), ENVIED)
    assert not any(box[2] for round in won for box in round)


def test_the_result_does_not_depend_on_the_number_of_workers() -> None:
    rules = games.ruleset("fortune-pai-gow")
    way = tables("foxwoods", (1,))
    simulator = PaiGowSimulator(rules, (way, way), Seating(2, 1_000, 500, 5_000), 3)
    rounds = 2 * CHUNK + 17
    alone, together = (simulator.run(Goal(rounds=rounds), Threads(workers)) for workers in (1, 3))
    assert alone.totals == together.totals
    assert alone.totals.rounds == rounds
    assert sum(
        alone.totals.sums[kind][0] for kind in (Measure.WON, Measure.PUSHED, Measure.LOST)
    ) == (2 * rounds)
    assert (
        alone.totals.plus(alone.totals).sums[Measure.NET][1]
        == 2 * alone.totals.sums[Measure.NET][1]
    )


def simulator(boxes: int = 2, seed: int = 3) -> PaiGowSimulator:
    way = tables("foxwoods", (1,))
    return PaiGowSimulator(games.ruleset("fortune-pai-gow"), (way, way), Seating(boxes), seed)


@pytest.mark.parametrize(
    ("begun", "goal"), [(1_234, Goal(rounds=CHUNK + 5)), (CHUNK, Goal(error=0.000016))]
)
def test_resuming_counts_the_same_as_one_go(begun: int, goal: Goal, tmp_path: Path) -> None:
    """Most hands of these tables lose: an error that small is reached in the second chunk."""
    path, first = tmp_path / "kept.json", simulator()
    first.save(first.run(Goal(rounds=begun), Threads(1)), path)
    resumed = first.run(goal, Threads(2), first.load(path))
    assert resumed == simulator().run(goal, Threads(1))
    assert goal.met(resumed)
    assert resumed.rounds > CHUNK


def test_what_was_reached_is_not_dealt_again() -> None:
    found = simulator().run(Goal(rounds=50), Threads(1))
    assert simulator().run(Goal(rounds=40), Threads(1), found) == found


def test_nothing_is_known_of_no_rounds() -> None:
    found = PaiGowFigures(Seating(), EMPTY)
    assert (found.edge, found.error) == (0.0, math.inf)


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (lambda: simulator(seed=4), "seed differ"),
        (lambda: simulator(boxes=3), "boxes or amounts differ"),
    ],
)
def test_another_simulation_is_not_resumed(
    other: Callable[[], PaiGowSimulator], says: str, tmp_path: Path
) -> None:
    path, first = tmp_path / "kept.json", simulator()
    first.save(first.run(Goal(rounds=10), Threads(1)), path)
    with pytest.raises(ResumeFault, match=says):
        other().load(path)
    path.write_text('{"format": 1}', encoding="utf-8")
    with pytest.raises(ResumeFault, match="another simulation"):
        first.load(path)


def test_the_covariance_of_two_boxes_is_that_of_what_they_won() -> None:
    """A wager of $10.50 is paid $10 where payments are rounded to the dollar."""
    rounds, seating = tuple(range(1, 31)), Seating(3, 10_50)
    rules = games.ruleset("double-hand-poker", {"payout_rounding": "1.00"})
    ways = (tables("foxwoods", rounds),) * 2
    simulator = PaiGowSimulator(rules, ways, seating, SEED)
    counted = PaiGowFigures(seating, simulator.deal(1, len(rounds)))
    won = [[box[0] / 10_50 for box in simulator.won(number)] for number in rounds]
    assert {amount for boxes in won for amount in boxes} == {10 / 10.5, 0, -1}
    mean = sum(map(sum, won)) / (3 * len(rounds))
    products = [one * two for boxes in won for one, two in combinations(boxes, 2)]
    expected = sum(products) / len(products) - mean**2
    assert counted.between_boxes() == pytest.approx(expected)
