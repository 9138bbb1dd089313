"""The daily report as tables and a chart."""

from __future__ import annotations

from typing import Final

from cardroom.office.daily import GROUPS, DailyGroup, DailyReport, ReportLine
from cardroom.office.drawing import drawing
from cardroom.office.report import Column, ColumnKind, Report, ReportCell, ReportTable
from cardroom.office.theory import WITHIN_95, WITHIN_99

TITLES: Final[dict[DailyGroup, tuple[str, str]]] = {
    "room": ("Room", ""),
    "shift": ("By shift", "Shift"),
    "table": ("By table", "Table"),
    "game": ("By game", "Game"),
    "wager": ("By wager", "Wager"),
}
KINDS: Final[dict[DailyGroup, ColumnKind]] = {"table": "table", "game": "game"}
SPANS: Final = {"day": "", "month": ", month to date", "year": ", year to date"}
MONEY: Final = (
    ("drop", "Drop"),
    ("cashed", "Cashed"),
    ("action", "Action"),
)
COLLECTION: Final = (
    ("collected", "Collection"),
    ("from_players", "Players"),
    ("from_banks", "Banks"),
    ("from_pots", "Pots"),
    ("for_time", "Time"),
    ("waived", "Waived"),
)
METERS: Final = (
    ("contributed", "Contributed"),
    ("awarded", "Paid by meters"),
    ("seeded", "Seeds"),
)
COUNTS: Final = (
    ("opener", "Opener"),
    ("fills", "Fills"),
    ("credits", "Credits"),
    ("closer", "Closer"),
    ("difference", "Over/short"),
)
EXACT: Final = ("win", *(name for name, _ in METERS))
"""Figures that may have fractions of a cent, and are shown to the cent."""
BRIEF: Final = (
    *("name", "drop", "action", "rounds", "win", "hold", "collected"),
    *("expected_win", "deviation", "band"),
)


def report(daily: DailyReport) -> Report:
    tables = [_table(daily, group) for group in GROUPS]
    computed = any(line.theory.staked for line in daily.lines["table"])
    flagged = ReportTable(
        "flagged",
        "Tables outside the band",
        (
            Column("table", "Table", "table"),
            Column("win", "Win", "cents"),
            *_BANDS,
            Column("band", "Band"),
        ),
        tuple((line.name, round(line.win), *_bands(line), line.band) for line in daily.flagged),
        "No table is outside the 95% band." if computed else "Expected wins are not computed.",
    )
    chart = ReportTable(
        "chart",
        "Through the day",
        (
            Column("hour", "Hours", "number"),
            Column("until", "Until"),
            Column("win", "Win", "cents"),
            *_BANDS,
        ),
        tuple(
            (
                point.hour,
                point.until,
                round(point.win),
                *_bands(ReportLine("", win=point.win, theory=point.theory)),
            )
            for point in daily.chart
        ),
        "No wagers against the house.",
        ("until", "win", *(column.name for column in _BANDS)),
    )
    remarks = [ASSUMPTIONS] if computed else []
    left_out = daily.room.theory.left_out
    if left_out:
        remarks.append("Wagers whose odds are not computed have no expected win.")
    return Report(
        f"Daily report, {daily.day}{SPANS[daily.span]}",
        f"house clock: {daily.zone}; bots are not counted",
        (
            *tables,
            _part(daily, "collection", "Collection, by table", COLLECTION),
            _part(daily, "progressive", "Progressive meters, by table", METERS),
            _part(daily, "trays", "Trays and drop boxes, by table", COUNTS),
            flagged,
            *((chart,) if daily.span == "day" else ()),
        ),
        drawing(daily.chart) if daily.chart else "",
        DRAWN if computed else "The house's win through the day.",
        tuple(remarks),
        day=daily.day,
    )


DRAWN: Final = "The house's win through the day, the expected win, and the bands of 95% and 99%."
ASSUMPTIONS: Final = (
    "The expected win comes from the exact odds of the posted rules, applied to the initial wagers"
    " that were made, and assumes good play. The standard deviation includes the covariance of a"
    " box's wagers and of several boxes in one round; other wagers are taken as independent."
)

_BANDS: Final = (
    Column("expected_win", "Expected", "decimal"),
    Column("deviation", "Std dev", "decimal"),
    Column("low_95", "95% from", "decimal"),
    Column("high_95", "95% to", "decimal"),
    Column("low_99", "99% from", "decimal"),
    Column("high_99", "99% to", "decimal"),
)


def _bands(line: ReportLine) -> tuple[ReportCell, ...]:
    if not line.theory.staked:
        return (None,) * len(_BANDS)
    figures = (
        *(line.theory.win, line.theory.deviation),
        *(*line.limits(WITHIN_95), *line.limits(WITHIN_99)),
    )
    return tuple(round(figure, 2) for figure in figures)


def _part(
    daily: DailyReport, name: str, title: str, figures: tuple[tuple[str, str], ...]
) -> ReportTable:
    """Some figures of the tables that have any."""
    columns = (
        Column("name", "Table", "table"),
        *(Column(name, shown, "cents") for name, shown in figures),
    )
    lines = (
        line for line in daily.lines["table"] if any(getattr(line, each) for each, _ in figures)
    )
    return ReportTable(name, title, columns, tuple(_row(line, columns) for line in lines), "None.")


def _table(daily: DailyReport, group: DailyGroup) -> ReportTable:
    title, head = TITLES[group]
    single = group == "wager"
    sums = () if single else (*COLLECTION, *COUNTS)
    money = MONEY[2:] if single else MONEY
    columns = (
        Column("name", head, KINDS.get(group, "text")),
        *(Column(name, shown, "cents") for name, shown in money),
        *(() if single else (Column("rounds", "Rounds", "number"),)),
        Column("win", "Win", "cents"),
        *(() if single else (Column("hold", "Hold", "percent"),)),
        *(Column(name, shown, "cents") for name, shown in sums),
        *_BANDS,
        Column("deviations_off", "Off (std dev)"),
        Column("band", "Band"),
    )
    rows = tuple(_row(line, columns) for line in daily.lines[group])
    return ReportTable(group, title, columns, rows, "No play.", BRIEF)


def _row(line: ReportLine, columns: tuple[Column, ...]) -> tuple[ReportCell, ...]:
    off = line.off
    computed: dict[str, ReportCell] = {
        **{name: round(getattr(line, name)) for name in EXACT},
        # A table that was not counted is not one with nothing in its tray.
        "closer": line.closer if line.closers else None,
        "difference": line.difference if line.counts else None,
        "hold": None if line.hold is None else float(line.hold),
        "deviations_off": None if off is None else f"{off:+.2f}",
        "band": line.band if line.theory.staked or line.theory.left_out else None,
        **dict(zip((column.name for column in _BANDS), _bands(line), strict=True)),
    }
    return tuple(
        computed[column.name] if column.name in computed else getattr(line, column.name)
        for column in columns
    )
