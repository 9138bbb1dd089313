"""A table that is open: one command after the other, its viewers, its bots and its clock."""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from cardroom import events
from cardroom.events import Event, visible
from cardroom.play.inputs import Lapse
from cardroom.play.round import Await, Refusal
from cardroom.service import housework, trouble
from cardroom.service.charts import Chart
from cardroom.service.hub import Viewer
from cardroom.service.keeper import Keeper, Stored
from cardroom.service.layout import Layout, layout
from cardroom.service.roles import Person
from cardroom.service.settings import Pace
from cardroom.service.tablebook import Listing
from cardroom.service.trouble import Trouble, refuse
from cardroom.service.views import (
    BOT,
    Around,
    Moment,
    Standing,
    TableView,
    audiences,
    see,
)
from cardroom.store import StoreError
from cardroom.table import Actor, commands
from cardroom.table.commands import TableCommand
from cardroom.table.table import Table

HOUSE: Final = Actor("house", "house")
KEPT: Final = 48
"""Steps kept in memory for viewers that come back soon; older ones are folded from the journal."""
_log = logging.getLogger(__name__)


class Step(msgspec.Struct, frozen=True):
    moment: Moment
    events: tuple[Event, ...]


class Ack(msgspec.Struct, frozen=True, omit_defaults=True):
    """`seq` is durable. `waits`: the bets stay open until these players are ready too."""

    seq: int
    waits: tuple[str, ...] = ()


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    seq: int
    layout: Layout
    view: TableView


class StepMessage(msgspec.Struct, frozen=True, tag_field="type", tag="step"):
    seq: int
    events: tuple[Event, ...]
    view: TableView


