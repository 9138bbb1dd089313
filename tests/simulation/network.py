"""The network between people and the service: late, lost, doubled, out of order, and cut."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any, Final

from tests.simulation.schedule import Schedule
from tests.simulation.service import Service, scope_of

TIMEOUT_SECONDS: Final = 8.0
Reply = Callable[[int, bytes, str], None]


class Network:
    def __init__(
        self, schedule: Schedule, seed: str, service: Callable[[], Service | None]
    ) -> None:
        self.schedule, self._seed, self.service = schedule, seed, service
        self._numbers = count(1)
        self.kind = True
        """Nothing is lost or doubled; set aside while the people come in and at the end."""

    def chance(self) -> tuple[str, Random]:
        """A name and chances of its own for everything that is sent: which viewer is served first
        must not matter."""
        name = f"sent-{next(self._numbers):06d}"
        return name, Random(f"{self._seed}/{name}")

    def delay(self, chance: Random) -> float:
        return chance.random() * (0.01 if self.kind else 0.15)

    def request(self, method: str, path: str, token: str, body: bytes, reply: Reply) -> None:
        """Over HTTP: each request by itself. Status 0 is no answer."""
        name, chance = self.chance()
        answered = False

        def once(status: int, text: bytes, cookie: str) -> None:
            nonlocal answered
            if not answered:
                answered = True
                reply(status, text, cookie)

        fate = 1.0 if self.kind else chance.random()
        if fate >= 0.06:
            for _ in range(2 if fate < 0.12 else 1):
                later = self.schedule.now + self.delay(chance)
                self.schedule.at(
                    later, name, lambda: self._arrive(name, chance, method, path, token, body, once)
                )
        self.schedule.at(self.schedule.now + TIMEOUT_SECONDS, name, lambda: once(0, b"", ""))

    def _arrive(
        self,
        name: str,
        chance: Random,
        method: str,
        path: str,
        token: str,
        body: bytes,
        reply: Reply,
    ) -> None:
        service = self.service()
        if service is None or not service.ready:
            return
        lost = not self.kind and chance.random() < 0.06
        back = self.delay(chance)

        def done(status: int, text: bytes, cookie: str) -> None:
            if not lost and self.service() is service:
                later = self.schedule.now + back
                self.schedule.at(later, name, lambda: reply(status, text, cookie))

        service.request(scope_of("http", path, token, method), body, done)


class Link:
    """One stream, as the transport below a WebSocket: in order, until it is cut."""

    def __init__(
        self,
        network: Network,
        table: str,
        token: str,
        after: int | None,
        heard: Callable[[bytes], None],
        ended: Callable[[], None],
        sent: Callable[[bytes], None],
        arrived: Callable[[str], None],
    ) -> None:
        """`heard` is given what reaches the page and `arrived` what reaches the service; `sent` is
        given what the service sends, whether it arrives or not."""
        self._network, self._heard, self._ended, self._sent = network, heard, ended, sent
        self._arrived = arrived
        self.name, self._chance = network.chance()
        self._inbox: deque[dict[str, Any]] = deque([{"type": "websocket.connect"}])
        self._wake: asyncio.Event | None = None
        self._room: asyncio.Event | None = None
        self.open = True
        """As the page sees it."""
        self._cut = False
        self._up = self._down = network.schedule.now
        self._service = network.service()
        assert self._service is not None
        query = "" if after is None else f"from={after}"
        scope = scope_of("websocket", f"/api/tables/{table}/stream", token, query=query)
        self._wake, self._room = asyncio.Event(), asyncio.Event()
        self._room.set()
        self._service.stream(scope, self._receive, self._send)

    def say(self, frame: str) -> None:
        self._up = max(self._up, self._network.schedule.now + self._network.delay(self._chance))
        message = {"type": "websocket.receive", "text": frame}
        self._network.schedule.at(self._up, self.name, lambda: self._arrive(message))

    def cut(self) -> None:
        """What is on its way is lost. The service hears of it later."""
        self._cut = True
        self._over()
        later = self._network.schedule.now + self._chance.random() * 3
        over = {"type": "websocket.disconnect", "code": 1006}
        self._network.schedule.at(later, self.name, lambda: self._arrive(over))

    def stall(self) -> None:
        """The page takes nothing more for now."""
        assert self._room is not None
        self._room.clear()

    def go_on(self) -> None:
        assert self._room is not None
        self._room.set()

    def die(self) -> None:
        """The service has died."""
        self._cut = True
        self._over()

    def _over(self) -> None:
        if self.open:
            self.open = False
            self._ended()

    def _arrive(self, message: dict[str, Any]) -> None:
        if self._network.service() is not self._service:
            return
        if self._cut and message["type"] != "websocket.disconnect":
            return
        if "text" in message:
            self._arrived(message["text"])
        self._inbox.append(message)
        assert self._wake is not None
        self._wake.set()

    async def _receive(self) -> dict[str, Any]:
        assert self._wake is not None
        while not self._inbox:
            self._wake.clear()
            await self._wake.wait()
        return self._inbox.popleft()

    async def _send(self, message: dict[str, Any]) -> None:
        assert self._room is not None
        await self._room.wait()
        schedule = self._network.schedule
        if self._network.service() is not self._service:
            return
        if message["type"] == "websocket.send":
            text = message["text"].encode()
            self._sent(text)
            self._down = max(self._down, schedule.now + self._network.delay(self._chance))
            schedule.at(self._down, self.name, lambda: self._deliver(text))
        elif message["type"] == "websocket.close":
            self._down = max(self._down, schedule.now + self._network.delay(self._chance))
            schedule.at(self._down, self.name, self._over)

    def _deliver(self, text: bytes) -> None:
        if not self._cut:
            self._heard(text)
