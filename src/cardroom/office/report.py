"""A report as a value: tables of figures that become text, JSON, CSV, and paper."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal

import msgspec

from cardroom.money import exact

ColumnKind = Literal[
    "text", "table", "game", "meter", "cents", "exact", "number", "percent", "decimal"
]
"""Cents are whole; an exact amount is a fraction of cents, as text; a decimal is a computed figure,
in cents, rounded. A table, a game, or a meter is its id; people read its title."""
WORDS: Final = ("text", "table", "game", "meter")
ReportCell = str | int | float | None
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
NUMBER: Final = re.compile(r"[+-]?\$?\d[\d.,/]*%?")


class Column(msgspec.Struct, frozen=True):
    name: str
    """In JSON and CSV."""
    title: str
    """On a screen and on paper."""
    kind: ColumnKind = "text"


class ReportTable(msgspec.Struct, frozen=True):
    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[ReportCell, ...], ...]
    empty: str = "Nothing."
    """What is shown without any rows."""
    brief: tuple[str, ...] = ()
    """The columns that fit on a screen; all of them by default."""


class Report(msgspec.Struct, frozen=True):
    title: str
    note: str
    tables: tuple[ReportTable, ...]
    drawing: str = ""
    """A chart as SVG, for paper and pages."""
    drawn: str = ""
    """What the chart shows, in words."""
    remarks: tuple[str, ...] = ()
    titles: dict[str, str] = {}
    """By id of a table: what it is called."""
    games: dict[str, str] = {}
    """By id of a game: what it is called."""
    meters: dict[str, str] = {}
    """By id of a table's own meter: the table, and the bet."""
    day: str = ""
    """The gaming day that it is about, or up to which."""


def document(report: Report) -> dict[str, object]:
    """For programs: one list of rows per table; amounts are in cents."""
    return {
        "title": report.title,
        "note": report.note,
        **{
            table.name: [
                dict(zip((column.name for column in table.columns), row, strict=True))
                for row in table.rows
            ]
            for table in report.tables
        },
        "remarks": list(report.remarks),
    }


def as_csv(report: Report) -> str:
    """One header per table, and a blank line between tables; amounts are in cents."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    for number, table in enumerate(report.tables):
        if number:
            writer.writerow(())
        writer.writerow(["table", *(column.name for column in table.columns)])
        for row in table.rows:
            writer.writerow([table.name, *("" if cell is None else safe(cell) for cell in row)])
    return file.getvalue()


def safe(cell: ReportCell) -> ReportCell:
    """A spreadsheet must not take text for a formula; a number may stay one."""
    if isinstance(cell, str) and cell[:1] in FORMULA and not NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell


def shown(cell: ReportCell, kind: ColumnKind) -> str:
    """A cell for people."""
    if cell is None:
        return ""
    match kind:
        case "text" | "table" | "game" | "meter":
            return str(cell)
        case "cents":
            return exact(int(cell))
        case "exact":
            whole, left = divmod(Fraction(str(cell)), 1)
            return exact(int(whole)) + (f" +{left}¢" if left else "")
        case "number":
            return f"{int(cell):,}"
        case "percent":
            return f"{float(cell):.2%}"
        case "decimal":
            return exact(round(float(cell)))


def brief(table: ReportTable) -> ReportTable:
    """The columns that fit on a screen."""
    if not table.brief:
        return table
    places = [number for number, column in enumerate(table.columns) if column.name in table.brief]
    return msgspec.structs.replace(
        table,
        columns=tuple(table.columns[place] for place in places),
        rows=tuple(tuple(row[place] for place in places) for row in table.rows),
    )


def cells(table: ReportTable, report: Report) -> Sequence[Sequence[str]]:
    """The rows for people, with the titles of tables, games, and meters."""
    titles: Mapping[ColumnKind, Mapping[str, str]] = {
        "table": report.titles,
        "game": report.games,
        "meter": report.meters,
    }

    def named(cell: ReportCell, kind: ColumnKind) -> str:
        return titles.get(kind, {}).get(str(cell)) or shown(cell, kind)

    return [
        [named(cell, column.kind) for cell, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
