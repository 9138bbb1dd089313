"""Questions to the laboratory wait in lanes: one process each, and everybody's turn in rotation."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable
from typing import Final

from cardroom.service.coach.workers import Compute, Worker

SECONDS_MAX: Final = 300.0
"""A question that takes longer is given up, and its process ended; a lane may have its own."""
_log = logging.getLogger(__name__)


class Ticket:
    """One question, from the moment it is asked until it is answered."""

    def __init__(
        self, owner: str, question: bytes, wanted: Callable[[], bool], told: Callable[[bytes], None]
    ) -> None:
        self.owner, self.question, self.wanted, self.told = owner, question, wanted, told
        self.answer: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()


class Lane:
    """One process. The next question is that of the owner who was served longest ago."""

    def __init__(self, name: str, compute: Compute, seconds_max: float = SECONDS_MAX) -> None:
        self._name, self._compute, self._seconds_max = name, compute, seconds_max
        self._worker: Worker | None = None
        self._waiting: list[Ticket] = []
        self._served: dict[str, int] = {}
        self._count = itertools.count(1)
        self._running: asyncio.Task[None] | None = None
        self._closed = False

    def warm(self) -> None:
        if self._worker is None and not self._closed:
            self._worker = Worker(self._name, self._compute)
            self._worker.warm()

    async def ask(self, ticket: Ticket) -> bytes | None:
        """The answer; None if it was given up, or nobody wants it any longer."""
        if self._closed:
            return None
        self._waiting.append(ticket)
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._serve())
        return await ticket.answer

    async def close(self) -> None:
        self._closed = True
        if self._running is not None:
            self._running.cancel()
        self._give_up()
        for ticket in self._waiting:
            ticket.answer.cancel()

    async def _serve(self) -> None:
        while self._waiting:
            ticket = min(self._waiting, key=lambda each: self._served.get(each.owner, 0))
            self._waiting.remove(ticket)
            if ticket.answer.done():
                continue
            if not ticket.wanted():
                ticket.answer.set_result(None)
                continue
            self._served[ticket.owner] = next(self._count)
            answer = await self._exchange(ticket)
            if not ticket.answer.done():
                ticket.answer.set_result(answer)
        self._served.clear()

    async def _exchange(self, ticket: Ticket) -> bytes | None:
        worker = self._worker = self._worker or Worker(self._name, self._compute)
        try:
            async with asyncio.timeout(self._seconds_max):
                return await worker.ask(ticket.question, ticket.told)
        except TimeoutError:
            _log.warning("%s: a question took more than %d seconds", self._name, self._seconds_max)
            self._give_up()
        except (EOFError, OSError) as broken:
            if not self._closed:
                _log.warning("%s: the process ended: %s", self._name, str(broken) or "no answer")
        return None

    def _give_up(self) -> None:
        if self._worker is not None:
            self._worker.close()
            self._worker = None
