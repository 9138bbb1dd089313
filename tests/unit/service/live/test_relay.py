"""Commands go to the owner of a table; one that may have lost it does not refuse them."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from cardroom.play.round import Refusal
from cardroom.service import errors
from cardroom.service.accounts.roles import Person
from cardroom.service.errors import ServiceError
from cardroom.service.live import relay
from cardroom.service.live.machine import Machine
from cardroom.service.live.new_table import NewTable
from cardroom.service.live.relay import Relay
from cardroom.service.live.room import Room
from cardroom.service.settings import Settings
from cardroom.store.memory import MemoryStore
from cardroom.table import Envelope
from cardroom.table.commands import Pause
from cardroom.table.floor import HOUSE, Floor, Receipt

ANSWER = object()
MARK = "what only workers know"


class Owner:
    """A table that refuses what it is asked at first."""

    id = "one"
    owned = True

    def __init__(self, refusals: int, news: int) -> None:
        self._refusals, self._news = refusals, news

    async def follow_news(self) -> bool:
        """Whether the journal has more than the table knew."""
        self._news -= 1
        return self._news >= 0

    async def command(self, _person: object, _request: object) -> object:
        if self._refusals:
            self._refusals -= 1
            raise ServiceError(409, Refusal(errors.JOURNAL, "no wager on the layout"))
        return ANSWER


async def asked(refusals: int, *, in_force: bool, news: int = 0) -> object:
    workers: Any = SimpleNamespace(decides=lambda _live: in_force, owner_address=lambda _id: None)
    sender = Relay(workers, None, MARK)
    try:
        live: Any = Owner(refusals, news)
        request: Any = SimpleNamespace(headers={}, cookies={})
        nothing: Any = None
        return await sender.command(live, nothing, nothing, request)
    finally:
        await sender.close()


def test_a_worker_whose_lease_is_in_force_refuses() -> None:
    with pytest.raises(ServiceError):
        asyncio.run(asked(1, in_force=True))


def test_a_refusal_by_a_table_that_has_moved_on_does_not_count() -> None:
    assert asyncio.run(asked(1, in_force=True, news=1)) is ANSWER


def test_one_that_was_stopped_too_long_decides_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "AGAIN_SECONDS", 0.0)
    monkeypatch.setattr(relay, "encode", lambda _: b"")
    assert asyncio.run(asked(1, in_force=False)) is ANSWER


async def followed(*, elsewhere: bool) -> bool:
    """Whether there was anything to follow after one more move at a table."""
    store = MemoryStore()
    machine = Machine(open_journal=lambda _name, _blind: store)
    room = Room(Settings(data=None, solver=False, games=()), machine)
    await room.start()
    opener = Person("ann", "guest")
    await room.welcome(opener)
    live = await room.lobby.open(opener, NewTable("blackjack"))
    async with live.lock:
        if elsewhere:
            moved = await Floor(store).ask(live.id, Envelope("pause", HOUSE, Pause("a spill")))
            assert isinstance(moved, Receipt)
        following = asyncio.create_task(live.follow_news())
        await asyncio.sleep(0)
        if not elsewhere:
            await live.submit_now(Pause("a spill"))
    found = await following
    assert live.table.paused
    await room.stop()
    return found


@pytest.mark.parametrize("elsewhere", [True, False])
def test_what_a_worker_did_itself_meanwhile_is_no_news(elsewhere: bool) -> None:
    assert asyncio.run(followed(elsewhere=elsewhere)) is elsewhere


async def looked() -> bool:
    """Whether a table is kept waiting where nobody has stored anything."""
    room = Room(Settings(data=None, solver=False, games=()))
    await room.start()
    opener = Person("ann", "guest")
    await room.welcome(opener)
    live = await room.lobby.open(opener, NewTable("blackjack"))
    async with live.lock:
        found = await live.follow_news()
    await room.stop()
    return found


def test_without_news_a_refusal_waits_for_no_table() -> None:
    assert not asyncio.run(looked())


@pytest.mark.parametrize(
    ("header", "relayed"), [(MARK, True), ("1", False), ("", False), (None, False), ("é", False)]
)
def test_only_a_worker_relays(header: str | None, relayed: bool) -> None:
    """Anybody can send the header, and would be missing in the audit log."""

    async def found() -> bool:
        workers: Any = None
        sender = Relay(workers, None, MARK)
        try:
            headers = {} if header is None else {relay.RELAYED: header}
            asked: Any = SimpleNamespace(headers=headers)
            return sender.relayed(asked)
        finally:
            await sender.close()

    assert asyncio.run(found()) is relayed
