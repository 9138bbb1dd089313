"""A guest with a page for each table: what a browser would know and send."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tests.simulation.choices import Choice, choose
from tests.simulation.network import Link
from tests.simulation.violation import require

if TYPE_CHECKING:
    from tests.simulation.world import World


class Pending(NamedTuple):
    """A command that was sent and not answered yet."""

    choice: Choice
    seq: int
    """The last step that the page had seen."""
    view: dict[str, Any]
    sent: float
    """When."""


class Page:
    def __init__(self, world: World, person: Person, table: str) -> None:
        self._world, self.person, self.table = world, person, table
        self.link: Link | None = None
        self.seq = 0
        self.view: dict[str, Any] = {}
        self.layout: dict[str, Any] = {}
        self.pending: dict[str, Pending] = {}
        self.sent: list[tuple[str, Choice]] = []
        self.contributes_from = float("inf")
        """When the service knew that this page contributes."""
        self.gone = False
        """The table is closed, or not wanted any longer."""

    @property
    def connected(self) -> bool:
        return self.link is not None and self.link.open

    def connect(self) -> None:
        if self.gone or self.connected or not self._world.serving:
            return
        after = self.seq or None
        self.link = Link(
            self._world.network,
            self.table,
            self.person.token,
            after,
            self._heard,
            self._ended,
            lambda raw: self._world.watcher.sent(self, raw),
            lambda frame: self._world.watcher.arrived(self, frame),
        )
        self.contributes_from = float("inf")
        if self._world.contributing:
            self.link.say('{"type": "contributes"}')

    def leave(self) -> None:
        self.gone = True
        if self.link is not None and self.link.open:
            self.link.cut()

    def send(self, choice: Choice, key: str, *, by_stream: bool) -> None:
        self.pending[key] = Pending(choice, self.seq, self.view, self._world.schedule.now)
        self.sent.append((key, choice))
        self._world.uses(self.table)
        if by_stream and self.connected:
            assert self.link is not None
            frame = {"type": "command", "key": key, "command": choice.command}
            self.link.say(json.dumps(frame))
            return
        body = json.dumps({"key": key, "command": choice.command}).encode()

        def reply(_status: int, _text: bytes, _cookie: str) -> None:
            self.pending.pop(key, None)

        path = f"/api/tables/{self.table}/commands"
        self._world.network.request("POST", path, self.person.token, body, reply)

    def _heard(self, raw: bytes) -> None:
        message = msgspec.json.decode(raw)
        match message["type"]:
            case "hello":
                # At or after the last step; every step after it follows.
                self.seq, self.view = message["seq"], message["view"]
                self.layout = message["layout"]
                self._contribute_again()
            case "step":
                follows = message["seq"] == self.seq + 1
                require(follows, f"{self.person.name}: step {message['seq']} after {self.seq}")
                self.seq, self.view = message["seq"], message["view"]
                self.layout = message.get("layout") or self.layout
                self._contribute(message["events"])
            case "meters":
                self.view["meters"] = message["meters"]
            case "closing":
                self.view["closing"] = message["why"]
            case "ack" | "refused":
                self.pending.pop(message["key"], None)
            case _:
                pass

    def _contribute(self, events: list[dict[str, Any]]) -> None:
        if not self._world.contributing or self.link is None:
            return
        for event in events:
            if event["event"] == "shoe-committed":
                self._say("modulus", event["shoe"], self.person.modulus)
            if event["event"] == "contributions-closed" and self.person.opens:
                self._say("prime", event["shoe"], self.person.prime)

    def _contribute_again(self) -> None:
        """After a break: what was sent may have been lost with the service."""
        if not self._world.contributing or self.link is None:
            return
        shoe = self.view["shoe"]
        if shoe["next_root"]:
            self._say("modulus", shoe["number"] + 1, self.person.modulus)
        elif self.person.opens:
            self._say("prime", shoe["number"] + 1, self.person.prime)

    def _say(self, kind: str, shoe: int, value: str) -> None:
        assert self.link is not None
        self.link.say(json.dumps({"type": kind, "shoe": shoe, kind: value}))

    def _ended(self) -> None:
        self.pending.clear()
        self._world.reconnect_later(self)


class Person:
    def __init__(self, world: World, number: int, chance: Random) -> None:
        self._world, self.number, self.chance = world, number, chance
        self.name = self.token = ""
        self.pages: dict[str, Page] = {}
        self.modulus = self.prime = ""
        self.opens = True
        self.opened: list[str] = []
        """The tables that this person has opened."""
        self._keys = count(1)

    def key(self) -> str:
        return f"k{next(self._keys)}"

    def enter(self) -> None:
        """Come in as a guest; until an answer arrives, again and again."""

        def reply(status: int, text: bytes, cookie: str) -> None:
            if status in (200, 201):
                self.name = json.loads(text)["name"]
                self.token = cookie.partition("=")[2].partition(";")[0]
            else:
                self.enter()

        self._world.network.request("POST", "/api/guest", "", b"", reply)

    def visit(self, table: str) -> Page:
        page = self.pages.get(table)
        if page is None:
            page = self.pages[table] = Page(self._world, self, table)
            page.connect()
            if not page.connected:
                self._world.reconnect_later(page)
        return page

    def open_table(self, wanted: dict[str, Any], opened: Callable[[str], None]) -> None:
        def reply(status: int, text: bytes, _cookie: str) -> None:
            if status == 201:
                opened(json.loads(text)["id"])

        body = json.dumps(wanted).encode()
        self._world.network.request("POST", "/api/tables", self.token, body, reply)

    def close_table(self, table: str) -> None:
        self._world.network.request("DELETE", f"/api/tables/{table}", self.token, b"", _ignore)

    def act(self) -> str:
        """Do something at one of the tables; what was done, for the trace."""
        pages = [page for page in self.pages.values() if page.view and not page.gone]
        if not pages:
            return "waits"
        page = self.chance.choice(pages)
        choice = choose(page.view, page.layout, self.chance)
        if choice is None:
            return f"watches {page.table}"
        page.send(choice, self.key(), by_stream=self.chance.random() < 0.7)
        return f"{page.table}: {json.dumps(choice.command)}"

    def repeat(self) -> str:
        """Send a command again, as a page does that was not answered."""
        pages = [page for page in self.pages.values() if page.sent and not page.gone]
        if not pages:
            return "has nothing to repeat"
        page = self.chance.choice(pages)
        key, choice = self.chance.choice(page.sent[-5:])
        page.send(Choice(choice.command), key, by_stream=self.chance.random() < 0.5)
        return f"{page.table}: {key} again"


def _ignore(_status: int, _text: bytes, _cookie: str) -> None:
    pass
