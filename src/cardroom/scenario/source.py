"""A scenario file is a data file like any other."""

from __future__ import annotations

from cardroom.data_file import FileError as ScenarioError
from cardroom.data_file import Path, Source

__all__ = ["Path", "ScenarioError", "Source"]
