"""A player's own limits are enforced at the tables."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cardroom.houses.clock import HouseClock
from cardroom.service.live.own_limits import DAY, MINUTE, DayBook, OwnLimitsDesk
from cardroom.store import Entry, Store
from cardroom.table import commands as c
from cardroom.table.cashier import Cashier, OwnLimits
from tests.service.running_service import SMALL, Table, refusal, running
from tests.unit.office.test_daily import HOUR, MORNING, Room


def desk(room: Room, limits: OwnLimits) -> OwnLimitsDesk:
    cashier = Cashier(limits={"ann": (limits,)})
    return OwnLimitsDesk(DayBook(room.store, HouseClock()), lambda: cashier, lambda: room.now)


def seated() -> Room:
    """Ann sits down at 10:00 and buys $100; at 11:00 she cashes $40 and leaves her seat."""
    room = Room()
    room.do("one", c.OpenTable("one", "blackjack"))
    room.give("ann", 500_00)
    room.do("one", c.SitDown("ann", 1), c.BuyIn("ann", 100_00))
    room.now += HOUR
    room.do("one", c.CashOut("ann", 40_00), c.LeaveSeat("ann"))
    return room


def test_what_is_bought_less_what_is_cashed_stays_within_the_limit() -> None:
    room = seated()
    bars = desk(room, OwnLimits(loss=100_00)).bars
    assert bars(c.BuyIn("ann", 40_00)) is None, "$60 of her chips are still on the table"
    room.do("one", c.SitDown("ann", 1), c.BuyIn("ann", 30_00))
    assert bars(c.BuyIn("ann", 10_00)) is None
    refused = bars(c.BuyIn("ann", 10_01))
    assert refused is not None
    assert "ann has set a limit of $100 a day; $10 is left" in str(refused)
    assert bars(c.PlaceBet("ann", 1, "main", 10_00)) is None
    room.now += 24 * HOUR
    assert bars(c.BuyIn("ann", 100_00)) is None, "another day"


class SlowReader:
    """Another thread comes between two entries."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        for entry in self._store.read(stream, after):
            time.sleep(0.002)
            yield entry


def test_entries_count_once_though_two_threads_ask() -> None:
    book = DayBook(SlowReader(seated().store), HouseClock())
    with ThreadPoolExecutor(2) as threads:
        days = list(threads.map(book.day_of, ["ann", "ann"]))
    assert [day.at_risk(0) for day in days] == [60_00, 60_00]


def test_chips_of_an_earlier_day_make_no_room_for_new_ones() -> None:
    room = seated()
    room.now += 24 * HOUR
    room.do("one", c.SitDown("ann", 1), c.CashOut("ann", 60_00))
    bars = desk(room, OwnLimits(loss=100_00)).bars
    assert bars(c.BuyIn("ann", 100_00)) is None
    assert bars(c.BuyIn("ann", 100_01)) is not None


def test_time_counts_while_the_player_has_a_seat() -> None:
    room = seated()
    bars = desk(room, OwnLimits(minutes=90)).bars
    assert bars(c.SitDown("ann", 1)) is None
    room.now += 5 * HOUR
    room.do("one", c.SitDown("ann", 2), c.BuyIn("ann", 10_00))
    room.now += 29 * MINUTE
    assert bars(c.PlaceBet("ann", 2, "main", 10_00)) is None
    room.now += MINUTE
    assert "90 minutes" in str(bars(c.PlaceBet("ann", 2, "main", 10_00)))
    assert bars(c.LeaveSeat("ann")) is None
    assert bars(c.CashOut("ann", 10_00)) is None
    room.now = MORNING + 14 * HOUR
    assert bars(c.SitDown("ann", 3)) is None, "the gaming day began at midnight"


def test_a_wider_limit_waits_a_day() -> None:
    room = seated()
    own = desk(room, OwnLimits(loss=100_00))
    now, later = room.now, room.now + DAY
    assert own.dated("ann", 50_00, None) == (OwnLimits(50_00, None, now),)
    assert own.dated("bob", 50_00, None) == (OwnLimits(50_00, None, now),)
    # The narrower one of two does not wait for the wider one.
    assert own.dated("ann", 100_01, 60) == (
        OwnLimits(100_00, 60, now),
        OwnLimits(100_01, 60, later),
    )


def test_players_set_limits_in_a_running_room() -> None:
    with running(SMALL) as house:
        player = house.person("player")
        answer = player.http.post("/api/me/limits", json={"loss": 60_00, "minutes": None})
        assert answer.json()["loss"] == 60_00
        (room,) = player.http.get("/api/tables").json()
        table = Table(player, room["id"])
        table.do("sit-down", seat=4)
        assert refusal(table.send("buy-in", amount=100_00)) == "office.own-limits"
        table.do("buy-in", amount=60_00)
        wider = player.http.post("/api/me/limits", json={"loss": None, "minutes": 600}).json()
        assert wider["loss"] == 60_00
        assert wider["at_risk"] == 60_00
        assert wider["minutes"] == 600
        assert (wider["coming"]["loss"], wider["coming"]["minutes"]) == (None, 600)
        assert refusal(table.send("buy-in", amount=1_00)) == "office.own-limits"
