"""A room in PostgreSQL: everything is in the database, and it moves there and back unchanged."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from cardroom.cli import main
from cardroom.service import backup as rooms
from cardroom.service import move
from cardroom.service.live.room import Room
from cardroom.service.settings import Settings
from cardroom.store import StoreError, StreamHead, open_reader
from cardroom.store.keys import create_key
from tests.contract.test_store_postgres import server
from tests.service.running_service import PASSWORD, SMALL, Guest, House, running
from tests.service.test_backup import Evening, enter

TABLES = "entries, journal, room, keys, people, sessions, links, tables, snapshots, workers, owners"


def settings(**changes: Any) -> Settings:
    """On a fast machine, fifty evenings leave more tables open than a room has at most."""
    guests = msgspec.structs.replace(SMALL.guests, tables_max=10_000)
    return msgspec.structs.replace(SMALL, guests=guests, **changes)


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with server() as address:
        yield address


@pytest.fixture
def address(postgres: str) -> Iterator[str]:
    yield postgres
    with psycopg.connect(postgres, autocommit=True) as database:
        for name in TABLES.split(", "):
            database.execute(f"DROP TABLE IF EXISTS cardroom_{name}")


def heads(name: str) -> dict[str, StreamHead]:
    with closing(open_reader(name)) as reader:
        return reader.heads()


def registered(house: House, name: str) -> Guest:
    player = house.nobody()
    given = {"name": name, "password": PASSWORD}
    assert player.http.post("/api/register", json=given).status_code == 201
    return player


def test_a_room_in_a_database_is_backed_up_and_restored_to_files_or_a_database(
    tmp_path: Path, address: str
) -> None:
    data, copy, new = tmp_path / "room", tmp_path / "copy", tmp_path / "new"
    with running(settings(data=data, database=address)) as house:
        player = registered(house, "Postgrete")
        table = player.open()
        table.sit()
        table.round()
        stack = table.view["me"]["stack"]
        # Only the key and a copy of the last checkpoint are in the folder.
        assert {file.name for file in data.iterdir()} == {"house-key.pem", "checkpoint.json"}
        with pytest.raises(StoreError, match="--database"):
            rooms.backup(data, copy)
        assert main(["backup", str(copy), "--data", str(data), "--database", address]) == 0
        # What is played after the copy is not in it.
        table.round()
    assert main(["restore", str(copy), str(new)]) == 0
    with running(settings(data=new)) as house:
        back = enter(house, "Postgrete").at(table)
        assert (back.view["me"]["stack"], back.view["table"]["round"]) == (stack, 1)
    journal = str(new / "journal.sqlite")
    assert main(["audit", "verify", journal]) == 0
    assert main(["audit", "replay", journal]) == 0
    other = address.replace("/postgres?", "/template1?")
    again = tmp_path / "again"
    assert main(["restore", str(copy), str(again), "--database", other]) == 0
    with running(settings(data=again, database=other)) as house:
        back = enter(house, "Postgrete").at(table)
        assert (back.view["me"]["stack"], back.view["table"]["round"]) == (stack, 1)
        back.round()
    assert main(["audit", "verify", other]) == 0


def test_a_room_moves_to_a_database_and_back_with_equal_heads(tmp_path: Path, address: str) -> None:
    there_and_back(tmp_path, address, 1)


@pytest.mark.prove
def test_a_room_moves_at_fifty_random_moments(tmp_path: Path, address: str) -> None:
    there_and_back(tmp_path, address, 25)


def there_and_back(tmp_path: Path, address: str, times: int) -> None:
    data, dice = tmp_path / "room", random.Random(23)
    names: list[str] = []
    for number in range(times):
        with running(settings(data=data)) as house:
            names += evening(house, dice, number)
            enter(house, names[0]).http.post("/api/me/nickname", json={"nickname": f"Ray {number}"})
        before = heads(str(data / "journal.sqlite"))
        assert main(["move", str(data), address]) == 0
        assert heads(address) == before
        with pytest.raises(StoreError, match="moved to postgresql://"):
            Room(settings(data=data))
        with running(settings(data=data, database=address)) as house:
            for name in names:
                enter(house, name)
            assert enter(house, names[0]).http.get("/api/me").json()["nickname"] == f"Ray {number}"
            names += evening(house, dice, number + 100)
        before = heads(address)
        assert main(["move", address, str(data)]) == 0
        assert heads(str(data / "journal.sqlite")) == before
        with pytest.raises(StoreError, match="moved to"):
            Room(settings(data=tmp_path / "elsewhere", database=address))
        assert main(["audit", "verify", str(data / "journal.sqlite")]) == 0
    assert main(["audit", "replay", str(data / "journal.sqlite")]) == 0
    with running(settings(data=data)) as house:
        assert house.room.nicknames.own(names[0]) == f"Ray {times - 1}"


def evening(house: House, dice: random.Random, number: int) -> list[str]:
    """Play for a moment of random length; the names that were acknowledged."""
    play = Evening(house, number)
    play.prefix = f"P{number}-"
    play.start()
    play.join(0.1 + dice.random() / 2)
    play.over.set()
    play.join(20)
    assert play.failed is None
    return play.names


def test_what_cannot_be_moved_or_opened_is_refused(
    tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "room"
    with running(settings(data=data)) as house:
        with pytest.raises(StoreError, match="another service is using this folder"):
            move.move(str(data), address)
        registered(house, "Somebody")
    other = tmp_path / "other"
    with running(settings(data=other)):
        pass
    move.move(str(other), address)
    with pytest.raises(StoreError, match="holds another journal"):
        move.move(str(data), address)
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    create_key(stranger / "house-key.pem")
    with pytest.raises(StoreError, match="opened with another key; copy"):
        Room(settings(data=stranger, database=address))
    with pytest.raises(StoreError, match="copy the room's house-key"):
        move.move(address, str(stranger))
    with pytest.raises(StoreError, match="give one of each"):
        move.move(str(data), str(other))
    assert main(["run", "--data", address]) == 2
    assert "--database postgresql://" in capsys.readouterr().err
    assert main(["run", "--database", str(data)]) == 2
    assert "give an address such as" in capsys.readouterr().err
    assert not [file for file in tmp_path.iterdir() if file.name.startswith("postgres")]


def test_accounts_of_an_older_room_are_taken_into_the_database(
    tmp_path: Path, address: str
) -> None:
    """Version 0.1.0 kept only the journal in PostgreSQL."""
    data = tmp_path / "room"
    with running(settings(data=data)) as house:
        registered(house, "Early")
    move.move(str(data), address)
    kept = data / "before-move"
    (kept / "people.sqlite").rename(data / "people.sqlite")
    (kept / "tables.sqlite").rename(data / "tables.sqlite")
    with psycopg.connect(address, autocommit=True) as database:
        database.execute("DELETE FROM cardroom_people")
        database.execute("DELETE FROM cardroom_tables")
    with running(settings(data=data, database=address)) as house:
        enter(house, "Early")
    assert not (data / "people.sqlite").exists()
