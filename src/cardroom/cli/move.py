"""`cardroom move`: a room from its folder to PostgreSQL, and back."""

from __future__ import annotations

from typing import Annotated

import typer

from cardroom.cli._notices import notices
from cardroom.cli.audit.reading import counted
from cardroom.service import move as rooms
from cardroom.store.opening import is_address


def move(
    source: Annotated[
        str, typer.Argument(metavar="FROM", help="A room's folder, or a postgresql:// address.")
    ],
    target: Annotated[
        str,
        typer.Argument(
            metavar="TO",
            help="Where to move it: an address if FROM is a folder, a folder if FROM is an"
            " address.",
        ),
    ],
) -> None:
    """Move a closed room from its folder to a PostgreSQL database, or back.

    Every entry keeps its hash, so that all checkpoints stay valid; the copy is verified before the
    original is put away. The house's key stays in the folder.
    """
    with notices() as tell:
        report = rooms.move(source, target, tell)
    entries = counted(report.entries, "entry")
    from_database = is_address(source)
    here = rooms.shown(source) if from_database else source
    there = target if from_database else rooms.shown(target)
    typer.echo(f"{here}: moved to {there}, {entries}, verified")
    folder = target if from_database else source
    more = "" if from_database else " --database ADDRESS"
    typer.echo(f"To open it: cardroom run --data {folder}{more}")
