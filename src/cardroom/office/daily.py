"""The daily report: by room, shift, table, game, and wager, next to what should have been won."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Final, Literal, NamedTuple, Protocol

import msgspec

from cardroom.houses.clock import HouseClock
from cardroom.office.figures import MeterSums, Period, Sums, Tally, WagerSums
from cardroom.office.theory import ConfidenceBand, OddsOf, Theory, expected

Span = Literal["day", "month", "year"]
"""The day, or the month or the year up to and including it."""
DailyGroup = Literal["room", "shift", "table", "game", "wager"]
GROUPS: Final[tuple[DailyGroup, ...]] = ("room", "shift", "table", "game", "wager")


class ReportLine(msgspec.Struct, frozen=True):
    """One line of the report. Amounts are in cents; what is expected may have fractions."""

    name: str
    drop: int = 0
    cashed: int = 0
    action: int = 0
    rounds: int = 0
    void_rounds: int = 0
    win: int | Fraction = 0
    """After what meters got and paid; they hold fractions of a cent."""
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
    closers: int = 0
    difference: int = 0
    """Counted less expected, in trays and boxes."""
    contributed: Fraction = Fraction(0)
    """To progressive meters and their reserves."""
    awarded: Fraction = Fraction(0)
    """What meters paid of the awards."""
    seeded: Fraction = Fraction(0)
    hold: Fraction | None = None
    """The win divided by the drop; None without a drop, and for a single wager."""
    theory: Theory = Theory()

    @property
    def band(self) -> ConfidenceBand:
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
    until: str
    """The same on the house's clock."""
    win: int | Fraction
    theory: Theory


class DailyReport(msgspec.Struct, frozen=True):
    day: str
    span: Span
    zone: str
    lines: Mapping[DailyGroup, tuple[ReportLine, ...]]
    flagged: tuple[ReportLine, ...]
    """Tables whose win is outside the 95% band."""
    chart: tuple[ChartPoint, ...]

    @property
    def room(self) -> ReportLine:
        return self.lines["room"][0]


def daily(
    tally: Tally, day: date, span: Span, clock: HouseClock, odds: OddsOf, titles: Titles
) -> DailyReport:
    """The report for one gaming day, or for its month or year to date."""
    first = {"day": day, "month": day.replace(day=1), "year": day.replace(month=1, day=1)}[span]
    last = day.isoformat()

    def within(period: Period) -> bool:
        return first.isoformat() <= period.day <= last

    sums = {period: each for period, each in tally.sums.items() if within(period)}
    wagers, meters = _by_spot(tally, within)
    found = _Found(sums, wagers, meters, odds)
    lines: dict[DailyGroup, tuple[ReportLine, ...]] = {
        "room": (found.line("room", sums, found.spots),),
        "shift": found.grouped(lambda period: period.shift, clock.names),
        "table": found.grouped(lambda period: period.table),
        "game": found.grouped(lambda period: period.game),
        "wager": tuple(found.by_wager(titles)),
    }
    flagged = tuple(line for line in lines["table"] if line.band.startswith("outside"))
    chart = _chart(tally, day, clock, odds) if span == "day" else ()
    return DailyReport(last, span, clock.zone, lines, flagged, chart)


HOUR: Final = 3600 * 10**9
Spot = tuple[Period, str]
"""A wager of a period."""


class Titles(Protocol):
    """What games and wagers are called."""

    def game(self, digest: str, id: str) -> str: ...
    def title(self, digest: str, spot: str) -> str: ...


def _by_spot(
    tally: Tally, within: Callable[[Period], bool]
) -> tuple[dict[Spot, WagerSums], dict[Spot, MeterSums]]:
    """The hours of each period, added up."""
    wagers: dict[Spot, WagerSums] = {}
    meters: dict[Spot, MeterSums] = {}
    for hour, bets in tally.wagers.items():
        if within(hour.period):
            wagers.setdefault((hour.period, hour.spot), WagerSums()).add(bets)
    for hour, moved in tally.meters.items():
        if within(hour.period):
            meters.setdefault((hour.period, hour.spot), MeterSums()).add(moved)
    return wagers, meters


class _Found(NamedTuple):
    """The figures that a report is about."""

    sums: Mapping[Period, Sums]
    wagers: Mapping[Spot, WagerSums]
    meters: Mapping[Spot, MeterSums]
    odds: OddsOf

    @property
    def spots(self) -> set[Spot]:
        return {*self.wagers, *self.meters}

    def grouped(
        self, by: Callable[[Period], str], order: Sequence[str] = ()
    ) -> tuple[ReportLine, ...]:
        names = {*map(by, self.sums), *(by(period) for period, _ in self.spots)}
        ranked = [*(name for name in order if name in names), *sorted(names - set(order))]
        return tuple(
            self.line(
                name,
                (period for period in self.sums if by(period) == name),
                (spot for spot in self.spots if by(spot[0]) == name),
            )
            for name in ranked
        )

    def by_wager(self, titles: Titles) -> Iterable[ReportLine]:
        found: dict[str, list[Spot]] = {}
        for period, spot in self.spots:
            game = titles.game(period.rules, period.game)
            name = f"{game}: {titles.title(period.rules, spot)}"
            found.setdefault(name, []).append((period, spot))
        for name in sorted(found):
            yield self.line(name, (), found[name])

    def line(self, name: str, periods: Iterable[Period], spots: Iterable[Spot]) -> ReportLine:
        total, bets, meters, theory = Sums(), WagerSums(), MeterSums(), Theory()
        for period in periods:
            total.add(self.sums[period])
        # In the same order every time: expected wins are floats, whose sum depends on it.
        for period, spot in sorted(spots):
            meters.add(self.meters.get((period, spot), MeterSums()))
            wagers = self.wagers.get((period, spot), WagerSums())
            bets.add(wagers)
            if wagers.staked:
                theory = theory.plus(expected(wagers, self.odds(period.rules).get(spot)))
        win = bets.win + meters.won
        return ReportLine(
            name,
            total.drop,
            total.cashed,
            bets.action,
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
            total.closers,
            total.over,
            meters.contributed,
            meters.awarded,
            meters.seeded,
            win / total.drop if total.drop and theory.staked + theory.left_out else None,
            theory,
        )


def _chart(tally: Tally, day: date, clock: HouseClock, odds: OddsOf) -> tuple[ChartPoint, ...]:
    name, begins = day.isoformat(), clock.begins(day)
    hours = {hour.hour for hour in (*tally.wagers, *tally.meters) if hour.period.day == name}
    points: list[ChartPoint] = []
    win, theory = Fraction(0), Theory()
    for number in sorted(hours):
        now = {hour for hour in (*tally.wagers, *tally.meters) if hour.hour == number}
        one = Tally(
            wagers={hour: each for hour, each in tally.wagers.items() if hour in now},
            meters={hour: each for hour, each in tally.meters.items() if hour in now},
        )
        wagers, meters = _by_spot(one, lambda period: period.day == name)
        found = _Found({}, wagers, meters, odds)
        line = found.line("", (), found.spots)
        win, theory = win + line.win, theory.plus(line.theory)
        until = clock.local(begins + (number + 1) * HOUR).strftime("%H:%M")
        points.append(ChartPoint(number + 1, until, win, theory))
    return tuple(points)
