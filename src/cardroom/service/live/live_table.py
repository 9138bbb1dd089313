"""An open table: its commands one at a time, its viewers, bots and clock."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from typing import Final

from cardroom.events import encode
from cardroom.play.round import Refusal
from cardroom.service import errors
from cardroom.service.accounts.roles import Person
from cardroom.service.coach.coach_session import CoachSession
from cardroom.service.coach.help import bars_permission
from cardroom.service.live import closing, command_auth, house_moves
from cardroom.service.live.absence import Absence
from cardroom.service.live.affiliations import Affiliations
from cardroom.service.live.aside import aside
from cardroom.service.live.bots import Hints
from cardroom.service.live.closing import REFUSED, Closing
from cardroom.service.live.command_auth import CommandRequest
from cardroom.service.live.driver import Driver
from cardroom.service.live.messages import (
    Ack,
    ClosingMessage,
    Hello,
    MetersMessage,
    SharedStep,
    hello,
    step_message,
    watches,
)
from cardroom.service.live.play_money import grant_to_bots
from cardroom.service.live.presence import Presence
from cardroom.service.live.shuffling import Shuffling
from cardroom.service.live.table_lock import TableLock
from cardroom.service.live.table_registry import Listing
from cardroom.service.live.turn_clock import TurnClock
from cardroom.service.live.update_log import UpdateLog
from cardroom.service.live.viewer import Viewer
from cardroom.service.settings import Pace
from cardroom.service.view.history import Update, follow
from cardroom.service.view.standing import Permissions, permissions
from cardroom.service.view.views import BOT, Moment, ViewContext, meters, short
from cardroom.table import Actor, Envelope, commands, posting
from cardroom.table.asking import ask_all
from cardroom.table.cashier import bars_player
from cardroom.table.commands import TableCommand
from cardroom.table.floor import HOUSE, Floor, Following, Reply
from cardroom.table.table import Table

BETS: Final = (commands.PlaceBet, commands.BackBet, commands.WithdrawBet, commands.PostBank)
"""A player who changes a bet has to ask for the deal again."""
STOPPED: Final = "nothing can be saved at the moment; play continues by itself as soon as it can"


class LiveTable:
    """`start` is the table as read from the journal, or just opened."""

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
        self.listing, self._floor, self.coach = listing, floor, coach
        self.called: Callable[[str], str] = short
        self.viewers: set[Viewer] = set()
        self.presence = Presence()
        self.owned = True
        """Whether this process decides what happens here; if not, it only shows it."""
        self.closed = False
        self.closing: Closing | None = None
        self.opened = self.touched = clock()
        self.clock, self._pace = clock, pace
        self.lock = TableLock(self._read_on)
        self._ready: set[str] = set()
        self._updates = UpdateLog(floor.store, listing.id, start)
        self._read = 0
        """Updates that were read from the journal."""
        self._numbers, self._run = count(1), secrets.token_hex(4)
        self._turn_clock = TurnClock(self, self.lock, pace)
        self.absence = Absence(self, self.lock, pace.absence_seconds, clock)
        self.shuffling = Shuffling(self, self.lock, pace)
        self._affiliations = Affiliations()
        self._driver = Driver(self, hints, self._affiliations, pace)

    # --- views ----------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.listing.id

    @property
    def table(self) -> Table:
        return self._updates.now.table

    @property
    def seq(self) -> int:
        return self._updates.now.seq

    def standing(self, person: Person) -> Permissions:
        return permissions(person, self.table, self.listing.opener)

    @property
    def view_context(self) -> ViewContext:
        floor, closing = self._floor, "" if self.closing is None else self.closing.why
        return ViewContext(
            self.listing.title,
            self.away,
            floor.wallet,
            floor.meter,
            floor.meter_set_aside,
            self._turn_clock.left,
            self.coach.permitted,
            STOPPED if floor.store.paused else "",
            closing,
            self._pace.absence_seconds,
            self.called,
        )

    def away(self, name: str) -> bool:
        return not name.startswith(BOT) and self.presence.away(name)

    def humans(self) -> set[str]:
        return {name for name in self.table.seats.values() if not name.startswith(BOT)}

    def hello(self, standing: Permissions, at: Moment | None = None) -> Hello:
        return hello(at or self._updates.now, standing, self.view_context)

    def message(self, update: Update, standing: Permissions) -> bytes:
        """An update as one viewer may see it."""
        return encode(step_message(update, standing, self.view_context))

    def show_stopped(self) -> None:
        """Show every viewer that nothing can be saved, or that play continues."""
        for viewer in self.viewers:
            viewer.offer(encode(self.hello(viewer.standing)))

    async def catch_up(self) -> None:
        """Show what was stored without being acknowledged, and continue."""
        await self.follow()
        self.show_stopped()
        self.wake()

    async def follow(self) -> None:
        """Show what was stored, here or by another worker."""
        async with self.lock:
            await self._read_on()
        if self.table.closed and not self.owned:
            self.stop("" if self.closing is None else self.closing.why)
        self._turn_clock.set()

    async def follow_news(self) -> bool:
        """Show what others have stored. Returns whether there was any of it; commands that are
        carried out here meanwhile do not count. Without news, nobody waits for this."""
        before = self._read
        if await self._updates.behind():
            await self.follow()
        return self._read > before

    def take_over(self) -> None:
        """From now on this process decides; it has followed the table so far."""
        self.owned = True
        self.wake()

    def note_closing(self, why: str) -> None:
        """Another worker closes the table."""
        self.closing = self.closing or Closing(why)
        for viewer in self.viewers:
            viewer.offer(encode(ClosingMessage(why)))

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
        """Send hello, every step since `after`, and then each new one, without a gap."""
        at = self._updates.now
        viewer.standing = self.standing(viewer.person)
        if after is not None and 0 < after < self.seq:
            at = await self._updates.moment_at(after)
        await send(encode(self.hello(viewer.standing, at)))
        while at.seq < self.seq:
            for update in await self._updates.since(at):
                await send(self.message(update, viewer.standing))
                at = update.moment
        # No await since the comparison: the next update will find this viewer.
        self.viewers.add(viewer)
        self.presence.join(viewer)
        if self.table.meter_terms:
            # Another table may have moved the meter while this viewer was being sent the rest.
            viewer.offer(self._meters())

    def leave(self, viewer: Viewer) -> None:
        if viewer in self.viewers:
            self.viewers.discard(viewer)
            self.presence.leave(viewer)
            self.absence.seen(viewer.standing.name)

    # --- commands -------------------------------------------------------------------------------

    async def command(self, person: Person, request: CommandRequest) -> Ack:
        """Carry out a person's command once; it is durable before it is acknowledged."""
        # A sender who disconnects does not stop it: it may already be stored.
        return await asyncio.shield(self.carry_out(person, request))

    async def carry_out(self, person: Person, request: CommandRequest) -> Ack:
        """The same for callers that nobody cancels, without the turns that a task would wait."""
        command = command_auth.read(request, person.name)
        if isinstance(command, commands.PermitHelp):
            no = bars_permission(self.coach.cap, command.help)
            if no is not None:
                raise no
        self.touched = self.absence.seen(person.name)
        self._affiliations.seen(person)
        key = f"{self.id}/{person.name}/{request.key}"
        seq, waits = await self._take_turn(key, command, self.standing(person))
        return Ack(request.key, seq, waits)

    async def house_command(self, key: str, command: TableCommand) -> None:
        await asyncio.shield(self._take_turn(key, command, None))

    async def _take_turn(
        self, key: str, command: TableCommand, sender: Permissions | None
    ) -> tuple[int, tuple[str, ...]]:
        """The entry of the command, and the players it still waits for. None is the house."""
        async with self.lock:
            self._require_open(command)
            actor = HOUSE if sender is None else command_auth.actor(self.table, command, sender)
            if isinstance(command, commands.ChangeRules):
                await aside(posting.prepare, command)
            deal = isinstance(command, commands.CloseBets)
            first = house_moves.before(self.table, command, self.clock())
            if first or deal:
                # A repeated command must not repeat what comes before it.
                found = self._floor.store.find(key)
                if found:
                    return found[0].seq, ()
            if isinstance(command, BETS):
                self._ready.discard(command.player)
            if deal and sender is not None and actor == HOUSE:
                waits = self._deal_asked(sender.name)
                if waits:
                    return self.seq, waits
            moves = [Envelope(self.house_key(), HOUSE, move) for move in first]
            if deal:
                await self._submit(*moves)
                await self.prepare_deal()
                moves = []
            elif isinstance(command, BETS) and house_moves.cards_change(self.table, first):
                # Nobody bets on cards before they are fixed.
                await self._submit(*moves)
                await self.shuffling.resume()
                if (shuffle := house_moves.due_shuffle(self.table)) is not None:
                    await self.move(HOUSE, shuffle)
                moves = []
            noted, now = self.coach.before(self.table, command), self.seq
            seq = await self._submit(*moves, Envelope(key, actor, command))
            if seq > now:
                self.coach.after(noted, self.table, command)
        self.wake()
        return seq, ()

    def _require_open(self, command: TableCommand) -> None:
        if self.closed:
            raise errors.refuse(409, errors.CLOSED, f"{self.listing.title} is closed")
        if self.closing is not None and isinstance(command, REFUSED):
            raise errors.refuse(409, errors.CLOSING, self.closing.why)

    def _deal_asked(self, player: str) -> tuple[str, ...]:
        """The players whom the deal still waits for, now that this one has asked for it."""
        self._ready.add(player)
        return house_moves.waits_for(self.table, player, self._ready, self.away)

    async def prepare_deal(self) -> None:
        """Do everything the house and its bots do before bets close, if not yet done."""
        for player in dict.fromkeys(self.table.dealt_in.values()):
            # A seat at poker is dealt in without a bet that could be refused.
            back = commands.SitIn(player)
            if bars_player(self._floor.cashier, back) or self._floor.bars_person(back):
                await self.move(HOUSE, commands.SitOut(player))
        while (move := house_moves.between_rounds(self.table)) is not None:
            await self.move(*move)

    async def move(self, actor: Actor, command: TableCommand) -> None:
        await self._submit(Envelope(self.house_key(), actor, command))
        if isinstance(command, commands.CommitShoe):
            await self.shuffling.mix(self.humans() & self.presence.pages())

    def house_key(self) -> str:
        """A key for a command of the house: never repeated, so any new one will do."""
        return f"{self.id}/{self._run}/{next(self._numbers)}"

    async def move_ahead(self, following: Following) -> None:
        """One move after the other, as each follows from the table before it."""
        self.lock.unsure = True
        await self._take_up(await self._floor.ask_while(self.id, following))

    def rest(self) -> None:
        """Nothing is left to do but for people: their time begins."""
        self._turn_clock.set()

    async def _submit(self, *moves: Envelope) -> int:
        """Carry out commands in order; returns the number of the last one."""
        await grant_to_bots(self._floor, self.table, moves)
        self.lock.unsure = True
        return await self._take_up(await ask_all(self._floor, self.id, moves))

    async def _take_up(self, answers: Sequence[Reply]) -> int:
        """Show what was stored; returns the number of the last entry."""
        seq = self.seq
        # Refused on a later state than the one it was prepared for, it is decided again next time.
        self.lock.unsure = self._floor.seq(self.id) > seq + len(answers)
        for answer in answers:
            if isinstance(answer, Refusal):
                raise errors.ServiceError(409, answer)
            seq, table = answer.seq, answer.table
            if table is not None and seq == self.seq + 1:
                last = follow(self.table, table, answer.events, self._updates.now.last)
                self._publish(Update(Moment(seq, table, last), answer.events))
            elif self._floor.seq(self.id) > self.seq:
                await self._read_on()
        return seq

    async def _read_on(self) -> None:
        """What others stored, or what was stored here before the disk failed to say so."""
        await self._floor.reload(self.id)
        for update in await self._updates.stored_since():
            self._read += 1
            self._publish(update)

    def _publish(self, update: Update) -> None:
        dealing = self.table.dealing
        self._updates.add(update)
        if update.moment.table.round is not None:
            self._ready.clear()
        if self.table.dealing != dealing:
            # A person may deal at a table of their own only while it is dealt by hand.
            for viewer in self.viewers:
                viewer.standing = self.standing(viewer.person)
        shared: SharedStep | None = None
        for viewer in self.viewers:
            standing = viewer.standing
            if not watches(update.moment.table, standing):
                viewer.offer(self.message(update, standing))
                continue
            shared = shared or SharedStep(update, self.view_context, standing)
            viewer.offer(shared.for_watcher(standing))

    def only_watches(self, viewer: Viewer) -> bool:
        return watches(self.table, viewer.standing)

    async def submit_now(self, command: TableCommand) -> None:
        """Carry out a command of the house while the table is held."""
        await self._submit(Envelope(self.house_key(), HOUSE, command))

    # --- the house's own work -------------------------------------------------------------------

    def wake(self) -> None:
        """Let bots and the house act as far as they can, after the current command."""
        if self.owned:
            self._driver.wake()

    async def close(self, given: Closing) -> bool:
        """Close the table when its round is over. Returns whether it is closed already."""
        async with self.lock:
            if given.left and (no := closing.bars(self.table)) is not None:
                raise errors.ServiceError(409, no)
            before = self.closing or given
            self.closing = Closing(before.why, before.left | given.left)
            for viewer in self.viewers:
                viewer.offer(encode(ClosingMessage(self.closing.why)))
        self.wake()
        while not self.closed and await self._driver.finish():
            pass
        return self.closed

    def stop(self, why: str) -> None:
        """No more commands and no more steps; the journal keeps the past."""
        self.closed = True
        self.coach.close()
        for work in (self._driver, self._turn_clock, self.shuffling):
            work.cancel()
        for viewer in self.viewers:
            viewer.send_off(why)
