"""A second copy of a journal takes what is new, and nothing that was rewritten."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cardroom.cli import main
from cardroom.store import DamagedError, StoreError, chain, open_reader, open_store
from cardroom.store.following import follow
from tests.contract.test_store_postgres import server
from tests.unit.service.accounts.test_erasure import BY, NAME, evening


def written(path: Path, *bodies: bytes) -> None:
    with closing(open_store(str(path))) as store:
        for number, body in enumerate(bodies):
            batch = chain(store.heads(), [("table/1", body), ("cashier", body)], number)
            store.append(batch).result()


def copied(path: Path, copy: Path) -> int:
    with closing(open_reader(str(path))) as source:
        return follow(source, copy)


def test_a_copy_takes_what_is_new_and_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, copy = tmp_path / "journal.sqlite", tmp_path / "copy.sqlite"
    written(path, b"a", b"b")
    assert main(["audit", "follow", str(path), str(copy), "--once"]) == 0
    assert "4 entries added" in capsys.readouterr().out
    written(path, b"c")
    assert copied(path, copy) == 2
    assert copied(path, copy) == 0
    with closing(open_reader(str(path))) as one, closing(open_reader(str(copy))) as two:
        assert one.heads() == two.heads()
        assert list(one.read("table/1")) == list(two.read("table/1"))
    assert copy.stat().st_mode & 0o077 == 0


def test_a_rewritten_or_shortened_original_is_noticed(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.sqlite", tmp_path / "copy.sqlite"
    written(path, b"a", b"b")
    copied(path, copy)
    kept = copy.read_bytes()
    other = tmp_path / "other.sqlite"
    written(other, b"a", b"x", b"y")
    with pytest.raises(DamagedError, match="another entry than the copy"):
        copied(other, copy)
    short = tmp_path / "short.sqlite"
    written(short, b"a")
    with pytest.raises(DamagedError, match="the original has 1 of the 2 entries of the copy"):
        copied(short, copy)
    assert main(["audit", "follow", str(short), str(copy), "--once"]) == 1
    assert copy.read_bytes() == kept


def test_an_entry_that_was_changed_is_not_copied(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.sqlite", tmp_path / "copy.sqlite"
    written(path, b"a", b"b")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE entries SET body = x'00' WHERE stream = 'cashier' AND seq = 2")
    with pytest.raises(DamagedError, match="cashier 2: does not follow"):
        copied(path, copy)
    with pytest.raises(StoreError, match="no such file"):
        copied(tmp_path / "nothing.sqlite", copy)


def test_names_are_erased_from_a_copy_only_where_its_keeper_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room, copy, late = tmp_path / "room", tmp_path / "copy.sqlite", tmp_path / "late.sqlite"
    room.mkdir()
    journal = evening(room)
    copied(journal, copy)
    kept = copy.read_bytes()
    assert main(["office", "erase", str(journal), NAME, *BY]) == 0
    follow_it = ["audit", "follow", str(journal), str(copy), "--once"]
    assert main(follow_it) == 1
    assert "by ada and abe: asked for it" in capsys.readouterr().err
    assert copy.read_bytes() == kept
    assert main([*follow_it, "--take-erasures"]) == 0
    assert main([*follow_it[:-2], str(late), "--once", "--take-erasures"]) == 0
    for each in (copy, late):
        assert main(["audit", "verify", str(each)]) == 0
        with closing(open_reader(str(each))) as reader:
            for stream in reader.heads():
                for entry in reader.read(stream):
                    assert NAME.lower().encode() not in entry.body.lower()


def test_content_that_no_erasure_recorded_is_not_taken(tmp_path: Path) -> None:
    room, copy = tmp_path / "room", tmp_path / "copy.sqlite"
    room.mkdir()
    journal = evening(room)
    copied(journal, copy)
    kept = copy.read_bytes()
    assert main(["office", "erase", str(journal), NAME, *BY]) == 0
    with closing(sqlite3.connect(journal)) as database, database:
        database.execute(
            "UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), '10000', '90000') AS BLOB)"
            " WHERE blind = CAST('erased' AS BLOB)"
        )
    with (
        closing(open_reader(str(journal))) as source,
        pytest.raises(DamagedError, match="not those that were recorded"),
    ):
        follow(source, copy, "taken")
    assert copy.read_bytes() == kept


def test_a_journal_in_postgresql_is_followed(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with server() as address:
        with closing(open_store(address)) as store:
            for number in range(3):
                batch = chain(store.heads(), [("table/1", b"%d" % number)], number)
                store.append(batch).result()
        assert main(["audit", "follow", address, str(copy), "--once"]) == 0
        with closing(open_reader(address)) as one, closing(open_reader(str(copy))) as two:
            assert one.heads() == two.heads()
        assert main(["audit", "verify", str(copy)]) == 0
        assert main(["audit", "follow", address, str(copy), "--once"]) == 0
