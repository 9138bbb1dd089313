"""The reports of a gaming day by name, each computed from a journal and the house's clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Final, Literal

import msgspec

from cardroom.events.table import TableOpened
from cardroom.games import registry
from cardroom.houses.clock import HouseClock
from cardroom.office import daily as tallies
from cardroom.office.adding_up import tally_of
from cardroom.office.banking import BankBook, bank_books, playing_book, rotation_record
from cardroom.office.daily import Span
from cardroom.office.daily_report import report as daily_report
from cardroom.office.incidents import incident_log
from cardroom.office.jackpots import jackpot_record
from cardroom.office.meters import reconciliation
from cardroom.office.posted import PostedRules
from cardroom.office.reading import watched
from cardroom.office.report import Report
from cardroom.office.theory import Odds, OddsOf
from cardroom.progress import Tell, silent
from cardroom.store import Reader
from cardroom.table.journal import METERS, TABLES, read_table

Name = Literal["daily", "bank", "rotation", "incidents", "meters", "jackpots"]
TheoryChoice = Literal["computed", "left-out"]


class WrongDay(ValueError):
    """A text that is not a date."""


class ReportRequest(msgspec.Struct, frozen=True):
    """What a report is about."""

    day: str = ""
    """A gaming day; "" is the last one with entries."""
    span: Span = "day"
    theory: TheoryChoice = "computed"
    """Whether the daily report has what should have been won."""
    saved: Path | None = None
    """Where the tally of the daily report is kept between reports."""
    journal: str = ""
    """Its name: several processes read a long journal. Empty if it is in memory."""
    tell: Tell = silent
    """Called with what takes long."""


Build = Callable[[Reader, HouseClock, ReportRequest], Report]


def day_of(text: str, days: Iterable[str]) -> date:
    """The day that is named, or the last one of these."""
    if not text:
        last = max((each for each in days if each), default="")
        return date.fromisoformat(last) if last else date(1970, 1, 1)
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise WrongDay(f"{text[:40]!r} is not a day; write a date like 2026-11-17") from None


def source_of(reader: Reader, database: str) -> str:
    """Which entries a report was computed from."""
    entries = sum(head.seq for head in reader.heads().values())
    return f"{Path(database).name}, {entries:,} entries"


def titled(report: Report, reader: Reader) -> Report:
    """With the titles of games, of tables that have one, and of tables' own meters. Tables with the
    same title are numbered in the order in which they were opened."""
    opened: dict[str, TableOpened] = {}
    heads = reader.heads()
    firsts = (next(iter(reader.read(name)), None) for name in heads if name.startswith(TABLES))
    for first in sorted(filter(None, firsts), key=lambda entry: (entry.at, entry.stream)):
        for event in read_table(first).events:
            if isinstance(event, TableOpened):
                opened[event.table] = event
    titles, often = dict[str, str](), Counter[str]()
    for id, event in opened.items():
        if title := event.title:
            often[title] += 1
            titles[id] = title if often[title] == 1 else f"{title} ({often[title]})"
    games = {id: game.title for id, game in registry.games().items()}
    posted, meters = PostedRules(reader), dict[str, str]()
    for stream in heads:
        meter = stream.removeprefix(METERS)
        table, _, bet = meter.partition("/")
        if stream.startswith(METERS) and bet and table in opened:
            title = posted.title(opened[table].rules, bet)
            meters[meter] = f"{titles.get(table, table)}: {title}"
    return msgspec.structs.replace(report, titles=titles, games=games, meters=meters)


def daily(reader: Reader, clock: HouseClock, asked: ReportRequest) -> Report:
    """Drop, action, rounds, win, collection, and hold, next to the win that the odds predict."""
    posted = PostedRules(reader)
    tally = tally_of(reader, clock, posted, asked.saved, asked.journal, asked.tell)
    chosen = day_of(asked.day, (period.day for period in tally.sums))
    odds = _odds(posted, asked.tell) if asked.theory == "computed" else _no_odds
    return daily_report(tallies.daily(tally, chosen, asked.span, clock, odds, posted))


def incidents(reader: Reader, clock: HouseClock, asked: ReportRequest) -> Report:
    """Irregularities, rulings, late bets, void rounds, time-outs, pauses, and notices."""
    chosen = day_of(asked.day, ()).isoformat() if asked.day else ""
    return incident_log(watched(reader, asked.tell, TABLES), chosen, clock)


def meters(reader: Reader, clock: HouseClock, asked: ReportRequest) -> Report:
    """What every meter shows, what its entries add up to, and the difference."""
    last = max((head.at for head in reader.heads().values()), default=0)
    day = day_of(asked.day, (clock.day(last).isoformat(),))
    # Once for what they show, and once for the changes.
    return reconciliation(watched(reader, asked.tell, METERS, times=2), day, clock)


def jackpots(reader: Reader, clock: HouseClock, asked: ReportRequest) -> Report:
    """Meter awards, the cards that won them, and who verified them."""
    last = max((head.at for head in reader.heads().values()), default=0)
    day = day_of(asked.day, (clock.day(last).isoformat(),))
    return jackpot_record(watched(reader, asked.tell, METERS, TABLES), day, clock)


def _banks(build: Callable[[list[BankBook], date, HouseClock], Report]) -> Build:
    def banks(reader: Reader, clock: HouseClock, asked: ReportRequest) -> Report:
        books = list(bank_books(watched(reader, asked.tell, TABLES)))
        days = [clock.day(entry.at).isoformat() for book in books for entry in book.rotation]
        last = max((head.at for head in reader.heads().values()), default=0)
        return build(books, day_of(asked.day, days or [clock.day(last).isoformat()]), clock)

    return banks


REPORTS: Final[Mapping[Name, Build]] = {
    "daily": daily,
    "bank": _banks(playing_book),
    "rotation": _banks(rotation_record),
    "incidents": incidents,
    "meters": meters,
    "jackpots": jackpots,
}
"""Every report of a gaming day."""


def _no_odds(_digest: str) -> Odds:
    return {}


def _odds(posted: PostedRules, tell: Tell) -> OddsOf:
    # The solver is slow to load, and most reports do not need it.
    from cardroom.office.spot_odds import spot_odds  # noqa: PLC0415 - slow to load, and seldom needed

    kept: dict[str, Odds] = {}

    def odds(digest: str) -> Odds:
        if digest not in kept:
            rules = posted.rules(digest)
            kept[digest] = {} if rules is None else spot_odds(rules, tell)
        return kept[digest]

    return odds
