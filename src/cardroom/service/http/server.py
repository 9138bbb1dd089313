"""One server process: the application under uvicorn, on a free port."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import Final

import msgspec
import uvicorn
from starlette.types import ASGIApp

from cardroom.service import logs
from cardroom.service.http.app import create_app
from cardroom.service.http.frames import Frames
from cardroom.service.http.patience import Patience, raise_file_limit
from cardroom.service.http.struct_types import make_ready
from cardroom.service.live.aside import TURN_SECONDS
from cardroom.service.live.room import Room
from cardroom.service.settings import Settings
from cardroom.store import StoreError

PORTS_TRIED: Final = 20
SEND_BUFFER: Final = 128 * 1024
DRAIN_SECONDS: Final = 10.0
_log = logging.getLogger(__name__)


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
    sys.setswitchinterval(TURN_SECONDS)
    raise_file_limit()
    make_ready()
    logs.set_up(settings.log, settings.data)
    # uvicorn stops at a signal and raises it again when it is done; a stop signal is not an error.
    for told in (signal.SIGINT, signal.SIGTERM):
        signal.signal(told, lambda *_: None)
    sockets = [listener]
    if settings.database:
        # Other workers send commands here; it stays open until the tables are given away.
        sockets.append(listen(settings.worker_host, 0, exactly=True))
        scheme = "https" if settings.certificate else "http"
        own = address_of(sockets[-1], scheme)
        settings = msgspec.structs.replace(settings, worker_address=own)

    def opened(room: Room) -> None:
        # What is there now stays: later collections need not look through it again.
        gc.collect()
        gc.freeze()
        if started is not None:
            started(room)

    app = create_app(settings, opened)
    DrainingServer(config(settings, app), app.state.room).run(sockets=sockets)


class DrainingServer(uvicorn.Server):
    """At a signal to stop, the tables are given to other workers before anything is closed."""

    def __init__(self, given: uvicorn.Config, room: Room) -> None:
        super().__init__(given)
        self._room = room
        self._draining: asyncio.Task[None] | None = None

    async def main_loop(self) -> None:
        watching = asyncio.create_task(self._room.measures.watch_loop())
        try:
            await super().main_loop()
        finally:
            watching.cancel()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self._draining is not None or not self.started:
            super().handle_exit(sig, frame)
            return
        self._draining = asyncio.get_running_loop().create_task(self._drain(sig, frame))

    async def _drain(self, sig: int, frame: FrameType | None) -> None:
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                await self._room.drain()
        except (TimeoutError, StoreError) as broken:
            _log.warning("not every table was given to another worker: %s", broken)
        super().handle_exit(sig, frame)


def config(settings: Settings, app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        ws=Frames,
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
