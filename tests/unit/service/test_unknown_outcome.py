"""A commit that was stored, though the disk or the database failed before it said so."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

import pytest

from cardroom.service.accounts.roles import Person
from cardroom.service.live.command_auth import CommandRequest
from cardroom.service.live.live_table import LiveTable
from cardroom.service.live.machine import Machine
from cardroom.service.live.new_table import NewTable
from cardroom.service.live.room import Room
from cardroom.service.settings import Settings
from cardroom.store import Entry, PausedError
from cardroom.store.memory import MemoryStore

ANN = Person("ann", "guest")


class Answerless(MemoryStore):
    """While it is `silent`, it stores everything and says that it failed."""

    silent = False

    def append(self, batch: Sequence[Entry]) -> Future[tuple[Entry, ...]]:
        stored = super().append(batch)
        if not self.silent:
            return stored
        failed: Future[tuple[Entry, ...]] = Future()
        failed.set_exception(PausedError("the connection is lost"))
        return failed


async def do(live: LiveTable, key: str, **command: Any) -> int:
    return (await live.command(ANN, CommandRequest(key, command))).seq


async def finish(live: LiveTable, key: str) -> None:
    for number in range(20):
        round = live.table.round
        if round is None or round.over:
            return
        (ask,) = (each for each in round.head.asks if each.box == 4)  # type: ignore[union-attr]
        verb = "decline" if ask.option("decline") else "stand"
        answer = {"input": "answer", "box": 4, "verb": verb}
        await do(live, f"{key}/{number}", command="play", input=answer)


async def evening(unanswered: str) -> LiveTable:
    """Two rounds. In the second, a command is sent again: nobody knew whether it was stored."""
    store = Answerless()
    machine = Machine(open_journal=lambda _name, _blind: store)
    room = Room(Settings(data=None, solver=False, games=()), machine)
    await room.start()
    await room.welcome(ANN)
    live = await room.lobby.open(ANN, NewTable("blackjack"))
    await do(live, "sit", command="sit-down", seat=4)
    await do(live, "buy", command="buy-in", amount=50_000)
    commands: dict[str, dict[str, Any]] = {
        "bet": {"command": "place-bet", "box": 4, "spot": "main", "stake": 500},
        "deal": {"command": "close-bets"},
    }
    for number in range(2):
        for name, command in commands.items():
            key = f"{name}/{number}"
            store.silent = number == 1 and name == unanswered
            if store.silent:
                with pytest.raises(PausedError):
                    await do(live, key, **command)
                store.silent = False
            await do(live, key, **command)
        await finish(live, f"play/{number}")
    await room.stop()
    return live


@pytest.mark.parametrize("unanswered", ["bet", "deal"])
def test_a_command_that_was_stored_without_an_answer_counts_once(unanswered: str) -> None:
    live = asyncio.run(evening(unanswered))
    assert live.table.number == 2
    assert live.table.round is not None
    assert live.table.round.over
