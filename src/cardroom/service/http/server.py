"""One server process: the application under uvicorn, on a free port."""

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
from cardroom.service.http.patience import Patience, raise_file_limit
from cardroom.service.live.room import Room
from cardroom.service.settings import Settings

PORTS_TRIED: Final = 20
SEND_BUFFER: Final = 128 * 1024
SWITCH_SECONDS: Final = 0.0005


class PortTaken(OSError):
    """The address cannot be listened on."""


def listen(host: str, port: int, *, exactly: bool) -> socket.socket:
    """A listening socket at this port or the next free one; 0 is any."""
    last: OSError | None = None
    for candidate in range(port, port + (1 if exactly or not port else PORTS_TRIED)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Explicit, or asyncio would not know that it is TCP and leave Nagle's 40 ms delay on.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
        except OSError as taken:
            listener.close()
            last = taken
            continue
        # A slow viewer must show in its queue, not hide in the kernel's buffer.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listener.listen(2048)
        return listener
    reason = last.strerror if last else "no port"
    raise PortTaken(f"cannot listen on {host}, port {port}: {reason}")


def address_of(listener: socket.socket, scheme: str = "http") -> str:
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}:{port}"


def serve(
    settings: Settings, listener: socket.socket, started: Callable[[Room], None] | None = None
) -> None:
    """Serve until SIGINT or SIGTERM."""
    # Values are frozen and hold no cycles: a collection every 700 objects is wasted. But collecting
    # 50,000 at once makes everyone wait for 20 ms; 10,000, for four.
    gc.set_threshold(10_000, 100, 50)
    # The journal's thread gives the interpreter away for every commit and waits this long to have
    # it back from a busy event loop; at Python's 5 ms the waiting took longer than the disk.
    sys.setswitchinterval(SWITCH_SECONDS)
    raise_file_limit()
    handler = logging.StreamHandler()
    handler.setFormatter(Plain("%(levelname)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    # uvicorn stops at a signal and raises it again when it is done; a stop signal is not an error.
    for told in (signal.SIGINT, signal.SIGTERM):
        signal.signal(told, lambda *_: None)
    uvicorn.Server(config(settings, create_app(settings, started))).run(sockets=[listener])


class Plain(logging.Formatter):
    """One line for people; CARDROOM_DEBUG=1 adds the traceback."""

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
        # Steps are small and differ; compressing each costs more than it saves.
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        timeout_graceful_shutdown=3,
        http=Patience.of(settings),
        # By default uvicorn takes a client's address from any process on this machine.
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.private_key,
        lifespan="on",
    )
