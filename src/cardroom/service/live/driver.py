"""What the house and its bots do at a table by themselves, after each command."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from cardroom.service.errors import ServiceError
from cardroom.service.live import closing, house_moves
from cardroom.service.live.affiliations import Affiliations
from cardroom.service.live.bots import Hints
from cardroom.service.live.closing import Closing
from cardroom.service.live.shuffling import Shuffling
from cardroom.service.live.table_lock import TableLock
from cardroom.service.settings import Pace
from cardroom.store import StoreError
from cardroom.table import Actor, Envelope
from cardroom.table.commands import CommitShoe, TableCommand
from cardroom.table.floor import HOUSE, Following
from cardroom.table.table import Table

_log = logging.getLogger(__name__)


class DrivenTable(Protocol):
    """The table at which the house acts."""

    closed: bool
    owned: bool
    closing: Closing | None
    lock: TableLock
    shuffling: Shuffling
    clock: Callable[[], float]

    @property
    def id(self) -> str: ...
    @property
    def table(self) -> Table: ...
    def house_key(self) -> str: ...
    async def move(self, actor: Actor, command: TableCommand) -> None: ...
    async def move_ahead(self, following: Following) -> None: ...
    def rest(self) -> None: ...
    def stop(self, why: str) -> None: ...


class Driver:
    def __init__(
        self,
        live: DrivenTable,
        hints: Callable[[Table], Awaitable[Hints]],
        affiliations: Affiliations,
        pace: Pace,
    ) -> None:
        self._live, self._hints, self._affiliations = live, hints, affiliations
        self._pause_seconds = pace.bots_seconds
        self._rests: Table | None = None
        """The table at which nothing was left to do a moment ago."""
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Act as far as possible, after the current command."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drive())

    async def finish(self) -> bool:
        """Wait until nothing is left to do. Returns whether there was anything."""
        if self._task is None or self._task.done():
            return False
        await asyncio.wait({self._task})
        return True

    def cancel(self) -> None:
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()

    async def _drive(self) -> None:
        live = self._live
        try:
            while True:
                async with live.lock:
                    if live.closed or not live.owned:
                        return
                    await live.shuffling.resume()
                    if await self._move_ahead() is live.table:
                        break
                    move = await self._next_move(live.table)
                    if move is None:
                        break
                    await live.move(*move)
                    if live.closing is not None and live.table.closed:
                        live.stop(live.closing.why)
                        return
                if self._pause_seconds:
                    await asyncio.sleep(self._pause_seconds)
        except (ServiceError, StoreError) as no:
            _log.warning("table %s: the house cannot continue: %s", live.id, no)
        except Exception:
            _log.exception("table %s: the house failed", live.id)
        live.rest()

    async def _move_ahead(self) -> Table | None:
        """Make moves that may wait for the disk together; the table, if nothing is left to do."""
        self._rests = None
        if not self._pause_seconds and self._live.closing is None:
            await self._live.move_ahead(self._following)
        return self._rests

    async def _following(self, table: Table | None) -> Envelope | None:
        """A move that may wait for the disk together with others.

        A bot that thinks does not keep them waiting. After a shuffle begins, the pages of the
        players come first.
        """
        if table is None or house_moves.bot_question(table) is not None:
            return None
        move = await self._next_move(table)
        if move is None:
            self._rests = table
            return None
        if isinstance(move[1], CommitShoe):
            return None
        return Envelope(self._live.house_key(), *move)

    async def _next_move(self, table: Table) -> tuple[Actor, TableCommand] | None:
        live, move = self._live, None
        if live.closing is None or table.round is not None:
            move = self._affiliations.next_note(table)
            if move is None:
                move = house_moves.after(table, await self._hints(table), live.clock())
        if move is None and live.closing is not None:
            last = closing.next_move(table, live.closing)
            move = None if last is None else (HOUSE, last)
        return move
