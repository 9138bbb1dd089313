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

DEPTHS: Final = 20
DEEPEST: Final = 0.95
SAMPLES: Final = 4096
"""Shoes at each depth."""
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
    """Random parts of a shoe of groups of cards."""
    generator = np.random.default_rng(SEED)
    counts = np.array(whole, np.int64)
    cards = int(counts.sum())
    seen = np.unique((np.linspace(0.0, DEEPEST, DEPTHS) * cards).astype(np.int64))
    left = np.stack(
        [
            generator.multivariate_hypergeometric(counts, cards - int(each), size=samples)
            for each in seen
        ]
    )
    return Samples(seen, left, counts)


class Profits(NamedTuple):
    """[depth] means over the samples, per unit of the bet."""

    seen: Ints
    cards: int
    bets: Floats
    """How often the bet is made."""
    wins: Floats
    """What it wins, over all rounds."""
    squares: Floats
    """The variance of the mean of what it wins."""

    def per_shoe(self, table: ShoePace, dealt: float) -> ShoeProfit:
        """The sum over the rounds of a shoe that is dealt to this share."""
        starts, weights = table.starts(self.cards, dealt)
        rounds = float(weights.sum())
        bets, wins, squares = (
            float((np.interp(starts, self.seen, each) * weights).sum())
            for each in (self.bets, self.wins, self.squares)
        )
        # Rounds between two depths read the same samples: their errors add up like one.
        depths = max(1, int((self.seen <= starts[-1]).sum()))
        return ShoeProfit(rounds, bets, wins, math.sqrt(squares * max(1.0, rounds / depths)))


class ShoeProfit(NamedTuple):
    rounds: float
    bets: float
    wins: float
    error: float


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


def profits(samples: Samples, values: Floats, makes: NDArray[np.bool]) -> Profits:
    """Of a bet with these [depth, sample] values that is made in some of the samples."""
    won = np.where(makes, values, 0.0)
    number = won.shape[1]
    return Profits(
        samples.seen,
        samples.cards,
        makes.mean(axis=1),
        won.mean(axis=1),
        won.var(axis=1) / number,
    )


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
        return Found(None, profits(samples, values, np.zeros(values.shape, bool)), 0.0)
    trigger = best + least
    return Found(trigger, profits(samples, values, counts >= trigger), float(wins[best]))
