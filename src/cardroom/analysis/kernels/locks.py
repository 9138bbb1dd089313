"""One process, and one thread of it, makes what the others wait for."""

from __future__ import annotations

import contextlib
import importlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TextIO

from cardroom.analysis.cache_folder import writable

fcntl: Any = None
with contextlib.suppress(ImportError):  # Windows has none
    fcntl = importlib.import_module("fcntl")

COMPILING: Final = threading.RLock()
"""One thread compiles at a time, as numba itself has it."""
_HELD: Final[set[Path]] = set()


@contextlib.contextmanager
def alone(place: Path) -> Iterator[None]:
    """No other process is in here for the same place; where files cannot be locked, it may be."""
    with COMPILING:
        lock = None if place in _HELD else _locked(place)
        if lock is None:
            yield
            return
        with lock:
            _HELD.add(place)
            try:
                yield
            finally:
                _HELD.discard(place)


def _locked(place: Path) -> TextIO | None:
    """None where nothing can be locked: on a full disk, or in a folder that was just deleted."""
    if fcntl is None or not writable(place):
        return None
    with contextlib.suppress(OSError), contextlib.ExitStack() as opened:
        lock = opened.enter_context((place / "lock").open("w"))
        fcntl.flock(lock, fcntl.LOCK_EX)
        opened.pop_all()
        return lock
    return None
