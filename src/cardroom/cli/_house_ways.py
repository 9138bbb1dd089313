"""House ways by name or by file."""

from __future__ import annotations

from pathlib import Path

from cardroom import data_file
from cardroom.cli.common import CommandError
from cardroom.hands.house_way import HouseWay, WayError, parse_way, way_named


def way_of(name: str) -> HouseWay:
    """A built-in house way, or one from the house's own file."""
    try:
        if not name.endswith(".toml"):
            return way_named(name)
        return parse_way(data_file.read(Path(name)).text)
    except data_file.FileError as error:
        raise CommandError(str(error)) from None
    except WayError as error:
        where = f"{name}: " if name.endswith(".toml") else ""
        raise CommandError(f"{where}{error}") from None
