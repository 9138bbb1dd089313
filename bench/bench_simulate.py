"""The simulator: rounds per second on one core and on two, in blackjack and other games."""

from __future__ import annotations

import ctypes
import statistics
import threading
import time
from collections.abc import Iterable
from copy import copy
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np

from bench.clock import RUNS, child, makespan, times_as_fast
from bench.goal import OWN, Bench
from bench.plain_c import address, library

if TYPE_CHECKING:
    from cardroom.analysis.three_card.rounds import ThreeCardSimulator
    from cardroom.analysis.totals import Totals
    from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator

ROUNDS = 2_000_000
WARM_ROUNDS = 1_600_000
"""Some tens of milliseconds, in which a core comes up to speed."""
LONG_SECONDS, SHORT_SECONDS = 1.2, 0.05
"""Of one core."""
PAIRS = 15
"""Runs with one core and with two: they differ by some percent, the shorter the more."""
OTHERS = (
    "safari-21",
    "maxtime-21",
    "bet-the-set-21",
    "dealer-bust-21",
    "no-bust-joker",
    "no-bust-bonus-ace",
)
MEMORY = """
from bench.bench_simulate import blackjack
from cardroom.analysis.executor import Threads
from cardroom.analysis.stopping import Goal
blackjack().run(Goal(rounds=20_000_000), Threads(2))
"""


def benchmarks() -> Iterable[Bench]:
    unit = "million rounds/s"
    name = "blackjack, 6 decks, perfect play, one core"
    yield Bench(name, 25, unit, "least", lambda: speed(blackjack()))
    why = "25 of the 27 million rounds/s of plain C"
    yield Bench("the same blackjack", 0.93, "times plain C", "least", rounds_in_c, why)
    yield Bench("eight boxes, per hand", 1, "times one box", "least", boxes_cost)
    for name, seconds, goal in (("long", LONG_SECONDS, 1.95), ("of 50 ms", SHORT_SECONDS, 1.9)):
        measure = partial(gain, seconds)
        yield Bench(f"two cores, runs {name}", goal, "times one core", "least", measure)
    yield Bench("counting cards", 0.5, "times the plain speed", "least", counting_ratio, OWN)
    for game in OTHERS:
        name = f"{game}, perfect play, one core"
        yield Bench(name, 18, unit, "least", partial(other_speed, game))
    name = "three-card-poker, best play and the bonus, one core"
    yield Bench(name, 8, unit, "least", three_card_speed, OWN)
    yield Bench("memory of a simulation", 400, "MB", "most", memory, OWN)


def blackjack(boxes: int = 1) -> TwentyOneSimulator:
    """Heads up by default, with the cut card at three quarters."""
    return perfect("blackjack", boxes)


@cache
def perfect(game: str, boxes: int = 1) -> TwentyOneSimulator:
    """Perfect play for the cards of the hand, as `cardroom simulate` plays if it is not told
    otherwise."""
    from cardroom import games, model  # noqa: PLC0415
    from cardroom.analysis.twentyone.simulation import script_of  # noqa: PLC0415
    from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator  # noqa: PLC0415

    rules = games.ruleset(game)
    tables = model.compile(rules)
    script = script_of(rules, tables, None)
    return TwentyOneSimulator(rules, tables, script, seed=1, boxes=boxes)


