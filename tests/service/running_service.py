"""A running service for tests: on a free loopback port, with people of every role."""

from __future__ import annotations

import asyncio
import itertools
import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import msgspec
import uvicorn
from starlette.types import ASGIApp
from websockets.sync.client import ClientConnection, connect

from cardroom.service.accounts.roles import Role
from cardroom.service.http.app import create_app
from cardroom.service.http.server import address_of, config, listen
from cardroom.service.live.machine import Machine
from cardroom.service.live.room import COOKIE, Room
from cardroom.service.settings import Connections, Guests, Hashing, Rate, Rates, Settings, Streams
from tests.staff import code_of, hire

PASSWORD = "correct horse battery"
PLENTY = Rate(1_000_000, 1_000_000.0)
QUICK = Hashing(1, 64)
"""Hashes that cost nothing; what a real one costs is measured elsewhere."""
FAST = Settings(
    rates=Rates(PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, PLENTY),
    # Everybody in the tests comes from one address.
    guests=Guests(tables_address=10**6),
    streams=Streams(address_max=10**6),
    connections=Connections(each_max=10**6),
    solver=False,
    test_shoe=True,
    hashing=QUICK,
)
"""Everything in memory, nobody told to slow down, orders of cards may be given."""
SMALL = msgspec.structs.replace(FAST, games=("blackjack",))
"""The same with one table, for tests that need a service of their own."""
POLITE = ("house-way", "decline", "stand", "check", "call", "play", "choose", "muck", "hit", "fold")
"""Answers that bring any round to its end."""
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
PATIENCE_SECONDS = 60.0
"""How long anything may take. Nothing takes so long; a machine with other work may take a while."""
SOLVER_SECONDS = 300.0
"""For a first answer of the odds: their process starts with it, and may have to be compiled."""
_keys = itertools.count(1)


class Table:
    """One person at one table."""

    def __init__(self, guest: Guest, id: str) -> None:
        self.guest, self.id = guest, id

    @property
    def url(self) -> str:
        return f"/api/tables/{self.id}"

    def send(self, command: str, key: str | None = None, **fields: Any) -> httpx.Response:
        order = {"key": key or f"t{next(_keys)}", "command": {"command": command, **fields}}
        return self.guest.http.post(f"{self.url}/commands", json=order)

    def do(self, command: str, **fields: Any) -> int:
        answer = self.send(command, **fields)
        assert answer.status_code == 200, answer.text
        seq: int = answer.json()["seq"]
        return seq

    def play(self, entry: str, /, **fields: Any) -> int:
        return self.do("play", input={"input": entry, **fields})

    @property
    def view(self) -> Any:
        return self.guest.http.get(self.url).json()["view"]

    def sit(self, seat: int = 4, chips: int = 50_000) -> None:
        self.do("sit-down", seat=seat)
        self.do("buy-in", amount=chips)

    def round(self, stake: int = 1000, box: int = 4) -> Any:
        """Bet, deal, stand on everything; the view when the round is over."""
        self.do("place-bet", box=box, spot="main", stake=stake)
        self.do("close-bets")
        return self.finish()

    def finish(self) -> Any:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            view = self.view
            if view["phase"] != "round":
                return view
            for ask in view["asks"][:1]:
                options = {option["verb"]: option for option in ask["options"]}
                verb = next(verb for verb in POLITE if verb in options)
                amount = options[verb].get("least")
                self.play("answer", box=ask["box"], verb=verb, amount=amount)
        raise AssertionError(f"the round does not end: {view['turn']}")

    @contextmanager
    def stream(self, after: int | None = None, **options: Any) -> Iterator[ClientConnection]:
        query = "" if after is None else f"?from={after}"
        url = f"{self.guest.base.replace('http', 'ws', 1)}{self.url}/stream{query}"
        headers = {"Cookie": f"{COOKIE}={self.guest.http.cookies[COOKIE]}"}
        with connect(
            url, additional_headers=headers, open_timeout=PATIENCE_SECONDS, **options
        ) as socket:
            yield socket


