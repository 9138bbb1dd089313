"""What a worker does to its room when it hears from the others."""

from __future__ import annotations

import asyncio

from cardroom.service.accounts.people import People
from cardroom.service.live.checkpointer import Checkpointer
from cardroom.service.live.live_table import LiveTable
from cardroom.service.live.lobby import Lobby
from cardroom.service.live.nicknames import Nicknames
from cardroom.table.floor import Floor
from cardroom.table.journal import CASHIER, meter_stream


class RoomWork:
    def __init__(
        self,
        lobby: Lobby,
        floor: Floor,
        people: People,
        nicknames: Nicknames,
        checkpointer: Checkpointer | None,
    ) -> None:
        self._lobby, self._floor, self._people = lobby, floor, people
        self._nicknames, self._checkpointer = nicknames, checkpointer

    async def learn(self, id: str) -> LiveTable | None:
        return await self._lobby.learn(id)

    def live(self, id: str) -> LiveTable | None:
        return self._lobby.get(id)

    def all_tables(self) -> tuple[LiveTable, ...]:
        return tuple(self._lobby.all())

    async def follow_wallets(self) -> None:
        await self._floor.follow(CASHIER)

    async def follow_meter(self, id: str) -> None:
        await self._floor.follow(meter_stream(id))
        self._lobby.meter_moved(id, "")

    async def follow_accounts(self) -> None:
        await asyncio.to_thread(self._people.follow)

    async def follow_nicknames(self) -> None:
        await asyncio.to_thread(self._nicknames.read)

    def end_session(self, token: bytes) -> None:
        self._people.sessions.forget(token)

    async def look_after_room(self) -> None:
        """Another worker did it before: everything is signed again, and nothing is missing."""
        if self._checkpointer is not None:
            self._checkpointer.begin_again()
        await self._lobby.open_missing()
