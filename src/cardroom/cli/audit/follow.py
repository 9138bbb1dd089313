"""`cardroom audit follow`: a second copy of a journal, kept up to date on another machine."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli._notices import notices
from cardroom.cli.audit.reading import counted
from cardroom.store import StoreError, open_reader
from cardroom.store.errors import DamagedError
from cardroom.store.following import Erasures
from cardroom.store.following import follow as follow_once


def follow(
    journal: Annotated[
        str, typer.Argument(metavar="JOURNAL", help="The room's file, or a postgresql:// address.")
    ],
    copy: Annotated[
        Path, typer.Argument(metavar="COPY", help="The copy; it is created if it does not exist.")
    ],
    once: Annotated[bool, typer.Option("--once", help="Copy what is new, and stop.")] = False,
    take_erasures: Annotated[
        bool,
        typer.Option("--take-erasures", help="Erase from the copy the names that were erased."),
    ] = False,
    every: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help="How often to look for more.")
    ] = 5.0,
) -> None:
    """Keep a second copy of a journal, with its checkpoints, up to date while the room is open.

    Only entries that follow those of the copy are added. If the original was rewritten or cut off,
    this ends with exit code 1, and the copy stays as it was. It shows hidden cards: only its owner
    may read it.
    """
    erasures: Erasures = "taken" if take_erasures else "refused"
    while True:
        try:
            with closing(open_reader(journal)) as source, notices() as tell:
                count = follow_once(source, copy, erasures, tell)
        except DamagedError as fault:
            typer.echo(str(fault), err=True)
            raise typer.Exit(1) from None
        except StoreError as broken:
            if once:
                raise
            # The room, or the way to it, will be there again.
            typer.echo(f"{journal}: {broken}; trying again", err=True)
        else:
            if count or once:
                typer.echo(f"{copy}: {counted(count, 'entry')} added")
        if once:
            return
        time.sleep(every)
