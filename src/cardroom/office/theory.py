"""What a table should have won: the exact odds of the posted rules, over the bets that were made.

The variance has the bets' own variances, the covariance of a box's wager with its other bets, and
the correlation of the wagers of several boxes in one round, which all play against one hand. Other
pairs of bets are taken as independent. Players are taken to play well; a table of players who
play badly wins more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, Literal

import msgspec

from cardroom.office.figures import WagerSums

WITHIN_95: Final = 1.959963984540054
WITHIN_99: Final = 2.5758293035489004
"""Standard deviations on either side that hold 95% and 99% of the results."""

ConfidenceBand = Literal["within 95%", "outside 95%", "outside 99%", "not computed"]


class SpotOdds(msgspec.Struct, frozen=True):
    """One wager, for a stake of one."""

    edge: float
    deviation: float
    with_main: float = 0.0
    """The covariance with the main wager of the same box."""
    between_boxes: float = 0.0
    """The covariance of two such wagers in one round."""


Odds = Mapping[str, SpotOdds]
"""By spot; a wager whose odds are not computed is left out."""
OddsOf = Callable[[str], Odds]
"""The odds of the rules with this digest."""


class Theory(msgspec.Struct, frozen=True):
    """The expected win over some bets, and its standard deviation, in cents."""

    win: float = 0.0
    variance: float = 0.0
    staked: int = 0
    """The stakes it is computed from."""
    left_out: int = 0
    """The stakes of wagers whose odds are not computed."""

    @property
    def deviation(self) -> float:
        return math.sqrt(max(0.0, self.variance))

    def plus(self, other: Theory) -> Theory:
        return Theory(
            self.win + other.win,
            self.variance + other.variance,
            self.staked + other.staked,
            self.left_out + other.left_out,
        )

    def off(self, win: int | Fraction) -> float | None:
        """How many standard deviations a win is above (or below) the expected one."""
        return (float(win) - self.win) / self.deviation if self.deviation else None

    def band(self, win: int | Fraction) -> ConfidenceBand:
        off = self.off(win)
        if off is None or self.left_out:
            return "not computed"
        if abs(off) <= WITHIN_95:
            return "within 95%"
        return "outside 95%" if abs(off) <= WITHIN_99 else "outside 99%"


def expected(wagers: WagerSums, odds: SpotOdds | None) -> Theory:
    """What the bets on one spot should bring."""
    if odds is None:
        return Theory(left_out=wagers.staked)
    variance = odds.deviation**2 * wagers.squares
    variance += odds.between_boxes * wagers.pairs
    variance += 2 * odds.with_main * wagers.with_main
    return Theory(odds.edge * wagers.staked, variance, wagers.staked)
