"""The journal: durable commands from 64 tables at once, and the speed of verification."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path

from bench.goal import Bench
from cardroom.store.audit import verify_file
from cardroom.store.journal import StreamHead, chain
from cardroom.store.sqlite import SqliteStore

TABLES = 64
COMMANDS = 400
VERIFIED = 200_000
# About the size of a decision and its events.
BODY = b'{"input":{"stand":{"box":3}},"events":[' + b'{"drew":"7c"},' * 18 + b"]}"


def benchmarks() -> Iterable[Bench]:
    return [
        Bench(
            f"durable commands, {TABLES} tables",
            goal=3_000,
            unit="commands/s",
            at="least",
            measure=durable_commands,
        ),
        Bench(
            "verifying a journal file",
            goal=300_000,
            unit="entries/s",
            at="least",
            measure=verified_entries,
        ),
    ]


def durable_commands() -> float:
    """Each table waits for its acknowledgment before it sends the next command."""
    with tempfile.TemporaryDirectory() as directory:
        store = SqliteStore(Path(directory) / "journal.db")

        def play(table: int) -> None:
            stream, heads = f"table/{table}", dict[str, StreamHead]()
            for number in range(COMMANDS):
                batch = chain(heads, [(stream, BODY)], time.time_ns(), f"{stream}:{number}")
                store.append(batch).result()
                heads = {stream: batch[0].head}

        threads = [threading.Thread(target=play, args=(table,)) for table in range(TABLES)]
        started = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.perf_counter() - started
        store.close()
    return TABLES * COMMANDS / seconds


def verified_entries() -> float:
    """Every check of a file: pages, chains, checkpoints, and seal; the best of three runs."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "journal.db"
        store = SqliteStore(path)
        heads: dict[str, StreamHead] = {}
        for start in range(0, VERIFIED, 1000):
            bodies = [(f"table/{n % TABLES}", BODY) for n in range(start, start + 1000)]
            for entry in store.append(chain(heads, bodies, start, f"batch:{start}")).result():
                heads[entry.stream] = entry.head
        store.close()
        return max(_verified_once(path) for _ in range(3))


def _verified_once(path: Path) -> float:
    started = time.perf_counter()
    report = verify_file(path)
    seconds = time.perf_counter() - started
    assert report.entries == VERIFIED
    assert report.faults == ()
    return report.entries / seconds
