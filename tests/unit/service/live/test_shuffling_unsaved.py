"""A shuffle whose last contribution is known when the disk fails."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

from msgspec.structs import replace

from cardroom.events.shuffle import Contributor
from cardroom.service.live.presence import Presence
from cardroom.service.live.shuffling import Shuffling
from cardroom.service.live.table_lock import TableLock
from cardroom.service.settings import Pace
from cardroom.store import PausedError
from cardroom.table import commands as c
from cardroom.table.table import Shuffle, Table
from tests.primes import PRIMES
from tests.random_play import must

FIRST, SECOND = PRIMES[:2]
MODULUS = f"{FIRST * SECOND:x}"


class UnsavedTable:
    """A table at which nothing can be saved until the disk works again."""

    closed, id = False, "t"

    def __init__(self) -> None:
        opened = must(None, c.OpenTable("t", "blackjack", {}))
        contributors = (Contributor("ann", MODULUS),)
        shuffle = Shuffle(tuple(opened.rules.deck), "", b"", b"", contributors, squarings=4)
        self.table = _with(opened, shuffle)
        self.presence = Presence()
        self.saved: list[c.TableCommand] = []
        self.works = False
        self.woken = 0

    def humans(self) -> set[str]:
        return {"ann"}

    async def submit_now(self, command: c.TableCommand) -> None:
        if not self.works:
            raise PausedError("the disk is full")
        self.saved.append(command)
        self.table = _with(self.table, None)

    def wake(self) -> None:
        self.woken += 1


def _with(table: Table, shuffle: Shuffle | None) -> Table:
    return replace(table, shuffle=shuffle)


def test_a_shuffle_that_cannot_be_saved_is_loaded_when_the_disk_works_again() -> None:
    failures: list[dict[str, Any]] = []

    async def evening() -> UnsavedTable:
        asyncio.get_running_loop().set_exception_handler(lambda _, what: failures.append(what))
        live = UnsavedTable()
        shuffling = Shuffling(live, TableLock(_nothing), Pace(contribution_seconds=0.01))
        await shuffling.mix({"ann"})
        await _squared(shuffling)
        assert live.woken == 0, "it would be squared again and again while nothing is saved"
        live.works = True
        await shuffling.resume()
        await _squared(shuffling)
        assert live.woken == 1
        return live

    (load,) = asyncio.run(evening()).saved
    gc.collect()  # a failure that nobody looked at is reported when its task is collected
    assert isinstance(load, c.LoadShoe)
    assert [each.player for each in load.opened] == ["ann"]
    assert failures == []


async def _nothing() -> None:
    """Nothing more is stored."""


async def _squared(shuffling: Shuffling) -> None:
    assert shuffling._squaring is not None
    await asyncio.wait([shuffling._squaring])
