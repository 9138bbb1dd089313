"""A table that is open: one command after the other, its viewers, its bots and its clock."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Final

from cardroom.events import encode
from cardroom.play.clauses import NONE as NO_WAGER
from cardroom.play.inputs import Lapse
from cardroom.play.round import Await, Refusal
from cardroom.service import errors
from cardroom.service.accounts.roles import Person
from cardroom.service.coach.coach_session import CoachSession
from cardroom.service.coach.help import bars_permission
from cardroom.service.live import command_auth, house_moves
from cardroom.service.live.bots import Hints
from cardroom.service.live.command_auth import CommandRequest
from cardroom.service.live.messages import Ack, Hello, MetersMessage, hello, step_message
from cardroom.service.live.play_money import endow
from cardroom.service.live.shuffling import Shuffling
from cardroom.service.live.table_registry import Listing
from cardroom.service.live.update_log import UpdateLog
from cardroom.service.live.viewer import Viewer
from cardroom.service.settings import Pace
from cardroom.service.view.history import Update, follow
from cardroom.service.view.standing import Standing
from cardroom.service.view.view_types import ClockView
from cardroom.service.view.views import BOT, Moment, ViewContext, meters
from cardroom.store import StoreError
from cardroom.table import Actor, Envelope, commands
from cardroom.table.commands import TableCommand
from cardroom.table.floor import HOUSE, Floor
from cardroom.table.table import Table

BETS: Final = (commands.PlaceBet, commands.BackBet, commands.WithdrawBet, commands.PostBank)
"""A player who changes a bet has to ask for the cards again."""
STOPPED: Final = "nothing can be saved at the moment; play continues by itself as soon as it can"
_log = logging.getLogger(__name__)


class LiveTable:
    """`start` is its present, as it was read from the journal or just opened."""

    def __init__(
        self,
        listing: Listing,
        floor: Floor,
        start: Moment,
        pace: Pace,
        hints: Callable[[Table], Awaitable[Hints]],
        clock: Callable[[], float],
        coach: CoachSession,
    ) -> None:
        self.listing, self._floor = listing, floor
        self.coach = coach
        self.viewers: set[Viewer] = set()
        self.closed = False
        self.touched = clock()
        self._clock, self._pace, self._hints = clock, pace, hints
        self._lock = asyncio.Lock()
        self._ready: set[str] = set()
        self._updates = UpdateLog(floor.store, listing.id, start)
        self._numbers = count(1)
        self._run = secrets.token_hex(4)
        self._driver: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timed = 0
        self._ringing: asyncio.Task[None] | None = None
        self.shuffling = Shuffling(self, self._lock, pace)

    # --- what there is to see -------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.listing.id

    @property
    def table(self) -> Table:
        return self._updates.now.table

    @property
    def seq(self) -> int:
        return self._updates.now.seq

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
    def view_context(self) -> ViewContext:
        floor, title, permitted = self._floor, self.listing.title, self.coach.permitted
        return ViewContext(
            title,
            self.away,
            floor.wallet,
            floor.meter,
            self._time_left,
            permitted,
            STOPPED if floor.store.paused else "",
        )

    def away(self, name: str) -> bool:
        return not name.startswith(BOT) and not any(v.standing.name == name for v in self.viewers)

    def humans(self) -> set[str]:
        return {name for name in self.table.seats.values() if not name.startswith(BOT)}

    def hello(self, standing: Standing, at: Moment | None = None) -> Hello:
        return hello(at or self._updates.now, standing, self.view_context)

    def message(self, update: Update, standing: Standing) -> bytes:
        """An update as one viewer may see it."""
        return encode(step_message(update, standing, self.view_context))

    def show_stopped(self) -> None:
        """Show every viewer that nothing can be saved, or that play continues."""
        for viewer in self.viewers:
            viewer.offer(encode(self.hello(viewer.standing)))

    async def catch_up(self) -> None:
        """Show what was stored before anybody could be answered, and continue."""
        async with self._lock:
            await self._floor.reload(self.id)
            for update in await self._updates.stored_since():
                self._publish(update)
        self.show_stopped()
        self.wake()

    def show_meters(self) -> None:
        """A meter of this table was moved at another one."""
        for viewer in self.viewers:
            viewer.offer(self._meters())

    def _meters(self) -> bytes:
        return encode(MetersMessage(meters(self.table, self.view_context)))

    # --- viewers --------------------------------------------------------------------------------

    async def join(
        self, viewer: Viewer, after: int | None, send: Callable[[bytes], Awaitable[None]]
    ) -> None:
        """Hello, then every step since `after`, then whatever comes; nothing between is lost.

        What was missed goes out as fast as the viewer takes it; only then its queue is filled.
        """
        at = self._updates.now
        if after is not None and 0 < after < self.seq:
            at = await self._updates.moment_at(after)
        await send(encode(self.hello(viewer.standing, at)))
        while at.seq < self.seq:
            for update in await self._updates.since(at):
                await send(self.message(update, viewer.standing))
                at = update.moment
        # No await since the comparison: the next update will find this viewer.
        self.viewers.add(viewer)
        if self.table.meter_terms:
            # Another table may have moved the meter while this viewer was told the rest.
            viewer.offer(self._meters())

    def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)

    # --- commands -------------------------------------------------------------------------------

    async def command(self, person: Person, request: CommandRequest) -> Ack:
        """Carry out a person's command once; it is durable before it is acknowledged."""
        command = command_auth.read(request, person.name)
        if isinstance(command, commands.PermitHelp):
            no = bars_permission(self.coach.cap, command.help)
            if no is not None:
                raise no
        self.touched = self._clock()
        key = f"{self.id}/{person.name}/{request.key}"
        seq, waits = await self._take_turn(key, command, self.standing(person))
        return Ack(request.key, seq, waits)

    async def house_command(self, key: str, command: TableCommand) -> None:
        """Carry out a command of the house that is not one of its regular moves."""
        await self._take_turn(key, command, None)

    async def _take_turn(
        self, key: str, command: TableCommand, sender: Standing | None
    ) -> tuple[int, tuple[str, ...]]:
        """The entry of the command, and the players it still waits for. None is the house.

        A sender who disconnects does not stop it: it may already be stored, and the others must see
        it.
        """
        return await asyncio.shield(self._carry_out(key, command, sender))

    async def _carry_out(
        self, key: str, command: TableCommand, sender: Standing | None
    ) -> tuple[int, tuple[str, ...]]:
        async with self._lock:
            if self.closed:
                raise errors.refuse(409, errors.CLOSED, f"{self.listing.title} is closed")
            actor = HOUSE
            if sender is not None:
                actor = command_auth.actor(self.table, command, sender)
            deal = isinstance(command, commands.CloseBets)
            first = house_moves.before(self.table, command, self._clock())
            if first or deal:
                # What comes before a command must not be done again for its repetition.
                found = self._floor.store.find(key)
                if found:
                    return found[0].seq, ()
            if isinstance(command, BETS):
                self._ready.discard(command.player)
            if deal and sender is not None and actor == HOUSE:
                waits = self._not_ready(sender.name)
                if waits:
                    return self.seq, waits
            moves = [Envelope(self._key(), HOUSE, move) for move in first]
            if deal:
                await self._submit(*moves)
                await self._prepare_deal()
                moves = []
            elif isinstance(command, BETS) and (first or self.table.shoe.due):
                # Nobody bets on cards before they are fixed.
                await self._submit(*moves)
                if (shuffle := house_moves.due_shuffle(self.table)) is not None:
                    await self._move(HOUSE, shuffle)
                moves = []
            noted, now = self.coach.before(self.table, command), self.seq
            seq = await self._submit(*moves, Envelope(key, actor, command))
            if seq > now:
                self.coach.after(noted, self.table, command)
        self.wake()
        return seq, ()

    def _not_ready(self, player: str) -> tuple[str, ...]:
        """Mark a player as ready. Returns the players, with bets or able to bet, who are not."""
        table = self.table
        betting = house_moves.engaged(table)
        if player not in betting:
            raise errors.refuse(409, NO_WAGER, f"{player} has no wager on the layout")
        self._ready.add(player)
        seated = {name for name in self.humans() if not self.away(name) and table.free(name)}
        return tuple(sorted((betting | seated) - self._ready))

    async def _prepare_deal(self) -> None:
        """All that the house and its bots do before no more bets, if they have not yet."""
        while (move := house_moves.between_rounds(self.table)) is not None:
            await self._move(*move)

    async def _move(self, actor: Actor, command: TableCommand) -> None:
        await self._submit(Envelope(self._key(), actor, command))
        if isinstance(command, commands.CommitShoe):
            pages = {viewer.standing.name for viewer in self.viewers if viewer.contributes}
            await self.shuffling.mix(self.humans() & pages)

    def _key(self) -> str:
        """The house's own commands: never repeated, so any fresh name will do."""
        return f"{self.id}/{self._run}/{next(self._numbers)}"

    async def _submit(self, *moves: Envelope) -> int:
        """One after the other; the number of the last that was done."""
        for move in moves:
            bought = move.command
            if isinstance(bought, commands.BuyIn) and bought.player.startswith(BOT):
                await endow(self._floor, f"{move.key}/endow", bought.player, bought.amount)
        seq = self.seq
        for answer in await self._floor.ask_all(self.id, moves):
            if isinstance(answer, Refusal):
                raise errors.ServiceError(409, answer)
            seq, table = answer.seq, answer.table
            if table is not None and seq == self.seq + 1:
                last = follow(self.table, table, answer.events, self._updates.now.last)
                self._publish(Update(Moment(seq, table, last), answer.events))
            elif self._floor.seq(self.id) > self.seq:
                # Stored while nobody could say so: the disk paused between a commit and its answer.
                for update in await self._updates.stored_since():
                    self._publish(update)
        return seq

    def _publish(self, update: Update) -> None:
        self._updates.add(update)
        if update.moment.table.round is not None:
            self._ready.clear()
        for viewer in self.viewers:
            viewer.offer(self.message(update, viewer.standing))

    async def submit_now(self, command: TableCommand) -> None:
        """Carry out a command of the house while the table is held."""
        await self._submit(Envelope(self._key(), HOUSE, command))

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
                    await self.shuffling.resume()
                    move = house_moves.after(
                        self.table, await self._hints(self.table), self._clock()
                    )
                    if move is None:
                        break
                    await self._move(*move)
                if self._pace.bots_seconds:
                    await asyncio.sleep(self._pace.bots_seconds)
        except (errors.ServiceError, StoreError) as no:
            _log.warning("table %s: the house cannot go on: %s", self.id, no)
        except Exception:
            _log.exception("table %s: the house failed", self.id)
        self._arm()

    def _arm(self) -> None:
        """Set the clock for those who keep others waiting. One who plays alone has all day."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        seconds = self._seconds(self.table)
        if seconds is not None and not self.closed:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, self._ring, self.seq)
            self._timed = self.seq

    def _seconds(self, table: Table) -> float | None:
        """How long the table waits for a person in this state; None is as long as it takes."""
        if len(self.humans()) < 2 or table.dealing != "automatic" or table.paused:
            return None
        if table.round is None or table.round.over:
            return self._pace.betting_seconds if house_moves.lapse(table) else None
        return self._pace.decision_seconds

    def _time_left(self, moment: Moment) -> ClockView | None:
        """The clock as a viewer sees it; a step that was just made has all of its time."""
        whole = self._seconds(moment.table)
        if whole is None or moment.seq != self.seq:
            return None
        left = whole
        if self._timer is not None and self._timed == moment.seq:
            left = max(0.0, self._timer.when() - asyncio.get_running_loop().time())
        return ClockView(round(left, 1), whole)

    def _ring(self, seq: int) -> None:
        if seq == self.seq and not self.closed:
            self._ringing = asyncio.create_task(self._out_of_time(seq))

    async def _out_of_time(self, seq: int) -> None:
        try:
            async with self._lock:
                if seq == self.seq and not self.closed:
                    await self._lapse()
        except (errors.ServiceError, StoreError) as no:
            _log.warning("table %s: the clock cannot go on: %s", self.id, no)
        self.wake()

    async def _lapse(self) -> None:
        round = self.table.round
        if round is None:
            if house_moves.engaged(self.table):
                await self._prepare_deal()
            if (move := house_moves.lapse(self.table)) is not None:
                await self._submit(Envelope(self._key(), *move))
        elif isinstance(round.head, Await):
            for ask in round.head.asks:
                await self._submit(Envelope(self._key(), HOUSE, commands.Play(Lapse(ask.box))))

    async def close(self, why: str) -> None:
        """Finish the round without those who left, cash everybody out, and say bye."""
        async with self._lock:
            if self.closed:
                return
            try:
                while (move := house_moves.wind_up(self.table)) is not None:
                    await self._submit(Envelope(self._key(), HOUSE, move))
            except (errors.ServiceError, StoreError) as no:
                _log.warning("table %s could not be wound up: %s", self.id, no)
            self.stop(why)

    def stop(self, why: str) -> None:
        """No more commands and no more steps; the journal keeps what there was."""
        self.closed = True
        self.coach.close()
        for task in (self._timer, self._driver, self._ringing, self.shuffling):
            if task is not None:
                task.cancel()
        for viewer in self.viewers:
            viewer.send_off(why)
