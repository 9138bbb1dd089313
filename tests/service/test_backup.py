"""The whole room, copied while people play, and opened again somewhere else."""

from __future__ import annotations

import random
import shutil
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cardroom.cli import main
from cardroom.progress import Tell
from cardroom.service import backup as rooms
from cardroom.store import StoreError, archive, open_reader
from cardroom.store.turns import check_version
from cardroom.table.journal import TABLES, fold
from cardroom.table.table import Table
from tests.service.running_service import (
    PASSWORD,
    Guest,
    House,
    refusal,
    running,
    with_settings,
)
from tests.staff import hire

MOST_TABLES = 60
"""That stay open at a time: a room has a limit."""


class Evening(threading.Thread):
    """People who register, open tables, play and leave, one after the other, until told to stop."""

    def __init__(self, house: House, seed: int) -> None:
        super().__init__(daemon=True)
        self._house, self._dice = house, random.Random(seed)
        self.over = threading.Event()
        self.names: list[str] = []
        """Accounts that were acknowledged, in this order; so are the tables."""
        self.tables: dict[str, str] = {}
        self.failed: BaseException | None = None
        self.prefix = "Player-"

    def run(self) -> None:
        try:
            while not self.over.is_set():
                self._visit(f"{self.prefix}{len(self.names) + 1}")
        except BaseException as wrong:
            self.failed = wrong

    def _visit(self, name: str) -> None:
        player = self._house.nobody()
        given = {"name": name, "password": PASSWORD}
        assert player.http.post("/api/register", json=given).status_code == 201
        self.names.append(name)
        table = player.open()
        table.sit()
        self.tables[table.id] = name
        for _ in range(self._dice.randrange(3)):
            if self.over.is_set():
                return
            table.round()
        if self._dice.random() < 0.5 or len(self.tables) >= MOST_TABLES:
            del self.tables[table.id]
            assert player.http.delete(table.url).status_code in (200, 202)


def folded(folder: Path) -> dict[str, Table]:
    """Tables that are open in the copied journal, computed without the service."""
    tables: dict[str, Table] = {}
    with closing(open_reader(str(folder / "journal.sqlite"))) as store:
        for stream in store.heads():
            if stream.startswith(TABLES):
                *_, last = fold(store.read(stream))
                table = last.after
                if not table.closed:
                    tables[table.id] = table
    return tables


def rehearse(tmp: Path, moments: int, seed: int) -> None:
    dice = random.Random(seed)
    data = tmp / "room"
    settings = with_settings(data=data)
    copies: list[tuple[Path, list[str], dict[str, str]]] = []
    with running(settings) as house:
        key = hire(house.room.people, "the-floor", PASSWORD, "floor")
        assert key
        evening = Evening(house, seed)
        evening.start()
        for number in range(moments):
            time.sleep(dice.random() * 0.4)
            before = list(evening.names), dict(evening.tables)
            copy = tmp / f"copy-{number}"
            rooms.backup(data, copy)
            copies.append((copy, *before))
        evening.over.set()
        evening.join(60)
        assert evening.failed is None, evening.failed
    for number, (copy, names, tables) in enumerate(copies):
        again = tmp / f"again-{number}"
        rooms.restore(copy, again, renew_key=bool(number % 2))
        check(again, names, tables, dice)
        shutil.rmtree(again)
        shutil.rmtree(copy)


def check(data: Path, names: list[str], tables: dict[str, str], dice: random.Random) -> None:
    copied = folded(data)
    journal = str(data / "journal.sqlite")
    assert main(["audit", "verify", journal]) == 0
    with running(with_settings(data=data)) as house:
        lobby = {row["id"]: row for row in house.guest().http.get("/api/tables").json()}
        assert set(copied) <= set(lobby)
        for name in dice.sample(names, min(3, len(names))):
            stranger = house.nobody().http.post(
                "/api/register", json={"name": name.upper(), "password": PASSWORD}
            )
            assert (stranger.status_code, refusal(stranger)) == (409, "service.name")
            assert enter(house, name).http.get("/api/me").json()["wallet"] >= 0
        staff = {"name": "the-floor", "password": PASSWORD}
        assert refusal(house.nobody().http.post("/api/login", json=staff)) == "service.code"
        for id, name in tables.items():
            before = copied.get(id)
            if before is None or name not in before.stacks:
                continue
            again = house.room.floor.table(id)
            assert again is not None
            # Somebody who was leaving may have chips there, and no longer a seat.
            assert again.seats == before.seats
            assert again.stacks[name] == before.stacks[name]
    assert main(["audit", "verify", journal]) == 0
    assert main(["audit", "replay", journal]) == 0
    assert main(["audit", "accounts", journal]) == 0


