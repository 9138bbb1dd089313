"""A second copy of a journal takes what is new, and nothing that was rewritten."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cardroom.cli import main
from cardroom.store import DamagedError, StoreError, chain, open_reader, open_store
from cardroom.store.following import follow


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
    with pytest.raises(DamagedError, match="the copy has 2 entries, and the original only 1"):
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
