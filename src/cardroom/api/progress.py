"""What a long computation says while it goes on, for programs that show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from cardroom.progress import ProgressNotice, Tell, silent

Progress = ProgressNotice
"""A line of text; with `of`, how much of the work is `done`."""

_WATCHER: Final[ContextVar[Tell]] = ContextVar("cardroom_watcher", default=silent)


@contextmanager
def watching(callback: Callable[[Progress], None]) -> Iterator[None]:
    """Within this block, long computations call back with a `Progress`.

    Parameters:
        callback: Called with each `Progress`, in the thread that asked for the figures.

    Examples:
        >>> import cardroom as cr
        >>> seen = []
        >>> with cr.watching(seen.append):
        ...     found = cr.game("three-card-poker").simulate(1000)
        >>> seen[-1].done, seen[-1].of
        (1000, 1000)
    """
    before = _WATCHER.set(callback)
    try:
        yield
    finally:
        _WATCHER.reset(before)


def watcher() -> Tell:
    """Who wants to know now."""
    return _WATCHER.get()
