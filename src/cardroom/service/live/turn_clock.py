"""The time limit for people who keep a table waiting, and what happens when it is up."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from cardroom.play.inputs import Lapse
from cardroom.play.round import Await
from cardroom.service import errors
from cardroom.service.live import closing, house_moves
from cardroom.service.live.closing import Closing
from cardroom.service.live.table_lock import TableLock
from cardroom.service.settings import Pace
from cardroom.service.view.view_types import ClockView
from cardroom.service.view.views import Moment, player_at
from cardroom.store import StoreError
from cardroom.table import Actor
from cardroom.table.commands import Play, TableCommand
from cardroom.table.floor import HOUSE
from cardroom.table.table import Table

_log = logging.getLogger(__name__)


class TimedTable(Protocol):
    """The table whose clock this is."""

    closed: bool
    owned: bool
    closing: Closing | None

    @property
    def id(self) -> str: ...
    @property
    def seq(self) -> int: ...
    @property
    def table(self) -> Table: ...
    def humans(self) -> set[str]: ...
    def away(self, name: str) -> bool: ...
    async def prepare_deal(self) -> None: ...
    async def move(self, actor: Actor, command: TableCommand) -> None: ...
    def wake(self) -> None: ...


class TurnClock:
    def __init__(self, live: TimedTable, lock: TableLock, pace: Pace) -> None:
        self._live, self._lock, self._pace = live, lock, pace
        self._timer: asyncio.TimerHandle | None = None
        self._set: tuple[int, float | None] = 0, None
        """The journal entry and the seconds that the timer runs for."""
        self._ringing: asyncio.Task[None] | None = None

    def set(self) -> None:
        """Start the timer for what the table is waiting for, unless it is already running."""
        live = self._live
        now = live.seq, self._seconds(live.table)
        if self._timer is not None and self._set != now:
            self._timer.cancel()
            self._timer = None
        seq, seconds = now
        if seconds is not None and self._timer is None and not live.closed:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._ring, seq)
            self._set = now

    def left(self, moment: Moment) -> ClockView | None:
        """The clock as a viewer sees it; a new update has all of its time left."""
        whole = self._seconds(moment.table)
        if whole is None or moment.seq != self._live.seq:
            return None
        left = whole
        if self._timer is not None and self._set[0] == moment.seq:
            left = max(0.0, self._timer.when() - asyncio.get_running_loop().time())
        return ClockView(round(left, 1), whole)

    def cancel(self) -> None:
        for task in (self._timer, self._ringing):
            if task is not None and task is not asyncio.current_task():
                task.cancel()

    def _seconds(self, table: Table) -> float | None:
        """How long the table waits for a person; None is without limit."""
        if table.paused or table.dealing != "automatic":
            return None
        if self._live.closing is not None and table.round is not None:
            return self._pace.decision_seconds or closing.SECONDS
        if len(self._live.humans()) < 2:
            # A person who plays alone has no time limit.
            return None
        if table.round is None or table.round.over:
            return self._pace.betting_seconds if house_moves.lapse(table) else None
        return self._pace.decision_seconds

    def _ring(self, seq: int) -> None:
        self._timer = None
        if seq == self._live.seq and not self._live.closed and self._live.owned:
            self._ringing = asyncio.create_task(self._out_of_time(seq))

    async def _out_of_time(self, seq: int) -> None:
        live = self._live
        try:
            async with self._lock:
                if seq == live.seq and not live.closed:
                    await self._lapse()
        except (errors.ServiceError, StoreError) as no:
            _log.warning("table %s: the clock cannot continue: %s", live.id, no)
        live.wake()

    async def _lapse(self) -> None:
        live, round = self._live, self._live.table.round
        if round is None:
            if house_moves.engaged(live.table):
                await live.prepare_deal()
            if (move := house_moves.lapse(live.table)) is not None:
                await live.move(*move)
        elif isinstance(round.head, Await):
            for ask in round.head.asks:
                gone = live.away(player_at(round, ask.box))
                late = house_moves.absent(live.table, ask.box) if gone else Play(Lapse(ask.box))
                await live.move(HOUSE, late)
