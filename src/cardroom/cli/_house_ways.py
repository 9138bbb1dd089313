"""House ways by name or by file."""

from __future__ import annotations

from pathlib import Path

from cardroom import data_file
from cardroom.cli.common import CommandError
from cardroom.hands.house_way import HouseWay, WayError, read_way, way_named


def way_of(name: str) -> HouseWay:
    """A built-in house way, or one from the house's own file."""
    try:
        if not name.endswith(".toml"):
            return way_named(name)
        return read_way(data_file.read(Path(name)))
    except (data_file.FileError, WayError) as error:
        raise CommandError(str(error)) from None
