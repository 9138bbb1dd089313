"""`cardroom felt GAME`: the printed felt at full size, for the company that makes the cloth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from cardroom import games, houses
from cardroom.cli.common import (
    CommandError,
    HouseOption,
    SetOption,
    SideBetFileOption,
    UncheckedOption,
    console,
    given_options,
)
from cardroom.houses.check import refuse_faults
from cardroom.signage import layout, press
from cardroom.signage.sheet import posting

FORMATS: Final = (".pdf", ".svg")


def felt(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; see: cardroom games")],
    settings: SetOption = None,
    house: HouseOption = "",
    side_bet: SideBetFileOption = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The file to write, .pdf or .svg."),
    ] = None,
    unchecked: UncheckedOption = False,
) -> None:
    """Draw the felt of a game at full size, as a PDF or an SVG file."""
    if house and not unchecked:
        refuse_faults(houses.house(house))
    file = out or Path(f"{game}-felt.pdf")
    form = file.suffix.lower()
    if form not in FORMATS:
        raise CommandError(f"--out {file}: a felt is a .pdf or an .svg file, like {game}-felt.svg")
    posted = posting(game, given_options(game, settings, side_bet), house)
    sheet = layout.full_size(posted)
    file.write_bytes(press.pdf(sheet) if form == ".pdf" else press.svg(sheet).encode("utf-8"))
    drawing = games.felt_of(posted.rules).drawing(posted.rules)
    across, down = layout.cloth_width(drawing), drawing.depth - drawing.rail
    console().print(f"written to {file}, {across:,.0f} × {down:,.0f} mm", soft_wrap=True)
