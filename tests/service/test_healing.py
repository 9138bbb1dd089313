"""A full disk and a database that restarts: the tables wait, say so, and continue by themselves."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from cardroom.ledger import Ledger, post
from cardroom.service.live.live_table import STOPPED
from cardroom.store import Reader, open_reader
from cardroom.store.audit import verify
from cardroom.table import journal
from tests.contract.test_store_postgres import restartable
from tests.faults.test_disk import files_limited_to
from tests.service.running_service import (
    PATIENCE_SECONDS,
    Guest,
    House,
    Table,
    heard,
    refusal,
    running,
    with_settings,
)


def until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not done():
        assert time.monotonic() < deadline, "it does not continue by itself"
        time.sleep(0.05)


def refused(answer: httpx.Response) -> None:
    assert answer.status_code == 503, answer.text
    assert refusal(answer) == "service.journal"
    assert answer.json()["refusal"]["why"] == STOPPED
    assert int(answer.headers["retry-after"]) > 0


def why(socket: Any) -> str:
    """The reason in the next view that a stream shows."""
    while True:
        message = heard(socket)
        if "view" in message:
            return str(message["view"].get("why", ""))


def everybody_is_told(house: House, table: Table, socket: Any) -> None:
    """Players, viewers, new guests, and people who want to register or open a table."""
    refused(table.send("place-bet", key="bet", box=4, spot="main", stake=1000))
    until(lambda: why(socket) == STOPPED)
    view = table.view
    assert (view["phase"], view["why"]) == ("paused", STOPPED)
    refused(house.nobody().http.post("/api/guest"))
    given = {"name": "Late.Comer", "password": "nine of diamonds"}
    refused(house.nobody().http.post("/api/register", json=given))
    refused(table.guest.http.post("/api/tables", json={"game": "blackjack"}))
    refused(table.guest.http.delete(table.url))
    rows = table.guest.http.get("/api/tables").json()
    assert {row["phase"] for row in rows} == {"paused"}


def play_continues(house: House, table: Table, socket: Any) -> None:
    """Without anybody's help, and the refused bet counts once."""
    until(lambda: why(socket) == "")
    assert table.view["phase"] == "betting"
    assert table.send("place-bet", key="bet", box=4, spot="main", stake=1000).status_code == 200
    assert [bet["stake"] for bet in table.view["bets"]] == [1000]
    table.do("close-bets")
    table.finish()
    assert house.guest().name.startswith("guest-")


def balanced(store: Reader) -> None:
    ledger = Ledger()
    for stream in sorted(store.heads()):
        for entry in store.read(stream):
            if stream.startswith(journal.TABLES):
                name = stream.removeprefix(journal.TABLES)
                ledger = post(ledger, name, journal.read_table(entry).events)
            elif stream == journal.CASHIER:
                ledger = post(ledger, "", journal.read_cashier(entry).events)
    assert ledger.total == 0
    assert verify(store).faults == ()


def outage(house: House, begin: Callable[[], None], end: Callable[[], object]) -> None:
    guest: Guest = house.guest()
    table = guest.open(title="Corner table")
    table.sit()
    with table.stream() as socket:
        begin()
        try:
            everybody_is_told(house, table, socket)
        finally:
            end()
        play_continues(house, table, socket)


def test_a_full_disk_pauses_the_tables_until_there_is_space(tmp_path: Path) -> None:
    with running(with_settings(data=tmp_path)) as house:
        limits = files_limited_to(1)
        outage(house, limits.__enter__, lambda: limits.__exit__(None, None, None))
    store = open_reader(str(tmp_path / "journal.sqlite"))
    balanced(store)
    store.close()


def test_a_database_that_restarts_pauses_the_tables_until_it_answers(tmp_path: Path) -> None:
    with restartable() as database:
        with running(with_settings(data=tmp_path, database=database.address)) as house:
            outage(house, database.stop, database.start)
        store = open_reader(database.address)
        balanced(store)
        store.close()
    assert not (tmp_path / "journal.sqlite").exists()


def _bought(table: Table, key: str) -> bool:
    return table.send("buy-in", key=key, amount=100).status_code == 200


@pytest.mark.prove
def test_many_short_outages_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    with running(with_settings(data=tmp_path)) as house:
        table = house.guest().open(title="Corner table")
        table.sit(chips=90_000)
        acknowledged: dict[str, int] = {}
        for number in range(60):
            key = f"limits-{number}"
            with files_limited_to(1):
                assert table.send("buy-in", key=key, amount=100).status_code == 503
            until(partial(_bought, table, key))
            acknowledged[key] = table.send("buy-in", key=key, amount=100).json()["seq"]
        assert len(set(acknowledged.values())) == 60
        assert table.view["me"]["stack"] == 96_000
