"""One process that serves: the application under uvicorn, on a port that was found free."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp

from cardroom.service.http.app import create_app
from cardroom.service.live.room import Room
from cardroom.service.settings import Settings

PORTS_TRIED: Final = 20
SEND_BUFFER: Final = 128 * 1024
SWITCH_SECONDS: Final = 0.0005


class PortTaken(OSError):
    """Nothing can listen there."""


def listen(host: str, port: int, *, exactly: bool) -> socket.socket:
    """A listening socket: at this port, or at the next one that is free; 0 is any."""
    last: OSError | None = None
    for candidate in range(port, port + (1 if exactly or not port else PORTS_TRIED)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Named, or asyncio would not know that it is TCP and leave Nagle's delay of 40 ms on.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
        except OSError as taken:
            listener.close()
            last = taken
            continue
        # What a viewer leaves unread is to be seen by its queue, not hidden in the kernel's.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listener.listen(2048)
        return listener
    reason = last.strerror if last else "no port"
    raise PortTaken(f"cannot listen on {host}, port {port}: {reason}")


def address_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def serve(
    settings: Settings, listener: socket.socket, started: Callable[[Room], None] | None = None
) -> None:
    """Until it is told to stop (SIGINT or SIGTERM)."""
    # Values are frozen and hold no cycles: looking for some every 700 objects is wasted. But who
    # looks through 50,000 at once keeps everybody waiting for 20 ms; through 10,000, for four.
    gc.set_threshold(10_000, 100, 50)
    # The journal's thread gives the interpreter away for every commit and waits this long to have
    # it back from a busy event loop; at Python's 5 ms the waiting took longer than the disk.
    sys.setswitchinterval(SWITCH_SECONDS)
    handler = logging.StreamHandler()
    handler.setFormatter(Plain("%(levelname)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    # uvicorn stops at a signal and raises it again when it is done; being told to stop is no fault.
    for told in (signal.SIGINT, signal.SIGTERM):
        signal.signal(told, lambda *_: None)
    uvicorn.Server(config(settings, create_app(settings, started))).run(sockets=[listener])


class Plain(logging.Formatter):
    """One line for people: what went wrong. CARDROOM_DEBUG=1 adds where."""

    def formatException(self, ei: Any) -> str:  # noqa: N802
        if os.environ.get("CARDROOM_DEBUG"):
            return super().formatException(ei)
        return f"  {ei[0].__name__}: {ei[1]}"

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        if "Traceback" in text and not os.environ.get("CARDROOM_DEBUG"):
            return f"{record.levelname}: {text.strip().splitlines()[-1]}"
        return text


def config(settings: Settings, app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=settings.streams.frame_max * 4,
        # Steps are small and differ much; compressing each costs more than it saves here.
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
