"""Single flipped bytes in a journal file: all are found, and a clean file has no fault.

Two claims. First, without its seal: whatever a flip does to an entry, `verify_file` reports harm.
Second, with its seal: every flip is reported, also one in bytes that no entry uses, and those are
told apart as page faults.
"""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from cardroom.store import StoreError, chain, checkpoint
from cardroom.store.audit import AuditReport, verify_file
from cardroom.store.journal import Entry
from cardroom.store.keys import create_key
from cardroom.store.seal import seal_of
from cardroom.store.sqlite import SqliteStore


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Several streams, small and large bodies, checkpoints, and pages that are partly used."""
    directory = tmp_path_factory.mktemp("journal")
    path = directory / "journal.db"
    key = create_key(directory / "key.pem")
    store = SqliteStore(path)
    sizes = random.Random(5)
    for number in range(200):
        stream = f"table/{number % 7}"
        body = sizes.randbytes(sizes.choice([5, 60, 400, 3000]))
        batch = chain(store.heads(), [(stream, body), ("meter/1", b"+1")], number, f"c{number}")
        store.append(batch).result()
        if number % 60 == 59:
            checkpoint.record(store, key, number)
    store.close()
    return path


def entries_of(path: Path) -> list[Entry] | None:
    """All entries by the way a table reads them; None where SQLite itself gives up."""
    try:
        database = sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)
        rows = database.execute(
            "SELECT stream, seq, prev, at, key, part, body, hash FROM entries ORDER BY stream, seq"
        )
        found = [Entry(*row) for row in rows]
        database.close()
    except (sqlite3.Error, OverflowError):
        return None
    return found


def verdict(path: Path) -> AuditReport | None:
    """The report; None where the file is refused altogether."""
    try:
        return verify_file(path)
    except StoreError:
        return None


def flip(journal: Path, directory: Path, flips: int, seed: int) -> tuple[int, int]:
    """Flip bytes one at a time; returns how many flips touched an entry, and how many did not."""
    whole = journal.read_bytes()
    seal = seal_of(journal).read_bytes()
    entries = entries_of(journal)
    assert entries
    place = random.Random(seed)
    path = directory / journal.name
    touched = 0
    for _ in range(flips):
        changed = bytearray(whole)
        offset = place.randrange(len(whole))
        changed[offset] ^= place.randrange(1, 256)
        path.write_bytes(changed)
        seal_of(path).unlink(missing_ok=True)
        unsealed = verdict(path)
        harmed = unsealed is None or any(fault.kind != "page" for fault in unsealed.faults)
        if entries_of(path) != entries:
            touched += 1
            assert harmed, f"a flip at {offset} changed an entry and was not found"
        seal_of(path).write_bytes(seal)
        sealed = verdict(path)
        assert sealed is None or sealed.faults, f"a flip at {offset} was not found"
        if sealed is not None and not harmed:
            assert [fault.kind for fault in sealed.faults] == ["page"]
        assert path.read_bytes() == changed
    return touched, flips - touched


def test_a_clean_file_has_no_fault(journal: Path) -> None:
    for _ in range(3):
        report = verify_file(journal)
        assert report.faults == ()
        assert (report.entries, report.checkpoints, report.sealed) == (403, 3, True)


def test_flipped_bytes_are_found(journal: Path, tmp_path: Path) -> None:
    touched, untouched = flip(journal, tmp_path, flips=150, seed=1)
    assert touched > 50
    assert untouched > 5


@pytest.mark.prove
def test_1000_flipped_bytes_are_all_found(journal: Path, tmp_path: Path) -> None:
    touched, untouched = flip(journal, tmp_path, flips=1000, seed=2)
    assert touched > 400
    assert untouched > 50
