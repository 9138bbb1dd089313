"""Several workers over one database: each table has one owner, and everybody sees the same."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from typing import Any

import psycopg
import pytest

from cardroom.cli import main
from cardroom.store import chain, open_store
from cardroom.store.errors import FencedError, StoreError
from cardroom.store.ownership import _CLAIM, LEASE_SECONDS, Ownership
from cardroom.store.postgres import PostgresStore
from tests.service.running_service import (
    PATIENCE_SECONDS,
    Guest,
    House,
    Table,
    refusal,
    running,
    told_until,
)
from tests.service.test_database import postgres, settings

__all__ = ["postgres"]


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory, postgres: str) -> Iterator[list[House]]:
    """Three workers; the first has opened the room."""
    with ExitStack() as opened:
        given = settings(data=tmp_path_factory.mktemp("room"), database=postgres)
        yield [opened.enter_context(running(given)) for _ in range(3)]


@pytest.fixture
def other_address(postgres: str) -> str:
    """Another database of the same server."""
    return postgres.replace("/postgres?", "/template1?")


def elsewhere(guest: Guest, house: House) -> Guest:
    """The same person, with the same session, at another worker."""
    other = house.nobody()
    other.http.cookies.update(guest.http.cookies)
    return other


def at(table: Table, house: House) -> Table:
    return elsewhere(table.guest, house).at(table)


def eventually(holds: Callable[[], Any]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < until, "it did not come true"
        time.sleep(0.02)


def owners(houses: list[House], id: str) -> list[bool]:
    tables = [house.room.lobby.get(id) for house in houses]
    return [table is not None and table.owned for table in tables]


def test_two_players_and_a_watcher_at_three_workers_see_the_same(houses: list[House]) -> None:
    first, second, third = houses
    table = first.guest().open(bots=0)
    table.sit(seat=2)
    other = second.guest().at(table)
    other.sit(seat=5)
    eventually(lambda: owners(houses, table.id).count(True) == 1)
    watcher = third.guest().at(table)
    with at(table, second).stream() as one, other.stream() as two, watcher.stream() as three:
        for socket in (one, two, three):
            assert json.loads(socket.recv(timeout=PATIENCE_SECONDS))["type"] == "hello"
        table.do("place-bet", box=2, spot="main", stake=1000)
        other.do("place-bet", box=5, spot="main", stake=2000)
        at(table, third).send("close-bets")
        seq = at(other, third).do("close-bets")
        heard = [told_until(socket, seq) for socket in (one, two, three)]
    steps = [
        {
            said["seq"]: [event["event"] for event in said["events"]]
            for said in each
            if "events" in said
        }
        for each in heard
    ]
    common = steps[0].keys() & steps[1].keys() & steps[2].keys()
    assert len(common) >= 3
    assert all(steps[0][seq] == steps[1][seq] == steps[2][seq] for seq in common)

    def same() -> bool:
        # Who is away is known elsewhere a moment later.
        views = [at(table, house).view for house in houses]
        for view in views:
            view.pop("clock", None)
        return bool(views[0] == views[1] == views[2])

    eventually(same)


def test_a_nickname_is_read_and_taken_at_every_worker(houses: list[House]) -> None:
    first, second, third = houses
    table = first.guest().open(bots=0)
    table.sit(seat=2)
    given = {"nickname": "Roaming Ray"}
    mine = elsewhere(table.guest, second).http.post("/api/me/nickname", json=given)
    assert mine.json()["nickname"] == "Roaming Ray"

    def called() -> list[str]:
        return [at(table, house).view["boxes"][1]["name"] for house in houses]

    eventually(lambda: called() == ["Roaming Ray"] * 3)
    other = third.guest().http.post("/api/me/nickname", json={"nickname": "roaming-ray"})
    assert (other.status_code, refusal(other)) == (409, "service.nickname")


def test_any_worker_gives_the_measurements_of_all(houses: list[House]) -> None:
    ids = {house.room.workers.id for house in houses if house.room.workers is not None}

    def measured(house: House) -> set[str]:
        return set(
            re.findall(
                r'cardroom_ready{worker="(.+?)"} 1.0', house.nobody().http.get("/metrics").text
            )
        )

    eventually(lambda: all(measured(house) == ids for house in houses))
    assert len(ids) == len(houses)


def test_a_worker_without_its_database_says_that_it_lives(
    houses: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And that it is not ready: a missing database is no reason to start it again."""
    room = houses[0].room
    assert room.workers is not None

    def gone(*_: object) -> None:
        raise StoreError("PostgreSQL: the connection is lost")

    monkeypatch.setattr(room.workers, "freshen_all", gone)
    monkeypatch.setattr(room.floor.store, "heads", gone)
    monkeypatch.setattr(room.workers._ownership, "in_force", lambda: False)
    http = houses[0].nobody().http
    assert http.get("/health/live").json() == {"status": "live", "why": ""}
    why = {"status": "not ready", "why": "the database does not answer"}
    assert (http.get("/health").status_code, http.get("/health").json()) == (503, why)
    own = f'cardroom_ready{{worker="{room.workers.id}"}} 0.0'
    assert own in http.get("/metrics").text


