"""How the envy bonus varies with a player's other wagers, dealt at a table of two players.

Envy pays for another player's hand. The hands come from one deck, so it is not quite independent.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.documents import BetPair, PairedBet, WagerOdds
from cardroom.analysis.pai_gow.rounds import CHUNK, PaiGowSimulator, Seating
from cardroom.analysis.pai_gow.way_tables import way_tables
from cardroom.games.pai_gow.state import policies
from cardroom.rules.ruleset import Ruleset

ENVY, FORTUNE, MAIN = "envy", "fortune", "main"
DEALS: Final = 1 << 20
SEED: Final = 2
ASSUMED: Final = "simulated: both players and the bank follow the house way; one other player"
Floats = NDArray[np.float64]


class EnvyPairs(NamedTuple):
    """Envy with the wager, and with the Fortune bet."""

    wager: PairedBet
    fortune: BetPair


class Covariance(NamedTuple):
    value: float
    error: float


def envy_pairs(rules: Ruleset, fortune: WagerOdds, envy: WagerOdds) -> EnvyPairs:
    """A unit on each; a unit of envy is earned next to the smallest Fortune bet that earns it."""
    nets = _nets(rules)
    means = {MAIN: float(nets[MAIN].mean()), FORTUNE: -fortune.edge, ENVY: -envy.edge}
    apart = {spot: each - means[spot] for spot, each in nets.items()}
    with_main, with_fortune = (_covariance(apart[spot], apart[ENVY]) for spot in (MAIN, FORTUNE))
    assert fortune.deviation is not None
    assert envy.deviation is not None
    return EnvyPairs(
        PairedBet(
            spot=envy.spot,
            title=envy.title,
            stake=1.0,
            covariance=with_main.value,
            deviation=envy.deviation,
            assumption=ASSUMED,
            error=with_main.error,
        ),
        BetPair(
            spots=(fortune.spot, envy.spot),
            titles=(fortune.title, envy.title),
            covariance=with_fortune.value,
            correlation=with_fortune.value / (fortune.deviation * envy.deviation),
            method="simulated",
            error=with_fortune.error,
        ),
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
    found: dict[str, list[Floats]] = {MAIN: [], FORTUNE: [], ENVY: []}
    for first in range(1, DEALS, CHUNK):
        starts, rows = table.deals.deal(first, CHUNK)
        nets = np.zeros((CHUNK, len(table.deals.lines)))
        rounds = np.repeat(np.arange(CHUNK), np.diff(starts))
        np.add.at(nets, (rounds, rows[:, 1]), worth[rows[:, 1], rows[:, 2]])
        for place, line in enumerate(table.deals.lines):
            found[line.spot].append(nets[:, place])
    return {spot: np.concatenate(each) for spot, each in found.items()}
