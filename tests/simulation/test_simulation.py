"""The whole service from one seed, with everything that can go wrong around it."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cardroom.store import chain
from cardroom.store.sqlite import SqliteStore
from tests.faults.faulty_disk import available
from tests.same_chance import same_chance
from tests.simulation.run import STEPS, simulate

ROOT = Path(__file__).resolve().parents[2]
SHORT_STEPS = 10
"""A seed of 200 actions takes about 0.5 processor seconds, one of these a tenth of that."""
LONG_EVERY = 10
"""Every tenth seed has as many actions as in the long proof: all 100 would take 50 seconds."""
pytestmark = pytest.mark.skipif(
    not available(), reason="the SQLite of this Python is not a shared library"
)


@pytest.mark.parametrize("first", range(0, 100, 25))
def test_every_seed_keeps_all_promises(first: int) -> None:
    for seed in range(first, first + 25):
        simulate(seed, STEPS if seed % LONG_EVERY == 0 else SHORT_STEPS)


@pytest.mark.prove
@pytest.mark.parametrize("hundred", range(100))
def test_10000_seeds_keep_all_promises(
    hundred: int, record_property: Callable[[str, object], None]
) -> None:
    entries = sum(simulate(seed).entries for seed in range(100 * hundred, 100 * hundred + 100))
    record_property("entries", entries)
    record_property("actions", 100 * STEPS)


def test_the_same_seed_gives_the_same_journal_in_another_process() -> None:
    here = [simulate(seed, 25) for seed in (3, 4)]
    command = [sys.executable, "-m", "tests.simulation", "3", "--seeds", "2", "--steps", "25"]
    environment = os.environ | {"PYTHONPATH": "src", "PYTHONHASHSEED": "7"}
    there = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    for result in here:
        assert f"journal {result.fingerprint[:16]}" in there.stdout


def test_another_service_in_the_process_changes_nothing(tmp_path: Path) -> None:
    """Tests of the service share one, on a thread of its own and with chances of its own; it draws,
    and it opens files and writes to them."""
    alone, ended = simulate(3, 10), threading.Event()

    def serve() -> None:
        number = 0
        while not ended.is_set():
            number += 1
            with closing(SqliteStore(tmp_path / f"{number}.sqlite")) as store:
                store.append(chain({}, [("table/1", secrets.token_bytes(8).hex().encode())], 1))

    other = threading.Thread(target=serve)
    other.start()
    try:
        with same_chance():
            assert simulate(3, 10) == alone
    finally:
        ended.set()
        other.join()
    assert list(tmp_path.iterdir())


def test_seeds_differ() -> None:
    assert len({simulate(seed, 0).fingerprint for seed in range(3)}) == 3
