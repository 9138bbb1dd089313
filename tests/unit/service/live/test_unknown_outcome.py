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
from cardroom.service.settings import Pace, Settings
from cardroom.store import Entry, PausedError
from cardroom.store.memory import MemoryStore
from cardroom.table.shuffler import committed_shoe

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
    """Two rounds. A command is sent again: nobody knew what was stored of it."""
    store = Answerless()
    machine = Machine(open_journal=lambda _name, _blind: store)
    pace = Pace(contribution_seconds=0.0, return_seconds=0.0)
    room = Room(Settings(data=None, solver=False, games=(), pace=pace), machine)
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
            store.silent = key == unanswered
            if store.silent:
                with pytest.raises(PausedError):
                    await do(live, key, **command)
                store.silent = False
            await do(live, key, **command)
        await finish(live, f"play/{number}")
    await room.stop()
    return live


# The cards are shuffled before the first bet; before the second, the last round is cleared.
@pytest.mark.parametrize("unanswered", ["bet/0", "bet/1", "deal/1"])
def test_a_command_that_was_stored_without_an_answer_counts_once(unanswered: str) -> None:
    live = asyncio.run(evening(unanswered))
    assert live.table.number == 2
    assert live.table.round is not None
    assert live.table.round.over


async def bet_into_a_shuffle() -> LiveTable:
    """A worker that takes a table over in the middle of a shuffle: the bet comes at once."""
    pace = Pace(contribution_seconds=0.0, return_seconds=0.0)
    room = Room(Settings(data=None, solver=False, games=(), pace=pace))
    await room.start()
    await room.welcome(ANN)
    live = await room.lobby.open(ANN, NewTable("blackjack"))
    # So that the house does not shuffle by itself, as it would do soon.
    live.owned = False
    await do(live, "sit", command="sit-down", seat=4)
    await do(live, "buy", command="buy-in", amount=50_000)
    await live.submit_now(committed_shoe(live.table))
    await do(live, "bet", command="place-bet", box=4, spot="main", stake=500)
    await room.stop()
    return live


def test_a_bet_waits_for_a_shuffle_that_was_interrupted() -> None:
    live = asyncio.run(bet_into_a_shuffle())
    assert [bet.stake for bet in live.table.bets] == [500]
