"""The questions of player drills that are ready, for each person.

A request takes a question that is ready and never waits for the solver. The next two are computed
while the person still thinks about this one. They do not depend on the answer: a case that is
missed comes up again only after two other questions.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final, Protocol

import msgspec

from cardroom.school.course import Posed
from cardroom.school.progress import INTERVALS
from cardroom.service.school.player_process import PlayerAsk, PlayerReply, answered
from cardroom.service.school.records import forget

READY: Final = 1 + INTERVALS[0]
"""The question that is due, and those that its answer cannot change."""
STOCKS_MAX: Final = 500
"""Of people who may have gone, too."""
MOMENT_SECONDS: Final = 0.03
"""A question that needs no odds is there within a moment; for others the page asks again."""


class Computes(Protocol):
    """What computes questions, elsewhere."""

    async def compute(self, asked: PlayerAsk) -> PlayerReply: ...
    def close(self) -> None: ...


class QuestionStock:
    """Of one person, drill, level, and house; the first question that is ready is due."""

    def __init__(self, computes: Computes, asked: PlayerAsk) -> None:
        self._computes, self._asked = computes, asked
        self._ready: list[Posed] = []
        self._filling: asyncio.Task[None] | None = None
        self._why = ""

    async def due(self, asked: PlayerAsk) -> PlayerReply | None:
        """None while it is being computed."""
        self._advance(asked)
        if self._filling is None and len(self._ready) < READY:
            self._filling = asyncio.create_task(self._fill())
        if not self._ready and self._filling is not None:
            await asyncio.wait([self._filling], timeout=MOMENT_SECONDS)
        if self._ready:
            return PlayerReply((self._ready[0],))
        why, self._why = self._why, ""
        return PlayerReply(why=why) if why else None

    def cancel(self) -> None:
        if self._filling is not None:
            self._filling.cancel()

    def _advance(self, asked: PlayerAsk) -> None:
        """What was answered since is no longer due; if other cases were, nothing is ready."""
        while self._ready and len(self._asked.seen) < len(asked.seen):
            self._asked = self._expected(1)
            del self._ready[0]
        if _cases(self._asked) != _cases(asked):
            self._ready.clear()
        self._asked = asked

    def _expected(self, count: int) -> PlayerAsk:
        """After some of the questions that are ready."""
        seen = self._asked.seen
        for posed in self._ready[:count]:
            seen = answered(seen, posed)
        return msgspec.structs.replace(self._asked, seen=seen)

    async def _fill(self) -> None:
        try:
            while len(self._ready) < READY:
                count = READY - len(self._ready)
                wanted = msgspec.structs.replace(self._expected(READY), count=count)
                found = await self._computes.compute(wanted)
                if found.why:
                    self._why = found.why
                    return
                if _cases(self._expected(READY)) == _cases(wanted):
                    self._ready += found.posed
        finally:
            self._filling = None


class PlayerStocks:
    """To be called in the event loop."""

    def __init__(self, computes: Computes) -> None:
        self._computes = computes
        self._stocks: OrderedDict[tuple[str, str, str, bytes], QuestionStock] = OrderedDict()

    async def due(self, person: str, asked: PlayerAsk) -> PlayerReply | None:
        """The question that is due; None while it is being computed."""
        key = (person, asked.drill, asked.level, msgspec.json.encode(asked.posting))
        if key not in self._stocks:
            self._stocks[key] = QuestionStock(self._computes, asked)
            forget(self._stocks, STOCKS_MAX)
        self._stocks.move_to_end(key)
        return await self._stocks[key].due(asked)

    async def close(self) -> None:
        for stock in self._stocks.values():
            stock.cancel()
        await asyncio.to_thread(self._computes.close)


def _cases(asked: PlayerAsk) -> tuple[str, ...]:
    """What was asked; how it was answered does not matter yet."""
    return tuple(each.stratum for each in asked.seen)
