"""The daily reconciliation of progressive meters: what they show, and what their entries make."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from cardroom.houses.clock import HouseClock
from cardroom.ledger.meters import meter_lines, reconciled
from cardroom.ledger.statements import Dated
from cardroom.office.report import Cell, Column, Report, ReportTable
from cardroom.store import Reader
from cardroom.table.journal import METERS, fold_meter, read_meter


def reconciliation(reader: Reader, day: date, clock: HouseClock) -> Report:
    """Every meter at the end of a gaming day."""
    end = clock.begins(date.fromordinal(day.toordinal() + 1))
    names = [name for name in sorted(reader.heads()) if name.startswith(METERS)]
    rows = tuple(row for name in names for row in _meter(reader, name, end))
    columns = (
        Column("meter", "Meter"),
        Column("account", "Account"),
        Column("shown", "Shown", "cents"),
        Column("computed", "Computed (cents)"),
        Column("difference", "Difference (cents)"),
    )
    table = ReportTable("meters", "Meters", columns, rows, "There is no meter.")
    note = f"clock of {clock.zone}; fractions of a cent are exact"
    return Report(f"Meter reconciliation, {day.isoformat()}", note, (table,))


def _meter(reader: Reader, stream: str, end: int) -> Iterator[tuple[Cell, ...]]:
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
