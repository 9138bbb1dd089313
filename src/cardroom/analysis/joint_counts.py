"""Simulated counts of what several bets of a round won, fitted to exact chances of single bets.

A rare and large payment decides the standard deviation of a bet, and a sample has it too often or
not often enough. Where the chances of a bet are known, the sample only has to say what else was won
with each of its payments.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

PASSES: Final = 8
"""Bets of one round hardly depend on each other, so that few are enough."""
Joint = Mapping[tuple[int, ...], float]
"""What each bet won, and how often."""


def fitted(
    counted: Joint, mean: float, chances: Sequence[Mapping[int, float] | None]
) -> dict[tuple[int, ...], float]:
    """The counts with this mean of the wager, which comes first, and these chances of each other
    bet; None leaves a bet as it was dealt.

    What was never dealt comes with what came with the next lower payment of that bet.
    """
    known = [(place, each) for place, each in enumerate(chances, 1) if each is not None]
    found = dict(counted)
    for place, bet in known:
        found |= _never_dealt(found, place, bet)
    for _ in range(PASSES):
        found = _tilted(found, mean)
        for place, bet in known:
            found = _scaled(found, place, bet)
    return found


def _tilted(counted: Joint, mean: float) -> dict[tuple[int, ...], float]:
    """A step toward the mean: exponential weights are the smallest change."""
    every = sum(counted.values())
    now = sum(won[0] * number for won, number in counted.items()) / every
    variance = sum((won[0] - now) ** 2 * number for won, number in counted.items()) / every
    slope = (mean - now) / variance if variance else 0.0
    return {won: number * math.exp(slope * won[0]) / every for won, number in counted.items()}


def _never_dealt(
    counted: Joint, place: int, known: Mapping[int, float]
) -> dict[tuple[int, ...], float]:
    dealt = sorted({won[place] for won in counted})
    found: dict[tuple[int, ...], float] = {}
    for amount, chance in known.items():
        if chance and amount not in dealt:
            nearest = max((each for each in dealt if each < amount), default=dealt[0])
            for won, number in counted.items():
                if won[place] == nearest:
                    found[(*won[:place], amount, *won[place + 1 :])] = number
    return found


def _scaled(counted: Joint, place: int, known: Mapping[int, float]) -> dict[tuple[int, ...], float]:
    sums: defaultdict[int, float] = defaultdict(float)
    for won, number in counted.items():
        sums[won[place]] += number
    return {
        won: number / sums[won[place]] * known.get(won[place], 0.0)
        for won, number in counted.items()
    }
