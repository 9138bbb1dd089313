"""The house of a journal: by its clock the gaming days of every report begin and end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardroom import houses
from cardroom.events.table import TableOpened
from cardroom.houses import House
from cardroom.houses.clock import HouseClock
from cardroom.table.journal import TABLES, read_table

if TYPE_CHECKING:
    from cardroom.store import Reader

HouseFile = Annotated[
    str,
    typer.Option(
        "--house",
        metavar="NAME",
        help="The house whose clock applies, or its file; by default the one that the tables name.",
    ),
]


def house_of(reader: Reader, database: str, name: str) -> House | None:
    """The house that is named, or the one that the tables of the journal name."""
    if name:
        return houses.house(name)
    for stream in sorted(reader.heads()):
        if not stream.startswith(TABLES):
            continue
        opened = next(iter(reader.read(stream)), None)
        for event in () if opened is None else read_table(opened).events:
            if isinstance(event, TableOpened) and event.house:
                own = Path(database).parent / "houses" / f"{event.house}.toml"
                if own.exists():
                    return houses.house(str(own))
                if event.house in houses.names():
                    return houses.house(event.house)
    return None


def clock_of(reader: Reader, database: str, name: str) -> HouseClock:
    """The clock of that house; without one, days of UTC."""
    found = house_of(reader, database, name)
    return HouseClock() if found is None else found.clock