def test_a_round_is_played_through_any_worker(houses: list[House]) -> None:
    table = houses[0].guest().open()
    table.sit()
    for house in houses:
        at(table, house).round()
    assert table.view["table"]["round"] == 3
    wallets = [elsewhere(table.guest, house).http.get("/api/me").json() for house in houses]
    assert wallets[0] == wallets[1] == wallets[2]


def test_a_worker_that_reads_a_table_too_late_does_not_decide_there(houses: list[House]) -> None:
    table = houses[0].guest().open()
    assert at(table, houses[1]).view["phase"] == "betting"
    workers = houses[1].room.workers
    assert workers is not None
    assert workers._running is not None
    # The first worker had this token, and another one if it has given the table away.
    late = workers._take_over(f"table/{table.id}", 1)
    asyncio.run_coroutine_threadsafe(late, workers._running).result(PATIENCE_SECONDS)
    assert workers._ownership.token(f"table/{table.id}") != 1


def test_an_account_and_a_session_of_one_worker_are_known_at_the_others(
    houses: list[House],
) -> None:
    first, second, third = houses
    player = first.nobody()
    given = {"name": "Everywhere", "password": "correct horse battery"}
    assert player.http.post("/api/register", json=given).status_code == 201
    there = elsewhere(player, second)
    assert there.http.get("/api/me").json()["name"] == "Everywhere"
    assert third.nobody().http.post("/api/register", json=given).status_code == 409
    assert player.http.post("/api/logout").status_code in (200, 204)
    eventually(lambda: "Everywhere" not in there.http.get("/api/me").text)


def school(who: Guest, house: House, path: str, **body: Any) -> Any:
    at = elsewhere(who, house)
    found = []

    def ready() -> bool:
        found.append(at.http.post(f"/api/school/{path}", json=body))
        return found[-1].status_code != 202

    eventually(ready)
    assert found[-1].status_code == 200, found[-1].text
    return found[-1].json()


def test_a_question_is_answered_at_another_worker_than_asked_it(houses: list[House]) -> None:
    first, second, third = houses
    player = first.nobody()
    given = {"name": "Trainee", "password": "correct horse battery"}
    assert player.http.post("/api/register", json=given).status_code == 201
    drill = {"drill": "maxtime-21-pay", "level": "dealer"}
    for who in (first.guest(), player):
        texts = []
        for asking, answering in ((first, second), (second, third), (third, first)):
            asked = school(who, asking, "questions", **drill)
            assert school(who, answering, "questions", **drill)["id"] == asked["id"]
            graded = school(who, answering, "answers", id=asked["id"], given="pay 0.01")
            assert graded["verdict"] == "wrong"
            texts.append(asked["scene"])
            twice = {"id": asked["id"], "given": "pay 0.01"}
            again = elsewhere(who, asking).http.post("/api/school/answers", json=twice)
            assert again.status_code == 409
        # Every worker knows what was asked before.
        assert len({json.dumps(each) for each in texts}) == 3
        for house in houses:
            (done,) = elsewhere(who, house).http.get("/api/school/progress").json()["drills"]
            assert done["asked"] == 3


