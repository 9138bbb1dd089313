"""The simulator: rounds per second on one core and on two, in blackjack and other games."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np

from bench.goal import Bench, UnmeasurableError

if TYPE_CHECKING:
    from cardroom.analysis.three_card.rounds import ThreeCardSimulator
    from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator

RUNS = 9
ROUNDS = 2_000_000
SHOES, PIECE = 320_000, 20_000
OTHERS = ("safari-21", "maxtime-21", "no-bust-joker", "no-bust-bonus-ace")
MEMORY = """
import resource
from pathlib import Path
from bench.bench_simulate import blackjack
from cardroom.analysis.executor import Threads
from cardroom.analysis.stopping import Goal
blackjack().run(Goal(rounds=20_000_000), Threads(2))
status = Path("/proc/self/status")
# On Linux ru_maxrss is inherited from the parent process; the high-water mark is our own.
lines = status.read_text().splitlines() if status.exists() else []
peak = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
print((peak[0] if peak else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / 1024)
"""


def benchmarks() -> Iterable[Bench]:
    unit = "million rounds/s"
    yield Bench("blackjack, 6 decks, one core", 15, unit, "least", lambda: speed(blackjack()))
    yield Bench("blackjack, two cores versus one", 1.8, "times", "least", gain)
    for game in OTHERS:
        yield Bench(f"{game}, one core", 8, unit, "least", partial(other_speed, game))
    yield Bench("three-card-poker, one core", 8, unit, "least", three_card_speed)
    yield Bench("memory of a simulation", 400, "MB", "most", memory)


@cache
def blackjack() -> TwentyOneSimulator:
    """Perfect play, heads up, with the cut card at three quarters."""
    from cardroom import games, model  # noqa: PLC0415
    from cardroom.analysis.twentyone.simulator.policy import ByCards  # noqa: PLC0415
    from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator  # noqa: PLC0415
    from cardroom.analysis.twentyone.solver import exact  # noqa: PLC0415 - imports numba

    rules = games.ruleset("blackjack")
    tables = model.compile(rules)
    return TwentyOneSimulator(rules, tables, ByCards(tables, exact.solve(tables).strategy), seed=1)


def other_speed(game: str) -> float:
    """Hit below 17 like a dealer, because not every game has a solved chart."""
    from cardroom import games, model  # noqa: PLC0415
    from cardroom.analysis.twentyone.simulator.policy import ByKey  # noqa: PLC0415
    from cardroom.analysis.twentyone.simulator.simulate import TwentyOneSimulator  # noqa: PLC0415
    from cardroom.model.verbs import HIT, STAND  # noqa: PLC0415

    rules = games.ruleset(game)
    tables = model.compile(rules)
    legal = np.bitwise_or.reduce(tables.legal, axis=0)
    wants = np.where(tables.keys.total < 17, HIT, STAND)[:, None, None]
    verbs = np.where(legal >> wants & 1, wants, np.where(legal >> HIT & 1, HIT, STAND))
    offers = np.zeros((3, legal.shape[2], 11, 11), bool)
    script = ByKey(verbs, np.ones(legal.shape, bool), offers)
    return speed(TwentyOneSimulator(rules, tables, script, seed=1))


def three_card_speed() -> float:
    """Best play against the bank's up card, with the bonus bet."""
    from cardroom import games  # noqa: PLC0415
    from cardroom.analysis.three_card.rounds import ThreeCardSimulator  # noqa: PLC0415

    return speed(ThreeCardSimulator(games.ruleset("three-card-poker"), 1, bets=["bonus"]))


def speed(simulator: TwentyOneSimulator | ThreeCardSimulator) -> float:
    """The best of several runs, in processor time, so other work does not count."""
    shoes = max(1, int(ROUNDS / simulator.deal(1, 100).rounds * 100))
    best = 0.0
    for _ in range(RUNS):
        started = time.thread_time()
        rounds = simulator.deal(1, shoes).rounds
        best = max(best, rounds / (time.thread_time() - started))
    return best / 1e6


def gain() -> float:
    """Two threads versus one, in alternating runs, so that other work slows both alike."""
    from cardroom.analysis.executor import Threads, available  # noqa: PLC0415

    if available() < 2:
        raise UnmeasurableError("this machine has one core")
    simulator = blackjack()
    seconds = [0.0, 0.0]
    for _ in range(RUNS):
        for place, workers in enumerate((1, 2)):
            started = time.perf_counter()
            parts = Threads(workers).map(
                lambda first: simulator.deal(first, PIECE), range(1, SHOES, PIECE)
            )
            assert sum(part.shoes for part in parts) == SHOES
            seconds[place] += time.perf_counter() - started
    return seconds[0] / seconds[1]


def memory() -> float:
    done = subprocess.run(
        [sys.executable, "-c", MEMORY], capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["no message"]
        raise UnmeasurableError(f"it ended with code {done.returncode}: {last[0]}")
    return float(done.stdout)
