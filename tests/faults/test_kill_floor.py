"""kill -9 of a whole card room: every acknowledged command is there once, and no cent is lost."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cardroom.store import audit
from cardroom.store.sqlite import SqliteStore
from cardroom.table.floor import Floor
from cardroom.table.journal import stream_of
from cardroom.table.replay import imbalances, replay_journal
from tests.faults.killed_floor import METER, PLAYERS, SHARING

ROOT = Path(__file__).resolve().parents[2]
KILLS_PER_JOURNAL = 25

Acknowledged = dict[str, tuple[str, int, str]]
"""Command id to table, number and hash of its entry."""


def play_until_killed(
    path: Path, seed: str, acknowledged: Acknowledged, moment: random.Random
) -> None:
    command = [sys.executable, "-m", "tests.faults.killed_floor", str(path), seed]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, cwd=ROOT, env={"PYTHONPATH": "src:."}
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(moment.expovariate(1 / 0.15))
        assert process.poll() is None, "the card room ended by itself"
        process.kill()
        lines = first + process.stdout.read()
    for line in lines.decode().split("\n")[:-1]:
        table, key, seq, digest, again = line.split(" ")
        assert again == "1" or key not in acknowledged, "a command had its effect twice"
        known = acknowledged.setdefault(key, (table, int(seq), digest))
        assert known == (table, int(seq), digest), "a repetition has the first one's receipt"


def check(path: Path, acknowledged: Acknowledged) -> None:
    assert audit.verify_file(path).faults == ()
    store = SqliteStore(path)
    stored = {
        (name, entry.seq): (entry.key, entry.hash.hex())
        for name in store.heads()
        for entry in store.read(name)
    }
    for key, (table, seq, digest) in acknowledged.items():
        assert stored[stream_of(table), seq] == (key, digest)
    whole = replay_journal(store.heads(), store.read)
    assert whole.differences == ()
    assert list(imbalances(whole.ledger)) == []
    shared = Floor(store).meter(METER)
    assert shared is None or sorted(shared.tables) <= sorted(SHARING)
    store.close()


def run(directory: Path, kills: int, seed: int) -> int:
    moment = random.Random(seed)
    acknowledged: Acknowledged = {}
    total = 0
    for kill in range(kills):
        path = directory / f"journal-{kill // KILLS_PER_JOURNAL}.db"
        if kill % KILLS_PER_JOURNAL == 0:
            total += len(acknowledged)
            acknowledged = {}
        play_until_killed(path, f"{seed}.{kill}", acknowledged, moment)
        if kill % 5 == 4 or kill == kills - 1:
            check(path, acknowledged)
    return total + len(acknowledged)


def test_a_killed_card_room_loses_no_command_and_no_cent(tmp_path: Path) -> None:
    assert run(tmp_path, kills=4, seed=1) > len(PLAYERS)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(2))
def test_a_card_room_killed_200_times_loses_no_command_and_no_cent(
    tmp_path: Path, seed: int, record_property: Callable[[str, object], None]
) -> None:
    record_property("acknowledged", run(tmp_path, kills=100, seed=50 + seed))
