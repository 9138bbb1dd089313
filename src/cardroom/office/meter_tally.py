"""What progressive meters cost the house at each table, added up as their entries are read.

The house gives every meter its share of the stakes. The meter then pays its awards, which a table
has paid out in chips, and the house pays the seed after a jackpot.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain
from typing import Any, Final

from cardroom.events import table as t
from cardroom.money import Exact
from cardroom.office.figures import GamePeriod, Hour, MeterSums, Period, Tally, When
from cardroom.office.reading import LEAN, LeanPage

SpotOf = Callable[[str], str]
"""The wager that feeds a meter, by the digest of the rules."""
_SEEDED, _FED, _PAID, _REVERSED = (
    LEAN[kind] for kind in (t.MeterSeeded, t.MeterFed, t.MeterPaid, t.MeterReversed)
)
TAKEN_BACK: Final = {"contribution": "contributed", "restart": "seeded"}


class MeterTally:
    """Meters, entry by entry; the tables that play for them were read before."""

    def __init__(self, when: When, spot_of: SpotOf, tally: Tally) -> None:
        self._when, self._spot_of, self._tally = when, spot_of, tally
        self._stakes: dict[tuple[Hour, Exact, Exact], int] = {}
        """By the share that the meter and its reserve get of them."""

    def follow(self, pages: Iterable[LeanPage]) -> None:
        for at, record in chain.from_iterable(page.timed for page in pages):
            for event in record.events:
                # The first seed of a meter belongs to no table: it is no result of play.
                if type(event) in _MOVES and event.table:
                    self._move(at, event)
        for (hour, share, reserve), stakes in self._stakes.items():
            part = Fraction(*share) + Fraction(*reserve)
            self._sums(hour).contributed += stakes * part
        self._stakes.clear()

    def _move(self, at: int, event: Any) -> None:
        posting = self._posting(event.table, at)
        if posting is None:
            return
        day, shift, hour, *_ = self._when(at)
        period = Period(day, shift, event.table, posting.game, posting.rules)
        where = Hour(period, hour, self._spot_of(posting.rules))
        kind = type(event)
        if kind is _FED:
            key = where, event.share, event.reserve
            self._stakes[key] = self._stakes.get(key, 0) + event.stake
            return
        sums = self._sums(where)
        if kind is _PAID:
            sums.awarded += event.amount - event.topped
        elif kind is _SEEDED:
            sums.seeded += event.amount
        else:
            back = Fraction(*event.amount) + Fraction(*event.reserve)
            if event.what == "award":
                sums.awarded -= back
            elif event.what in TAKEN_BACK:
                name = TAKEN_BACK[event.what]
                setattr(sums, name, getattr(sums, name) + back)

    def _sums(self, hour: Hour) -> MeterSums:
        return self._tally.meters.setdefault(hour, MeterSums())

    def _posting(self, table: str, at: int) -> GamePeriod | None:
        """The game of a table at a moment; None where chips are for practice."""
        posted = self._tally.posted.get(table, [])
        place = bisect(posted, at, key=lambda each: each.at)
        return posted[place - 1] if place else None


_MOVES: Final = frozenset((_SEEDED, _FED, _PAID, _REVERSED))
