"""The daily reconciliation of progressive meters: what they show, what their entries make, and the
changes that people made."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Final

from cardroom.events import table as t
from cardroom.houses.clock import HouseClock
from cardroom.ledger.meters import meter_lines, reconciled
from cardroom.ledger.statements import Dated
from cardroom.money import exact
from cardroom.office.report import Column, Report, ReportCell, ReportTable
from cardroom.store import Reader
from cardroom.table.journal import METERS, fold_meter, read_meter


def reconciliation(reader: Reader, day: date, clock: HouseClock) -> Report:
    """Every meter at the end of a gaming day."""
    end = clock.begins(date.fromordinal(day.toordinal() + 1))
    names = [name for name in sorted(reader.heads()) if name.startswith(METERS)]
    rows = tuple(row for name in names for row in _meter(reader, name, end))
    columns = (
        Column("meter", "Meter", "meter"),
        Column("account", "Account"),
        Column("shown", "Shown", "cents"),
        Column("computed", "Computed", "exact"),
        Column("difference", "Difference", "exact"),
    )
    table = ReportTable("meters", "Meters", columns, rows, "There is no meter.")
    begin = clock.begins(day)
    changed = sorted(row for name in names for row in _changes(reader, name, begin, end))
    moments = tuple((clock.local(at).strftime("%H:%M:%S"), *row) for at, *row in changed)
    changes = ReportTable("changes", "Meter changes", CHANGES, moments, "No meter was changed.")
    note = f"house clock: {clock.zone}; fractions of a cent are exact"
    name = f"Meter reconciliation, {day.isoformat()}"
    return Report(name, note, (table, changes), day=day.isoformat())


CHANGES: Final = (
    Column("at", "Time"),
    Column("meter", "Meter", "meter"),
    Column("by", "By"),
    Column("kind", "Kind"),
    Column("what", "What"),
)


def _changes(
    reader: Reader, stream: str, begin: int, end: int
) -> Iterator[tuple[int, str, str, str, str]]:
    """What people did to a meter on one day."""
    name = stream.removeprefix(METERS)
    for entry in reader.read(stream):
        if not begin <= entry.at < end or not any(tag in entry.body for tag in _TAGS):
            continue
        for event in read_meter(entry).events:
            match event:
                case t.MeterChangePrepared():
                    what = event.terms or f"into meter {event.into}"
                    by, kind = event.by, f"{_wish(event.terms)} prepared"
                    yield entry.at, name, by, kind, f"{what}; {event.why}"
                case t.MeterChangeApproved():
                    what = event.terms or f"into meter {event.into}"
                    by, kind = " and ".join(event.by), f"{_wish(event.terms)} signed"
                    yield entry.at, name, by, kind, f"{what}; {event.why}"
                case t.MeterChangeVoided():
                    yield entry.at, name, event.by, "change voided", event.why
                case t.MeterChanged():
                    yield entry.at, name, "", "change in force", event.terms
                case t.MeterRetired():
                    held = exact(Fraction(*event.amount) + Fraction(*event.reserve))
                    yield entry.at, name, "", "retired", f"{held} into meter {event.into}"
                case t.MeterReceived():
                    held = exact(Fraction(*event.amount) + Fraction(*event.reserve))
                    yield entry.at, name, "", "money received", f"{held} from meter {event.source}"
                case _:
                    pass


_TAGS: Final = (b'"meter-change', b'"meter-retired"', b'"meter-received"')


def _wish(terms: str) -> str:
    return "change" if terms else "retirement"


def _meter(reader: Reader, stream: str, end: int) -> Iterator[tuple[ReportCell, ...]]:
    """The meter as its commands leave it, next to the sum of everything that went in and out."""
    name = stream.removeprefix(METERS)
    found = [entry for entry in reader.read(stream) if entry.at < end]
    book = fold_meter(found, None, name)
    if book is None:
        return
    facts = (Dated("", "", read_meter(entry).events) for entry in found)
    meter, reserve = reconciled(meter_lines(facts, name))
    for sums, held in ((meter, book.meter.amount), (reserve, book.meter.reserve)):
        computed = Fraction(sums.balance)
        yield name, sums.account, int(held), str(computed), str(Fraction(held) - computed)
