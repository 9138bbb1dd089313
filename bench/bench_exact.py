"""Perfect play with six decks: warm, on first use, and its memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from functools import partial

from bench.goal import Bench, UnmeasurableError
from cardroom import model
from cardroom.analysis.three_card import odds as three_card_odds
from cardroom.analysis.twentyone.solver import exact
from cardroom.games import ruleset
from cardroom.games.three_card.policies import ThreeCard

RUNS = 9
INSISTS = {"allow_player_edge": True}
"""With several decks the bonus favors the player; this allows it to be posted."""
# A separate process: nothing is compiled or tabulated yet, and its memory is measured alone.
FIRST = """
import time
started = time.perf_counter()
from cardroom.games import ruleset
from cardroom import model
from cardroom.analysis.twentyone.solver import exact
exact.solve(model.compile(ruleset("blackjack")))
import resource
print(time.perf_counter() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def benchmarks() -> Iterable[Bench]:
    return [
        Bench("six decks solved, warm", goal=0.25, unit="s", at="most", measure=warm_seconds),
        *(
            Bench(f"{game} solved, warm", goal=1.5, unit="s", at="most", measure=measure)
            for game, measure in (
                ("no-bust-joker", partial(warm_seconds, "no-bust-joker")),
                ("no-bust-bonus-ace", partial(warm_seconds, "no-bust-bonus-ace")),
                ("three-card-poker, one to eight decks,", ante_seconds),
            )
        ),
        Bench("rules to tables", goal=0.15, unit="s", at="most", measure=table_seconds),
        Bench("first use, with compilation", goal=10, unit="s", at="most", measure=first_seconds),
        Bench("memory of a solver", goal=400, unit="MB", at="most", measure=memory_megabytes),
    ]


def warm_seconds(game: str = "blackjack") -> float:
    """The best of several runs, with tables but without the bank's probabilities."""
    tables = model.compile(ruleset(game))
    exact.solve(tables)
    return min(_seconds(lambda: exact.solve(tables)) for _ in range(RUNS))


def ante_seconds() -> float:
    """Ante and play for shoes of one to eight decks, for every up card and every hand."""
    rules = [ruleset("three-card-poker", {**INSISTS, "decks": decks}) for decks in range(1, 9)]

    def solve() -> None:
        three_card_odds.ante_play.cache_clear()
        for each in rules:
            assert isinstance(each.policies, ThreeCard)
            three_card_odds.ante_play(each.policies, each.deck.packs)

    solve()
    return min(_seconds(solve) for _ in range(RUNS))


def table_seconds() -> float:
    """Rulesets whose tables are not cached yet."""
    rules = [ruleset("blackjack", {"decks": decks}) for decks in (2, 3, 4, 5, 7)]
    return min(_seconds(lambda each=each: model.compile(each)) for each in rules)


def _seconds(run: object) -> float:
    assert callable(run)
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def first_seconds() -> float:
    return _first()[0]


def memory_megabytes() -> float:
    return _first()[1] / 1024


def _first() -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as empty:
        done = subprocess.run(
            [sys.executable, "-c", FIRST],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "CARDROOM_CACHE": empty},
        )
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["no message"]
        raise UnmeasurableError(f"it ended with code {done.returncode}: {last[0]}")
    seconds, kilobytes = done.stdout.split()
    return float(seconds), float(kilobytes)
