"""What the user wants printed: JSON or CSV, and whether only the result."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import Any, Final, NamedTuple, TextIO


class OutputOptions(NamedTuple):
    """The options that every command shares."""

    quiet: bool = False
    rows: str | None = None
    """With `--csv`: where the document has its rows; "" if the document itself is the list."""


ORDINARY: Final = OutputOptions()
WANTED: Final[ContextVar[OutputOptions]] = ContextVar("WANTED", default=ORDINARY)


def quiet() -> bool:
    return WANTED.get().quiet


def data_output() -> TextIO:
    """Programs read UTF-8, as in files; "?" for a character would change what they read."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="strict")
    return sys.stdout


def write_document(document: Any) -> None:
    """A document for programs: JSON, or with `--csv` its rows."""
    rows = WANTED.get().rows
    if rows is None:
        out = data_output()
        json.dump(document, out, indent=2, ensure_ascii=False)
        out.write("\n")
    else:
        write_rows(rows_at(document, rows))


def rows_at(document: Any, places: str) -> list[dict[str, Any]]:
    """The rows of the first of these lists that is there; otherwise the document is the table."""
    for place in places.split() if isinstance(document, Mapping) else ():
        if document.get(place):
            return [flat(row) for row in listed(document[place])]
    here = isinstance(document, Mapping) and any(place in document for place in places.split())
    return [] if here else [flat(row) for row in listed(document)]


def listed(value: Any) -> list[Any]:
    """The rows of a list, or of a table whose keys are names."""
    if value is None:
        return []
    if isinstance(value, Sequence) and not isinstance(value, str):
        return list(value)
    if isinstance(value, Mapping) and value and all(isinstance(v, Mapping) for v in value.values()):
        return [{"name": name, **row} for name, row in value.items()]
    return [value]


def flat(row: Any) -> dict[str, Any]:
    """One line of a table: inner tables become columns like `play.edge`."""
    return dict(_cells("", row)) if isinstance(row, Mapping) else {"value": _cell(row)}


def _cells(prefix: str, row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in row.items():
        if isinstance(value, Mapping):
            yield from _cells(f"{prefix}{name}.", value)
        else:
            yield f"{prefix}{name}", _cell(value)


def _cell(value: Any) -> Any:
    if isinstance(value, Sequence) and not isinstance(value, str):
        words = all(not isinstance(each, (Mapping, list, tuple)) for each in value)
        words = words and not any(" " in str(each) for each in value)
        return " ".join(map(str, value)) if words else json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else value


def write_rows(rows: Sequence[Mapping[str, Any]]) -> None:
    """CSV with every column that any row has; no cell is a formula for a spreadsheet."""
    from cardroom.office.report import safe  # noqa: PLC0415 - only for CSV

    names = dict.fromkeys(name for row in rows for name in row)
    writer = csv.DictWriter(data_output(), list(names), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: safe(cell) for name, cell in row.items()} for row in rows)
