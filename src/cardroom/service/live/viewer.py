"""Streams: one per viewer, each with a bounded queue."""

from __future__ import annotations

import asyncio
from collections import deque

from cardroom.service.accounts.roles import Person
from cardroom.service.settings import Streams
from cardroom.service.view.standing import Permissions


class Viewer:
    """The messages still to be sent on one stream. The table writes, the stream's task reads.

    The table never waits for a viewer: one that leaves too much unread is sent a bye, and
    reconnects from the last step it has seen.
    """

    def __init__(self, person: Person, bounds: Streams, address: str = "") -> None:
        self.person, self.address = person, address
        self.standing = Permissions(person.name, person.role)
        """What the person may do at the table, which changes with how it is dealt."""
        self.slow = False
        self.dismissed = False
        """Its session has ended."""
        self.contributes = False
        """Whether its page contributes to shuffles."""
        self.why = ""
        self._bounds = bounds
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._wake = asyncio.Event()

    def offer(self, message: bytes) -> None:
        if self.slow or self.why:
            return
        self._waiting.append(message)
        self._size += len(message)
        bounds = self._bounds
        if len(self._waiting) > bounds.messages_max or self._size > bounds.bytes_max:
            self.slow = True
            self.why = "too slow: reconnect from the last step you have seen"
            self._waiting.clear()
        self._wake.set()

    def send_off(self, why: str) -> None:
        """No more messages after those already in the queue."""
        self.why = self.why or why
        self._wake.set()

    def dismiss(self, why: str) -> None:
        """Nothing more, not even what waits: its person may not see it any longer."""
        self.dismissed = True
        self._waiting.clear()
        self._size = 0
        self.send_off(why)

    async def next(self) -> bytes | None:
        """The next message; None when there are no more (`why` gives the reason)."""
        while not self._waiting:
            if self.why:
                return None
            self._wake.clear()
            await self._wake.wait()
        message = self._waiting.popleft()
        self._size -= len(message)
        return message
