"""The odds of a bet on a progressive meter, as they are printed and kept."""

from __future__ import annotations

from fractions import Fraction

import msgspec


class MeterEdge(msgspec.Struct, frozen=True):
    meter: float
    edge: float


class MeterGrowth(msgspec.Struct, frozen=True):
    """Where a meter is after some bets, on average, while no jackpot is won."""

    bets: float
    """Since the last jackpot."""
    meter: float
    won: float
    """The share of jackpots that are won by then."""


class MeterRow(msgspec.Struct, frozen=True):
    row: str
    pays: str
    chance: Fraction


class ProgressiveOdds(msgspec.Struct, frozen=True, omit_defaults=True):
    """A progressive bet by the size of its meter; money in dollars."""

    stake: float
    meter: float
    edge: float
    hit_frequency: float
    jackpot: Fraction
    """The chance of all of the meter."""
    bets_between_jackpots: float | None
    """None where the jackpot cannot be won."""
    break_even: float | None
    """The meter at which the bet is fair; None where no award is a share of it."""
    hold: float
    """What the house keeps in the long run."""
    growth: float
    """What a bet adds to a meter at its seed, on average, while no jackpot is won."""
    all_off: int
    """1 where fixed awards come off the meter as well."""
    contribution: float
    reserve: float
    seed: float
    edges: tuple[MeterEdge, ...]
    rows: tuple[MeterRow, ...]
    grows: tuple[MeterGrowth, ...] = ()
    """Empty where the meter does not grow, or is never won."""
    bets_per_hour: float | None = msgspec.field(default=None, name="bets_an_hour")
    """On the meter, all tables together, where the reader has said so."""

    @property
    def hours_between_jackpots(self) -> float | None:
        if self.bets_between_jackpots is None or self.bets_per_hour is None:
            return None
        return self.bets_between_jackpots / self.bets_per_hour

    @property
    def meter_stakes(self) -> Fraction:
        """The amount of the meter, in stakes."""
        return Fraction(self.meter) / Fraction(self.stake)
