"""Copies of a journal: taken while it is written to, and put back."""

from __future__ import annotations

import shutil
import threading
import time
from pathlib import Path

import pytest

from cardroom.progress import ProgressNotice
from cardroom.store import ORIGIN, DamagedError, StoreError, StreamHead, archive, chain
from cardroom.store.archive import backup, restore
from cardroom.store.audit import verify, verify_file
from cardroom.store.sqlite import SqliteStore
from tests.contract.test_store_sqlite import filled


@pytest.mark.parametrize("pages", [1, archive.PAGES])
def test_a_backup_while_writing_is_one_moment_of_the_journal(
    pages: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if it is copied page by page, with entries between them."""
    monkeypatch.setattr(archive, "PAGES", pages)
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    store = SqliteStore(path)
    done = threading.Event()

    def write() -> None:
        heads: dict[str, StreamHead] = {}
        n = 0
        while not done.is_set():
            n += 1
            batch = chain(heads, [("table/1", b"%d" % n), ("meter/1", b"%d" % n)], n, f"c{n}")
            store.append(batch).result()
            heads = {entry.stream: entry.head for entry in batch}

    writer = threading.Thread(target=write)
    writer.start()
    while store.heads().get("table/1", ORIGIN).seq < 200:
        time.sleep(0.01)
    told: list[ProgressNotice] = []

    def tell(notice: ProgressNotice) -> None:
        told.append(notice)
        # The journal goes on between the first pages.
        before = store.heads()["table/1"].seq
        while pages == 1 and len(told) < 5 and store.heads()["table/1"].seq == before:
            time.sleep(0.001)

    backup(path, copy, tell)
    # No page is copied again because of what was written meanwhile.
    assert [each.done for each in told] == sorted({each.done for each in told})
    assert pages > 1 or len(told) > 5
    later = store.heads()["table/1"].seq
    done.set()
    writer.join()
    store.close()
    report = verify_file(copy)
    assert report.faults == ()
    assert report.sealed is True
    assert 0 < report.entries <= 2 * later
    copied = SqliteStore(copy)
    heads = copied.heads()
    assert heads["table/1"].seq == heads["meter/1"].seq
    copied.close()


def test_a_backup_is_restored_and_written_on(tmp_path: Path) -> None:
    path, copy, back = (tmp_path / name for name in ("journal.db", "copy.db", "back.db"))
    store = filled(path)
    heads = store.heads()
    store.close()
    backup(path, copy)
    assert restore(copy, back).entries == 20
    again = SqliteStore(back)
    assert again.heads() == heads
    again.append(chain(heads, [("table/1", b"on")], 3)).result()
    assert verify(again).faults == ()
    again.close()
    assert back.stat().st_mode & 0o777 == 0o600


def test_copies_never_replace_a_file(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    filled(path).close()
    copy.write_text("precious")
    with pytest.raises(StoreError, match="already exists; it was not changed"):
        backup(path, copy)
    with pytest.raises(StoreError, match="already exists; it was not changed"):
        restore(path, copy)
    assert copy.read_text() == "precious"


def test_a_damaged_backup_is_not_restored(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.db", tmp_path / "copy.db"
    filled(path).close()
    shutil.copy(path, copy)
    bytes_ = bytearray(copy.read_bytes())
    place = bytes_.index(b"body 7")
    bytes_[place] ^= 1
    copy.write_bytes(bytes_)
    with pytest.raises(DamagedError, match="was not restored: table/1 3"):
        restore(copy, tmp_path / "back.db")
    assert not (tmp_path / "back.db").exists()
