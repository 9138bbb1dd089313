"""What a long computation tells the person waiting for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple


class ProgressNotice(NamedTuple):
    """A line of text; with `of`, how much of the work is done."""

    text: str
    done: int = 0
    of: int = 0
    """0 where the amount of work is not known."""


Tell = Callable[[ProgressNotice], None]

COMPILING: Final = ProgressNotice("compiling the solver, once; this takes a few seconds")
COMPILING_SIMULATOR: Final = ProgressNotice(
    "compiling the simulator, once; this takes a few seconds"
)
LEARNING: Final = "learning the house way, once"


def silent(notice: ProgressNotice) -> None:
    """Nobody is waiting."""
    del notice
