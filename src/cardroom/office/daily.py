"""The daily report: by room, shift, table, game, and wager, next to what should have been won."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Final, Literal

import msgspec

from cardroom.houses.clock import HouseClock
from cardroom.office.posted import PostedRules
from cardroom.office.reading import read
from cardroom.office.saved import SavedTally, Stop, load, save
from cardroom.office.tally import MINUTE, Period, Sums, TableTally, Tally, Wagers
from cardroom.office.theory import Band, OddsOf, Theory, expected
from cardroom.store import Entry, Reader
from cardroom.table.journal import TABLES

Span = Literal["day", "month", "year"]
"""The day, or the month or the year up to and including it."""
Group = Literal["room", "shift", "table", "game", "wager"]
GROUPS: Final[tuple[Group, ...]] = ("room", "shift", "table", "game", "wager")


class ReportLine(msgspec.Struct, frozen=True):
    """One line of the report. Amounts are in cents; what is expected may have fractions."""

    name: str
    drop: int = 0
    cashed: int = 0
    action: int = 0
    rounds: int = 0
    void_rounds: int = 0
    win: int = 0
    collected: int = 0
    from_players: int = 0
    from_banks: int = 0
    from_pots: int = 0
    for_time: int = 0
    waived: int = 0
    opener: int = 0
    fills: int = 0
    credits: int = 0
    closer: int = 0
    counts: int = 0
    difference: int = 0
    """Counted less expected, in trays and boxes."""
    hold: Fraction | None = None
    """The win divided by the drop; None without a drop, and for a single wager."""
    theory: Theory = Theory()

    @property
    def band(self) -> Band:
        return self.theory.band(self.win)

    @property
    def off(self) -> float | None:
        return self.theory.off(self.win)

    def limits(self, width: float) -> tuple[float, float]:
        spread = width * self.theory.deviation
        return self.theory.win - spread, self.theory.win + spread


class ChartPoint(msgspec.Struct, frozen=True):
    """The win of a day so far, and what was expected so far."""

    hour: int
    """Hours since the gaming day began, at the end of the hour."""
    win: int
    theory: Theory


class DailyReport(msgspec.Struct, frozen=True):
    day: str
    span: Span
    zone: str
    lines: Mapping[Group, tuple[ReportLine, ...]]
    flagged: tuple[ReportLine, ...]
    """Tables whose win is outside the 95% band."""
    chart: tuple[ChartPoint, ...]

    @property
    def room(self) -> ReportLine:
        return self.lines["room"][0]


def tally_of(
    reader: Reader, clock: HouseClock, posted: PostedRules, saved: Path | None = None
) -> Tally:
    """The figures of all tables of a journal.

    With a file for them, only entries that came after the last time are read, if the entry where it
    stopped is still the same; the file can be removed at any time.
    """
    kept = SavedTally() if saved is None else load(saved, reader, clock)
    tally, when = kept.tally(), moments(clock)
    stops: list[Stop] = []
    for name, head in sorted(reader.heads().items()):
        if name.startswith(TABLES):
            before = kept.stop(name)
            table = TableTally(name.removeprefix(TABLES), when, posted.main, tally)
            table.resume(before.place)
            table.follow(read(_up_to(reader.read(name, before.seq), head.seq)))
            stops.append(Stop(name, head.seq, head.hash, table.place))
    if saved is not None:
        save(saved, clock, tally, stops)
    return tally


def _up_to(entries: Iterable[Entry], last: int) -> Iterator[Entry]:
    """A table may be played on while it is read."""
    return takewhile(lambda entry: entry.seq <= last, entries)


def moments(clock: HouseClock) -> Callable[[int], tuple[str, str, int]]:
    """Day, shift, and hour since the day began."""

    @cache
    def of_minute(at: int) -> tuple[str, str, int]:
        day, shift = clock.shift(at)
        hour = (at - clock.begins(day)) // (3600 * 10**9)
        return day.isoformat(), shift, hour

    def when(at: int) -> tuple[str, str, int]:
        return of_minute(at - at % MINUTE)

    return when


def daily(
    tally: Tally, day: date, span: Span, clock: HouseClock, odds: OddsOf, title: Titled
) -> DailyReport:
    """The report for one gaming day, or for its month or year to date."""
    first = {"day": day, "month": day.replace(day=1), "year": day.replace(month=1, day=1)}[span]
    last = day.isoformat()

    def within(period: Period) -> bool:
        return first.isoformat() <= period.day <= last

    sums = {period: each for period, each in tally.sums.items() if within(period)}
    wagers = {key: each for key, each in tally.wagers.items() if within(key[0])}
    lines: dict[Group, tuple[ReportLine, ...]] = {
        "room": (_line("room", sums.values(), wagers.items(), odds),),
        "shift": _grouped(sums, wagers, odds, lambda period: period.shift, clock.names),
        "table": _grouped(sums, wagers, odds, lambda period: period.table),
        "game": _grouped(sums, wagers, odds, lambda period: period.game),
        "wager": tuple(_by_wager(wagers, odds, title)),
    }
    flagged = tuple(line for line in lines["table"] if line.band.startswith("outside"))
    chart = _chart(tally, last, odds) if span == "day" else ()
    return DailyReport(last, span, clock.zone, lines, flagged, chart)


WagerKey = tuple[Period, str]
Titled = Callable[[str, str], str]
"""What a wager is called, by the digest of its rules and its spot."""


def _grouped(
    sums: Mapping[Period, Sums],
    wagers: Mapping[WagerKey, Wagers],
    odds: OddsOf,
    by: Callable[[Period], str],
    order: Sequence[str] = (),
) -> tuple[ReportLine, ...]:
    names = {*(by(period) for period in sums), *(by(period) for period, _ in wagers)}
    ranked = [*(name for name in order if name in names), *sorted(names - set(order))]
    return tuple(
        _line(
            name,
            (each for period, each in sums.items() if by(period) == name),
            ((key, each) for key, each in wagers.items() if by(key[0]) == name),
            odds,
        )
        for name in ranked
    )


def _by_wager(
    wagers: Mapping[WagerKey, Wagers], odds: OddsOf, title: Titled
) -> Iterable[ReportLine]:
    found: dict[str, list[tuple[WagerKey, Wagers]]] = {}
    for (period, spot), each in wagers.items():
        name = f"{period.game}: {title(period.rules, spot)}"
        found.setdefault(name, []).append(((period, spot), each))
    for name in sorted(found):
        yield _line(name, (), found[name], odds)


def _line(
    name: str,
    sums: Iterable[Sums],
    wagers: Iterable[tuple[WagerKey, Wagers]],
    odds: OddsOf,
) -> ReportLine:
    total, action, win, theory = Sums(), 0, 0, Theory()
    for each in sums:
        for field in Sums.__struct_fields__:
            setattr(total, field, getattr(total, field) + getattr(each, field))
    for (period, spot), bets in wagers:
        action += bets.action
        win += bets.win
        if bets.staked:
            theory = theory.plus(expected(bets, odds(period.rules).get(spot)))
    return ReportLine(
        name,
        total.drop,
        total.cashed,
        action,
        total.rounds,
        total.void,
        win,
        total.collected,
        total.players,
        total.bank,
        total.pots,
        total.time,
        total.waived,
        total.opener,
        total.fills,
        total.credits,
        total.closer,
        total.counts,
        total.over,
        Fraction(win, total.drop) if total.drop and theory.staked + theory.left_out else None,
        theory,
    )


def _chart(tally: Tally, day: str, odds: OddsOf) -> tuple[ChartPoint, ...]:
    hours: dict[int, list[tuple[WagerKey, Wagers]]] = {}
    for (period, hour, spot), each in tally.hours.items():
        if period.day == day:
            hours.setdefault(hour, []).append(((period, spot), each))
    points: list[ChartPoint] = []
    win, theory = 0, Theory()
    for hour in sorted(hours):
        line = _line("", (), hours[hour], odds)
        win, theory = win + line.win, theory.plus(line.theory)
        points.append(ChartPoint(hour + 1, win, theory))
    return tuple(points)
