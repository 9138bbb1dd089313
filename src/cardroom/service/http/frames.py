"""The frames of a stream: those of one moment leave in one write.

A command's step, what the bots do after it, and its acknowledgment come within the same moment.
Each write asks the system, and gives the interpreter away meanwhile; so does each pause in reading,
which uvicorn makes after every frame.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

JOINED_BYTES: Final = 64 * 1024
"""Written at once; a stream that does not keep up must show it."""
UNREAD_MAX: Final = 8
"""Frames that wait for the stream; then nothing more is read from the network."""


class JoinedWrites:
    """A transport that writes once per turn of the event loop."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []
        self._size = 0

    def write(self, data: bytes) -> None:
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)
        self._size += len(data)
        if self._size >= JOINED_BYTES:
            self._flush()

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._parts:
            data = self._parts[0] if len(self._parts) == 1 else b"".join(self._parts)
            self._parts, self._size = [], 0
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class Frames(WebSocketsSansIOProtocol):
    def connection_made(self, transport: Any) -> None:
        super().connection_made(JoinedWrites(transport, self.loop))  # type: ignore[arg-type]

    def send_receive_event_to_app(self) -> None:
        if self.read_paused or self.queue.qsize() >= UNREAD_MAX:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # uvicorn pauses a stream that is not paused yet.
        try:
            super().send_receive_event_to_app()
        finally:
            self.read_paused = False