def http_client(base: str, cookies: dict[str, str] | None = None) -> httpx.Client:
    """A client without certificates: to load them takes 50 ms, and nothing here is encrypted."""
    return httpx.Client(
        base_url=base, timeout=PATIENCE_SECONDS, cookies=cookies, verify=NO_CERTIFICATES
    )


class Guest:
    """One person's browser."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.http = http_client(base)

    def enter(self) -> Guest:
        answer = self.http.post("/api/guest")
        assert answer.status_code in (200, 201), answer.text
        return self

    @property
    def name(self) -> str:
        name: str = self.http.get("/api/me").json()["name"]
        return name

    def open(self, game: str = "blackjack", **fields: Any) -> Table:
        answer = self.http.post("/api/tables", json={"game": game, **fields})
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json()["id"])

    def at(self, table: Table) -> Table:
        return Table(self, table.id)


class House:
    def __init__(
        self,
        settings: Settings,
        wrap: Callable[[ASGIApp], ASGIApp],
        clock: Callable[[], float] | None,
    ) -> None:
        self.listener = listen("127.0.0.1", 0, exactly=True)
        self.base = address_of(self.listener)
        settings = msgspec.structs.replace(settings, worker_address=self.base)
        self.app = create_app(settings, machine=Machine(clock=clock) if clock else None)
        self.room: Room = self.app.state.room
        self._server = uvicorn.Server(config(settings, wrap(self.app)))
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._clients: list[httpx.Client] = []
        self._cast: dict[Role | None, Guest] = {}

    @property
    def thread_name(self) -> str:
        """Of the thread in which the event loop runs."""
        return self._thread.name

    def _run(self) -> None:
        asyncio.run(self._server.serve(sockets=[self.listener]))

    def start(self) -> None:
        self._thread.start()
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.01)

    def stop(self) -> None:
        for client in self._clients:
            client.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE_SECONDS)
        self.listener.close()

    def nobody(self) -> Guest:
        guest = Guest(self.base)
        self._clients.append(guest.http)
        return guest

    def guest(self) -> Guest:
        return self.nobody().enter()

    def person(self, role: Role | None) -> Guest:
        """Somebody of this role, made the way an administrator would have made them."""
        if role is None:
            return self.nobody()
        if role == "guest":
            return self.guest()
        name = f"{role}-{next(_keys)}"
        key = hire(self.room.people, name, PASSWORD, role)
        somebody = self.nobody()
        given = {"name": name, "password": PASSWORD, "code": code_of(key)}
        answer = somebody.http.post("/api/login", json=given)
        assert answer.status_code == 200, answer.text
        return somebody

    def cast(self, role: Role | None) -> Guest:
        """Always the same somebody of this role: a log-in takes its time by design."""
        if role not in self._cast:
            self._cast[role] = self.person(role)
        return self._cast[role]


@contextmanager
def running(
    settings: Settings = SMALL,
    wrap: Callable[[ASGIApp], ASGIApp] = lambda app: app,
    clock: Callable[[], float] | None = None,
) -> Iterator[House]:
    house = House(settings, wrap, clock)
    house.start()
    try:
        yield house
    finally:
        house.stop()


def heard(socket: ClientConnection) -> Any:
    """The next message of a stream."""
    return json.loads(socket.recv(timeout=PATIENCE_SECONDS))


def told_until(socket: ClientConnection, seq: int) -> list[Any]:
    """Everything a stream says up to the step of this number."""
    messages: list[Any] = []
    while not messages or messages[-1].get("seq", 0) < seq:
        messages.append(heard(socket))
    return messages


def refusal(answer: httpx.Response) -> str:
    """The id of the clause; every refusal has one, with its citation and sentence."""
    clause = answer.json()["refusal"]["clause"]
    assert clause["cite"]
    assert clause["says"]
    id: str = clause["id"]
    return id


def with_settings(**changes: Any) -> Settings:
    return msgspec.structs.replace(SMALL, **changes)