def rounds_in_c() -> float:
    """The same shoes, dealt and played over the same tables; both must count the same."""
    simulator = blackjack()
    program, house, deck = simulator.program, simulator.house, simulator.deck
    assert program.steps.dtype == np.uint16
    assert house.hole
    assert house.paired
    assert not house.burn_each
    assert simulator.boxes == 1
    tables = (ctypes.c_void_p * len(program))(*(each.ctypes.data for each in program))
    numbers = np.array(house, np.int64)
    shoes = max(1, int(ROUNDS / simulator.deal(1, 100).rounds * 100))
    nets, sums = np.zeros(1 << 12, np.int64), np.zeros(4, np.int64)
    c = library("plain_rounds")

    def plain() -> None:
        nets[:] = 0
        c.deal(
            tables,
            address(numbers),
            address(deck),
            *map(ctypes.c_int64, (len(deck), simulator.seed, 1, shoes, program.pay.shape[1])),
            address(nets),
            ctypes.c_int64(len(nets) // 2),
            address(sums),
        )

    ratio = times_as_fast(lambda: simulator.deal(1, shoes), plain)
    ours = simulator.deal(1, shoes)
    assert sums.tolist() == [ours.rounds, ours.wagered, ours.net, ours.net_net]
    assert ours.nets == {
        int(place) - len(nets) // 2: int(nets[place]) for place in np.flatnonzero(nets)
    }
    return ratio


def other_speed(game: str) -> float:
    return speed(perfect(game))


def three_card_speed() -> float:
    """Best play against the bank's up card, with the bonus bet."""
    from cardroom import games  # noqa: PLC0415
    from cardroom.analysis.three_card.rounds import ThreeCardSimulator  # noqa: PLC0415

    return speed(ThreeCardSimulator(games.ruleset("three-card-poker"), 1, bets=["bonus"]))


def speed(simulator: TwentyOneSimulator | ThreeCardSimulator) -> float:
    """The median of several runs, in processor time."""
    shoes = shoes_of(simulator)
    return statistics.median(rounds_per_second(simulator, shoes) for _ in range(RUNS)) / 1e6


def shoes_of(simulator: TwentyOneSimulator | ThreeCardSimulator) -> int:
    """How many shoes have some two million rounds; finding it compiles what is measured."""
    return max(1, int(ROUNDS / simulator.deal(1, 100).rounds * 100))


def rounds_per_second(simulator: TwentyOneSimulator | ThreeCardSimulator, shoes: int) -> float:
    started = time.thread_time()
    rounds = simulator.deal(1, shoes).rounds
    return rounds / (time.thread_time() - started)


def gain(seconds: float) -> float:
    """How many times as fast two workers are as one in runs that take one core so long, if nothing
    else runs.

    By processor time: each worker takes the next chunk when it is free, and what the main thread
    does is added. So it shows what threads cost each other and what is left over at the end, but
    not what other programs take. A core that has slept takes milliseconds to come up to speed, so
    each measured run follows a short one with as many workers.
    """
    simulator = blackjack()
    rounds = int(seconds * speed(simulator) * 1e6)
    ratios = []
    for _ in range(PAIRS):
        _run(simulator, WARM_ROUNDS, 1)
        alone, _ = _run(simulator, rounds, 1)
        _run(simulator, WARM_ROUNDS, 2)
        main, chunks = _run(simulator, rounds, 2)
        ratios.append(alone / (main + makespan(chunks, 2)))
    return statistics.median(ratios)


def _run(simulator: TwentyOneSimulator, rounds: int, workers: int) -> tuple[float, list[float]]:
    """Processor seconds of the main thread, and of every chunk that another thread dealt."""
    from cardroom.analysis.executor import Threads  # noqa: PLC0415
    from cardroom.analysis.stopping import Goal  # noqa: PLC0415

    chunks: list[float] = []
    deal = simulator.deal

    def timed(*work: int) -> Totals:
        started = time.thread_time()
        found = deal(*work)
        if threading.current_thread() is not threading.main_thread():
            chunks.append(time.thread_time() - started)
        return found

    other = copy(simulator)
    other.deal = timed  # type: ignore[method-assign, assignment]
    started = time.thread_time()
    other.run(Goal(rounds=rounds), Threads(workers))
    return time.thread_time() - started, chunks


def counting_ratio() -> float:
    """The same rounds with a count that is kept, and results by count and depth."""
    from cardroom.analysis.counting.question import read_count  # noqa: PLC0415
    from cardroom.analysis.twentyone.protection.counter import CardCount, Counter  # noqa: PLC0415

    simulator = blackjack()
    counter = Counter(simulator, [CardCount(read_count("hi-lo").by_card, "true count", -20, 20)])
    counter.deal(1, 100)
    shoes = max(1, int(ROUNDS / simulator.deal(1, 100).rounds * 100))
    ratios = []
    for _ in range(RUNS):
        started = time.thread_time()
        simulator.deal(1, shoes)
        between = time.thread_time()
        counter.deal(1, shoes)
        ratios.append((between - started) / (time.thread_time() - between))
    return statistics.median(ratios)


def boxes_cost() -> float:
    """A hand of eight boxes against the hand of one, in time: the median of pairs of runs."""
    one, eight = blackjack(), blackjack(8)
    ones, eights = shoes_of(one), shoes_of(eight)
    return statistics.median(
        rounds_per_second(eight, eights) * 8 / rounds_per_second(one, ones) for _ in range(RUNS)
    )


def memory() -> float:
    return child(MEMORY).peak_megabytes
