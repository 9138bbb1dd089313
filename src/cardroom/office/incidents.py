"""The incident log: irregularities, rulings, late bets, void rounds, time-outs, and pauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import Any, Final

import msgspec

from cardroom import events
from cardroom.events import office
from cardroom.events import table as t
from cardroom.events.table_words import limits_in_words
from cardroom.games import registry
from cardroom.houses.clock import HouseClock
from cardroom.money import exact
from cardroom.office.posted import PostedRules
from cardroom.office.reading import LEAN, ReadEntry, read
from cardroom.office.report import Column, ColumnKind, Report, ReportTable
from cardroom.store import Reader
from cardroom.table.journal import TABLES


class Incident(msgspec.Struct, frozen=True):
    table: str
    at: int
    round: int
    dealer: str
    kind: str
    what: str
    by: str


def incidents(table: str, entries: Iterable[ReadEntry], posted: PostedRules) -> Iterator[Incident]:
    """What happened at one table apart from play."""
    number, dealer, rules = 0, "", ""
    began, came, left, opened, noticed, changed = (
        LEAN[kind]
        for kind in (
            *(t.RoundBegan, office.DealerCame, office.DealerLeft),
            *(t.TableOpened, t.RulesNoticed, t.RulesPosted),
        )
    )
    for entry in entries:
        for event in entry.events:
            kind = type(event)
            if kind is began:
                number = event.round
            elif kind is came:
                dealer = event.dealer
            elif kind is left:
                dealer = ""
            elif kind is opened:
                rules = event.rules
            elif kind in TOLD:
                name, what = TOLD[kind](event)
                if kind in (noticed, changed):
                    what += posted.changes(rules, event.rules)
                    rules = event.rules if kind is changed else rules
                if name:
                    # A dealer who sends the command is at the table.
                    dealing = dealer or (entry.actor if entry.role == "dealer" else "")
                    by = " and ".join(getattr(event, "by", (entry.actor,)))
                    yield Incident(table, entry.at, number, dealing, name, what, by)


IncidentWords = tuple[str, str]


def _game(id: str) -> str:
    """What a game is called; its id if this version does not know it."""
    found = registry.game(id)
    return id if found is None else found.title


def _intervened(event: Any) -> IncidentWords:
    where = f"box {event.box}" if event.box else ""
    parts = (event.kind.replace("-", " "), where, event.note)
    return "irregularity", f"{', '.join(part for part in parts if part)} [{event.clause}]"


def _ruled(event: Any) -> IncidentWords:
    moved = ", ".join(f"{name} {exact(amount)}" for name, amount in event.changes.items())
    what = f"round {event.round}: {event.ruling.replace('-', ' ')}, {moved or 'no money moves'}"
    return "ruling", f"{what}; {event.why} [{event.clause}]"


def _late(event: Any) -> IncidentWords:
    return "late bet", f"{event.player}, box {event.box}: {exact(event.stake)} on {event.spot}"


def _void(event: Any) -> IncidentWords:
    return ("void round", "the round does not count") if event.void else ("", "")


def _lapsed(event: Any) -> IncidentWords:
    return (
        ("time-out", f"box {event.box}: {event.verb}") if event.forced == "time-out" else ("", "")
    )


def _counted(event: Any) -> IncidentWords:
    off = event.counted - event.expected
    if not off:
        return "", ""
    what = f"{exact(abs(off))} {'over' if off > 0 else 'short'}"
    return "count", f"drop box {event.box}: {what}; {event.why}"


def _tray_counted(event: Any) -> IncidentWords:
    kind, what = _counted(event)
    return kind, what.replace(f"drop box {event.box}", "tray", 1)


_TOLD: Final[dict[type[events.Event], Callable[[Any], IncidentWords]]] = {
    events.Intervened: _intervened,
    events.RoundEnded: _void,
    events.Acted: _lapsed,
    office.RulingMade: _ruled,
    office.TrayClosed: _tray_counted,
    office.BoxCounted: _counted,
    t.BetReturned: _late,
    t.DealingStopped: lambda event: ("dealing stopped", f"{event.why} [{event.clause}]"),
    t.TablePaused: lambda event: ("pause", event.why),
    t.TableSetAside: lambda event: ("table set aside", event.why),
    t.RulesNoticed: lambda event: ("notice", f"{_game(event.game)} after round {event.after}"),
    t.RulesPosted: lambda event: ("rules changed", _game(event.game)),
    t.LimitsPosted: lambda event: ("limits changed", limits_in_words(event.least, event.most)),
}
TOLD: Final = {LEAN[kind]: tell for kind, tell in _TOLD.items()}


def incident_log(reader: Reader, day: str, clock: HouseClock) -> Report:
    """All tables on one gaming day ("" is the last one with an incident), in order of time."""
    posted = PostedRules(reader)
    found = [
        each
        for name in sorted(reader.heads())
        if name.startswith(TABLES)
        for each in incidents(name.removeprefix(TABLES), read(reader, name), posted)
    ]
    chosen = day or max((clock.day(each.at).isoformat() for each in found), default="")
    listed = [each for each in found if chosen and clock.day(each.at).isoformat() == chosen]
    listed.sort(key=lambda each: each.at)
    rows = tuple(
        (
            clock.local(each.at).strftime("%H:%M:%S"),
            clock.shift(each.at)[1],
            each.table,
            each.round,
            each.dealer,
            each.kind,
            each.what,
            each.by,
        )
        for each in listed
    )
    columns = (
        Column("at", "Time"),
        Column("shift", "Shift"),
        Column("table", "Table", "table"),
        Column("round", "Round", "number"),
        Column("dealer", "Dealer"),
        Column("kind", "Kind"),
        Column("what", "What"),
        Column("by", "By"),
    )
    log = ReportTable("incidents", "Incidents", columns, rows, "No incidents.")
    sums = (
        _summed("dealer", "Dealer", (each.dealer or "none named" for each in listed)),
        _summed("table", "Table", (each.table for each in listed)),
        _summed("shift", "Shift", (clock.shift(each.at)[1] for each in listed)),
        _summed("kind", "Kind", (each.kind for each in listed)),
    )
    title, note = f"Incident log, {_named(chosen)}", f"house clock: {clock.zone}"
    return Report(title, note, (log, *sums), day=chosen)


def _named(day: str) -> str:
    return date.fromisoformat(day).isoformat() if day else "no day"


def _summed(name: str, title: str, names: Iterable[str]) -> ReportTable:
    counted = Counter(names)
    kind: ColumnKind = "table" if name == "table" else "text"
    columns = (Column(name, title, kind), Column("incidents", "Incidents", "number"))
    return ReportTable(f"by_{name}", f"By {name}", columns, tuple(sorted(counted.items())), "None.")
