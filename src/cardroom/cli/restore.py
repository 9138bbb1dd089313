"""`cardroom restore`: a room from its backup."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli._notices import notices
from cardroom.cli.audit.reading import counted
from cardroom.service import backup as rooms
from cardroom.service.move import move, shown


def restore(
    copy: Annotated[
        Path, typer.Argument(metavar="COPY", help="A folder that `cardroom backup` wrote.")
    ],
    data: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The room's folder: new, or empty.")
    ],
    new_key: Annotated[
        bool,
        typer.Option(
            "--new-key", help="Give the room a new key; the old key is kept for verification."
        ),
    ] = False,
    database: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Put the room into this postgresql:// database, which must be empty.",
        ),
    ] = "",
) -> None:
    """Restore a room from a backup, if nothing is wrong with it.

    Everybody has their login, seat, and chips as of the moment of the backup.
    """
    with notices() as tell:
        report = rooms.restore(copy, data, renew_key=new_key, tell=tell)
    typer.echo(f"{data}: restored, {counted(report.entries, 'entry')}, verified")
    if database:
        with notices() as tell:
            move(str(data), database, tell)
        typer.echo(f"{shown(database)}: the room is in this database; its key is in {data}")
    typer.echo(f"To open it: cardroom run --data {data}{' --database ADDRESS' if database else ''}")
