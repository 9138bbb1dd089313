"""Hands: heads-up hold'em over every board, random seven-card hands, all pai gow hands."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

import numpy as np

from bench.goal import Bench

RUNS = 7
RANDOM_HANDS = 2_000_000


def benchmarks() -> Iterable[Bench]:
    return [
        Bench("heads-up hold'em, 1,712,304 boards", 8, "ms", "most", heads_up_milliseconds),
        Bench("Omaha Hi-Lo, 1,086,008 boards", 1, "s", "most", omaha_seconds),
        Bench("random seven-card hands", 200, "million/s", "least", random_hands_per_second),
        Bench("all 154,143,080 pai gow hands", 2, "s", "most", pai_gow_seconds),
    ]


def fastest(work: Callable[[], object], runs: int = RUNS) -> float:
    """Seconds of the best of several runs, after one that compiles or loads."""
    work()
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - started)
    return min(seconds)


def heads_up_milliseconds() -> float:
    from cardroom.analysis.equity import Game, ask, equity  # noqa: PLC0415 - imports numba

    question = ask(Game.TEXAS_HOLDEM, ["AcAd", "KsKh"])
    return fastest(lambda: equity(question)) * 1000


def omaha_seconds() -> float:
    from cardroom.analysis.equity import Game, ask, equity  # noqa: PLC0415 - imports numba

    question = ask(Game.OMAHA_HI_LO, ["AsAh2s3h", "KcKdQcQd"])
    return fastest(lambda: equity(question), runs=2)


def random_hands_per_second() -> float:
    from cardroom.analysis.kernels import deals, poker7  # noqa: PLC0415 - imports numba

    hands = np.empty((RANDOM_HANDS, 7), np.uint8)
    deals.deal(np.uint64(1), np.uint64(0), np.arange(52, dtype=np.uint8), hands)
    places = np.empty(RANDOM_HANDS, np.uint16)
    return RANDOM_HANDS / fastest(lambda: poker7.seven_values(hands, places)) / 1e6


def pai_gow_seconds() -> float:
    from cardroom.analysis.pai_gow_hands import seven_card_counts  # noqa: PLC0415 - imports numba

    return fastest(seven_card_counts.__wrapped__, runs=2)
