"""`cardroom office erase`: take a person's name out of a journal whose chain stays whole."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli._house_clock import HouseFile, house_of
from cardroom.cli._notices import notices
from cardroom.cli.audit.reading import counted, journal, reporting_store_errors
from cardroom.cli.common import CommandError
from cardroom.cli.office.forms import Database
from cardroom.houses import House
from cardroom.service.erasure import ErasedRoom, erase_person
from cardroom.service.room_files import JOURNAL
from cardroom.store.keys import HOUSE_KEY
from cardroom.store.opening import is_address


@reporting_store_errors
def erase(
    database: Database,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The person.")],
    by: Annotated[
        list[str],
        typer.Option(
            "--by",
            metavar="NAME",
            help="A person who decides it; name two, as --by NAME --by NAME.",
        ),
    ],
    why: Annotated[str, typer.Option("--why", help="The reason, without the name.")],
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", metavar="DIR", help="For a database: the folder with the house's key."
        ),
    ] = None,
    house: HouseFile = "",
) -> None:
    """Erase a person's name, after the time for which the house keeps records.

    The room must be stopped. Another name takes the place of the old one in every entry, so that
    all figures stay; the chain and its signed checkpoints stay whole.
    """
    if len(by) != 2:
        raise CommandError("two people decide it: --by NAME --by NAME")
    room = _room(database, data)
    with journal(database) as reader:
        found = house_of(reader, database, house) or House("", ())
    pair = by[0], by[1]
    years, clock = found.records_years, found.clock
    with notices() as tell:
        room = room._replace(tell=tell)
        record = erase_person(room, name, pair, why, years, clock, time.time_ns())
    done = counted(record.entries, "entry")
    typer.echo(f"{name} is now {record.name}, in {done}. The chain is whole: cardroom audit verify")
    typer.echo("Older backups and logs still have the name; replace or delete them.")


def _room(database: str, data: Path | None) -> ErasedRoom:
    if is_address(database):
        if data is None or not (data / HOUSE_KEY).exists():
            raise CommandError(f"give the folder that has the room's {HOUSE_KEY}: --data DIR")
        return ErasedRoom(data, database)
    path = Path(database)
    if path.name != JOURNAL:
        raise CommandError(f"{path}: a room's journal is called {JOURNAL}, in its folder")
    return ErasedRoom(path.parent)