def enter(house: House, name: str) -> Guest:
    somebody = house.nobody()
    answer = somebody.http.post("/api/login", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return somebody


def test_a_room_is_backed_up_while_people_play(tmp_path: Path) -> None:
    rehearse(tmp_path, moments=2, seed=1)


def closed(data: Path, id: str) -> bool:
    asks = "SELECT 1 FROM tables WHERE id = ? AND closed_at IS NOT NULL"
    with closing(sqlite3.connect(data / "tables.sqlite")) as book:
        return book.execute(asks, (id,)).fetchone() is not None


def test_a_table_that_opens_and_closes_during_a_backup_is_as_the_journal_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, copy, again = tmp_path / "room", tmp_path / "copy", tmp_path / "again"
    right = archive.backup
    opened: list[str] = []
    with running(with_settings(data=data)) as house:
        guest = house.guest()

        def meanwhile(journal: Path, target: Path, tell: Tell) -> object:
            opened.append(guest.open().id)
            copied = right(journal, target, tell)
            assert guest.http.delete(f"/api/tables/{opened[0]}").status_code == 200
            while not closed(data, opened[0]):
                time.sleep(0.01)
            return copied

        monkeypatch.setattr(archive, "backup", meanwhile)
        rooms.backup(data, copy)
    monkeypatch.undo()
    rooms.restore(copy, again)
    assert opened[0] in folded(again)
    with running(with_settings(data=again)) as house:
        assert house.room.lobby.get(opened[0]) is not None


@pytest.mark.prove
def test_a_room_is_backed_up_at_fifty_moments(tmp_path: Path) -> None:
    rehearse(tmp_path, moments=50, seed=2)


def test_a_backup_is_for_its_owner_only_and_replaces_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copy = tmp_path / "room", tmp_path / "copy"
    with running(with_settings(data=data)) as house:
        house.guest().open()
    (data / "houses").mkdir()
    (data / "houses" / "mine.toml").write_text('title = "Mine"\ngame = []\n')
    assert main(["backup", str(copy), "--data", str(data)]) == 0
    assert "verified" in capsys.readouterr().out
    kept = sorted(copy.rglob("*"))
    names = {str(file.relative_to(copy)) for file in kept}
    assert {"journal.sqlite", "people.sqlite", "tables.sqlite", "house-key.pem"} <= names
    assert {"checkpoint.json", "houses/mine.toml"} <= names
    for file in (copy, *(each for each in kept if each.name != "journal.sqlite.sha256")):
        assert not file.stat().st_mode & 0o077, file
    assert main(["backup", str(copy), "--data", str(data)]) == 2
    assert main(["restore", str(copy), str(data)]) == 2
    assert main(["restore", str(tmp_path), str(tmp_path / "new")]) == 2
    said = capsys.readouterr().err
    assert "already exists; it was not changed" in said
    assert "this is not a backup of a room" in said
    # A copy that has decayed is not restored.
    with (copy / "journal.sqlite").open("r+b") as opened:
        opened.seek(9000)
        opened.write(b"decay")
    with pytest.raises(StoreError):
        rooms.restore(copy, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_the_new_key_continues_where_the_old_one_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copy, new = tmp_path / "room", tmp_path / "copy", tmp_path / "new"
    with running(with_settings(data=data)) as house:
        table = house.guest().open()
        table.sit()
        table.round()
    rooms.backup(data, copy)
    assert main(["restore", str(copy), str(new), "--new-key"]) == 0
    with running(with_settings(data=new)) as house:
        house.guest().open()
    journal = str(new / "journal.sqlite")
    old, fresh = str(new / "house-key-1.pem"), str(new / "house-key.pem")
    assert Path(old).read_bytes() == (data / "house-key.pem").read_bytes()
    assert Path(old).read_bytes() != Path(fresh).read_bytes()
    assert main(["audit", "verify", journal]) == 0
    assert main(["audit", "verify", journal, "--key-file", old, "--key-file", fresh]) == 0
    capsys.readouterr()
    for one in (old, fresh):
        assert main(["audit", "verify", journal, "--key-file", one]) == 1
        said = capsys.readouterr().err
        assert "signed with a key that is not the house's" in said
        assert "--key OLD --key NEW" in said


def test_accounts_that_are_older_than_the_journal_lose_no_name(tmp_path: Path) -> None:
    """Somebody restores one file from an older copy. Names and wallets stay whose they are."""
    data = tmp_path / "room"
    with running(with_settings(data=data)) as house:
        house.room.people.register("Early", PASSWORD)
    older = (data / "people.sqlite").read_bytes()
    with running(with_settings(data=data)) as house:
        given: Any = {"name": "Late", "password": PASSWORD}
        assert house.nobody().http.post("/api/register", json=given).status_code == 201
    (data / "people.sqlite").write_bytes(older)
    with running(with_settings(data=data)) as house:
        assert house.nobody().http.post("/api/register", json=given).status_code == 409
        enter(house, "Early")
        # The operator or an administrator gives the person a link.
        link = house.room.people.make_link("Late")
        redeemed = {"link": link, "password": PASSWORD}
        assert house.nobody().http.post("/api/password/link", json=redeemed).status_code == 200
        assert enter(house, "Late").http.get("/api/me").json()["wallet"] == 100_000


def test_a_table_between_journal_and_book_is_taken_up(tmp_path: Path) -> None:
    data = tmp_path / "room"
    with running(with_settings(data=data)) as house:
        table = house.guest().open(title="Between")
        table.sit()
        id, name = table.id, table.guest.name
    with closing(sqlite3.connect(data / "tables.sqlite")) as book:
        book.execute("DELETE FROM tables WHERE id = ?", (id,))
        book.commit()
    with running(with_settings(data=data)) as house:
        live = house.room.lobby.get(id)
        assert live is not None
        assert live.listing.title == "Between"
        assert name in live.table.seats.values()


def test_a_version_of_sqlite_that_is_too_old_is_refused() -> None:
    check_version((3, 37, 0))
    with pytest.raises(StoreError, match=r"SQLite 3\.37\.0 or newer; .* has 3\.36\.1"):
        check_version((3, 36, 1))
