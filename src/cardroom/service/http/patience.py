"""How long a connection may take, and how many an address may have.

A connection that sends nothing, or a header byte by byte, costs its sender nothing and us a file.
uvicorn waits for the rest of a request without end, so this closes what takes too long.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from cardroom.service.accounts.lockout import network_of
from cardroom.service.settings import Connections, Settings


class Patience(H11Protocol):
    """A connection with a deadline for each request. `of` makes the class for one server."""

    bounds: ClassVar[Connections]
    proxies: ClassVar[frozenset[str]]
    open: ClassVar[Counter[str]]

    @classmethod
    def of(cls, settings: Settings) -> type[Patience]:
        own = {
            "bounds": settings.connections,
            "proxies": frozenset(map(network_of, settings.proxies)),
            "open": Counter[str](),
        }
        return type("BoundedPatience", (cls,), own)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self._address = network_of(str(peer[0])) if peer else "unknown"
        self._counted = True
        self.open[self._address] += 1
        self._deadline: asyncio.TimerHandle | None = None
        crowded = self.open[self._address] > self.bounds.each_max
        if crowded and self._address not in self.proxies:
            transport.close()
            return
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            # A whole request has come; the next one has a time of its own.
            self._relax()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._counted and not self.transport.is_closing():
            self._expect()

    def handle_websocket_upgrade(self, event: Any) -> None:
        # From here on it is a stream, which is counted as one and answers pings.
        self._forget()
        super().handle_websocket_upgrade(event)

    def _expect(self) -> None:
        self._relax()
        self._deadline = self.loop.call_later(self.bounds.head_seconds, self._lose_patience)

    def _relax(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _lose_patience(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()

    def _forget(self) -> None:
        self._relax()
        if self._counted:
            self._counted = False
            self.open[self._address] -= 1
            if not self.open[self._address]:
                del self.open[self._address]


def raise_file_limit() -> None:
    """Every connection is a file: take as many as the system allows."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
