"""One process, and one thread of it, makes what the others wait for."""

from __future__ import annotations

import contextlib
import importlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

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
        if fcntl is None or place in _HELD or not writable(place):
            yield
            return
        with (place / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _HELD.add(place)
            try:
                yield
            finally:
                _HELD.discard(place)
