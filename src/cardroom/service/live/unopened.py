"""Contributions to shuffles that nobody opened: what they are, and who is not asked again.

Finding one takes minutes of squaring. It changes no card, but its table waits; somebody could sit
down at every table and open nothing. So it is done in a process of its own, one at a time, and
a player who did not open a contribution is left out of the next shuffles.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable
from typing import Final

import msgspec

from cardroom.fairness.contribution import squared_out
from cardroom.service.coach.workers import Worker

LEFT_OUT_SECONDS: Final = 600.0
ADDRESS_SECONDS: Final = 3600.0
ADDRESS_MAX: Final = 3
"""Unopened contributions of one address in this time: one person can be many guests."""
HERE_MAX: Final = 1 << 15
"""Squarings that take less time than starting a process: a tenth of a second."""
AGAIN_SECONDS: Final = 1.0
_log = logging.getLogger(__name__)


class SquaringPuzzle(msgspec.Struct, frozen=True):
    modulus: str
    squarings: int


class Unopened:
    """For all tables of a room."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._players: dict[str, float] = {}
        """Until when each is left out."""
        self._addresses: dict[str, list[float]] = {}
        """When each has left a contribution unopened."""
        self._worker = Worker("squaring", compute)

    def note(self, player: str, address: str) -> None:
        """This player has not opened a contribution; the address is empty if it is not known."""
        now = self._clock()
        self._players = {name: until for name, until in self._players.items() if until > now}
        self._players[player] = now + LEFT_OUT_SECONDS
        lately = {
            place: [at for at in times if at > now - ADDRESS_SECONDS]
            for place, times in self._addresses.items()
        }
        self._addresses = {place: times for place, times in lately.items() if times}
        if address:
            self._addresses.setdefault(address, []).append(now)

    def asks(self, player: str, address: str) -> bool:
        """Whether the player's page is asked to contribute."""
        now = self._clock()
        lately = [at for at in self._addresses.get(address, ()) if at > now - ADDRESS_SECONDS]
        return self._players.get(player, now) <= now and len(lately) < ADDRESS_MAX

    async def value(self, modulus: str, squarings: int) -> str:
        """The contribution of a modulus, by squaring; all in hex."""
        question = msgspec.json.encode(SquaringPuzzle(modulus, squarings))
        if squarings <= HERE_MAX:
            return (await asyncio.to_thread(compute, question, lambda _: None)).decode()
        while True:
            try:
                return (await self._worker.ask(question, lambda _: None)).decode()
            except (EOFError, OSError):
                _log.warning("the process that computes contributions has ended; it starts again")
                await asyncio.sleep(AGAIN_SECONDS)

    def close(self) -> None:
        self._worker.close()


def compute(question: bytes, _told: Callable[[bytes], None]) -> bytes:
    asked = msgspec.json.decode(question, type=SquaringPuzzle)
    if asked.squarings > HERE_MAX:
        # The tables, whose players wait for an answer, go first.
        os.nice(19)
    return squared_out(int(asked.modulus, 16), asked.squarings, lambda _: None).hex().encode()
