"""Whole processes: their processor time with empty and with filled caches, and their memory."""

from __future__ import annotations

import os
import shlex
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from bench.clock import COMMAND, Child, child, command
from bench.goal import OWN, Bench, UnmeasurableError
from cardroom import games
from cardroom.analysis.families import NoAnswer, analysis_of, is_built_in
from cardroom.games import registry

EXACTLY: Final = """
import os
import sys
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command line does
from cardroom.analysis.odds import game_odds
from cardroom.games import ruleset
game_odds(ruleset(sys.argv[1]))
"""
COMMANDS: Final = (
    "bank no-bust-bonus-ace",
    "bank three-card-poker",
    "bank fortune-pai-gow",
    "check napa_valley",
    "check washington",
    "compare blackjack --with decks=8",
    "count blackjack",
    "equity AcAd KsKh",
    "hands blackjack",
    "house-way foxwoods",
    "post blackjack --all --out OUT",
    "protect blackjack",
    "protect no-bust-joker",
    "session blackjack",
    "simulate blackjack --rounds 1000000",
    "strategy blackjack",
    "variations blackjack",
)
"""A command of each kind that computes, in addition to the odds of every game; of paper and game
protection, the longest."""
OUT: Final = "OUT"
"""A folder for what a command writes."""
RUNS: Final = 5
SHOWN: Final = "exact house edge"
"""In the line with which `odds` reports its exact figures, before it simulates the rest."""
GROWING: Final = ("blackjack", "no-bust-bonus-ace")
"""Games to be solved again and again. Solutions of the second once kept themselves alive."""
GROWTH: Final = """
import itertools
import sys
from pathlib import Path
from cardroom import model
from cardroom.analysis.twentyone.solver import exact
from cardroom.games import ruleset
def resident():
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024
naturals = ("6:5", "3:2", "1:1", "2:1")
options = itertools.product(naturals, (True, False), (2, 3, 4, None), range(1, 9))
for number, (paid, again, hands, decks) in enumerate(options):
    posted = dict(natural_pays=paid, split_aces_again=again, hands_max=hands, decks=decks)
    exact.solve(model.compile(ruleset(sys.argv[1], posted)))
    if number == 127:
        before = resident()
print(resident() - before)
"""
"""Rules that are new each time: the same 64 with each payment of a natural. The tables of the last
32 are kept, and a process has the memory of the largest that it ever held together. So what counts
is gained with the last two payments: by then, everything was held next to everything else."""


class Used(NamedTuple):
    """A first use, and the caches that it left."""

    child: Child
    folder: TemporaryDirectory[str]
    """Removed when nobody needs it any longer."""

    @property
    def cache(self) -> Path:
        return Path(self.folder.name)


def benchmarks() -> Iterable[Bench]:
    for game in games_with_odds():
        if is_solved(game):
            name = f"first use, exact odds of {game}"
            yield Bench(name, 5, "s", "most", partial(first_exact_seconds, game))
    asked = (*(f"odds {game}" for game in games_with_odds()), *COMMANDS)
    for each in asked:
        name = f"first use of cardroom {each}"
        yield Bench(name, 15, "s", "most", partial(first_seconds, each))
    yield from compiled()
    yield Bench("cardroom rng-report", 5, "s", "most", report_seconds)
    for game in games_with_odds():
        name = f"memory of odds {game}, compiled"
        yield Bench(name, 300, "MB", "most", partial(memory, game))
    for game in GROWING:
        name = f"memory gained by 128 solutions of {game}, rules new each time"
        yield Bench(name, 10, "MB", "most", partial(gained, game))


def compiled() -> Iterable[Bench]:
    """The kernels are cached and the answer is not.

    Farmer's analyzer prints exact odds in a whole process. So the goal of half a second is for each
    way to exact odds alone: a program that asks the library, `odds` until it shows them, and
    `strategy`, which adds the chart. What `odds` simulates after that has no peer.
    """
    for name, measure in (
        ("exact odds of blackjack, asked by a program, compiled", exact_seconds),
        ("cardroom odds blackjack until the exact edge, compiled", shown_seconds),
        ("cardroom strategy blackjack, compiled", partial(compiled_seconds, "strategy blackjack")),
    ):
        yield Bench(name, 0.5, "s", "most", measure)
    name, simulated = "cardroom odds blackjack, all of it, compiled", "odds blackjack"
    yield Bench(name, 5, "s", "most", partial(compiled_seconds, simulated), OWN)
    house_way = partial(compiled_seconds, "house-way foxwoods", runs=3)
    yield Bench("cardroom house-way, compiled", 5, "s", "most", house_way)


def games_with_odds() -> Iterable[str]:
    for game in registry.games():
        rules = games.ruleset(game)
        if is_built_in(rules) and not isinstance(analysis_of(rules).odds, NoAnswer):
            yield game


def is_solved(game: str) -> bool:
    """Whether its best play is known, and with it exact odds before anything is simulated."""
    return not isinstance(analysis_of(games.ruleset(game)).strategy, NoAnswer)


@cache
def first_use(asked: str) -> Used:
    """With empty caches; those that it leaves have the kernels for the same question again."""
    folder = TemporaryDirectory(prefix="cardroom-bench-")
    cache = Path(folder.name)
    words = [str(cache / "out") if word == OUT else word for word in shlex.split(asked)]
    return Used(command(*words, cache=cache), folder)


def first_seconds(asked: str) -> float:
    return first_use(asked).child.seconds


def first_exact_seconds(game: str) -> float:
    with TemporaryDirectory() as empty:
        return child(EXACTLY, game, cache=Path(empty)).seconds


def report_seconds() -> float:
    """Of any report: one in some 500 rejects a fair source, and exits with 1."""
    return command("rng-report", codes=(0, 1)).seconds


def compiled_seconds(asked: str, runs: int = RUNS) -> float:
    return median(lambda cache: command(*shlex.split(asked), cache=cache).seconds, asked, runs)


def exact_seconds() -> float:
    ask = partial(child, EXACTLY, "blackjack")
    return median(lambda cache: ask(cache=cache).seconds, "odds blackjack")


def shown_seconds() -> float:
    return median(until_shown, "odds blackjack")


def until_shown(cache: Path) -> float:
    """The process is ended as soon as it reports the exact figures."""
    environment = {**os.environ, "CARDROOM_CACHE": str(cache)}
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "odds", "blackjack"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stderr is not None
    with process.stderr as lines:
        shown = any(SHOWN in line for line in lines)
        process.kill()
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if not shown:
        raise UnmeasurableError("cardroom odds blackjack did not report its exact figures")
    return used.ru_utime + used.ru_stime


def median(measure: Callable[[Path], float], filled_by: str, runs: int = RUNS) -> float:
    """Of several processes; what compiled their kernels is asked first."""
    cache = first_use(filled_by).cache
    seconds = []
    for _ in range(runs):
        shutil.rmtree(cache / "results", ignore_errors=True)
        seconds.append(measure(cache))
    return statistics.median(seconds)


def memory(game: str) -> float:
    """With compiled kernels, and nothing else in the caches: the compiler takes 75 MB."""
    asked = f"odds {game}"
    cache = first_use(asked).cache
    shutil.rmtree(cache / "results", ignore_errors=True)
    return command(*shlex.split(asked), cache=cache).peak_megabytes


def gained(game: str) -> float:
    return float(child(GROWTH, game).output)
