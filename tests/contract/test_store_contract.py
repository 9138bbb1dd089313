"""What every store must do, run against each of them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from cardroom.events.table import MeterPaid
from cardroom.play.inputs import Intervene
from cardroom.store import (
    ORIGIN,
    ConflictError,
    Entry,
    KeyTakenError,
    Store,
    StoreError,
    StreamHead,
    chain,
    documents,
    open_store,
)
from cardroom.store.memory import MemoryStore
from cardroom.store.survey import Survey, survey
from cardroom.table import commands as c
from cardroom.table.floor import Floor
from cardroom.table.journal import read_meter
from cardroom.table.replay import imbalances, replay_journal
from tests.contract.test_store_postgres import server
from tests.meter_tables import NOTHING, TENTH, MeterTables

Opener = Callable[[], Store]


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with server() as address:
        yield address


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Opens the same empty journal each time it is called; memory has only one opening."""
    match request.param:
        case "memory":
            store = open_store(":memory:")
            return lambda: store
        case "sqlite":
            return lambda: open_store(str(tmp_path / "journal.db"))
        case _:
            address = request.getfixturevalue("postgres")
            with psycopg.connect(address, autocommit=True) as database:
                database.execute("DROP TABLE IF EXISTS cardroom_entries, cardroom_journal")
            return lambda: open_store(address)


@pytest.fixture
def store(opener: Opener) -> Iterator[Store]:
    store = opener()
    yield store
    store.close()


def write(
    store: Store, stream: str, *bodies: bytes, key: str | None = None, at: int = 7
) -> tuple[Entry, ...]:
    batch = chain(store.heads(), [(stream, body) for body in bodies], at, key)
    return store.append(batch).result()


def surveyed(store: Store) -> Survey:
    return survey(entry for name in store.heads() for entry in store.read(name))


def test_an_empty_journal_has_no_streams(store: Store) -> None:
    assert store.heads() == {}
    assert list(store.read("table/1")) == []
    assert store.find("k") == ()


def test_what_was_appended_is_read_in_order_and_from_any_place(store: Store) -> None:
    written = write(store, "table/1", b"a", b"", b"\x00\xff" * 5000)
    assert tuple(store.read("table/1")) == written
    assert [entry.seq for entry in store.read("table/1", after=1)] == [2, 3]
    assert list(store.read("table/1", after=3)) == []
    assert store.heads() == {"table/1": written[-1].head}


def test_a_long_stream_is_read_whole(store: Store) -> None:
    write(store, "table/1", *(b"%d" % n for n in range(2500)))
    assert [int(entry.body) for entry in store.read("table/1")] == list(range(2500))
    bodies = [body for page in store.bodies("table/1") for body in page]
    assert bodies == [(7, seq, b"%d" % (seq - 1)) for seq in range(1, 2501)]
    some = [seq for page in store.bodies("table/1", 1200, 1205) for _, seq, _ in page]
    assert some == [1201, 1202, 1203, 1204, 1205]
    assert [body for page in store.bodies("table/2") for body in page] == []


def test_entries_are_joined_in_order(store: Store) -> None:
    write(store, "table/1", *(b"%d" % n for n in range(1500)), at=7)
    write(store, "table/1", b"1500", b"1501", at=9)
    parts = list(store.joined("table/1", 2, 1501))
    assert b",".join(part.bodies for part in parts) == b",".join(b"%d" % n for n in range(2, 1501))
    assert [part.after for part in parts] == [2, *(part.until for part in parts[:-1])]
    assert parts[-1].until == 1501
    assert {part.first for part in parts} == {7}
    assert [part.last for part in parts] == [*(7 for _ in parts[:-1]), 9]
    assert list(store.joined("table/2", 0, 10)) == []


