"""A worker whose lease may have lapsed shows no table that it has not read again."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from cardroom.service.live.workers import Workers


class Watched:
    """A table of this worker, and how often it was read."""

    id = "one"
    owned = True
    reads = 0

    async def follow(self) -> None:
        self.reads += 1


@pytest.mark.parametrize(
    ("owned", "in_force", "reads"), [(True, True, 0), (True, False, 1), (False, True, 1)]
)
def test_only_the_owner_shows_a_table_without_reading(
    owned: bool, in_force: bool, reads: int
) -> None:
    live = Watched()
    live.owned = owned

    async def shown() -> None:
        ownership: Any = SimpleNamespace(in_force=lambda: in_force)
        workers = Workers("", ownership)
        room: Any = SimpleNamespace(live=lambda _id: live)
        workers._room = room
        await workers.fresh("one")

    asyncio.run(shown())
    assert live.reads == reads
