"""All open streams: which session each belongs to, and how many anybody may have."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from typing import Final

import msgspec

from cardroom.service import errors
from cardroom.service.accounts.roles import STAFF, Person
from cardroom.service.errors import refuse
from cardroom.service.live.viewer import Viewer
from cardroom.service.settings import Streams

WATCHERS_AT_ONCE: Final = 8
"""Messages to those who only watch that are sent before anybody else has a turn."""
SESSION_OVER: Final = "your session has ended; log in again"


class StreamClient(msgspec.Struct, frozen=True):
    """Whom a stream is for."""

    person: Person
    address: str
    session: bytes


class OpenStreams:
    """Used from the event loop only."""

    def __init__(self, bounds: Streams) -> None:
        self._bounds = bounds
        self._by_session: defaultdict[bytes, set[Viewer]] = defaultdict(set)
        self._by_name: Counter[str] = Counter()
        self._by_address: Counter[str] = Counter()
        self.watchers = asyncio.Semaphore(WATCHERS_AT_ONCE)

    def bar(self, client: StreamClient) -> None:
        """A refusal if this person, or this address, has enough of them."""
        bounds, name = self._bounds, client.person.name
        each = bounds.staff_max if client.person.role in STAFF else bounds.each_max
        if self._by_name[name] >= each:
            raise refuse(429, errors.STREAMS, f"{name} has {each} open streams; close one", 5.0)
        if self._by_address[client.address] >= bounds.address_max:
            raise refuse(429, errors.STREAMS, "too many streams come from this address", 5.0)

    def add(self, client: StreamClient, viewer: Viewer) -> None:
        self._by_session[client.session].add(viewer)
        self._by_name[client.person.name] += 1
        self._by_address[client.address] += 1

    def remove(self, client: StreamClient, viewer: Viewer) -> None:
        own = self._by_session[client.session]
        own.discard(viewer)
        if not own:
            del self._by_session[client.session]
        for counter, key in (
            (self._by_name, client.person.name),
            (self._by_address, client.address),
        ):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]

    @property
    def count(self) -> int:
        return self._by_name.total()

    def end_session(self, session: bytes) -> None:
        """The streams of a session end with it."""
        for viewer in tuple(self._by_session.get(session, ())):
            viewer.dismiss(SESSION_OVER)
