"""Every run of the tests looks at the same random examples; `make prove` asks for new ones.

No example has a deadline: a machine that is busy proves as much as one that is not. Compiled
kernels and cached results are kept in `build`, for every process of the tests, and never in the
user's own cache.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Final

from hypothesis import settings

# Before anything is imported that compiles kernels.
os.environ.setdefault("CARDROOM_CACHE", str(Path(__file__).parent.parent / "build" / "cache"))
# What a pipe gets, in any terminal: with several workers, pytest sets 80.
os.environ.pop("COLUMNS", None)

settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile("same")

COLLECT_AFTER: Final = 50_000
"""Objects made before their cycles are looked for: a tenth of the time went into looking."""


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end; nobody looks for garbage in it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 20)