def test_a_batch_reaches_all_its_streams_or_none(store: Store) -> None:
    heads = store.heads()
    write(store, "meter/1", b"first")
    with pytest.raises(ConflictError):
        store.append(chain(heads, [("table/1", b"x"), ("meter/1", b"x")], 1)).result()
    assert set(store.heads()) == {"meter/1"}
    bodies = [("table/1", b"x"), ("meter/1", b"x"), ("table/1", b"y")]
    store.append(chain(store.heads(), bodies, 1)).result()
    assert {name: head.seq for name, head in store.heads().items()} == {"table/1": 2, "meter/1": 2}


def test_a_writer_with_an_old_head_gets_a_conflict(store: Store) -> None:
    first = chain({}, [("table/1", b"mine")], 1)
    second = chain({}, [("table/1", b"yours")], 1)
    store.append(first).result()
    with pytest.raises(ConflictError, match="reload it and decide again"):
        store.append(second).result()
    assert [entry.body for entry in store.read("table/1")] == [b"mine"]


def test_the_right_number_on_another_hash_is_a_conflict(store: Store) -> None:
    write(store, "table/1", b"a")
    with pytest.raises(ConflictError):
        store.append(chain({"table/1": StreamHead(1, bytes(32))}, [("table/1", b"b")], 1)).result()


def test_a_gap_is_a_conflict(store: Store) -> None:
    with pytest.raises(ConflictError):
        store.append(chain({"table/1": StreamHead(4, bytes(32))}, [("table/1", b"b")], 1)).result()
    assert store.heads() == {}


def test_the_same_command_sent_five_times_has_one_effect(store: Store) -> None:
    first = write(store, "table/1", b"deal", b"pay", key="command-1")
    write(store, "table/1", b"other")
    for again in range(4):
        assert write(store, "table/1", b"deal %d" % again, b"pay", key="command-1") == first
    assert store.find("command-1") == first
    assert store.heads()["table/1"].seq == 3


def test_the_same_command_sent_five_times_at_once_has_one_effect(store: Store) -> None:
    batches = [chain({}, [("table/1", b"%d" % n)], n, "command-1") for n in range(5)]
    answers = [store.append(batch) for batch in batches]
    assert len({answer.result() for answer in answers}) == 1
    assert store.heads()["table/1"].seq == 1


def test_a_command_id_belongs_to_its_streams(store: Store) -> None:
    write(store, "table/1", b"a", key="command-1")
    with pytest.raises(KeyTakenError, match=r"command-1 .* table/1"):
        write(store, "table/2", b"a", key="command-1")


def test_a_batch_that_was_not_chained_is_a_programmers_error(store: Store) -> None:
    (entry,) = chain({}, [("table/1", b"a")], 1)
    forged = Entry("table/1", 1, ORIGIN.hash, 1, None, 0, b"b", entry.hash)
    for batch in ((), (forged,), (entry, entry)):
        with pytest.raises(ValueError, match=r"chained|empty"):
            store.append(batch)


@pytest.mark.parametrize("name", ["", "with blank", "ü", "x" * 201, "nul\0"])
def test_names_are_plain(name: str) -> None:
    with pytest.raises(ValueError, match="printable"):
        chain({}, [(name, b"")], 1)
    with pytest.raises(ValueError, match="printable"):
        chain({}, [("table/1", b"")], 1, name)


def test_many_writers_on_many_streams(store: Store) -> None:
    def run(number: int) -> None:
        heads: dict[str, StreamHead] = {}
        stream = f"table/{number}"
        for n in range(30):
            (entry,) = store.append(
                chain(heads, [(stream, b"%d" % n)], n, f"{stream}:{n}")
            ).result()
            heads = {stream: entry.head}

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(run, range(16)))
    assert {head.seq for head in store.heads().values()} == {30}
    found = surveyed(store)
    assert (found.entries, len(found.heads), found.faults) == (480, 16, ())


def test_two_openings_that_race_for_a_stream_both_get_all_their_entries_in(opener: Opener) -> None:
    stores = [opener(), opener()]
    start = threading.Barrier(2)

    def run(number: int) -> int:
        conflicts = written = 0
        start.wait()
        while written < 40:
            batch = chain(stores[number].heads(), [("table/1", b"%d" % number)], 1)
            try:
                stores[number].append(batch).result()
                written += 1
            except ConflictError:
                conflicts += 1
        return conflicts

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(run, range(2)))
    entries = list(stores[0].read("table/1"))
    assert sorted(entry.body for entry in entries) == [b"0"] * 40 + [b"1"] * 40
    assert surveyed(stores[1]).faults == ()
    for store in stores:
        store.close()


