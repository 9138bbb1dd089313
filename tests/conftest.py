"""Every run of the tests looks at the same random examples; `make prove` asks for new ones.

No example has a deadline: a machine that is busy proves as much as one that is not. Compiled
kernels and cached results are kept in `build`, for every process of the tests, and never in the
user's own cache.
"""

from __future__ import annotations

import gc
import os
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
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
    gc.set_threshold(COLLECT_AFTER, 20, 100)


@pytest.fixture(scope="module")
def short_results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("results")


@pytest.fixture
def answers_apart(monkeypatch: pytest.MonkeyPatch, short_results: Path) -> None:
    """Answers of fewer rounds than the product deals are kept where no other module finds them."""
    monkeypatch.setattr("cardroom.analysis.result_cache.results", lambda: short_results)


BEGAN: Final = pytest.StashKey[float]()


def processor_seconds() -> float:
    """Of this process, and of all that it started and that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[BEGAN] = processor_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """`make prove` writes it into its report."""
    try:
        return (yield)
    finally:
        if item.get_closest_marker("prove"):
            item.user_properties.append(
                ("processor seconds", processor_seconds() - item.stash[BEGAN])
            )
