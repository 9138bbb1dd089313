"""`cardroom backup`: the whole room, while it is open."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli._notices import notices
from cardroom.cli.audit.reading import counted
from cardroom.cli.common import DatabaseOption
from cardroom.service import backup as rooms
from cardroom.service.settings import default_data


def backup(
    target: Annotated[Path, typer.Argument(metavar="COPY", help="A folder that does not exist.")],
    data: Annotated[
        Path | None,
        typer.Option(
            help="The room's folder; by default CARDROOM_DATA, or the folder that cardroom run"
            " uses."
        ),
    ] = None,
    database: DatabaseOption = "",
) -> None:
    """Copy a room while it is open: journal, accounts, tables, keys, and houses.

    The copy holds the house's key and the hashes of passwords. Only its owner can read it; keep it
    where nobody else can. A room in PostgreSQL is copied to files; `cardroom restore --database`
    puts them back into a database.
    """
    folder = data or default_data()
    with notices() as tell:
        report = rooms.backup(folder, target, database, tell)
    entries = counted(report.entries, "entry")
    typer.echo(f"{target}: a copy of {folder}, {entries}, verified")
