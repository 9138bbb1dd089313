"""`--plot FILE`: what a command shows, as a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import typer

from cardroom.cli.common import CommandError, notice_console

KINDS: Final = (".svg", ".png")
PlotOption = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Also draw the results: an .svg or a .png file."),
]


def check_plot(file: Path | None) -> None:
    """Refuse a file that cannot be drawn before the work, not after it."""
    if file is None:
        return
    if file.suffix.lower() not in KINDS:
        raise CommandError(f"--plot {file}: a picture is an .svg or a .png file")
    if not file.parent.is_dir():
        raise CommandError(f"--plot {file}: its folder does not exist")


def write_plot(file: Path | None, draw: Callable[[], str]) -> None:
    """Draw, and write the picture, where one was asked for."""
    if file is None:
        return
    from cardroom.signage.plots import save  # noqa: PLC0415 - slow to load

    save(draw(), file)
    notice_console().print(f"written to {file}", soft_wrap=True)
