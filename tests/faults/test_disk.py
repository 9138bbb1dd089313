"""Disks that are full or fail: no acknowledgment without durability; the store pauses, resumes.

Three ways to fail: a disk made of SQLite's own file functions that fails at a chosen write or
sync (`faulty_disk`); the kernel's limit on the size of files, which makes real writes fail; and
SQLite's limit on pages, which is its own "disk full".
"""

from __future__ import annotations

import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cardroom.store import ORIGIN, PausedError, StoreError, StreamHead, chain
from cardroom.store.journal import Entry
from cardroom.store.sqlite import SqliteStore
from cardroom.store.survey import survey
from tests.faults.faulty_disk import Fault, FaultyDisk, available

WRITES = 500
SYNCS = 60
STREAM = "table/1"

needs_faulty_disk = pytest.mark.skipif(
    not available(), reason="this Python's SQLite is no shared library"
)


class Client:
    """Sends numbered commands one by one, and knows which were acknowledged."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.head: StreamHead = ORIGIN
        self.acknowledged: list[Entry] = []

    def batch(self) -> tuple[Entry, ...]:
        number = len(self.acknowledged) + 1
        body = b"%d " % number + b"." * (number * 307 % 2500)
        return chain({STREAM: self.head}, [(STREAM, body)], number, f"command-{number}")

    def send(self) -> None:
        (entry,) = self.store.append(self.batch()).result()
        self.acknowledged.append(entry)
        self.head = entry.head

    def send_until_refused(self, commands_max: int) -> None:
        with pytest.raises(PausedError):  # noqa: PT012 - which of the commands is refused is open
            for _ in range(commands_max):
                self.send()
        # Paused for everybody, at once, and with a reason.
        with pytest.raises(PausedError, match=r"the journal is paused: .* disk"):
            self.store.append(chain({}, [("table/2", b"")], 1)).result()


def stored(path: Path) -> list[Entry]:
    store = SqliteStore(path)
    entries = list(store.read(STREAM))
    assert survey(entries).faults == ()
    store.close()
    return entries


def crash_image(path: Path, directory: Path) -> Path:
    """The files as a crash of the process would leave them now, without its shared memory."""
    directory.mkdir()
    for suffix in ("", "-wal"):
        if path.with_name(path.name + suffix).exists():
            shutil.copy(path.with_name(path.name + suffix), directory)
    return directory / path.name


def check_image(client: Client, image: Path) -> None:
    """All that was acknowledged, and at most the one command whose fate is unknown."""
    entries = stored(image)
    count = len(client.acknowledged)
    assert entries[:count] == client.acknowledged
    assert [entry.key for entry in entries[count:]] in ([], [f"command-{count + 1}"])


def resume_and_finish(client: Client) -> None:
    client.store.resume()
    known = len(client.acknowledged)
    for _ in range(3):
        # The refused command is sent again under its id, stored or not.
        client.send()
    client.store.close()
    assert stored(client.store.path) == client.acknowledged
    assert len(client.acknowledged) == known + 3


def opened(path: Path, disk: FaultyDisk) -> SqliteStore:
    """A store, opened again if the disk failed meanwhile: what is there is whole, or not there."""
    try:
        store = SqliteStore(path)
    except StoreError:
        disk.mend()
        store = SqliteStore(path)
    # Copies the log into the file every few commits, so that these writes fail too.
    store._database.execute("PRAGMA wal_autocheckpoint = 20")
    return store


def fail_and_recover(directory: Path, disk: FaultyDisk) -> None:
    directory.mkdir()
    with disk.in_place():
        client = Client(opened(directory / "journal.db", disk))
        if disk.fail_write is not None or disk.fail_sync is not None:
            client.send_until_refused(400)
            check_image(client, crash_image(client.store.path, directory / "image"))
            if disk.fail_write is not None or disk.fail_sync is not None:
                with pytest.raises(StoreError):
                    client.store.resume()
                with pytest.raises(PausedError):
                    client.send()
            disk.mend()
        resume_and_finish(client)
    shutil.rmtree(directory)


def fail_at_writes(directory: Path, fault: Fault, numbers: Iterator[int]) -> int:
    failed = 0
    for number in numbers:
        disk = FaultyDisk()
        disk.fail_write, disk.fault = number, fault
        fail_and_recover(directory / f"{fault}-{number}", disk)
        failed += bool(disk.failed)
    return failed


def fail_at_syncs(directory: Path, numbers: Iterator[int]) -> int:
    failed = 0
    for number in numbers:
        disk = FaultyDisk()
        disk.fail_sync = number
        fail_and_recover(directory / f"sync-{number}", disk)
        failed += bool(disk.failed)
    return failed


@needs_faulty_disk
@pytest.mark.parametrize("fault", ["full", "error", "torn"])
def test_a_write_that_fails_pauses_and_loses_nothing(tmp_path: Path, fault: Fault) -> None:
    assert fail_at_writes(tmp_path, fault, iter(range(1, WRITES, 60))) == 9


@needs_faulty_disk
def test_a_sync_that_fails_pauses_and_loses_nothing(tmp_path: Path) -> None:
    assert fail_at_syncs(tmp_path, iter(range(1, SYNCS, 10))) == 6


@needs_faulty_disk
@pytest.mark.prove
@pytest.mark.parametrize("fault", ["full", "error", "torn"])
def test_each_of_the_first_500_writes_fails(tmp_path: Path, fault: Fault) -> None:
    assert fail_at_writes(tmp_path, fault, iter(range(1, WRITES + 1))) == WRITES


@needs_faulty_disk
@pytest.mark.prove
def test_each_of_the_first_60_syncs_fails(tmp_path: Path) -> None:
    assert fail_at_syncs(tmp_path, iter(range(1, SYNCS + 1))) == SYNCS


@contextmanager
def files_limited_to(size: int) -> Iterator[None]:
    """The kernel refuses writes beyond a size to this process; Python ignores its SIGXFSZ."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_writes_that_the_kernel_refuses_pause_and_lose_nothing(tmp_path: Path) -> None:
    client = Client(SqliteStore(tmp_path / "journal.db"))
    client.send()
    with files_limited_to(200_000):
        client.send_until_refused(400)
        with pytest.raises(PausedError):
            client.send()
        image = crash_image(client.store.path, tmp_path / "image")
    check_image(client, image)
    assert len(client.acknowledged) > 10
    resume_and_finish(client)


def test_a_full_database_pauses_and_loses_nothing(tmp_path: Path) -> None:
    client = Client(SqliteStore(tmp_path / "journal.db"))
    pages = client.store._database.execute("PRAGMA max_page_count = 40").fetchone()
    assert pages == (40,)
    client.send_until_refused(400)
    assert len(client.acknowledged) > 10
    resume_and_finish(client)
