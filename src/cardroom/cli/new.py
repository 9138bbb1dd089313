"""`cardroom new house NAME`: a file to start from."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from cardroom import houses
from cardroom.cli.common import CommandError, console
from cardroom.houses.template import house_file


def new_house(
    name: Annotated[str, typer.Argument(help="The name of the house, like my-room.")],
    like: Annotated[str, typer.Option(help="The house to start from: a name, or a file.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write (default: NAME.toml).")
    ] = None,
) -> None:
    """Write a house file with the games of another house and every option explained."""
    if not re.fullmatch(r"[A-Za-z0-9][\w-]{0,60}", name):
        raise CommandError(f"{name!r} is not a valid name: letters, digits, - and _, like my-room")
    file = out or Path(f"{name}.toml")
    if file.exists():
        raise CommandError(f"{file} exists; choose another name, or --out FILE")
    text = house_file(name, houses.house(like), datetime.now().astimezone().date())
    file.write_text(text, encoding="utf-8")
    console().print(f"written to {file}; next: cardroom check {file}", soft_wrap=True)
