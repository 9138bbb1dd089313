"""Bits that decay in SQLite's log after a crash: no loss of an acknowledged entry goes unnoticed.

SQLite reads its log up to the first frame that does not match its checksum, and takes that for the
end. So a single bit can silently remove every later commit.
"""

from __future__ import annotations

import random
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from cardroom.store import DamagedError, Entry, StoreError, chain, open_reader, sqlite_file
from cardroom.store.audit import verify_file
from cardroom.store.high_water import Marker, path_of, read
from cardroom.store.sqlite import SqliteStore
from cardroom.store.sqlite_file import wal_of

FILES = ("", "-wal", ".high-water")


@pytest.fixture(scope="module")
def crashed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal as a crash leaves it: some entries in the file, most of them only in the log."""
    folder = tmp_path_factory.mktemp("crashed")
    store = SqliteStore(folder / "live.db")
    sizes = random.Random(3)
    for number in range(60):
        body = sizes.randbytes(sizes.choice([5, 60, 900]))
        bodies = [(f"table/{number % 3}", body), ("cashier", b"+1")]
        store.append(chain(store.heads(), bodies, number, f"c{number}")).result()
        if number == 15:
            store._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for suffix in FILES:
        shutil.copy(folder / f"live.db{suffix}", folder / f"journal.db{suffix}")
    store.close()
    return folder / "journal.db"


def copied(journal: Path, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for suffix in (*FILES, "-shm"):
        target = folder / f"{journal.name}{suffix}"
        target.unlink(missing_ok=True)
        if suffix in FILES:
            shutil.copy(journal.with_name(journal.name + suffix), target)
    return folder / journal.name


def entries(path: Path) -> list[Entry] | None:
    """All entries as a service reads them; None if SQLite itself reports damage."""
    try:
        reader = open_reader(str(path))
    except StoreError:
        return None
    try:
        return [entry for name in sorted(reader.heads()) for entry in reader.read(name)]
    except StoreError:
        return None
    finally:
        reader.close()


def found(path: Path) -> bool:
    try:
        return bool(verify_file(path).faults)
    except StoreError:
        return True


def test_a_crash_without_decay_loses_nothing(crashed: Path, tmp_path: Path) -> None:
    path = copied(crashed, tmp_path)
    report = verify_file(path)
    assert report.faults == ()
    assert (report.entries, report.high_water) == (120, 120)
    store = SqliteStore(path)
    assert store.heads()["cashier"].seq == 60
    store.close()


def test_200_flipped_bits_in_the_log_are_found_or_harmless(crashed: Path, tmp_path: Path) -> None:
    acknowledged = entries(copied(crashed, tmp_path))
    assert acknowledged is not None
    assert len(acknowledged) == 120
    size = wal_of(crashed).stat().st_size
    chance = random.Random(11)
    lost = 0
    for _ in range(200):
        path = copied(crashed, tmp_path)
        place = chance.randrange(size)
        text = bytearray(wal_of(path).read_bytes())
        text[place] ^= 1 << chance.randrange(8)
        wal_of(path).write_bytes(text)
        if entries(path) != acknowledged:
            lost += 1
            assert found(path), f"a flip in byte {place} lost entries and was not found"
    assert lost > 50


def test_a_service_does_not_continue_a_journal_that_has_lost_entries(
    crashed: Path, tmp_path: Path
) -> None:
    path = copied(crashed, tmp_path)
    text = bytearray(wal_of(path).read_bytes())
    text[len(text) // 2] ^= 1
    wal_of(path).write_bytes(text)
    for _ in range(2):
        with pytest.raises(DamagedError, match="acknowledged entries are missing at the end"):
            SqliteStore(path)
    # The operator decides to go on without them.
    path_of(path).unlink()
    store = SqliteStore(path)
    assert 0 < store.heads()["cashier"].seq < 60
    store.close()


def test_what_a_process_stored_last_before_it_died_is_on_the_disk_and_noted_before_it_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = SqliteStore(tmp_path / "live.db")
    live.append(chain({}, [("cashier", b"+1")], 1, "c1")).result()
    with monkeypatch.context() as dying:
        # The process dies after the commit, before it notes it.
        dying.setattr(Marker, "write", lambda *_: None)
        live.append(chain(live.heads(), [("cashier", b"+2")], 2, "c2")).result()
        path = copied(tmp_path / "live.db", tmp_path / "next")
    live.close()
    mark = read(path)
    assert mark is not None
    assert mark.entries == 1
    forced: list[tuple[Path, int, int]] = []
    log_bytes = wal_of(path).stat().st_size

    def sync(file: Path) -> None:
        held = read(path)
        assert held is not None
        forced.append((file, file.stat().st_size, held.entries))

    monkeypatch.setattr(sqlite_file, "sync", sync)
    with closing(SqliteStore(path)) as store:
        assert store.heads()["cashier"].seq == 2
        # The whole log is forced first: a power failure must not leave a mark that is ahead of it.
        assert forced == [(wal_of(path), log_bytes, 1)]
        mark = read(path)
        assert mark is not None
        assert (mark.entries, mark.hash) == (2, store.heads()["cashier"].hash)


@pytest.mark.parametrize("place", [0, 40, 95, 96, 130, 191])
def test_a_mark_that_decays_is_no_false_alarm(crashed: Path, tmp_path: Path, place: int) -> None:
    path = copied(crashed, tmp_path)
    text = bytearray(path_of(path).read_bytes())
    text[place] ^= 1
    path_of(path).write_bytes(text)
    mark = read(path)
    assert mark is not None
    assert mark.entries in (118, 120)
    assert verify_file(path).faults == ()


def test_a_mark_that_is_destroyed_is_reported(crashed: Path, tmp_path: Path) -> None:
    path = copied(crashed, tmp_path)
    path_of(path).write_text("nothing of ours")
    report = verify_file(path)
    assert [fault.kind for fault in report.faults] == ["page"]
    with pytest.raises(DamagedError, match="the high-water mark is damaged; remove this file"):
        SqliteStore(path)
