"""Hands: random seven-card hands against peers, all pai gow hands, and pai gow deals."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from bench.bench_equity import peer, plain
from bench.clock import median_seconds, times_as_fast
from bench.goal import OWN, Bench
from bench.plain_c import address

RANDOM_HANDS = 2_000_000
FEW_HANDS = 100_000
PAI_GOW_DEALS = 1_000_000


def benchmarks() -> Iterable[Bench]:
    c, by_call = "times plain C", "random seven-card hands, phevaluator called from Python"
    unit = "times phevaluator"
    return [
        Bench("random seven-card hands", 1.3, c, "least", hands_in_c),
        Bench(by_call, 10, unit, "least", hands_by_phevaluator, OWN),
        Bench("all 154,143,080 pai gow hands", 2, "s", "most", pai_gow_seconds, OWN),
        Bench("pai gow deals, one core", 3, "million/s", "least", pai_gow_deals_per_second, OWN),
    ]


def random_hands(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    from cardroom.analysis.kernels import deals  # noqa: PLC0415 - where it runs

    hands = np.empty((count, 7), np.uint8)
    deals.deal(np.uint64(1), np.uint64(0), np.arange(52, dtype=np.uint8), hands)
    return hands


def hands_in_c() -> float:
    from cardroom.analysis.kernels import poker7  # noqa: PLC0415 - where it runs

    hands, c = random_hands(RANDOM_HANDS), plain()
    places, theirs = np.empty(RANDOM_HANDS, np.uint16), np.empty(RANDOM_HANDS, np.uint16)
    ratio = times_as_fast(
        lambda: poker7.seven_values(hands, places),
        lambda: c.seven_values(address(hands), RANDOM_HANDS, address(theirs)),
    )
    assert (places == theirs).all()
    return ratio


def hands_by_phevaluator() -> float:
    from cardroom.analysis.kernels import poker7  # noqa: PLC0415 - where it runs

    evaluate = peer("phevaluator").evaluate_cards
    hands = random_hands(FEW_HANDS)
    places = np.empty(FEW_HANDS, np.uint16)
    rows = [tuple((c % 13 + 12) % 13 * 4 + c // 13 for c in row) for row in hands.tolist()]
    return times_as_fast(
        lambda: poker7.seven_values(hands, places),
        lambda: [evaluate(*row) for row in rows],
    )


def pai_gow_seconds() -> float:
    from cardroom.analysis.pai_gow.hands import seven_card_counts  # noqa: PLC0415 - where it runs

    return median_seconds(seven_card_counts.__wrapped__, runs=2)


def pai_gow_deals_per_second() -> float:
    """House way against house way."""
    from cardroom import games  # noqa: PLC0415
    from cardroom.analysis.pai_gow.rounds import PaiGowSimulator, Seating  # noqa: PLC0415 - numba
    from cardroom.analysis.pai_gow.way_tables import way_tables  # noqa: PLC0415
    from cardroom.hands.house_way import DEFAULT_WAY, way_named  # noqa: PLC0415

    tables = way_tables(way_named(DEFAULT_WAY))
    simulator = PaiGowSimulator(games.ruleset("double-hand-poker"), (tables, tables), Seating())
    return PAI_GOW_DEALS / median_seconds(lambda: simulator.deal(1, PAI_GOW_DEALS)) / 1e6
