"""Awards of progressive meters, and who compared them with the cards."""

from __future__ import annotations

from datetime import date

from cardroom.events.meter import MeterPaid, MeterReversed
from cardroom.events.office import JackpotVerified
from cardroom.houses.clock import HouseClock
from cardroom.office.report import Column, Report, ReportCell, ReportTable
from cardroom.store import Reader
from cardroom.table.journal import METERS, TABLES, read_meter, read_table

JackpotKey = tuple[str, int, int]
"""Table, round, and award."""
Slips = dict[JackpotKey, dict[int, JackpotVerified]]
"""By box: several boxes may win the same award in one round."""


def jackpot_record(reader: Reader, day: date, clock: HouseClock) -> Report:
    """Every award of a gaming day, with its slip."""
    slips = _slips(reader)
    rows = [_row(at, paid, slips, clock) for at, paid in _awards(reader) if clock.day(at) == day]
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
    table = ReportTable("jackpots", "Meter awards", columns, tuple(rows), "Nobody won an award.")
    note = f"house clock: {clock.zone}; an award without a slip is not verified yet"
    return Report(f"Jackpots, {day.isoformat()}", note, (table,), day=day.isoformat())


def _awards(reader: Reader) -> list[tuple[int, MeterPaid]]:
    """All awards in the order of time, without those that were taken back."""
    found: list[tuple[int, MeterPaid]] = []
    for stream in sorted(name for name in reader.heads() if name.startswith(METERS)):
        paid: list[tuple[int, MeterPaid]] = []
        for entry in reader.read(stream):
            if b'"meter-paid"' not in entry.body and b'"meter-reversed"' not in entry.body:
                continue
            for event in read_meter(entry).events:
                if isinstance(event, MeterPaid):
                    paid.append((entry.at, event))
                elif isinstance(event, MeterReversed) and event.what == "award":
                    won = event.table, event.round, event.bet
                    back = next((one for one in reversed(paid) if _where(one[1]) == won), None)
                    paid = [one for one in paid if one is not back]
        found += paid
    return sorted(found, key=lambda each: each[0])


def _where(paid: MeterPaid) -> tuple[str, int, int]:
    return paid.table, paid.round, paid.bet


def _slips(reader: Reader) -> Slips:
    found: Slips = {}
    for stream in reader.heads():
        if not stream.startswith(TABLES):
            continue
        for entry in reader.read(stream):
            if b'"jackpot-verified"' not in entry.body:
                continue
            for event in read_table(entry).events:
                if isinstance(event, JackpotVerified):
                    key = stream.removeprefix(TABLES), event.round, event.award
                    found.setdefault(key, {})[event.box] = event
    return found


def _row(at: int, paid: MeterPaid, slips: Slips, clock: HouseClock) -> tuple[ReportCell, ...]:
    """Each slip is of one award: it is taken from the others."""
    left = slips.get((paid.table, paid.round, paid.amount), {})
    slip = left.pop(min(left)) if left else None
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
