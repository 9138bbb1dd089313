"""Snapshots are a cache: with all, some, or none of them, a table and its rounds are the same."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from cardroom.games import registry
from cardroom.play.round import Refusal
from cardroom.store import Store, StreamHead
from cardroom.store.keys import SigningKey, create_key
from cardroom.store.memory import MemoryStore
from cardroom.table import Envelope, desks
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.desks import TableDesk
from cardroom.table.floor import HOUSE, Floor
from cardroom.table.snapshots import FILE, Snapshots, open_file
from tests.floor_calls import do, do_cashier
from tests.proofs import later
from tests.random_play import anything

PLAYERS = ["ann", "bob", "cat"]


def played(floor: Floor, game: str, chance: Random, rounds: int) -> None:
    """A table where people do what comes to their mind; most of it is refused by nobody."""
    for player in PLAYERS:
        do_cashier(floor, f"money/{player}", HOUSE, Deposit(player, 10_000_000))
    opened = do(floor, "t", Envelope("open", HOUSE, c.OpenTable("t", game, dealing="by-hand")))
    assert not isinstance(opened, Refusal), opened
    for number in range(10_000):
        table = floor.table("t")
        assert table is not None
        if table.number >= rounds:
            return
        command = anything(table, PLAYERS, chance)
        do(floor, "t", Envelope(f"c{number}", HOUSE, command))


def facts(desk: TableDesk) -> object:
    assert desk.table is not None
    rounds = [list(desk.steps(number)) for number in range(desk.table.number + 1)]
    return desk.table, desk.head, list(desk.past), desk.rulings, rounds


def opened(store: Store, folder: Path, key: SigningKey) -> tuple[object, int]:
    """What a table is when it is read again, and how many entries it began after."""
    rows = open_file(folder)
    snapshots = Snapshots(rows, key.author)
    try:
        desk = TableDesk(store, "t", snapshots)
        found = snapshots.find("table/t")
        return facts(desk), found.seq if found else 0
    finally:
        snapshots.flush()
        snapshots.close()
        rows.close()


def tamper(folder: Path, chance: Random) -> None:
    """Change every snapshot a little: its bytes, its place, or the entry it names."""
    with sqlite3.connect(folder / FILE) as database:
        for stream, seq, body in database.execute("SELECT stream, seq, body FROM snapshots"):
            changed = bytearray(body)
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
            what, value = chance.choice(
                [("body = ?", bytes(changed)), ("hash = ?", bytes(32)), ("number = number + ?", 1)]
            )
            where = "WHERE stream = ? AND seq = ?"
            database.execute(f"UPDATE snapshots SET {what} {where}", (value, stream, seq))
    database.close()


QUICK = ("blackjack", "texas-holdem")


@pytest.mark.parametrize(
    "game", [game if game in QUICK else later(game) for game in registry.games()]
)
def test_a_table_is_the_same_with_and_without_snapshots(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "SPARSE", 2)
    monkeypatch.setattr(desks, "RECENT", 1)
    chance, store, key = Random(game), MemoryStore(), create_key(tmp_path / "key.pem")
    rows = open_file(tmp_path)
    snapshots = Snapshots(rows, key.author)
    played(Floor(store, snapshots=snapshots), game, chance, rounds=7)
    snapshots.flush()
    kept = rows.find("SELECT seq FROM snapshots WHERE stream = ?", "table/t")
    assert kept, "no round was finished"
    snapshots.close()
    rows.close()
    plain = facts(TableDesk(store, "t"))
    assert opened(store, tmp_path, key) == (plain, max(seq for (seq,) in kept))
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("DELETE FROM snapshots WHERE abs(random() % 2) = 0")
    database.close()
    assert opened(store, tmp_path, key)[0] == plain
    tamper(tmp_path, chance)
    stranger = create_key(tmp_path / "stranger.pem")
    assert opened(store, tmp_path, stranger)[0] == plain
    (tmp_path / FILE).write_bytes(b"not a database, but long enough to be taken for one" * 100)
    assert opened(store, tmp_path, key)[0] == plain
    for file in tmp_path.glob(FILE + "*"):
        file.unlink()
    assert opened(store, tmp_path, key)[0] == plain


def test_a_snapshot_that_was_changed_is_not_used(tmp_path: Path) -> None:
    key, chance = create_key(tmp_path / "key.pem"), Random(5)
    store = MemoryStore()
    rows = open_file(tmp_path)
    snapshots = Snapshots(rows, key.author)
    floor = Floor(store, snapshots=snapshots)
    for number in range(1000):
        do_cashier(floor, f"d{number}", HOUSE, Deposit("ann", 100))
    snapshots.flush()
    found = snapshots.find("cashier")
    assert found is not None
    assert found.seq == 1000
    assert Floor(store, snapshots=snapshots).wallet("ann") == 100_000
    tamper(tmp_path, chance)
    assert snapshots.find("cashier") is None
    assert Floor(store, snapshots=snapshots).wallet("ann") == 100_000
    snapshots.close()
    rows.close()


def test_a_snapshot_of_another_journal_is_not_used(tmp_path: Path) -> None:
    """The same key wrote it, but the journal was restored from an older copy and went on."""
    key = create_key(tmp_path / "key.pem")
    rows = open_file(tmp_path)
    snapshots = Snapshots(rows, key.author)
    for amount in (100, 200):
        store = MemoryStore()
        floor = Floor(store, snapshots=snapshots)
        for number in range(1000):
            do_cashier(floor, f"d{number}", HOUSE, Deposit("ann", amount))
        snapshots.flush()
        assert Floor(store, snapshots=snapshots).wallet("ann") == amount * 1000
    snapshots.close()
    rows.close()


class Counted(Snapshots):
    """Notes the last round of each snapshot that it is given."""

    def __init__(self, folder: Path, key: SigningKey) -> None:
        self.rows, self.numbers = open_file(folder), list[int]()
        super().__init__(self.rows, key.author)

    def put(
        self,
        stream: str,
        head: StreamHead,
        number: int,
        encode: Callable[[], bytes | None],
        each: int = 1,
    ) -> None:
        self.numbers.append(number)
        super().put(stream, head, number, encode, each)


def test_reading_a_long_journal_makes_only_the_snapshots_that_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "RECENT", 2)
    monkeypatch.setattr(desks, "SPARSE", 4)
    store = MemoryStore()
    played(Floor(store), "blackjack", Random(1), 11)
    snapshots = Counted(tmp_path, create_key(tmp_path / "key.pem"))
    desk = TableDesk(store, "t", snapshots)
    assert desk.table is not None
    assert snapshots.numbers == [4, 8, desk.table.number - 1]
    snapshots.close()
    snapshots.rows.close()
