"""What a simulation has counted, and the figures it makes of that."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

FORMAT: Final = 1
SUMS: Final = (
    "shoes", "rounds", "wagered", "voids", "net", "net_net", "net_rounds", "rounds_rounds",
)  # fmt: skip


class ResumeFault(ValueError):
    """A file that another simulation cannot be resumed from; the message says why."""


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
    """How often a box won so many units in a round."""

    def plus(self, other: Totals) -> Totals:
        assert self[:5] == other[:5], "parts of one simulation"
        nets = dict(self.nets)
        for amount, count in other.nets.items():
            nets[amount] = nets.get(amount, 0) + count
        sums = {name: getattr(self, name) + getattr(other, name) for name in SUMS}
        return self._replace(nets=dict(sorted(nets.items())), **sums)

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

        Over shoes, as a ratio of sums: rounds of one shoe, and boxes of one round, hang together.
        """
        if self.shoes < 2 or not self.rounds:
            return math.inf
        mean = Fraction(self.net, self.rounds)
        spread = self.net_net - 2 * mean * self.net_rounds + mean * mean * self.rounds_rounds
        variance = float(spread) * self.shoes / (self.shoes - 1)
        return math.sqrt(max(0.0, variance)) / (self.games * self.unit)

    @property
    def deviation(self) -> float:
        """Of what a box wins in a round, in wagers."""
        if not self.games:
            return 0.0
        square = sum(amount * amount * count for amount, count in self.nets.items())
        return math.sqrt(square / self.games / self.unit**2 - self.value**2)

    @property
    def deviation_error(self) -> float:
        """Standard error of the deviation, as if rounds were independent: so they are if every
        one has a fresh shoe."""
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
        return [(Fraction(net, self.unit), count) for net, count in sorted(self.nets.items())]


def to_document(totals: Totals) -> dict[str, Any]:
    kept = totals._asdict()
    kept["nets"] = {str(net): count for net, count in totals.nets.items()}
    return {"format": FORMAT, **kept}


def save(totals: Totals, path: Path) -> None:
    """Written beside and renamed: an interruption leaves the old file or the new one."""
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(to_document(totals), indent=1) + "\n", encoding="utf-8")
    part.replace(path)


def load(path: Path, expected: Totals) -> Totals:
    """What was counted before, if it was the same simulation."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept.pop("format") != FORMAT:
            raise ResumeFault(f"{path} was written by another version")
        kept["nets"] = {int(net): int(count) for net, count in kept["nets"].items()}
        found = Totals(**kept)
    except (ValueError, TypeError, KeyError, AttributeError) as wrong:
        if isinstance(wrong, ResumeFault):
            raise
        raise ResumeFault(f"{path} is no file of a simulation") from None
    names = {"digest": "game or options", "script": "chart", "seed": "seed", "boxes": "boxes"}
    other = [
        name for field, name in names.items() if getattr(found, field) != getattr(expected, field)
    ]
    if other:
        raise ResumeFault(f"{path} is of another simulation: {', '.join(other)} differ")
    return found
