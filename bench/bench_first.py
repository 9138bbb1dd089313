"""Whole processes: their processor time with empty and with filled caches, and their memory."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from bench.clock import child, command
from bench.goal import Bench

FIRST = (
    ("odds blackjack", 5),
    ("odds fortune-pai-gow", 5),
    ("odds double-hand-poker", 5),
    ("odds three-card-poker", 5),
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
    for asked, goal in FIRST:
        name = f"first use of cardroom {asked}"
        yield Bench(name, goal, "s", "most", partial(first_seconds, asked))
    yield Bench("cardroom odds blackjack, compiled", 0.5, "s", "most", compiled_seconds)
    yield Bench("cardroom rng-report", 5, "s", "most", lambda: command("rng-report").seconds)
    yield Bench("cardroom house-way foxwoods", 5, "s", "most", house_way_seconds)
    for game in MEMORY:
        yield Bench(f"memory of odds {game}", 300, "MB", "most", partial(memory, game))
    yield Bench("memory gained by 100 solutions", 10, "MB", "most", gained)


def first_seconds(asked: str) -> float:
    with tempfile.TemporaryDirectory() as empty:
        return command(*asked.split(), cache=Path(empty)).seconds


def compiled_seconds() -> float:
    """The kernels are cached and the answer is not."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        command("odds", "blackjack", cache=cache)
        seconds = []
        for _ in range(5):
            shutil.rmtree(cache / "results")
            seconds.append(command("odds", "blackjack", cache=cache).seconds)
        return sorted(seconds)[2]


def house_way_seconds() -> float:
    command("house-way", "foxwoods")
    return command("house-way", "foxwoods").seconds


def memory(game: str) -> float:
    """With compiled kernels, and nothing else in the caches."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        command("odds", game, cache=cache)
        shutil.rmtree(cache / "results")
        return command("odds", game, cache=cache).peak_megabytes


def gained() -> float:
    return float(child(HUNDRED).output)
