"""What a long computation tells the person who waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple


class Notice(NamedTuple):
    """A line of text; with `of`, how much of the work is done."""

    text: str
    done: int = 0
    of: int = 0
    """0 where the amount of work is not known."""


Tell = Callable[[Notice], None]

COMPILING: Final = Notice("compiling the solver, once; this takes a few seconds")
COMPILING_SIMULATOR: Final = Notice("compiling the simulator, once; this takes a few seconds")
LEARNING: Final = "learning the house way, once"


def silent(notice: Notice) -> None:
    """Nobody is waiting."""
    del notice
