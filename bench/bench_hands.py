"""Hands: heads-up hold'em over every board, random seven-card hands, all pai gow hands."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

import numpy as np

from bench.goal import Bench

RUNS = 7
RANDOM_HANDS = 2_000_000
PAI_GOW_DEALS = 1_000_000


def benchmarks() -> Iterable[Bench]:
    return [
        Bench("heads-up hold'em, 1,712,304 boards", 8, "ms", "most", heads_up_milliseconds),
        Bench("Omaha Hi-Lo, 1,086,008 boards", 1, "s", "most", omaha_seconds),
        Bench("random seven-card hands", 200, "million/s", "least", random_hands_per_second),
        Bench("all 154,143,080 pai gow hands", 2, "s", "most", pai_gow_seconds),
        Bench("pai gow deals, one core", 3, "million/s", "least", pai_gow_deals_per_second),
    ]


def fastest(work: Callable[[], object], runs: int = RUNS) -> float:
    """Seconds of the best of several runs, after a first one that compiles or loads."""
    work()
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - started)
    return min(seconds)


def heads_up_milliseconds() -> float:
    from cardroom.analysis.poker.equity import BoardGame, ask, equity  # noqa: PLC0415

    question = ask(BoardGame.TEXAS_HOLDEM, ["AcAd", "KsKh"])
    return fastest(lambda: equity(question)) * 1000


def omaha_seconds() -> float:
    from cardroom.analysis.poker.equity import BoardGame, ask, equity  # noqa: PLC0415

    question = ask(BoardGame.OMAHA_HI_LO, ["AsAh2s3h", "KcKdQcQd"])
    return fastest(lambda: equity(question), runs=2)


def random_hands_per_second() -> float:
    from cardroom.analysis.kernels import deals, poker7  # noqa: PLC0415 - imports numba

    hands = np.empty((RANDOM_HANDS, 7), np.uint8)
    deals.deal(np.uint64(1), np.uint64(0), np.arange(52, dtype=np.uint8), hands)
    places = np.empty(RANDOM_HANDS, np.uint16)
    return RANDOM_HANDS / fastest(lambda: poker7.seven_values(hands, places)) / 1e6


def pai_gow_seconds() -> float:
    from cardroom.analysis.pai_gow.hands import seven_card_counts  # noqa: PLC0415 - imports numba

    return fastest(seven_card_counts.__wrapped__, runs=2)


def pai_gow_deals_per_second() -> float:
    """House way against house way, in processor time, so other work does not count."""
    from cardroom import games  # noqa: PLC0415
    from cardroom.analysis.pai_gow.rounds import PaiGowSimulator, Seating  # noqa: PLC0415 - numba
    from cardroom.analysis.pai_gow.way_tables import way_tables  # noqa: PLC0415
    from cardroom.hands.house_way import DEFAULT_WAY, way_named  # noqa: PLC0415

    tables = way_tables(way_named(DEFAULT_WAY))
    simulator = PaiGowSimulator(games.ruleset("double-hand-poker"), (tables, tables), Seating())
    simulator.deal(1, 1)
    best = 0.0
    for _ in range(RUNS):
        started = time.thread_time()
        simulator.deal(1, PAI_GOW_DEALS)
        best = max(best, PAI_GOW_DEALS / (time.thread_time() - started))
    return best / 1e6
