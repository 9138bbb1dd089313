"""Awards of progressive meters, and who compared them with the cards."""

from __future__ import annotations

from datetime import date

from cardroom.events.meter import MeterPaid
from cardroom.events.office import JackpotVerified
from cardroom.houses.clock import HouseClock
from cardroom.office.report import Column, Report, ReportCell, ReportTable
from cardroom.store import Reader
from cardroom.table.journal import METERS, TABLES, read_meter, read_table

JackpotKey = tuple[str, int, int]
"""Table, round, and award."""


def jackpot_record(reader: Reader, day: date, clock: HouseClock) -> Report:
    """Every award of a gaming day, with its slip."""
    slips = _slips(reader)
    rows: list[tuple[int, tuple[ReportCell, ...]]] = []
    for stream in sorted(name for name in reader.heads() if name.startswith(METERS)):
        for entry in reader.read(stream):
            if clock.day(entry.at) != day or b'"meter-paid"' not in entry.body:
                continue
            paid = (each for each in read_meter(entry).events if isinstance(each, MeterPaid))
            rows += ((entry.at, _row(entry.at, each, slips, clock)) for each in paid)
    columns = (
        Column("at", "Time"),
        Column("meter", "Meter", "meter"),
        Column("table", "Table", "table"),
        Column("round", "Round", "number"),
        Column("award", "Award", "cents"),
        Column("house", "From the house", "cents"),
        Column("row", "Row"),
        Column("box", "Box", "number"),
        Column("player", "Player"),
        Column("cards", "Cards"),
        Column("slip", "Slip", "number"),
        Column("signed", "Signed by"),
    )
    found = tuple(row for _, row in sorted(rows, key=lambda each: each[0]))
    table = ReportTable("jackpots", "Meter awards", columns, found, "Nobody won an award.")
    note = f"house clock: {clock.zone}; an award without a slip is not verified yet"
    return Report(f"Jackpots, {day.isoformat()}", note, (table,), day=day.isoformat())


def _slips(reader: Reader) -> dict[JackpotKey, JackpotVerified]:
    found: dict[JackpotKey, JackpotVerified] = {}
    for stream in reader.heads():
        if not stream.startswith(TABLES):
            continue
        for entry in reader.read(stream):
            if b'"jackpot-verified"' not in entry.body:
                continue
            for event in read_table(entry).events:
                if isinstance(event, JackpotVerified):
                    found[stream.removeprefix(TABLES), event.round, event.award] = event
    return found


def _row(
    at: int, paid: MeterPaid, slips: dict[JackpotKey, JackpotVerified], clock: HouseClock
) -> tuple[ReportCell, ...]:
    slip = slips.get((paid.table, paid.round, paid.amount))
    where: tuple[ReportCell, ...] = (
        clock.local(at).strftime("%H:%M:%S"),
        paid.meter,
        paid.table,
        paid.round,
        paid.amount,
        paid.topped,
        paid.clause,
    )
    if slip is None:
        return (*where, None, "", "", None, "not verified")
    cards = " ".join(card.text for card in slip.cards)
    return (*where, slip.box, slip.player, cards, slip.slip, " and ".join(slip.by))