def test_a_future_can_be_awaited(store: Store) -> None:
    async def run() -> tuple[Entry, ...]:
        return await asyncio.wrap_future(store.append(chain({}, [("table/1", b"a")], 1)))

    assert asyncio.run(run()) == tuple(store.read("table/1"))


def test_documents_are_found_by_their_digest_and_stored_once(store: Store) -> None:
    name = asyncio.run(documents.put(store, b"[blackjack]\n", 1))
    assert asyncio.run(documents.put(store, b"[blackjack]\n", 2)) == name
    assert documents.get(store, name) == b"[blackjack]\n"
    assert [head.seq for head in store.heads().values()] == [1]
    with pytest.raises(StoreError, match="not in the journal"):
        documents.get(store, "0" * 64)


def test_commits_are_timed_unless_there_are_none(store: Store) -> None:
    noted: list[float] = []
    store.note_commits(noted.append)
    write(store, "table/1", b"a")
    assert len(noted) == (0 if isinstance(store, MemoryStore) else 1)
    assert all(seconds > 0 for seconds in noted)


def test_resuming_a_store_that_is_not_paused_changes_nothing(store: Store) -> None:
    write(store, "table/1", b"a")
    store.resume()
    write(store, "table/1", b"b")
    assert [entry.body for entry in store.read("table/1")] == [b"a", b"b"]


def test_entries_outlive_the_store(opener: Opener) -> None:
    store = opener()
    written = write(store, "table/1", b"a", key="command-1")
    store.close()
    store.close()
    again = opener()
    if again is not store:
        for use in (store.heads, lambda: store.find("k"), lambda: list(store.read("table/1"))):
            with pytest.raises(StoreError, match="the journal is closed"):
                use()
        with pytest.raises(StoreError, match="the journal is closed"):
            store.append(chain({}, [("table/1", b"b")], 1)).result()
    assert tuple(again.read("table/1")) == written
    assert again.find("command-1") == written
    again.close()


def test_tables_of_two_servers_feed_one_meter_and_no_cent_is_lost(opener: Opener) -> None:
    """Each server has its own opening of the journal and its own thread, with two tables."""
    rounds, stores = 6, [opener(), opener()]
    servers = [MeterTables(store, f"server-{number}") for number, store in enumerate(stores)]
    tables = {
        f"{name}{number}": meter_tables
        for number, meter_tables in enumerate(servers)
        for name in "ab"
    }

    def play(server: int) -> None:
        meter_tables, ids = servers[server], [f"{name}{server}" for name in "ab"]
        for id in ids:
            meter_tables.open(id, "blaze", {"blazing_reserve": 5})
        for number in range(rounds):
            for id in ids:
                meter_tables.won(id, TENTH if number == 2 else NOTHING)
            for id in ids:
                if number == 4:
                    meter_tables.do(id, c.Play(Intervene("void-round")), c.EndRound())
                else:
                    meter_tables.finish(id)

    with ThreadPoolExecutor() as threads:
        for done in [threads.submit(play, server) for server in range(len(servers))]:
            done.result()
    book = Floor(stores[0]).meter("blaze")
    assert book is not None
    told = [e for entry in stores[0].read("meter/blaze") for e in read_meter(entry).events]
    awards = sum(event.amount for event in told if isinstance(event, MeterPaid))
    fed = len(tables) * (rounds - 1)
    assert book.meter.amount == 2000_00 + 24 * fed - awards
    assert book.meter.reserve == 5 * fed
    whole = replay_journal(stores[0].heads(), stores[0].read)
    assert whole.differences == ()
    assert list(imbalances(whole.ledger)) == []
    for store in stores:
        store.close()
