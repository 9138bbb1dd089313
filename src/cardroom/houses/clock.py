"""A house's own clock: its time zone, when its gaming day begins, and its shifts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from itertools import pairwise
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from cardroom.errors import CardroomError

_CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
ALL_DAY: Final = "day"


class ClockError(CardroomError):
    """A clock that a house's file describes wrongly."""

    def __init__(self, setting: str, says: str) -> None:
        super().__init__(f"{setting}: {says}")
        self.setting = setting


class HouseClock(msgspec.Struct, frozen=True, dict=True):
    """By default a day of UTC with one shift.

    A gaming day is named after the date on which it begins. On the days when clocks change it has
    23 or 25 hours.
    """

    zone: str = "UTC"
    day_starts: str = "00:00"
    shifts: Mapping[str, str] = {}
    """The name of each shift, and when it begins."""

    def __post_init__(self) -> None:
        try:
            ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            says = f"{self.zone!r} is not a time zone; write one like America/Los_Angeles"
            raise ClockError("zone", says) from None
        for setting, begins in (
            ("day_starts", self.day_starts),
            *(("shifts", begins) for begins in self.shifts.values()),
        ):
            if not _CLOCK.fullmatch(begins):
                raise ClockError(setting, f"{begins!r} is not a time; write one like 06:00")
        if len(set(self.shifts.values())) != len(self.shifts):
            raise ClockError("shifts", "two shifts begin at the same time")
        if self.shifts and self.day_starts not in self.shifts.values():
            raise ClockError("shifts", f"none begins with the day, at {self.day_starts}")

    @cached_property
    def _zone(self) -> ZoneInfo:
        return ZoneInfo(self.zone)

    @cached_property
    def _starts(self) -> tuple[tuple[timedelta, str], ...]:
        """The shifts after the beginning of the day, in order."""
        begin = _clock(self.day_starts)
        named = self.shifts or {ALL_DAY: self.day_starts}
        return tuple(
            sorted(((_clock(at) - begin) % timedelta(days=1), name) for name, at in named.items())
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The shifts of a day, in order."""
        return tuple(name for _, name in self._starts)

    def begins(self, day: date, shift: str = "") -> int:
        """When a gaming day, or one of its shifts, begins: Unix time in nanoseconds."""
        after = {name: delta for delta, name in self._starts}.get(shift, timedelta())
        local = datetime.combine(day, time()) + _clock(self.day_starts) + after
        return int(local.replace(tzinfo=self._zone).astimezone(UTC).timestamp()) * 10**9

    def day(self, at: int) -> date:
        """The gaming day of a time in nanoseconds."""
        day = datetime.fromtimestamp(at // 10**9, self._zone).date()
        if at < self.begins(day):
            day -= timedelta(days=1)
        elif at >= self.begins(day + timedelta(days=1)):
            day += timedelta(days=1)
        return day

    def shift(self, at: int) -> tuple[date, str]:
        """The gaming day and shift of a time in nanoseconds."""
        day = self.day(at)
        starts = [(self.begins(day, name), name) for name in self.names]
        for (_, name), (end, _) in pairwise(starts):
            if at < end:
                return day, name
        return day, starts[-1][1]

    def local(self, at: int) -> datetime:
        return datetime.fromtimestamp(at // 10**9, self._zone)


def _clock(text: str) -> timedelta:
    hours, minutes = text.split(":")
    return timedelta(hours=int(hours), minutes=int(minutes))