class LiveTable:
    def __init__(
        self,
        listing: Listing,
        keeper: Keeper,
        pace: Pace,
        chart: Callable[[Table], Chart | None],
        clock: Callable[[], float],
    ) -> None:
        self.listing = listing
        self.keeper = keeper
        self.viewers: set[Viewer] = set()
        self.closed = False
        self.touched = clock()
        self._clock, self._pace, self._chart = clock, pace, chart
        self._lock = asyncio.Lock()
        self._ready: set[str] = set()
        self._recent: deque[Step] = deque(maxlen=KEPT)
        self._numbers = itertools.count(1)
        self._run = secrets.token_hex(4)
        self._driver: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._moment = Moment(keeper.seq, keeper.table, keeper.last)

    # --- what there is to see -------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self._moment.table

    @property
    def seq(self) -> int:
        return self._moment.seq

    def standing(self, person: Person) -> Standing:
        """Whoever opens a table that is dealt by hand is its dealer and its floor."""
        own = self.listing.opener == person.name and self.table.dealing != "automatic"
        return Standing(
            person.name,
            person.role,
            deals=own or person.has("deal"),
            mends=own or person.has("mend"),
            oversees=person.has("oversee"),
        )

    @property
    def around(self) -> Around:
        return Around(self.listing.title, self.away, self.keeper.wallet)

    def away(self, name: str) -> bool:
        return not name.startswith(BOT) and not any(v.standing.name == name for v in self.viewers)

    @staticmethod
    def is_bot(name: str) -> bool:
        return name.startswith(BOT)

    def humans(self) -> set[str]:
        return {name for name in self.table.seats.values() if not name.startswith(BOT)}

    def hello(self, standing: Standing, at: Moment | None = None) -> Hello:
        moment = at or self._moment
        view = see(moment, standing, self.around)
        return Hello(moment.seq, layout(moment.table.rules), view)

    def message(self, step: Step, standing: Standing) -> bytes:
        """A step as one viewer may see it."""
        eyes = audiences(step.moment.table, standing)
        seen = tuple(visible(event, eyes) for event in step.events)
        view = see(step.moment, standing, self.around)
        return events.encode(StepMessage(step.moment.seq, seen, view))

    # --- viewers --------------------------------------------------------------------------------

    async def join(self, viewer: Viewer, after: int | None) -> None:
        """Hello, then every step since `after`, then whatever comes; nothing between is lost."""
        async with self._lock:
            missed: list[Step] = []
            start: Moment | None = None
            if after is not None and after < self.seq:
                start, missed = await self._since(max(after, 1))
            viewer.offer(events.encode(self.hello(viewer.standing, start)))
            for step in missed:
                viewer.offer(self.message(step, viewer.standing))
            self.viewers.add(viewer)

    def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)

    async def _since(self, after: int) -> tuple[Moment, list[Step]]:
        kept = [step for step in self._recent if step.moment.seq >= after]
        if kept and kept[0].moment.seq == after:
            return kept[0].moment, kept[1:]
        folded = await asyncio.to_thread(self.keeper.fold, after, self.seq)
        steps = [Step(moment, seen) for moment, seen in folded]
        return steps[0].moment, steps[1:]

    # --- commands -------------------------------------------------------------------------------

    async def order(self, actor: Actor, key: str, command: TableCommand) -> Ack:
        """Done once, durable before it is acknowledged; or a refusal with its clause."""
        self.touched = self._clock()
        async with self._lock:
            if self.closed:
                raise refuse(409, trouble.CLOSED, f"{self.listing.title} is closed")
            done = await self.keeper.find(key)
            if done is not None:
                return Ack(done)
            if isinstance(command, commands.CloseBets) and actor.role == "player":
                waits = self._not_ready(actor.id)
                if waits:
                    return Ack(self.seq, waits)
                actor = HOUSE
            await self._make_way(command)
            stored = await self._submit(actor, key, command)
        self.wake()
        return Ack(stored.seq)

    def _not_ready(self, player: str) -> tuple[str, ...]:
        """Whom the cards still wait for: those who have bet and not said deal."""
        table = self.table
        mine = any(bet.owner == player for bet in table.bets)
        if not mine:
            raise Trouble(409, Refusal(trouble.COMMAND, f"{player} has no wager on the layout"))
        self._ready.add(player)
        betting = {bet.owner for bet in table.bets if not bet.owner.startswith(BOT)}
        seated = {name for name in self.humans() if not self.away(name) and table.free(name)}
        return tuple(sorted((betting | seated) - self._ready))

    async def _make_way(self, command: TableCommand) -> None:
        """The house's part that comes first: clear a round that is over, shuffle, let bots bet."""
        for first in housework.before(self.table, command):
            await self._submit_house(first)
        if isinstance(command, commands.CloseBets):
            while (move := housework.bet(self.table)) is not None:
                await self._submit(Actor(move.player), self._key(), move)

    async def _submit_house(self, command: TableCommand) -> None:
        await self._submit(HOUSE, self._key(), command)

    def _key(self) -> str:
        """The house's own commands: never repeated, so any fresh name will do."""
        return f"{self.listing.id}/{self._run}/{next(self._numbers)}"

    async def _submit(self, actor: Actor, key: str, command: TableCommand) -> Stored:
        stored = await self.keeper.submit(actor, key, command)
        if isinstance(stored, Refusal):
            raise Trouble(409, stored)
        self._publish(Step(Moment(stored.seq, stored.table, self.keeper.last), stored.events))
        return stored

    def _publish(self, step: Step) -> None:
        self._moment = step.moment
        self._recent.append(step)
        if step.moment.table.round is not None:
            self._ready.clear()
        for viewer in self.viewers:
            viewer.offer(self.message(step, viewer.standing))

    # --- the house's own work -------------------------------------------------------------------

    def wake(self) -> None:
        """Bots and the house go on as far as they can, after whoever is being answered now."""
        if self._driver is None or self._driver.done():
            self._driver = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        try:
            while True:
                async with self._lock:
                    if self.closed:
                        return
                    move = housework.after(self.table, self._chart(self.table))
                    if move is None:
                        break
                    actor, command = move
                    await self._submit(actor, self._key(), command)
                if self._pace.bots_seconds:
                    await asyncio.sleep(self._pace.bots_seconds)
        except Trouble as no:
            _log.warning("table %s: the house may not go on: %s", self.listing.id, no)
        except StoreError as broken:
            _log.warning("table %s waits for its journal: %s", self.listing.id, broken)
        self._arm()

    def _arm(self) -> None:
        """Set the clock for those who keep others waiting. One who plays alone has all day."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.closed or len(self.humans()) < 2 or self.table.dealing != "automatic":
            return
        betting = self.table.round is None or self.table.round.over
        seconds = self._pace.betting_seconds if betting else self._pace.decision_seconds
        if seconds is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, self._ring, self.seq)

    def _ring(self, seq: int) -> None:
        if seq == self.seq and not self.closed:
            self._ringing = asyncio.create_task(self._out_of_time(seq))

    async def _out_of_time(self, seq: int) -> None:
        try:
            async with self._lock:
                if seq != self.seq or self.closed:
                    return
                await self._lapse()
        except (Trouble, StoreError) as no:
            _log.warning("table %s: the clock may not go on: %s", self.listing.id, no)
        self.wake()

    async def _lapse(self) -> None:
        round = self.table.round
        if round is None:
            if any(not bet.owner.startswith(BOT) for bet in self.table.bets):
                close = commands.CloseBets()
                await self._make_way(close)
                await self._submit_house(close)
        elif isinstance(round.head, Await):
            for ask in round.head.asks:
                await self._submit_house(commands.Play(Lapse(ask.box)))

    async def close(self, why: str) -> None:
        """Finish the round without those who left, cash everybody out, and say bye."""
        async with self._lock:
            if self.closed:
                return
            try:
                await self._wind_up()
            except (Trouble, StoreError) as no:
                _log.warning("table %s could not be wound up: %s", self.listing.id, no)
            self.stop(why)

    async def _wind_up(self) -> None:
        for _ in range(1000):
            move = housework.wind_up(self.table)
            if move is None:
                return
            await self._submit_house(move)

    def stop(self, why: str) -> None:
        """No more commands and no more steps; the journal keeps what there was."""
        self.closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._driver is not None:
            self._driver.cancel()
        for viewer in self.viewers:
            viewer.send_off(why)
