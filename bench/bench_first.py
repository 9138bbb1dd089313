"""Whole processes: their processor time with empty and with filled caches, and their memory."""

from __future__ import annotations

import shutil
import statistics
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from bench.clock import Child, child, command
from bench.goal import Bench

EXACT = (
    "blackjack",
    "safari-21",
    "maxtime-21",
    "no-bust-joker",
    "no-bust-bonus-ace",
    "three-card-poker",
)
"""Games with exact odds, which a first use gives before it simulates the rest."""
EXACTLY = """
import os
import sys
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command line does
from cardroom.analysis.odds import game_odds
from cardroom.games import ruleset
game_odds(ruleset(sys.argv[1]))
"""
FIRST = (
    ("odds blackjack", 15),
    ("odds fortune-pai-gow", 15),
    ("odds double-hand-poker", 15),
    ("bank three-card-poker", 15),
    ("check napa_valley", 15),
    ("house-way foxwoods", 15),
)
"""What is asked, and how many processor seconds it may take with empty caches."""
MEMORY = ("blackjack", "safari-21", "no-bust-joker", "no-bust-bonus-ace")
HUNDRED = """
from pathlib import Path
from cardroom import model
from cardroom.analysis.twentyone.solver import exact
from cardroom.games import ruleset
def resident():
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024
tables = model.compile(ruleset("blackjack"))
for number in range(110):
    exact.solve(tables)
    if number == 9:
        before = resident()
print(resident() - before)
"""


def benchmarks() -> Iterable[Bench]:
    for game in EXACT:
        name = f"first use, exact odds of {game}"
        yield Bench(name, 5, "s", "most", partial(exact_seconds, game))
    for asked, goal in FIRST:
        name = f"first use of cardroom {asked}"
        yield Bench(name, goal, "s", "most", partial(first_seconds, asked))
    yield Bench("exact odds of blackjack, compiled", 0.5, "s", "most", compiled_exact_seconds)
    yield Bench("cardroom house-way, compiled", 5, "s", "most", compiled_way_seconds)
    yield Bench("cardroom rng-report", 5, "s", "most", report_seconds)
    for game in MEMORY:
        yield Bench(f"memory of odds {game}", 300, "MB", "most", partial(memory, game))
    yield Bench("memory gained by 100 solutions", 10, "MB", "most", gained)


def report_seconds() -> float:
    """Of any report: one in some 500 rejects a fair source, and exits with 1."""
    return command("rng-report", codes=(0, 1)).seconds


def exact_seconds(game: str) -> float:
    with tempfile.TemporaryDirectory() as empty:
        return child(EXACTLY, game, cache=Path(empty)).seconds


def first_seconds(asked: str) -> float:
    with tempfile.TemporaryDirectory() as empty:
        return command(*asked.split(), cache=Path(empty)).seconds


def compiled_exact_seconds() -> float:
    return compiled_seconds(partial(child, EXACTLY, "blackjack"), runs=5)


def compiled_way_seconds() -> float:
    return compiled_seconds(partial(command, "house-way", "foxwoods"), runs=1)


def compiled_seconds(ask: Callable[..., Child], runs: int) -> float:
    """The kernels are cached and the answer is not: the median of several processes."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        ask(cache=cache)
        seconds = []
        for _ in range(runs):
            shutil.rmtree(cache / "results")
            seconds.append(ask(cache=cache).seconds)
        return statistics.median(seconds)


def memory(game: str) -> float:
    """With compiled kernels, and nothing else in the caches."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        command("odds", game, cache=cache)
        shutil.rmtree(cache / "results")
        return command("odds", game, cache=cache).peak_megabytes


def gained() -> float:
    return float(child(HUNDRED).output)
