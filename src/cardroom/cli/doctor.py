"""`cardroom doctor`: is everything in order before the room opens?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table
from rich.text import Text

from cardroom.cli.common import DatabaseOption, JsonOption, console, print_json
from cardroom.service.doctor import examine
from cardroom.service.settings import default_data

STYLES: Final = {"ok": "green", "warning": "yellow", "fault": "bold red"}


def doctor(
    data: Annotated[
        Path | None,
        typer.Option(
            help="The room's folder; by default CARDROOM_DATA, or the folder that cardroom run"
            " uses."
        ),
    ] = None,
    database: DatabaseOption = "",
    as_json: JsonOption = False,
) -> None:
    """Examine the machine and a room's folder: disk, permissions, key, journal, clock.

    Nothing is changed, and the room may be open. To check every entry: `cardroom audit verify`.
    Exit code 0: no fault. 1: at least one fault.
    """
    found = tuple(examine(data or default_data(), database))
    if as_json:
        print_json(found)
    else:
        table = Table(box=None, show_header=False, pad_edge=False)
        for each in found:
            table.add_row(each.subject, Text(each.level, STYLES[each.level]), each.says)
        console().print(table)
    if any(each.level == "fault" for each in found):
        raise typer.Exit(1)
