"""How a player's wager, Fortune bet, and envy bonus vary together, dealt at a table of two players.

Envy pays for another player's hand. The hands come from one deck, so it is not quite independent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.documents import BetPair, PairedBet, WagerOdds
from cardroom.analysis.pai_gow.rounds import CHUNK, PaiGowSimulator, Seating
from cardroom.analysis.pai_gow.way_tables import way_tables
from cardroom.games.pai_gow.state import policies
from cardroom.rules.ruleset import Ruleset

MAIN: Final = "main"
DEALS: Final = 1 << 20
SEED: Final = 2
ASSUMED: Final = "simulated: both players and the bank follow the house way; one other player"
Floats = NDArray[np.float64]


class FortunePairs(NamedTuple):
    with_wager: tuple[PairedBet, ...]
    """Each bonus with the wager."""
    together: tuple[BetPair, ...]
    """The Fortune bet with envy, where there is any."""


class Covariance(NamedTuple):
    value: float
    error: float


def fortune_pairs(rules: Ruleset, bonuses: Sequence[WagerOdds]) -> FortunePairs:
    """A unit on each; a unit of envy is earned next to the smallest Fortune bet that earns it."""
    if not bonuses:
        return FortunePairs((), ())
    nets = _nets(rules)
    means = {MAIN: float(nets[MAIN].mean()), **{bet.spot: -bet.edge for bet in bonuses}}
    apart = {spot: each - means[spot] for spot, each in nets.items()}
    return FortunePairs(
        tuple(_with_wager(bet, _covariance(apart[MAIN], apart[bet.spot])) for bet in bonuses),
        tuple(
            _together(one, other, _covariance(apart[one.spot], apart[other.spot]))
            for one, other in combinations(bonuses, 2)
        ),
    )


def _with_wager(bonus: WagerOdds, found: Covariance) -> PairedBet:
    assert bonus.deviation is not None, "bonuses are counted exactly"
    return PairedBet(
        spot=bonus.spot,
        title=bonus.title,
        stake=1.0,
        covariance=found.value,
        deviation=bonus.deviation,
        assumption=ASSUMED,
        error=found.error,
    )


def _together(one: WagerOdds, other: WagerOdds, found: Covariance) -> BetPair:
    assert one.deviation is not None
    assert other.deviation is not None
    return BetPair(
        spots=(one.spot, other.spot),
        titles=(one.title, other.title),
        covariance=found.value,
        correlation=found.value / (one.deviation * other.deviation),
        method="simulated",
        error=found.error,
    )


def _covariance(one: Floats, other: Floats) -> Covariance:
    products = one * other
    return Covariance(float(products.mean()), float(products.std()) / math.sqrt(products.size))


def _nets(rules: Ruleset) -> dict[str, Floats]:
    """By spot, [player and round] what it won, in its own stakes."""
    least = policies(rules).envy_stake
    tables = way_tables(policies(rules).way)
    table = PaiGowSimulator(rules, (tables, tables), Seating(2, least, least), SEED)
    worth = (table.deals.money[1] - table.deals.money[2]) / least
    found: dict[str, list[Floats]] = {line.spot: [] for line in table.deals.lines}
    for first in range(1, DEALS, CHUNK):
        nets = table.deals.nets(first, CHUNK, worth)
        for place, line in enumerate(table.deals.lines):
            found[line.spot].append(nets[:, place])
    return {spot: np.concatenate(each) for spot, each in found.items()}
