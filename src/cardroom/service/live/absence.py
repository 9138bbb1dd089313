"""Seats of people who are gone: after the posted time they are free again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from cardroom.service import errors
from cardroom.service.live import house_moves
from cardroom.service.live.table_lock import TableLock
from cardroom.table import Actor, commands
from cardroom.table.commands import TableCommand
from cardroom.table.floor import HOUSE
from cardroom.table.table import Table

_log = logging.getLogger(__name__)


class AttendedTable(Protocol):
    """The table whose players may be gone."""

    closed: bool
    owned: bool

    @property
    def id(self) -> str: ...
    @property
    def table(self) -> Table: ...
    def humans(self) -> set[str]: ...
    def away(self, name: str) -> bool: ...
    async def move(self, actor: Actor, command: TableCommand) -> None: ...
    def wake(self) -> None: ...


class Absence:
    """`seconds` is the posted time; None keeps every seat."""

    def __init__(
        self,
        live: AttendedTable,
        lock: TableLock,
        seconds: float | None,
        clock: Callable[[], float],
    ) -> None:
        self._live, self._lock, self.seconds, self._clock = live, lock, seconds, clock
        self._start = clock()
        self._seen: dict[str, float] = {}

    def seen(self, name: str) -> float:
        """The person was here just now, at this time."""
        now = self._seen[name] = self._clock()
        return now

    async def release(self) -> None:
        """A player who has been gone for the posted time leaves the table, with all chips."""
        live = self._live
        if (
            self.seconds is None
            or live.closed
            or not live.owned
            or live.table.dealing != "automatic"
        ):
            return
        gone = [name for name in sorted(live.humans()) if self._gone(name) > self.seconds]
        if not gone:
            return
        async with self._lock:
            for name in gone:
                round = live.table.round
                playing = round is not None and not round.over and live.table.in_round(name)
                if live.away(name) and not playing:
                    await self._leave(name)
        live.wake()

    def _gone(self, name: str) -> float:
        if not self._live.away(name):
            return 0.0
        return self._clock() - self._seen.get(name, self._start)

    async def _leave(self, name: str) -> None:
        live = self._live
        left = commands.LeaveSeat(name)
        try:
            for move in house_moves.before(live.table, left, self._clock()):
                await live.move(HOUSE, move)
            await live.move(HOUSE, left)
            if live.table.stack(name):
                await live.move(HOUSE, commands.CashOut(name))
        except errors.ServiceError as no:
            _log.info("table %s: the seat of %s is kept: %s", live.id, name, no)
