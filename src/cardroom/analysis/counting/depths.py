"""A bet along the shoe: its value and a count, at cards that random shoes have left.

The cards that are left after a number of rounds are a random part of the shoe, whatever happened in
the rounds; so they are drawn directly, at a few depths, and the bet's value is computed for each of
them. What a count wins in a shoe is the sum over the rounds of that shoe.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.counting.documents import Trigger

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool]

DEPTHS: Final = 20
DEEPEST: Final = 0.95
SAMPLES: Final = 4096
"""Shoes at each depth."""
SHOES: Final = 1024
"""That are followed from depth to depth."""
SEED: Final = 17
DECK: Final = 52
NOTHING: Final = 1e-12


class Samples(NamedTuple):
    """Cards that are left, at some depths."""

    seen: Ints
    """[depth] cards that were seen."""
    left: Ints
    """[depth, sample, group] of each group of cards."""
    whole: Ints
    """[group] in the full shoe."""

    @property
    def cards(self) -> int:
        return int(self.whole.sum())

    def counts(self, tags: Sequence[int], by: Trigger, known: int | None = None) -> Ints:
        """[depth, sample] the count, rounded down to a whole number.

        `known` is the group of a card that the player has seen among those that are left.
        """
        values = np.array(tags, np.int64)
        running = int((self.whole * values).sum()) - self.left @ values
        seen = 0 if known is None else 1
        if known is not None:
            running += tags[known]
        if by == "running count":
            return running
        remaining = self.left.sum(axis=2) - seen
        # Of an unbalanced count, what the cards seen add on average is subtracted.
        summed, cards = int((self.whole * values).sum()), self.cards
        level = running * cards - summed * (cards - remaining)
        found: Ints = level * DECK // (remaining * cards)
        return found


def sampled(whole: Sequence[int], samples: int = SAMPLES) -> Samples:
    """Random parts of a shoe of groups of cards; those of different depths are independent."""
    generator = np.random.default_rng(SEED)
    counts, seen = _depths(whole)
    cards = int(counts.sum())
    left = np.stack(
        [
            generator.multivariate_hypergeometric(counts, cards - int(each), size=samples)
            for each in seen
        ]
    )
    return Samples(seen, left, counts)


def followed(whole: Sequence[int], samples: int = SHOES) -> Samples:
    """Shuffled shoes: a sample is one of them at all depths, so that it can be left."""
    generator = np.random.default_rng(SEED)
    counts, seen = _depths(whole)
    groups = np.repeat(np.arange(len(counts), dtype=np.int16), counts)
    shoes = generator.permuted(np.tile(groups, (samples, 1)), axis=1)
    left = np.empty((len(seen), samples, len(counts)), np.int64)
    for group in range(len(counts)):
        gone = np.zeros((samples, len(groups) + 1), np.int64)
        np.cumsum(shoes == group, axis=1, out=gone[:, 1:])
        left[:, :, group] = counts[group] - gone[:, seen].T
    return Samples(seen, left, counts)


def _depths(whole: Sequence[int]) -> tuple[Ints, Ints]:
    counts = np.array(whole, np.int64)
    return counts, np.unique((np.linspace(0.0, DEEPEST, DEPTHS) * counts.sum()).astype(np.int64))


class Profits(NamedTuple):
    """A bet, per unit."""

    samples: Samples
    values: Floats
    """[depth, sample]"""
    makes: Bools
    """[depth, sample] whether it is made."""

    def per_shoe(self, table: ShoePace, dealt: float) -> ShoeProfit:
        """The sum over the rounds of a shoe that is dealt to this share."""
        rounds = table.rounds(self.samples, dealt)
        won = np.where(self.makes, self.values, 0.0)
        return ShoeProfit(
            rounds=float(rounds.sum()),
            bets=float((rounds @ self.makes).mean()),
            wins=float((rounds @ won).mean()),
            error=math.sqrt(float(rounds**2 @ won.var(axis=1)) / won.shape[1]),
        )

    def leaving(self, table: ShoePace, dealt: float, poor: Bools) -> ShoeProfit:
        """The same to a player who leaves a shoe where it is poor; of samples that are shoes."""
        rounds = table.rounds(self.samples, dealt)
        stays = ~np.logical_or.accumulate(poor & (rounds > 0)[:, None], axis=0)
        makes = self.makes & stays
        won = rounds @ np.where(makes, self.values, 0.0)
        return ShoeProfit(
            rounds=float((rounds @ stays).mean()),
            bets=float((rounds @ makes).mean()),
            wins=float(won.mean()),
            error=float(won.std()) / math.sqrt(len(won)),
            left=float(1 - stays[-1].mean()),
        )


class ShoeProfit(NamedTuple):
    rounds: float
    bets: float
    wins: float
    error: float
    left: float = 0.0
    """The share of shoes that are left early."""

    @property
    def relative_error(self) -> float:
        return self.error / abs(self.wins) if self.wins else 0.0


class ShoePace(NamedTuple):
    """How a table deals its shoe."""

    burned: float
    per_round: float
    """Cards of a round, on average."""

    def starts(self, cards: int, dealt: float) -> tuple[Floats, Floats]:
        """Cards seen before each round of a shoe, and how many such rounds there are: 1, and a part
        of the last one, because the cut card comes out in the middle of a round on average."""
        number = max(1.0, (dealt * cards - self.burned) / self.per_round + 0.5)
        starts: Floats = np.arange(0.0, math.ceil(number)) * self.per_round
        weights = np.ones(len(starts))
        weights[-1] = number - (len(starts) - 1)
        return starts, weights

    def rounds(self, samples: Samples, dealt: float) -> Floats:
        """[depth] the number of rounds that begin there, each shared by the depths next to it."""
        starts, weights = self.starts(samples.cards, dealt)
        every = np.eye(len(samples.seen))
        found: Floats = np.array(
            [(np.interp(starts, samples.seen, each) * weights).sum() for each in every]
        )
        return found


class Found(NamedTuple):
    """The best trigger of a count."""

    trigger: int | None
    profits: Profits
    wins: float
    """Per shoe and unit bet, at the posted penetration."""


def best_trigger(samples: Samples, values: Floats, counts: Ints, rounds: Floats) -> Found:
    """The lowest count from which on betting wins the most; `rounds` is [depth] the number of
    rounds of a shoe that begin there."""
    least, most = int(counts.min()), int(counts.max())
    won = np.zeros((len(values), most - least + 1))
    for depth, (value, count) in enumerate(zip(values, counts - least, strict=True)):
        won[depth] = np.bincount(count, weights=value, minlength=won.shape[1])
    wins = rounds @ won[:, ::-1].cumsum(axis=1)[:, ::-1] / values.shape[1]
    # Of counts that win the same, the highest: bets that win nothing are not made.
    best = int(np.flatnonzero(wins >= wins.max() - NOTHING)[-1])
    if wins[best] <= 0:
        return Found(None, Profits(samples, values, np.zeros(values.shape, bool)), 0.0)
    trigger = best + least
    return Found(trigger, Profits(samples, values, counts >= trigger), float(wins[best]))
