"""What every result of the library can do, whatever was computed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardroom.api.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardroom.api.figure import Figure
    from cardroom.api.interchange import InterchangeFrame


class Result(ABC):
    """A computed value. It is frozen: the same question gives an equal result.

    Every result shows itself in a notebook, and can be turned into plain values (`to_dict`), CSV
    (`to_csv`), a picture (`plot`), and a data frame (`polars.DataFrame(result)`).
    """

    __slots__ = ()

    @property
    @abstractmethod
    def table(self) -> Frame:
        """The main figures, one row each."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """The result in one line."""

    @property
    def notes(self) -> Sequence[str]:
        """How it was computed, and what was assumed."""
        return ()

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Plain values with the names of the command's `--json`; money is in cents."""

    @abstractmethod
    def plot(self) -> Figure:
        """A picture of the main figures."""

    def to_csv(self, path: str | Path | None = None) -> str:
        """The main figures as CSV; also written to a file if a path is given."""
        return self.table.to_csv(path)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.summary}>"

    def _repr_html_(self) -> str:
        notes = "".join(f"<li>{escape(note)}</li>" for note in self.notes)
        listed = f"<ul>{notes}</ul>" if notes else ""
        return f"<p><b>{escape(self.summary)}</b></p>{self.table._repr_html_()}{listed}"

    def __dataframe__(self, **options: Any) -> InterchangeFrame:
        """The main figures, by the dataframe interchange protocol."""
        return self.table.__dataframe__(**options)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The main figures, by the Arrow PyCapsule interface."""
        return self.table.__arrow_c_stream__(requested_schema)
