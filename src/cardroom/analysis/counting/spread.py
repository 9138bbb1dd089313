"""What a spread of bets wins, from results by count."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.counting.documents import CountBin

Floats = NDArray[np.float64]

SCORE_ROUNDS: Final = 100
SCORE_BANKROLL: Final = 10_000
"""Don Schlesinger's standard comparison: dollars per 100 rounds with $10,000 and the bets that
make the most of them."""


class Spread(NamedTuple):
    """The result of a spread, per round that was seen; amounts in the unit of the bets."""

    bins: tuple[CountBin, ...]
    played: float
    """The share of rounds."""
    mean_bet: float
    mean: float
    error: float
    deviation: float

    @property
    def score(self) -> float:
        """0 where nothing is won."""
        if self.mean <= 0:
            return 0.0
        return SCORE_ROUNDS * SCORE_BANKROLL * (self.mean / self.deviation) ** 2

    @property
    def n0(self) -> float | None:
        return (self.deviation / self.mean) ** 2 if self.mean > 0 else None

    @property
    def doubled_error(self) -> float:
        """Of the square of the mean, relative to it; the deviation is known much better."""
        return 2 * self.error / self.mean if self.mean > 0 else 0.0

    def ruin(self, bankroll: float) -> float:
        """The chance to lose the bankroll, if the play goes on."""
        if self.mean <= 0:
            return 1.0
        return math.exp(-2 * self.mean * bankroll / self.deviation**2)


def spread(cells: Floats, unit: int, low: int, bets: Sequence[int], away: float = 0.0) -> Spread:
    """`cells` is [bin, 3]: rounds that began at the count, what they won in units, its square;
    `bets` is [bin]. `away` is the number of rounds missed on the way to other tables, which count
    as rounds without a bet."""
    number, won, square = cells[:, 0], cells[:, 1] / unit, cells[:, 2] / unit**2
    seen = number.sum()
    total = seen + away
    bet = np.array(bets, np.float64)
    mean = float((bet * won).sum() / total)
    squares = float((bet**2 * square).sum() / total)
    deviation = math.sqrt(max(0.0, squares - mean**2))
    played = float(number[bet > 0].sum() / total)
    bins = []
    for place in np.flatnonzero(number).tolist():
        own = won[place] / number[place]
        sd = math.sqrt(max(0.0, square[place] / number[place] - own**2))
        bins.append(
            CountBin(
                low + place, float(number[place] / seen), float(own),
                sd / math.sqrt(number[place]), sd, int(bets[place]),
            )
        )  # fmt: skip
    mean_bet = float((bet * number).sum() / total) / played if played else 0.0
    return Spread(tuple(bins), played, mean_bet, mean, deviation / math.sqrt(total), deviation)


def stepped(steps: Sequence[tuple[int, int]], low: int, bins: int) -> list[int]:
    """[bin] the bet: that of the last step at or below the count."""
    found = []
    for count in range(low, low + bins):
        reached = [bet for start, bet in sorted(steps) if start <= count]
        found.append(reached[-1] if reached else 0)
    return found
