"""A report on paper."""

from __future__ import annotations

from typing import Final

from cardroom import __version__
from cardroom.office.report import WORDS, Report, brief, cells
from cardroom.signage.sheet import Sheet

WIDE: Final = 12
"""A table with more columns than this is printed with small type."""
POINTS: Final = 9.5
POSTED: Final = 24.0
"""Type that people at the table can read."""


def sheet(report: Report, house: str, source: str, points: float = POINTS) -> Sheet:
    """`source` names the journal and the entries that the report was computed from; `points` is the
    size of the type."""
    head = {
        "title": report.title,
        "house": house,
        "source": source,
        "version": __version__,
        "note": report.note,
    }
    tables = [
        {
            "title": table.title,
            "names": [column.title for column in table.columns],
            "left": [column.kind in WORDS for column in table.columns],
            "rows": cells(table, report),
            "empty": table.empty,
            "wide": len(table.columns) > WIDE,
        }
        for table in map(brief, report.tables)
    ]
    body = {
        "points": points,
        "tables": tables,
        "drawing": report.drawing,
        "drawn": report.drawn,
        "remarks": list(report.remarks),
    }
    return Sheet("office", head, body)
