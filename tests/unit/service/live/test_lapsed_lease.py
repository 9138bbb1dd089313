"""A worker that may have lost a table neither shows it unread nor takes it back."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from cardroom.service.live.room import Room
from cardroom.service.live.workers import Workers
from cardroom.service.settings import Settings
from cardroom.store.ownership import Fleet


class Watched:
    """A table of this worker, and how often it was read."""

    id = "one"
    owned = True
    reads = 0

    def __init__(self) -> None:
        self.presence: Any = SimpleNamespace(forget=lambda _alive: None)

    async def follow(self) -> None:
        self.reads += 1

    def take_over(self) -> None:
        self.owned = True


@pytest.mark.parametrize(
    ("owned", "token", "in_force", "reads"),
    [(True, 1, True, 0), (True, 1, False, 1), (True, None, True, 1), (False, None, True, 1)],
)
def test_only_the_owner_shows_a_table_without_reading(
    owned: bool, token: int | None, in_force: bool, reads: int
) -> None:
    live = Watched()
    live.owned = owned

    async def shown() -> None:
        ownership: Any = SimpleNamespace(in_force=lambda: in_force, token=lambda _stream: token)
        workers = Workers("", ownership)
        room: Any = SimpleNamespace(live=lambda _id: live)
        workers._room = room
        await workers.fresh("one")

    asyncio.run(shown())
    assert live.reads == reads


@pytest.mark.parametrize("gave", [True, False])
def test_a_table_that_was_given_away_is_not_taken_back_by_an_older_beat(gave: bool) -> None:
    live = Watched()
    live.owned = False

    async def applied() -> None:
        ownership: Any = SimpleNamespace(
            worker="me",
            duty="duty",
            token=lambda _stream: None,
            gave=lambda _stream, _token: gave,
            adopt=lambda _stream, _token: True,
        )
        workers = Workers("", ownership)
        room: Any = SimpleNamespace(live=lambda _id: live, all_tables=lambda: (live,))
        workers._room = room
        workers.fleet = Fleet({"me": "http://me"}, {"table/one": ("me", 5)})
        await workers._apply()

    asyncio.run(applied())
    assert live.owned is not gave


@pytest.mark.parametrize("in_force", [True, False])
def test_a_worker_without_its_database_is_not_ready(in_force: bool) -> None:
    """Even if it has nothing to write just now."""

    async def not_ready() -> str:
        room = Room(Settings(data=None, solver=False, games=()))
        await room.start()
        ownership: Any = SimpleNamespace(in_force=lambda: in_force)
        room.workers = Workers("", ownership)
        why = room.not_ready()
        room.workers = None
        await room.stop()
        return why

    assert asyncio.run(not_ready()) == ("" if in_force else "the database does not answer")
