"""Watches every frame that the service sends, whether it arrives or not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

from cardroom.service import errors
from cardroom.store import digest
from cardroom.store.journal import BLIND_BYTES, UNBLINDED
from cardroom.table.journal import stream_of
from tests.simulation import offers
from tests.simulation.person import Page, Person
from tests.simulation.secrecy import Secrecy
from tests.simulation.violation import require

if TYPE_CHECKING:
    from tests.simulation.world import World


class Watcher:
    def __init__(self, world: World) -> None:
        self._world = world
        self.wrong: list[Exception] = []
        """Found while the service was sending, which must not notice."""
        self._secrecy: dict[str, Secrecy] = {}
        self._offered: set[tuple[str, int, int]] = set()

    def sent(self, page: Page, raw: bytes) -> None:
        """The service sends a frame to a page. Nothing that is wrong with it is its own concern."""
        try:
            self._check_sent(page, raw)
        except Exception as wrong:
            self.wrong.append(wrong)

    def _check_sent(self, page: Page, raw: bytes) -> None:
        world = self._world
        if not world.watched:
            return
        world.read()
        message, name, table = msgspec.json.decode(raw), page.person.name, page.table
        if table not in self._world.auditor.tables:
            return
        audited = self._world.auditor.tables[table]
        if table not in self._secrecy:
            chain = self._world.auditor.chains[stream_of(table)]
            self._secrecy[table] = Secrecy(audited, chain)
        seq = message.get("seq", 0)
        require(seq <= len(audited.states), f"{name} was sent step {seq}, which is not stored yet")
        self._secrecy[table].check(name, message, raw)
        match message["type"]:
            case "hello" | "step" if seq == len(audited.states):
                for ask in message["view"]["asks"]:
                    if (table, seq, ask["box"]) not in self._offered:
                        self._offered.add((table, seq, ask["box"]))
                        offers.check(audited.at(seq), ask)
            case "ack" if not message["waits"]:
                key = f"{table}/{name}/{message['key']}"
                stored = self._world.auditor.keys.get(key)
                require(stored == (stream_of(table), seq), f"{key} is acknowledged, not stored")
            case "refused":
                self._refused(page, message)
            case _:
                pass

    def _refused(self, page: Page, message: dict[str, Any]) -> None:
        pending = page.pending.get(message["key"])
        assert self._world.service is not None
        live = self._world.service.room.lobby.get(page.table)
        if pending is None or live is None or self._world.service.store.paused:
            return
        unsaved = message["refusal"]["clause"]["id"] == errors.JOURNAL.id
        if unsaved and self._world.auditor.healthy_since >= pending.sent:
            return  # It was refused while nothing could be saved, and the page reads it late.
        same = live.seq == pending.seq and live.closing is None and not live.table.paused
        require(
            not (pending.choice.offered and same),
            f"{page.person.name} was offered {pending.choice.command}, and it was refused:"
            f" {message['refusal']}",
        )

    def arrived(self, page: Page, frame: str) -> None:
        """The service gets a frame from a page."""
        message, now = json.loads(frame), self._world.schedule.now
        if message["type"] == "contributes":
            page.contributes_from = now
        elif message["type"] == "modulus":
            sent = self._world.rules.moduli.setdefault((page.table, message["shoe"]), {})
            sent.setdefault(page.person.name, (page.contributes_from, now))

    def try_hashes(self, person: Person, table: str) -> None:
        """Somebody fetches the hashes of the round in play, and tries all cards against them."""
        audited = self._world.auditor.tables.get(table)
        now = None if audited is None else audited.now
        if now is None or not now.number:
            return

        def reply(status: int, text: bytes, _cookie: str) -> None:
            for step in json.loads(text)["steps"] if status == 200 else ():
                entry = self._world.auditor.chains[stream_of(table)][step["seq"] - 1]
                # Trying all cards comes to the true ones, which are recognized by the hash
                # if no secret goes into it.
                for guess in (UNBLINDED, bytes(BLIND_BYTES)):
                    tried = msgspec.structs.replace(entry, blind=guess)
                    require(
                        digest(tried).hex() != step["hash"],
                        f"the hash of {table} {entry.seq} gives its cards away",
                    )

        path = f"/api/tables/{table}/rounds/{now.number}"
        self._world.network.request("GET", path, person.token, b"", reply)
