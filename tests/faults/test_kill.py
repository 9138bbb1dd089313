"""kill -9 at random moments at full speed: nothing acknowledged is lost, nothing is doubled.

The kernel lives on when a process is killed, so this proves the order of commit and
acknowledgment and the recovery of a torn log, not what a disk does when the power fails. For
that the store relies on synchronous=FULL, and on a disk that keeps what it was told to flush.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardroom.store.sqlite import SqliteStore
from cardroom.store.survey import survey
from tests.faults.killed_writer import body

ROOT = Path(__file__).resolve().parents[2]
STREAMS = [f"table/{n}" for n in range(6)]
KILLS_PER_JOURNAL = 50


def write_until_killed(path: Path, acknowledged: dict[str, int], moment: random.Random) -> None:
    """Start a writer, kill it at a random moment, and add what it acknowledged."""
    command = [sys.executable, "-m", "tests.faults.killed_writer", str(path)]
    command += [f"{stream}={number}" for stream, number in acknowledged.items()]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, cwd=ROOT, env={"PYTHONPATH": "src:."}
    ) as process:
        assert process.stdout is not None
        first = b""
        if moment.random() < 0.8:
            first = process.stdout.readline()
            time.sleep(moment.expovariate(1 / 0.02))
        else:
            # Also while it starts, makes the file, or recovers from the kill before.
            time.sleep(moment.uniform(0, 0.2))
        assert process.poll() is None, "the writer ended by itself"
        process.kill()
        lines = first + process.stdout.read()
    for line in lines.decode().split("\n")[:-1]:
        stream, number = line.split(" ")
        assert int(number) in (acknowledged[stream], acknowledged[stream] + 1)
        acknowledged[stream] = int(number)


def check(path: Path, acknowledged: dict[str, int]) -> int:
    """Every command up to the acknowledged one is stored once, in order, and at most one more."""
    store = SqliteStore(path)
    entries = {stream: list(store.read(stream)) for stream in STREAMS}
    store.close()
    for stream, number in acknowledged.items():
        bodies = [entry.body for entry in entries[stream]]
        assert len(bodies) in (number, number + 1)
        assert bodies == [body(stream, n + 1) for n in range(len(bodies))]
    found = survey(entry for stream in STREAMS for entry in entries[stream])
    assert found.faults == ()
    return found.entries


def run(directory: Path, kills: int, seed: int) -> None:
    moment = random.Random(seed)
    acknowledged: dict[str, int] = {}
    for kill in range(kills):
        path = directory / f"journal-{kill // KILLS_PER_JOURNAL}.db"
        if kill % KILLS_PER_JOURNAL == 0:
            acknowledged = dict.fromkeys(STREAMS, 0)
        write_until_killed(path, acknowledged, moment)
        # Not after every kill: a writer must also recover from what another one left.
        if path.exists() and (kill % 3 == 0 or kill == kills - 1):
            check(path, acknowledged)
    assert sum(acknowledged.values()) > 0


def test_nothing_acknowledged_is_lost_or_doubled_when_killed(tmp_path: Path) -> None:
    run(tmp_path, kills=15, seed=1)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(4))
def test_nothing_acknowledged_is_lost_or_doubled_when_killed_1000_times(
    tmp_path: Path, seed: int
) -> None:
    run(tmp_path, kills=250, seed=100 + seed)
