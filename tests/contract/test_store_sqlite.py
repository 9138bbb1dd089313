"""What only the SQLite store does: files it refuses, locks, rights and seals."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from cardroom.store import (
    ConflictError,
    DamagedError,
    LockedError,
    NewerJournalError,
    NotAJournalError,
    StoreError,
    chain,
    high_water,
    sqlite,
    sqlite_file,
)
from cardroom.store.seal import seal_of, sealed
from cardroom.store.sqlite import ROWS_MAX, SqliteStore
from cardroom.store.writer import Writer


class Unhurried(Writer):
    """Commits when asked to."""

    def start(self) -> None:
        pass

    def close(self) -> None:
        while self.commit_next():
            pass


def filled(path: Path, count: int = 20) -> SqliteStore:
    store = SqliteStore(path)
    bodies = [(f"table/{n % 3}", b"body %d" % n) for n in range(count)]
    store.append(chain({}, bodies, 1, "command-1")).result()
    return store


def contents(directory: Path) -> dict[str, str]:
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in directory.iterdir()}


def text_file(path: Path) -> None:
    path.write_text("a letter to the regulator\n" * 20)


def empty_file(path: Path) -> None:
    path.touch()


def other_database(path: Path) -> None:
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE recipes (soup TEXT)")
    database.close()


@pytest.mark.parametrize("make", [text_file, empty_file, other_database])
def test_a_file_that_is_no_journal_is_refused_and_not_changed(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    make(path)
    before = contents(tmp_path)
    for opening in (SqliteStore, sqlite_file.open_reader):
        with pytest.raises(NotAJournalError, match="not a journal; it was not changed"):
            opening(path)
    assert contents(tmp_path) == before


def test_a_directory_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotAJournalError, match="cannot be read: Is a directory"):
        SqliteStore(tmp_path)
    with pytest.raises(NotAJournalError, match="no such file"):
        sqlite_file.open_reader(tmp_path / "none.db")
    with pytest.raises(StoreError, match="cannot create the journal: No such file or directory"):
        SqliteStore(tmp_path / "none" / "journal.db")
    assert list(tmp_path.iterdir()) == []


def test_a_newer_journal_is_refused_and_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    filled(path).close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 3")
    database.close()
    before = contents(tmp_path)
    for opening in (SqliteStore, sqlite_file.open_reader):
        with pytest.raises(NewerJournalError, match="journal format 3, known here: 2"):
            opening(path)
    assert contents(tmp_path) == before


def test_a_locked_database_is_reported_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.05)
    store = filled(tmp_path / "journal.db")
    heads = store.heads()
    other = sqlite3.connect(tmp_path / "journal.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    batch = chain(heads, [("table/1", b"late")], 2)
    with pytest.raises(LockedError, match="another program has locked the journal"):
        store.append(batch).result()
    assert store.heads() == heads
    other.execute("ROLLBACK")
    other.close()
    # Nothing was in doubt, so the writer was not paused.
    assert store.append(batch).result() == batch
    store.close()


def test_a_database_that_stays_locked_is_reported_on_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.05)
    path = tmp_path / "journal.db"
    filled(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(LockedError, match="another program has locked the journal"):
        SqliteStore(path)
    other.close()


def test_the_writer_is_durable(tmp_path: Path) -> None:
    store = filled(tmp_path / "journal.db")
    pragmas = {
        name: store._database.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous")
    }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2}
    store.close()


def test_only_the_owner_can_read_a_journal(tmp_path: Path) -> None:
    store = filled(tmp_path / "journal.db")
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    store.close()


def test_two_processes_that_make_the_same_journal_share_it(tmp_path: Path) -> None:
    stores = [SqliteStore(tmp_path / "journal.db") for _ in range(2)]
    stores[0].append(chain({}, [("table/1", b"a")], 1)).result()
    with pytest.raises(ConflictError):
        stores[1].append(chain({}, [("table/1", b"b")], 1)).result()
    for store in stores:
        store.close()
    assert sealed(tmp_path / "journal.db") is True


def test_a_changed_schema_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    filled(path).close()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE more (x)")
    database.close()
    with pytest.raises(DamagedError, match="tables are not the ones this version creates"):
        SqliteStore(path)


def test_a_closed_journal_is_sealed_and_an_open_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    store = filled(path)
    assert not seal_of(path).exists()
    assert sealed(path) is None
    store.close()
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert seal_of(path).read_text() == f"{digest}  journal.db\n"
    before = contents(tmp_path)
    assert sealed(path) is True
    assert contents(tmp_path) == before
    again = SqliteStore(path)
    assert not seal_of(path).exists()
    again.close()


def test_the_first_of_two_to_close_leaves_no_seal(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    first, second = filled(path), SqliteStore(path)
    first.close()
    assert not seal_of(path).exists()
    second.append(chain(second.heads(), [("table/1", b"more")], 1)).result()
    second.close()
    assert sealed(path) is True


def test_a_journal_that_may_not_be_read_is_reported(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    path = tmp_path / "journal.db"
    filled(path).close()
    path.chmod(0)
    with pytest.raises(NotAJournalError, match="cannot be read: Permission denied"):
        SqliteStore(path)


def test_a_writer_notices_what_another_connection_has_written(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    one, two = SqliteStore(path), SqliteStore(path)
    (first,) = one.append(chain({}, [("table/1", b"a")], 1, "k1")).result()
    (second,) = two.append(chain({"table/1": first.head}, [("table/1", b"b")], 2, "k2")).result()
    with pytest.raises(ConflictError):
        one.append(chain({"table/1": first.head}, [("table/1", b"c")], 3, "k3")).result()
    (third,) = one.append(chain({"table/1": second.head}, [("table/1", b"c")], 3, "k3")).result()
    assert [entry.body for entry in two.read("table/1")] == [b"a", b"b", b"c"]
    mark = high_water.read(path)
    assert mark == high_water.HighWater(3, third.hash)
    one.close()
    two.close()


def test_a_command_that_is_decided_again_on_a_later_table_is_done_once(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "journal.db")
    (first,) = store.append(chain({}, [("table/1", b"a")], 1, "k1")).result()
    new = store.append(chain({}, [("table/2", b"new")], 2, "k2"))
    again = store.append(chain({"table/1": first.head}, [("table/1", b"a")], 2, "k1"))
    assert again.result() == (first,)
    assert len(new.result()) == 1
    assert [entry.body for entry in store.read("table/1")] == [b"a"]
    (next_one,) = store.append(chain({"table/1": first.head}, [("table/1", b"b")], 3)).result()
    assert next_one.seq == 2
    store.close()


def test_more_rows_than_a_statement_holds_are_stored_together(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "journal.db")
    count = ROWS_MAX + 1
    bodies = [("table/1", b"%d" % number) for number in range(count)]
    store.append(chain({}, bodies, 1, "k1")).result()
    assert sum(1 for _ in store.read("table/1")) == count
    assert high_water.read(store.path) == high_water.HighWater(count, store.heads()["table/1"].hash)
    store.close()


def test_a_repeated_key_undoes_no_part_of_many_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several statements store the rows: none of those before a refused one may stay behind."""
    monkeypatch.setattr(sqlite, "ROWS_MAX", 1)
    store = SqliteStore(tmp_path / "journal.db", writer=Unhurried)
    writer = store._writer
    assert isinstance(writer, Unhurried)
    first = store.append(chain({}, [("table/1", b"first")], 1, "k1"))
    writer.commit_next()
    heads = store.heads()
    new = store.append(chain({}, [("document/1", b"new")], 1))
    again = store.append(chain(heads, [("table/1", b"again")], 1, "k1"))
    writer.commit_next()
    assert again.result() == first.result()
    assert [entry.body for entry in new.result()] == [b"new"]
    assert [entry.body for entry in store.read("document/1")] == [b"new"]
    store.close()
