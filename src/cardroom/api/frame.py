"""A table of figures with named columns: for spreadsheets, notebooks, and data frames."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

if TYPE_CHECKING:
    from cardroom.api.interchange import InterchangeFrame

Cell = str | int | float | None
Unit = Literal["", "share", "edge", "dollars"]
"""How people read a column: a share or an edge as a percentage, dollars with their sign."""
UNITS: Final[Mapping[str, Unit]] = {unit: unit for unit in get_args(Unit)}

ROWS_SHOWN: Final = 60
"""In a notebook; `to_csv` and data frames have all of them."""


@dataclass(frozen=True, slots=True)
class Column:
    """A name and a value for every row; `None` is a figure that there is none of."""

    name: str
    values: tuple[Cell, ...]
    unit: Unit = ""

    @property
    def kind(self) -> Literal["text", "whole", "number"]:
        given = [value for value in self.values if value is not None]
        if any(isinstance(value, str) for value in given):
            return "text"
        whole = bool(given) and all(isinstance(value, int) for value in given)
        return "whole" if whole else "number"

    def shown(self, row: int) -> str:
        """One value for people."""
        value = self.values[row]
        if value is None:
            return "–"
        if isinstance(value, str):
            return value
        match self.unit:
            case "share":
                return f"{value:.4%}"
            case "edge":
                return f"{value:+.5%}"
            case "dollars":
                return f"{'-' if value < 0 else ''}${abs(value):,.2f}"
            case "":
                return f"{value:,}" if isinstance(value, int) else f"{value:.6g}"


@dataclass(frozen=True, slots=True, repr=False)
class Frame:
    """A table: a title and columns of equal length.

    It becomes a data frame through the dataframe interchange protocol (`__dataframe__`) or the
    Arrow PyCapsule interface (`__arrow_c_stream__`): `polars.DataFrame(frame)`,
    `pandas.api.interchange.from_dataframe(frame)`, `pyarrow.table(frame)`.
    """

    title: str
    columns: tuple[Column, ...]

    def __len__(self) -> int:
        return len(self.columns[0].values) if self.columns else 0

    def __repr__(self) -> str:
        names = ", ".join(column.name for column in self.columns)
        return f"<Frame {self.title!r}: {len(self):,} rows; {names}>"

    def to_dict(self) -> dict[str, list[Cell]]:
        """The values by column name."""
        return {column.name: list(column.values) for column in self.columns}

    def to_csv(self, path: str | Path | None = None) -> str:
        """Comma-separated values, with a header; also written to a file if a path is given."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([column.name for column in self.columns])
        writer.writerows(
            ["" if value is None else value for value in row]
            for row in zip(*(column.values for column in self.columns), strict=True)
        )
        if path is not None:
            Path(path).write_text(text.getvalue(), encoding="utf-8")
        return text.getvalue()

    def _repr_html_(self) -> str:
        heads = "".join(f"<th>{escape(column.name)}</th>" for column in self.columns)
        rows = "".join(
            f"<tr>{''.join(_cell(column, row) for column in self.columns)}</tr>"
            for row in range(min(len(self), ROWS_SHOWN))
        )
        left = len(self) - ROWS_SHOWN
        more = f"<p>and {left:,} more rows</p>" if left > 0 else ""
        return (
            f"<table><caption>{escape(self.title)}</caption>"
            f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{more}"
        )

    def __dataframe__(self, **_: Any) -> InterchangeFrame:
        """The dataframe interchange protocol."""
        from cardroom.api.interchange import InterchangeFrame

        return InterchangeFrame(self.columns)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The Arrow PyCapsule interface; a requested schema is not followed, as it allows."""
        from cardroom.api.arrow import stream

        del requested_schema
        return stream(self.columns)


def _cell(column: Column, row: int) -> str:
    side = "left" if column.kind == "text" else "right"
    return f'<td style="text-align: {side}">{escape(column.shown(row))}</td>'


def frame(title: str, names: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Frame:
    """A table from its rows. A name may end in a unit: `edge:edge`, `posted:dollars`."""
    filled = list(rows)
    values = zip(*filled, strict=True) if filled else ((),) * len(names)
    columns = []
    for named, each in zip(names, values, strict=True):
        name, _, unit = named.partition(":")
        columns.append(Column(name, tuple(each), UNITS[unit]))
    return Frame(title, tuple(columns))