def test_a_round_of_the_school_is_dealt_at_any_worker(houses: list[House]) -> None:
    first, second, third = houses
    trainee = first.guest()
    dealt = school(trainee, first, "rounds", game="maxtime-21")
    actions, now = f"rounds/{dealt['id']}/actions", dealt
    while not now["over"]:
        for house in (second, third):
            now = school(trainee, house, actions, did="over")
            if now["over"]:
                break
    # Only the last one was right.
    assert now["departures"] == now["due"] - 1
    (table,) = elsewhere(trainee, first).http.get("/api/school/progress").json()["tables"]
    assert table["asked"] == now["due"]


def test_a_worker_that_joins_is_given_its_share_of_the_tables(houses: list[House]) -> None:
    """A worker without a table is as one that has just joined."""
    opened = [houses[0].guest().open(bots=0).id for _ in range(6)]

    def even() -> bool:
        counts = [sum(table.owned for table in house.room.lobby.all()) for house in houses]
        return max(counts) - min(counts) <= 1

    eventually(even)
    eventually(lambda: all(owners(houses, id).count(True) == 1 for id in opened))

    eventually(even)


def test_tables_of_a_worker_that_leaves_are_given_to_others(houses: list[House]) -> None:
    table = houses[0].guest().open()
    table.sit()
    other = at(table, houses[1])
    houses[0].stop()
    eventually(lambda: any(owners(houses[1:], table.id)))
    other.round()
    assert owners(houses[1:], table.id).count(True) == 1


def test_the_journal_of_several_workers_verifies_and_replays(
    houses: list[House], postgres: str
) -> None:
    for house in houses[1:]:
        house.stop()
    assert main(["audit", "verify", postgres]) == 0
    assert main(["audit", "replay", postgres]) == 0


def test_a_row_with_an_old_token_is_refused(other_address: str) -> None:
    with closing(open_store(other_address)) as store, closing(open_store(other_address)) as other:
        assert isinstance(store, PostgresStore)
        assert isinstance(other, PostgresStore)
        one = Ownership(other_address, "one", "http://one", "checkpoints")
        two = Ownership(other_address, "two", "http://two", "checkpoints")
        store.token, other.token = one.token, two.token
        one.beat(claims=True)
        one.open("table/1")
        batch = chain({}, [("table/1", b"a")], 1, blind=store.blind)
        (entry,) = store.append(batch).result()
        heads = {"table/1": entry.head}
        one.beat(claims=True)
        with pytest.raises(FencedError, match="another worker owns table/1"):
            other.append(chain(heads, [("table/1", b"b")], 2, blind=other.blind)).result()
        # A program without any lease is refused as well while the owner lives.
        one.beat(claims=True)
        with closing(open_store(other_address)) as tool, pytest.raises(FencedError):
            tool.append(chain(heads, [("table/1", b"b")], 2, blind=tool.blind)).result()
        time.sleep(LEASE_SECONDS + 0.1)
        assert two.beat(claims=True).owners["table/1"] == ("two", 2)
        two.adopt("table/1", 2)
        # The first still believes that it owns the table.
        assert one.token("table/1") == 1
        with pytest.raises(FencedError):
            store.append(chain(heads, [("table/1", b"b")], 2, blind=store.blind)).result()
        other.append(chain(heads, [("table/1", b"b")], 2, blind=other.blind)).result()
        one.beat(claims=True)
        assert one.token("table/1") is None
        one.leave()
        two.leave()


