"""One process of the real service, from its start until it stops or dies."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from starlette.requests import Request
from starlette.websockets import WebSocket

from cardroom.service.http.app import EXPECTED, ROUTES, refusal_for
from cardroom.service.http.replies import reply_to
from cardroom.service.http.routes import answer
from cardroom.service.http.stream import serve
from cardroom.service.live.clock import Clock
from cardroom.service.live.machine import Machine
from cardroom.service.live.room import Room
from cardroom.service.settings import Settings
from cardroom.store import Store
from cardroom.store.fence import Batch
from cardroom.store.journal import Blinding
from cardroom.store.sqlite import SqliteStore
from cardroom.store.writer import Acknowledgment, Writer
from tests.simulation.loop import SimulatedLoop

HOST = (b"host", b"127.0.0.1:8021")


class LoopWriter(Writer):
    """Commits on the loop, a little after a batch arrived; batches that came meanwhile go along."""

    commits = 0

    def start(self) -> None:
        """Without a thread."""

    def commit_next(self) -> bool:
        done = super().commit_next()
        self.commits += done
        return done

    def submit(self, batch: Batch) -> Acknowledgment:
        done = super().submit(batch)
        # Who waits for the result has the commit done now, as nothing runs in the meantime.
        done.result = partial(self._result, done)  # type: ignore[method-assign]
        with suppress(RuntimeError):  # Outside of the loop, the result is waited for.
            asyncio.get_running_loop().call_later(0.001, self.commit_next)
        return done

    def close(self) -> None:
        self._closing = True
        while self.commit_next():
            pass

    def _result(self, done: Acknowledgment, timeout: float | None = None) -> Any:
        while not done.done() and self.commit_next():
            pass
        return type(done).result(done, timeout)


class Service:
    def __init__(
        self,
        settings: Settings,
        now: Callable[[], float],
        wall: Callable[[], float],
        chance: Random,
    ) -> None:
        """`now` never jumps; `wall` is the clock that people set."""
        assert settings.data is not None
        self.folder: Path = settings.data
        self.loop = SimulatedLoop(now, chance)
        clock = Clock(wall, now)
        self.started_at, self.house_clock = now(), clock
        date = _date(wall)
        machine = Machine(clock, date, secrets.token_bytes, self._open_journal)
        try:
            self.room = Room(settings, machine)
        except BaseException:
            self.loop.close()  # the disk was full, and nothing has started
            raise
        self._start = self.loop.create_task(self.room.start())

    @staticmethod
    def _open_journal(name: str, blind: Blinding) -> Store:
        return SqliteStore(Path(name), blind, LoopWriter)

    @property
    def store(self) -> Store:
        return self.room.floor.store

    @property
    def commits(self) -> int:
        """Grows with every commit."""
        writer: LoopWriter = self.store._writer  # type: ignore[attr-defined]
        return writer.commits

    @property
    def ready(self) -> bool:
        return self._start.done() and self._start.exception() is None

    @property
    def failed(self) -> bool:
        return self._start.done() and self._start.exception() is not None

    def request(
        self, scope: dict[str, Any], body: bytes, done: Callable[[int, bytes, str], None]
    ) -> None:
        """One request over HTTP; `done` gets status, body and cookie."""

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body}

        async def respond() -> None:
            request = Request(scope, receive)
            route, names = _route(scope["method"], scope["path"])
            scope["path_params"] = names
            try:
                response = await answer(self.room, route, request)
            except EXPECTED as wrong:
                response = reply_to(refusal_for(wrong))
            cookie = response.headers.get("set-cookie", "")
            done(response.status_code, bytes(response.body), cookie)

        self.loop.create_task(respond())

    def stream(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.loop.create_task(serve(self.room, WebSocket(scope, receive, send)))

    def stop(self) -> asyncio.Task[None]:
        """Told to stop, as an operator would."""
        return self.loop.create_task(self.room.stop())

    def bury(self) -> None:
        """Release what a dead process held."""
        self.loop.abandon()
        with suppress(Exception):
            self.room._opened.close()


def _date(wall: Callable[[], float]) -> Callable[[], int]:
    return lambda: int(wall() * 1e6) * 1000


def _route(method: str, path: str) -> tuple[Any, dict[str, str]]:
    parts = path.split("/")
    for route in ROUTES:
        wanted = route.path.split("/")
        if route.method == method and len(wanted) == len(parts):
            pairs = list(zip(wanted, parts, strict=True))
            if all(a == b or a.startswith("{") for a, b in pairs):
                return route, {a[1:-1]: b for a, b in pairs if a.startswith("{")}
    raise LookupError(path)


def scope_of(
    kind: str, path: str, token: str, method: str = "GET", query: str = ""
) -> dict[str, Any]:
    headers: Sequence[tuple[bytes, bytes]] = [HOST]
    if token:
        headers = [HOST, (b"cookie", f"cardroom={token}".encode())]
    return {
        "type": kind,
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": headers,
        "client": ("10.0.0.1", 4000),
        "path_params": {"table": path.split("/")[3]} if kind == "websocket" else {},
    }
