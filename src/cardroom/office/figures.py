"""The figures that reports add up: wagers, chips, collection, counts, and meters. In cents."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

RULINGS: Final = "rulings"
"""In place of a wager, for what rulings on settled rounds moved."""


class Period(NamedTuple):
    """A shift of a gaming day at a table, with one posted game."""

    day: str
    shift: str
    table: str
    game: str
    rules: str
    """The digest of the posted rules."""


class WagerSums(msgspec.Struct):
    """The wagers on one spot."""

    bets: int = 0
    action: int = 0
    win: int = 0
    """What the house won from the players; meters are in `MeterSums`."""
    staked: int = 0
    """The first stakes of bets with action against the house."""
    squares: int = 0
    """The sum of the squares of those stakes."""
    pairs: int = 0
    """The sum of the products of those stakes of different boxes in one round."""
    with_main: int = 0
    """The sum of the products of those stakes with the main wager of the same box."""

    def add(self, other: WagerSums) -> None:
        _add(self, other)


class MeterSums(msgspec.Struct):
    """What the house gave to progressive meters, and what they paid for it; exact."""

    contributed: Fraction = Fraction(0)
    """To meters and their reserves."""
    awarded: Fraction = Fraction(0)
    """What meters paid of the awards that players won."""
    seeded: Fraction = Fraction(0)
    """The seeds after jackpots."""

    @property
    def won(self) -> Fraction:
        return self.awarded - self.contributed - self.seeded

    def add(self, other: MeterSums) -> None:
        _add(self, other)


class Sums(msgspec.Struct):
    """Everything else in a period."""

    drop: int = 0
    cashed: int = 0
    rounds: int = 0
    void: int = 0
    players: int = 0
    """Collection from players' wagers."""
    bank: int = 0
    """Collection from players' banks."""
    pots: int = 0
    time: int = 0
    waived: int = 0
    opener: int = 0
    fills: int = 0
    credits: int = 0
    closer: int = 0
    over: int = 0
    """Counted less expected, in trays and boxes."""
    counts: int = 0
    closers: int = 0

    @property
    def collected(self) -> int:
        return self.players + self.bank + self.pots + self.time

    def add(self, other: Sums) -> None:
        _add(self, other)


def _add(to: msgspec.Struct, other: msgspec.Struct) -> None:
    for field in to.__struct_fields__:
        setattr(to, field, getattr(to, field) + getattr(other, field))


class GamingTime(NamedTuple):
    """Where a time lies in a gaming day."""

    day: str
    shift: str
    hour: int
    """Since the day began."""
    begins: int
    """From this time on, in nanoseconds, it is the same shift and hour."""
    ends: int
    """Up to this time."""


When = Callable[[int], GamingTime]
"""The moment of a time in nanoseconds."""


class GamePeriod(NamedTuple):
    """The game of a table from some moment on."""

    at: int
    game: str
    rules: str


class Hour(NamedTuple):
    """An hour of a period: what a chart shows, and what larger figures are added up from."""

    period: Period
    hour: int
    """Since the gaming day began."""
    spot: str


class Tally(msgspec.Struct):
    """The figures of some tables over some days."""

    sums: dict[Period, Sums] = {}
    wagers: dict[Hour, WagerSums] = {}
    meters: dict[Hour, MeterSums] = {}
    posted: dict[str, list[GamePeriod]] = {}
    """By table, in order; a table with practice chips has none."""

    def add(self, other: Tally) -> None:
        """With figures of other tables, or of later entries."""
        for table, posted in other.posted.items():
            self.posted.setdefault(table, []).extend(posted)
        for period, sums in other.sums.items():
            self.sums.setdefault(period, Sums()).add(sums)
        for hour, wagers in other.wagers.items():
            self.wagers.setdefault(hour, WagerSums()).add(wagers)
        for hour, meters in other.meters.items():
            self.meters.setdefault(hour, MeterSums()).add(meters)