def test_a_worker_knows_which_tables_it_gave_away(other_address: str) -> None:
    """A beat may have been on its way at that moment, and say that the table is still its own."""
    first = Ownership(other_address, "giver", "http://one", "duty")
    second = Ownership(other_address, "taker", "http://two", "duty")
    first.beat(claims=False)
    second.beat(claims=False)
    first.open("table/given")
    (_, token) = first.beat(claims=False).owners["table/given"]
    assert not first.gave("table/given", token)
    first.give("table/given", "taker")
    assert first.gave("table/given", token)
    second.give("table/given", "giver")
    (owner, token) = first.beat(claims=False).owners["table/given"]
    assert (owner, first.gave("table/given", token)) == ("giver", False)
    first.close("table/given")
    first.leave()
    second.leave()


def test_a_worker_that_comes_back_while_its_tables_are_taken_knows_it(other_address: str) -> None:
    """Or it would refuse commands by tables that have moved on, until its next beat."""
    late = Ownership(other_address, "late", "http://one", "duty")
    late.beat(claims=False)
    late.open("table/late")
    with (
        psycopg.connect(other_address, autocommit=True) as database,
        psycopg.connect(other_address) as taker,
        ThreadPoolExecutor(1) as pool,
    ):
        database.execute("UPDATE cardroom_workers SET until = now() - interval '1 second'")
        taken = taker.execute(_CLAIM, ("taker", 1000)).fetchall()
        assert ("table/late", 2) in taken
        beat = pool.submit(late.beat, claims=False)
        waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
        while not beat.done() and database.execute(waiting).fetchone() == (0,):
            time.sleep(0.01)
        taker.commit()
        beat.result()
        assert late.token("table/late") is None
        database.execute("DELETE FROM cardroom_owners WHERE worker = 'taker'")
    late.leave()


def test_a_table_that_was_lost_while_it_was_read_is_not_taken_up(other_address: str) -> None:
    """Or its worker would show and refuse by what it had read, until its next beat."""
    slow = Ownership(other_address, "slow", "http://one", "duty")
    fast = Ownership(other_address, "fast", "http://two", "duty")
    slow.beat(claims=False)
    slow.open("table/slow")
    (_, token) = slow.beat(claims=False).owners["table/slow"]
    slow.drop("table/slow")  # a write was refused
    with psycopg.connect(other_address, autocommit=True) as database:
        database.execute("UPDATE cardroom_workers SET until = now() - interval '1 second'")
    assert fast.beat(claims=True).owners["table/slow"] == ("fast", token + 1)
    slow.beat(claims=False)
    assert slow.in_force()
    assert not slow.adopt("table/slow", token)
    assert slow.token("table/slow") is None
    fast.close("table/slow")
    slow.leave()
    fast.leave()


def test_a_new_owner_reads_before_it_writes(
    other_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that was taken, or lost and taken again, is not written before it is adopted."""
    with closing(open_store(other_address)) as store:
        assert isinstance(store, PostgresStore)
        first = Ownership(other_address, "first", "http://one", "duty")
        second = Ownership(other_address, "second", "http://two", "duty")
        first.beat(claims=False)
        first.open("table/adopted")
        second.beat(claims=False)
        first.give("table/adopted", "second")
        owner, token = second.beat(claims=False).owners["table/adopted"]
        assert (owner, second.token("table/adopted")) == ("second", None)
        store.token = second.token
        batch = chain({}, [("table/adopted", b"a")], 1)
        with pytest.raises(FencedError):
            store.append(batch).result()
        # Nor where every lease has lapsed, as on a machine without time.
        with psycopg.connect(other_address, autocommit=True) as database:
            database.execute("UPDATE cardroom_workers SET until = now() - interval '1 second'")
        with pytest.raises(FencedError):
            store.append(batch).result()
        second.beat(claims=False)
        assert second.in_force()
        with monkeypatch.context() as later:
            now = time.monotonic()
            later.setattr(time, "monotonic", lambda: now + LEASE_SECONDS)
            assert not second.in_force()
        second.adopt("table/adopted", token)
        assert store.append(batch).result() == batch
        second.give("table/adopted", "first")
        first.give("table/adopted", "second")
        second.beat(claims=False)
        assert second.token("table/adopted") is None, "somebody else may have written meanwhile"
        for each in (first, second):
            each.leave()
