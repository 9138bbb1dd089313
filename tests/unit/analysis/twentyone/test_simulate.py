"""The simulator's books: the same sums for any division of the work, and honest errors."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from cardroom import games, model
from cardroom.analysis.executor import LINE_BYTES, Done, Executor, Threads, Work, apart
from cardroom.analysis.resume import ResumeFault
from cardroom.analysis.stopping import Goal
from cardroom.analysis.totals import Totals, load, save
from cardroom.analysis.twentyone.simulator.minimise import IllegalScript
from cardroom.analysis.twentyone.simulator.policy import ByKey
from cardroom.analysis.twentyone.simulator.simulate import SAMPLE, TwentyOneSimulator
from cardroom.cards import Stream, shuffled
from cardroom.rules.ruleset import Ruleset
from tests.differential.kernel import random_script
from tests.kernel_shoes import order_of

SEED = 21


def simulator(rules: Ruleset | None = None, boxes: int = 1, chunk: int = 50) -> TwentyOneSimulator:
    found = copy(built(rules or games.ruleset("blackjack", {"decks": 2}), boxes))
    found.chunk = chunk
    return found


@cache
def built(rules: Ruleset, boxes: int) -> TwentyOneSimulator:
    tables = model.compile(rules)
    return TwentyOneSimulator(rules, tables, random_script(tables, 5), SEED, boxes)


@pytest.mark.parametrize("goal", [Goal(rounds=20_000), Goal(error=0.02)])
def test_any_number_of_workers_counts_the_same(goal: Goal) -> None:
    one, two, three = (simulator(boxes=2).run(goal, Threads(workers)) for workers in (1, 2, 3))
    assert one == two == three
    assert goal.met(one)


def test_the_interpreter_is_free_while_a_thread_deals() -> None:
    """Without that, workers would wait for each other."""
    found = simulator()
    found.deal(1, 1)
    worker = threading.Thread(target=found.deal, args=(1, 100_000))
    worker.start()
    turns = 0
    while worker.is_alive():
        time.sleep(0)
        turns += 1
    assert turns > 100


def test_the_goal_is_met_at_the_same_shoe_however_shoes_are_bundled() -> None:
    goal = Goal(rounds=5_000)
    results = [simulator(chunk=chunk).run(goal, Threads(1)) for chunk in (7, 50, 10_000)]
    assert results[0] == results[1] == results[2]
    assert 0 <= results[0].rounds - 5_000 < 50, "it ends with the shoe that reaches the goal"


class AllAtOnce:
    """Takes all the work before it does any, as many workers would."""

    def map(self, function: Callable[[Work], Done], work: Iterable[Work]) -> Iterator[Done]:
        return map(function, list(work))


@pytest.mark.parametrize("executor", [Threads(1), Threads(2), AllAtOnce()])
@pytest.mark.parametrize("errors", [3, 0, -30])
def test_a_run_ends_at_the_same_shoe_wherever_its_pieces_were_expected_to_end(
    executor: Executor, errors: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    goal = Goal(rounds=20_000)
    expected = simulator(chunk=10_000).run(goal, Threads(1))
    monkeypatch.setattr("cardroom.analysis.twentyone.simulator.simulate.ERRORS", errors)
    assert simulator().run(goal, executor) == expected


@pytest.mark.parametrize("workers", [1, 2])
def test_hardly_a_shoe_is_dealt_twice(workers: int) -> None:
    found, dealt = simulator(chunk=1_000), list[int]()
    deal = found.deal

    def counting(*work: int) -> Totals:
        part = deal(*work)
        dealt.append(part.shoes)
        return part

    found.deal = counting  # type: ignore[method-assign, assignment]
    shoes = found.run(Goal(rounds=100_000), Threads(workers)).shoes
    assert shoes <= sum(dealt) <= shoes + SAMPLE
    assert max(dealt) < shoes / 7, "equal pieces"


@pytest.mark.parametrize("goal", [Goal(rounds=9_000), Goal(error=0.03)])
def test_resuming_counts_the_same_as_one_go(goal: Goal, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    first = simulator()
    save(first.run(Goal(rounds=1_234), Threads(1)), path)
    resumed = first.run(goal, Threads(2), load(path, first.empty()))
    assert resumed == simulator().run(goal, Threads(1))


def test_another_simulation_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    first = simulator()
    save(first.run(Goal(rounds=100), Threads(1)), path)
    other = simulator(games.ruleset("blackjack", {"decks": 1}), boxes=2)
    with pytest.raises(ResumeFault, match=r"game or options, chart, boxes differ|boxes differ"):
        load(path, other.empty())
    path.write_text("[1, 2]", encoding="utf-8")
    with pytest.raises(ResumeFault, match="not the file of a simulation"):
        load(path, first.empty())


@pytest.mark.parametrize("decks", [1, 8])
def test_the_kernel_shuffles_as_the_engine_does(decks: int) -> None:
    rules = games.ruleset("blackjack", {"decks": decks, "cut": 95})
    found = simulator(rules)
    for number in (1, 2, 10**12):
        order = shuffled(tuple(rules.deck), Stream(SEED, number).below)
        codes = [found.automaton.codes[card.index] for card in order]
        assert order_of(found, SEED, number, [10, 10 + 40, len(rules.deck)]) == codes


def test_a_random_number_that_is_drawn_again_moves_all_later_ones() -> None:
    """In shoe 29598 number 258 has to be drawn again, and in shoe 7453 number 61 nearly has to."""
    rules = games.ruleset("blackjack", {"decks": 8})
    found = simulator(rules)
    for number, drawn in ((29_598, 416), (7_453, 415)):
        stream = Stream(1, number)
        first = stream.state
        order = shuffled(tuple(rules.deck), stream.below)
        codes = [found.automaton.codes[card.index] for card in order]
        assert order_of(found, 1, number, [len(rules.deck)]) == codes
        assert (stream.state - first) % 2**64 == drawn * 0x9E3779B97F4A7C15 % 2**64


def test_sums_are_those_of_the_logged_rounds() -> None:
    found = simulator(boxes=3)
    totals = found.deal(1, 40)
    logs = [found.rounds_of(shoe)[:, 1:] for shoe in range(1, 41)]
    every = [int(net) for log in logs for net in log.ravel()]
    assert totals.rounds == sum(len(log) for log in logs)
    assert totals.net == sum(every)
    assert {net: every.count(net) for net in set(every)} == totals.nets
    mean = sum(every) / len(every) / totals.unit
    assert totals.value == pytest.approx(mean)
    square = sum((net / totals.unit - mean) ** 2 for net in every) / len(every)
    assert totals.deviation == pytest.approx(math.sqrt(square))


def test_the_error_is_right_for_rounds_that_are_shuffled_one_by_one() -> None:
    found = simulator(games.ruleset("blackjack", {"shoe": "each-round"}))
    totals = found.deal(1, 20_000)
    assert totals.rounds == totals.shoes == 20_000
    assert totals.error == pytest.approx(totals.deviation / math.sqrt(20_000), rel=1e-3)


def test_a_fresh_shoe_for_every_round_is_the_shoe_of_such_a_house() -> None:
    given = games.ruleset("blackjack", {"decks": 2, "shoe": "each-round"})
    fresh, house = simulator().shuffling_each_round().deal(1, 500), simulator(given).deal(1, 500)
    assert fresh.nets == house.nets
    assert fresh.rounds == 500


def test_a_shoe_that_runs_out_goes_on_with_the_discards_and_ends() -> None:
    rules = games.ruleset("blackjack", {"decks": 1, "cut": 95, "boxes": 7})
    found = simulator(rules, boxes=7)
    totals = found.deal(1, 300)
    assert totals.voids == 0
    # Seven boxes leave cards for hardly more than a second round.
    assert 600 <= totals.rounds <= 900


def test_an_illegal_answer_is_refused_with_its_hand() -> None:
    rules = games.ruleset("blackjack", {"double": "false"})
    tables = model.compile(rules)
    script = random_script(tables, 1)
    wrong = script._verbs.copy()
    wrong[:] = 2
    with pytest.raises(IllegalScript, match="double"):
        TwentyOneSimulator(rules, tables, ByKey(wrong, script._splits, script._offers), 1)


@pytest.mark.parametrize("shape", [1, 8, (3, 3)])
def test_what_one_thread_writes_lies_apart_from_all_else(shape: int | tuple[int, ...]) -> None:
    found = apart(shape, np.int64)
    assert not found.any()
    assert found.flags["C_CONTIGUOUS"]
    whole = found
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    before = found.ctypes.data - whole.ctypes.data
    assert before >= LINE_BYTES
    assert whole.nbytes - before - found.nbytes >= LINE_BYTES


def test_the_deviation_of_a_round_is_that_of_all_its_boxes_together() -> None:
    found = simulator(boxes=3)
    counted = found.deal(1, 20)
    totals = np.concatenate([found.rounds_of(shoe)[:, 1:].sum(axis=1) for shoe in range(1, 21)])
    assert counted.round_deviation == pytest.approx(totals.std() / counted.unit)
    assert counted.round_deviation > math.sqrt(3) * counted.deviation, "one bank's hand for all"
    alone = simulator().deal(1, 20)
    assert alone.round_deviation == pytest.approx(alone.deviation)
