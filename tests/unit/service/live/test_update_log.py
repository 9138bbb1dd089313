"""The updates of a table for viewers who come back."""

from __future__ import annotations

import asyncio

from cardroom.service.live.update_log import UpdateLog
from cardroom.service.view.views import Moment
from cardroom.store.memory import MemoryStore
from cardroom.table import Envelope, commands
from cardroom.table.floor import HOUSE, Floor, Receipt


def test_after_a_restart_the_last_step_still_comes_with_its_events() -> None:
    async def come_back() -> None:
        store = MemoryStore()
        floor = Floor(store)
        given: tuple[commands.TableCommand, ...] = (
            commands.OpenTable("t", "blackjack"),
            commands.SitDown("ann", 1),
            commands.SitDown("bob", 2),
        )
        moments, facts = [], []
        for number, command in enumerate(given):
            answer = await floor.ask("t", Envelope(f"k{number}", HOUSE, command))
            assert isinstance(answer, Receipt)
            assert answer.table is not None
            moments.append(Moment(answer.seq, answer.table))
            facts.append(answer.events)
        log = UpdateLog(store, "t", moments[-1])
        (last,) = await log.since(moments[-2])
        assert last.moment.seq == 3
        assert last.events == facts[-1]
        assert (await log.moment_at(3)) == moments[-1]
        assert (await log.moment_at(2)).table == moments[-2].table

    asyncio.run(come_back())
