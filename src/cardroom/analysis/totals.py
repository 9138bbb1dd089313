"""The counts of a simulation, and the figures derived from them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardroom.analysis import resume

SUMS: Final = (
    "shoes", "rounds", "wagered", "voids", "net", "net_net", "net_rounds", "rounds_rounds",
    "squares",
)  # fmt: skip


SIDE_SUMS: Final = ("made", "net", "net_net", "net_made", "made_made", "product")


class SideTotals(NamedTuple):
    """A side bet, over all boxes and the rounds in which it was made."""

    spot: str
    title: str
    unit: int
    """Amounts are in units of 1 / `unit` of its stake."""
    made: int = 0
    net: int = 0
    net_net: int = 0
    """Over shoes, as in `Totals`."""
    net_made: int = 0
    made_made: int = 0
    product: int = 0
    """Sum of what bet and wager brought, multiplied."""
    nets: Mapping[int, int] = {}

    def plus(self, other: SideTotals) -> SideTotals:
        assert self[:3] == other[:3], "parts of one simulation"
        sums = {name: getattr(self, name) + getattr(other, name) for name in SIDE_SUMS}
        return self._replace(nets=_added(self.nets, other.nets), **sums)

    @property
    def edge(self) -> float:
        return -self.net / (self.made * self.unit) if self.made else 0.0

    def error(self, shoes: int) -> float:
        """Standard error of the edge: bets of one shoe, and on one bank's hand, are correlated."""
        squares = (self.net_net, self.net_made, self.made_made)
        return _error(shoes, self.net, self.made, squares) / self.unit

    @property
    def deviation(self) -> float:
        """The standard deviation of a bet that was made, in its stakes."""
        if not self.made:
            return 0.0
        square = sum(amount * amount * count for amount, count in self.nets.items())
        return math.sqrt(square / self.made / self.unit**2 - self.edge**2)

    @property
    def hit_frequency(self) -> float:
        won = sum(count for amount, count in self.nets.items() if amount > 0)
        return won / self.made if self.made else 0.0

    def payments(self) -> list[tuple[Fraction, int]]:
        return _payments(self.nets, self.unit)


