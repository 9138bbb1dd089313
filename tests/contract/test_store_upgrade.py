"""A journal of an older format is read as it is, and upgraded when it is opened for writing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec
import psycopg
import pytest

from cardroom.store import Entry, chain, open_reader, open_store
from cardroom.store import audit as audits
from cardroom.store.journal import NOTHING, digest
from cardroom.store.sqlite_file import APPLICATION_ID, SCHEMAS
from tests.contract.test_store_postgres import server

INSERT = "INSERT INTO entries (stream, seq, prev, at, key, part, body, hash) VALUES "
POSTGRES_1 = """
CREATE TABLE cardroom_journal (format integer PRIMARY KEY, trials bigint NOT NULL);
CREATE TABLE cardroom_entries (
    stream text COLLATE "C" NOT NULL, seq bigint NOT NULL, prev bytea NOT NULL,
    at bigint NOT NULL, key text COLLATE "C", part integer NOT NULL, body bytea NOT NULL,
    hash bytea NOT NULL, PRIMARY KEY (stream, seq));
CREATE UNIQUE INDEX cardroom_commands ON cardroom_entries (key, part) WHERE key IS NOT NULL;
INSERT INTO cardroom_journal VALUES (1, 0)
"""


def first_format(count: int = 5) -> list[Entry]:
    """Entries as the first format had them: without a blinding value."""
    entries: list[Entry] = []
    prev = NOTHING
    for seq in range(1, count + 1):
        entry = Entry("table/1", seq, prev, seq, f"command-{seq}", 0, b"%d" % seq, NOTHING)
        entry = msgspec.structs.replace(entry, hash=digest(entry))
        entries.append(entry)
        prev = entry.hash
    return entries


def fields(entry: Entry) -> tuple[object, ...]:
    return msgspec.structs.astuple(entry)[:8]


def old_file(path: Path) -> list[Entry]:
    entries = first_format()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute("PRAGMA user_version = 1")
        for statement in SCHEMAS[1]:
            database.execute(statement)
        database.execute("PRAGMA journal_mode = WAL")
        marks = "(?, ?, ?, ?, ?, ?, ?, ?)"
        database.executemany(INSERT + marks, map(fields, entries))
    return entries


def format_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        return int(database.execute("PRAGMA user_version").fetchone()[0])


def test_a_file_of_the_first_format_is_read_and_verified_without_a_change(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    entries = old_file(path)
    before = sha256(path.read_bytes()).digest()
    reader = open_reader(str(path))
    assert list(reader.read("table/1")) == entries
    reader.close()
    report = audits.verify_file(path)
    assert (report.entries, report.faults) == (5, ())
    assert sha256(path.read_bytes()).digest() == before


def test_a_file_of_the_first_format_is_upgraded_and_continued(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    entries = old_file(path)
    store = open_store(str(path))
    assert list(store.read("table/1")) == entries
    (more,) = store.append(chain(store.heads(), [("table/1", b"more")], 6)).result()
    store.close()
    assert format_of(path) == 2
    report = audits.verify_file(path)
    assert (report.entries, report.faults) == (6, ())
    again = open_store(str(path))
    assert list(again.read("table/1")) == [*entries, more]
    again.close()


def test_a_new_file_looks_like_an_upgraded_one(tmp_path: Path) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    old_file(old)
    texts = []
    for path in (old, new):
        open_store(str(path)).close()
        with closing(sqlite3.connect(path)) as database:
            texts.append(database.execute("SELECT sql FROM sqlite_schema").fetchall())
    assert texts[0] == texts[1]


def test_two_programs_may_upgrade_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    entries = old_file(path)
    stores = [open_store(str(path)) for _ in range(2)]
    for store in stores:
        assert list(store.read("table/1")) == entries
    for store in stores:
        store.close()


def test_a_blinding_value_that_was_taken_away_is_found(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    store = open_store(str(path))
    store.append(chain({}, [("table/1", b"a")], 1)).result()
    store.close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE entries SET blind = x''")
    kinds = {fault.kind for fault in audits.verify_file(path).faults}
    assert kinds - {"page"} == {"changed"}


def test_a_server_of_the_first_format_is_read_then_upgraded_and_continued() -> None:
    entries = first_format()
    with server() as address:
        with psycopg.connect(address) as database, database.cursor() as cursor:
            cursor.execute(POSTGRES_1)
            marks = ", ".join(["%s"] * 8)
            cursor.executemany(
                f"INSERT INTO cardroom_entries VALUES ({marks})", map(fields, entries)
            )
        reader = open_reader(address)
        assert list(reader.read("table/1")) == entries
        assert audits.verify(reader).faults == ()
        with psycopg.connect(address) as database:
            assert database.execute("SELECT format FROM cardroom_journal").fetchall() == [(1,)]
        store = open_store(address)
        assert list(store.read("table/1")) == entries
        (more,) = store.append(chain(store.heads(), [("table/1", b"more")], 6)).result()
        assert list(store.read("table/1")) == [*entries, more]
        assert audits.verify(store).faults == ()
        store.close()
        assert list(reader.read("table/1")) == [*entries, more]
        reader.close()
        with psycopg.connect(address) as database:
            assert database.execute("SELECT format FROM cardroom_journal").fetchall() == [(5,)]


@pytest.mark.parametrize("version", [0, 3])
def test_a_format_that_is_not_known_is_refused(version: int, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    old_file(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(Exception, match=f"format {version}"):
        open_store(str(path))