class Totals(NamedTuple):
    """Sums of integers, so that parts add up to the same whole in any order."""

    digest: str
    """Of the posted game."""
    script: str
    """Of the play."""
    seed: int
    boxes: int
    unit: int
    """Amounts are in units of 1 / `unit` of the wager."""
    shoes: int = 0
    rounds: int = 0
    wagered: int = 0
    """Wagers made, doubles and splits included."""
    voids: int = 0
    """Rounds for which all cards of the shoe did not reach; they are not counted."""
    net: int = 0
    net_net: int = 0
    """Over shoes: the sum of (what all boxes won)²."""
    net_rounds: int = 0
    rounds_rounds: int = 0
    nets: Mapping[int, int] = {}
    """How often a box won each number of units in a round."""
    sides: tuple[SideTotals, ...] = ()
    """Side bets, apart from the wager."""
    together: Mapping[int, int] = {}
    """How often all boxes together won each number of units in a round."""
    squares: int = 0
    """Over rounds: the sum of (what all boxes won together)²."""

    def plus(self, other: Totals) -> Totals:
        assert self[:5] == other[:5], "parts of one simulation"
        sums = {name: getattr(self, name) + getattr(other, name) for name in SUMS}
        sides = tuple(one.plus(two) for one, two in zip(self.sides, other.sides, strict=True))
        return self._replace(
            nets=_added(self.nets, other.nets),
            together=_added(self.together, other.together),
            sides=sides,
            **sums,
        )

    @property
    def games(self) -> int:
        """Hands dealt: rounds times boxes."""
        return self.rounds * self.boxes

    @property
    def value(self) -> float:
        """Mean win of a box in a round, per unit of its wager."""
        return self.net / (self.games * self.unit) if self.games else 0.0

    @property
    def edge(self) -> float:
        return -self.value

    @property
    def error(self) -> float:
        """Standard error of the edge.

        Over shoes, as a ratio of sums: rounds of one shoe, and boxes of one round, are correlated.
        """
        squares = (self.net_net, self.net_rounds, self.rounds_rounds)
        return _error(self.shoes, self.net, self.rounds, squares) / (self.boxes * self.unit)

    @property
    def deviation(self) -> float:
        """The standard deviation of a box's result in a round, in wagers."""
        if not self.games:
            return 0.0
        square = sum(amount * amount * count for amount, count in self.nets.items())
        return math.sqrt(square / self.games / self.unit**2 - self.value**2)

    @property
    def round_deviation(self) -> float:
        """Of what all boxes win together in a round, in wagers of one box."""
        if not self.rounds:
            return 0.0
        mean = self.net / self.rounds
        return math.sqrt(max(0.0, self.squares / self.rounds - mean**2)) / self.unit

    def between_boxes(self) -> float:
        """The covariance of the wagers of two boxes in a round, for a unit on each.

        The standard error of the edge covers all boxes of a round: its square, times the number of
        rounds, is the variance of their mean.
        """
        variance = self.error**2 * self.rounds * self.boxes**2
        return (variance - self.boxes * self.deviation**2) / (self.boxes * (self.boxes - 1))

    @property
    def deviation_error(self) -> float:
        """Standard error of the standard deviation, taking rounds as independent, which is true if
        every round has a fresh shoe.
        """
        if not self.games or not self.deviation:
            return math.inf
        off = {net / self.unit - self.value: count for net, count in self.nets.items()}
        fourth = sum(far**4 * count for far, count in off.items()) / self.games
        return math.sqrt((fourth - self.deviation**4) / self.games) / (2 * self.deviation)

    def share(self, sign: int) -> float:
        """How often a box won (1), pushed (0) or lost (-1)."""
        counted = sum(n for net, n in self.nets.items() if (net > 0) - (net < 0) == sign)
        return counted / self.games if self.games else 0.0

    @property
    def wagers(self) -> float:
        """Mean of all wagers of a box in a round."""
        return self.wagered / self.games if self.games else 0.0

    @property
    def risk(self) -> float:
        """Element of risk: the edge per unit of all wagers."""
        return self.edge / self.wagers if self.wagered else 0.0

    def payments(self) -> list[tuple[Fraction, int]]:
        return _payments(self.nets, self.unit)

    def covariance(self, side: SideTotals) -> float:
        """The covariance of a unit on the wager and a unit on the bet, over all rounds, whether or
        not the bet was made.
        """
        if not self.games:
            return 0.0
        mean = side.net / (self.games * side.unit)
        return side.product / (self.games * self.unit * side.unit) - mean * self.value


def _payments(nets: Mapping[int, int], unit: int) -> list[tuple[Fraction, int]]:
    return [(Fraction(net, unit), count) for net, count in sorted(nets.items())]


def _added(one: Mapping[int, int], two: Mapping[int, int]) -> dict[int, int]:
    return {net: one.get(net, 0) + two.get(net, 0) for net in sorted({*one, *two})}


def _error(shoes: int, net: int, made: int, squares: tuple[int, int, int]) -> float:
    """Standard error of net / made as a ratio of sums over shoes.

    `squares` are sums over shoes: of net², of net times made, of made².
    """
    if shoes < 2 or not made:
        return math.inf
    mean, (net_net, net_made, made_made) = Fraction(net, made), squares
    spread = net_net - 2 * mean * net_made + mean * mean * made_made
    return math.sqrt(max(0.0, float(spread) * shoes / (shoes - 1))) / made


def to_document(totals: Totals) -> dict[str, Any]:
    kept = totals._asdict()
    kept["sides"] = [side._asdict() for side in totals.sides]
    for each in (kept, *kept["sides"]):
        each["nets"] = {str(net): count for net, count in each["nets"].items()}
    kept["together"] = {str(net): count for net, count in totals.together.items()}
    return kept


NAMES: Final = {
    "digest": "game or options", "script": "chart or bets", "seed": "seed", "boxes": "boxes",
}  # fmt: skip


def save(totals: Totals, path: Path) -> None:
    resume.save(to_document(totals), path)


def load(path: Path, expected: Totals) -> Totals:
    """The earlier counts, if they are from the same simulation."""
    return resume.load(path, expected._asdict(), NAMES, _read)


def _read(kept: dict[str, Any]) -> Totals:
    for each in (kept, *kept.setdefault("sides", [])):
        each["nets"] = {int(net): int(count) for net, count in each["nets"].items()}
    together = kept.get("together", {}).items()
    kept["together"] = {int(net): int(count) for net, count in together}
    kept["sides"] = tuple(SideTotals(**side) for side in kept["sides"])
    return Totals(**kept)
