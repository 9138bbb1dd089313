"""One worker among several of a room: which tables it owns, and what it hears from the others.

Every worker shows every table. Only the owner of a table carries out its commands, and lets its
bots, clocks and closings act; the others send commands there, and follow the table by reading the
journal when they are notified of a new entry.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final, Protocol

import msgspec

from cardroom.service.live.live_table import LiveTable
from cardroom.service.live.presence import PresentPerson
from cardroom.service.live.shuffling import SendModulus, SendPrime
from cardroom.store import StoreError
from cardroom.store.notices import LOST, Notices
from cardroom.store.ownership import Fleet, Ownership
from cardroom.table.journal import ACCOUNTS, CASHIER, METERS, TABLES, stream_of

BEAT_SECONDS: Final = 0.5
SHARED_PER_BEAT: Final = 8
"""Tables that one worker gives to another at a time: each waits for a command and a commit."""
_log = logging.getLogger(__name__)
_contribution: msgspec.json.Decoder[SendModulus | SendPrime] = msgspec.json.Decoder(
    SendModulus | SendPrime
)


class WorkedRoom(Protocol):
    """What a worker does to its room."""

    async def learn(self, id: str) -> LiveTable | None:
        """A table that another worker has opened."""
        ...

    def live(self, id: str) -> LiveTable | None: ...
    def all_tables(self) -> tuple[LiveTable, ...]: ...
    async def follow_wallets(self) -> None: ...
    async def follow_meter(self, id: str) -> None: ...
    async def follow_accounts(self) -> None: ...
    async def follow_nicknames(self) -> None: ...
    def end_session(self, token: bytes) -> None: ...
    async def look_after_room(self) -> None:
        """This worker is the one that signs checkpoints and opens the house's tables."""
        ...


class Workers:
    """Used from the event loop of its room."""

    def __init__(self, address: str, ownership: Ownership) -> None:
        self._ownership = ownership
        self._notices = Notices(address, self._heard)
        self.fleet = Fleet({}, {})
        self._room: WorkedRoom | None = None
        self._running: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._beat_now, self._beaten = asyncio.Event(), asyncio.Event()
        # A thread of its own: no other work of the room may keep the lease from being renewed.
        self._beater = ThreadPoolExecutor(1, "beat")
        self._said: asyncio.Queue[str] = asyncio.Queue()
        self._stale: set[str] = set()
        self._leaving: set[str] = set()
        self.draining = False
        self._duty = False

    @property
    def id(self) -> str:
        return self._ownership.worker

    @property
    def on_duty(self) -> bool:
        return self._duty

    def owns(self, id: str) -> bool:
        return self._ownership.token(stream_of(id)) is not None

    def decides(self, live: LiveTable) -> bool:
        """Whether what this worker knows of a table is all there is: a worker that was stopped or
        cut off may have lost the table, and not know it yet."""
        return live.owned and self.owns(live.id) and self._ownership.in_force()

    @property
    def cut_off(self) -> str:
        """Why nothing can be saved here; empty if it can. A worker that writes nothing notices by
        its lease that the database is gone."""
        return "" if self._ownership.in_force() else "the database does not answer"

    def owner_address(self, id: str) -> str | None:
        """Where the owner of a table is reached, if there is one."""
        owner = self.fleet.owners.get(stream_of(id))
        return None if owner is None else self.fleet.workers.get(owner[0])

    # --- life -----------------------------------------------------------------------------------

    async def enter(self) -> None:
        """Register, and take what nobody owns; the room is not open yet."""
        self.fleet = await asyncio.to_thread(self._ownership.beat, claims=True)
        for stream, token in self._mine():
            self._ownership.adopt(stream, token)
        self._duty = self._ownership.token(self._ownership.duty) is not None

    def start(self, room: WorkedRoom) -> None:
        self._room, self._running = room, asyncio.get_running_loop()
        self._notices.start()
        self._spawn(self._beat())
        self._spawn(self._settle())
        self._spawn(self._speak())

    async def drain(self) -> None:
        """Give every table to another worker, between two of its commands."""
        self.draining = True
        self.say(f"leaving {self.id}")
        await self._give_all()

    async def _give_all(self) -> None:
        others = sorted(self.fleet.workers.keys() - {self.id} - self._leaving)
        if not others:
            # The last one keeps them until it ends, and signs everything.
            return
        streams = {stream for stream, _ in self._mine()}
        owned = [live for live in self._tables() if live.owned or stream_of(live.id) in streams]
        for number, live in enumerate(owned):
            await self._give(live, others[number % len(others)])
        if self._duty:
            self._duty = False
            await asyncio.to_thread(self._ownership.give, self._ownership.duty, others[0])

    async def _give(self, live: LiveTable, to: str) -> None:
        async with live.lock:
            live.owned = False
            await asyncio.to_thread(self._ownership.give, stream_of(live.id), to)

    async def _share(self) -> None:
        """Give some tables to the worker with the fewest, such as one that has just joined."""
        counts = dict.fromkeys(self.fleet.workers.keys() - self._leaving, 0)
        for stream, (worker, _) in self.fleet.owners.items():
            if worker in counts and stream.startswith(TABLES):
                counts[worker] += 1
        fewest = min(counts, key=lambda id: (counts[id], id), default=self.id)
        # Half of the difference, or the next beat would give some of them back.
        many = (counts.get(self.id, 0) - counts[fewest]) // 2 if fewest != self.id else 0
        for live in [live for live in self._tables() if live.owned][: min(many, SHARED_PER_BEAT)]:
            await self._give(live, fewest)

    async def stop(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.to_thread(self._beater.shutdown)
        await asyncio.to_thread(self._notices.close)
        try:
            await asyncio.to_thread(self._ownership.leave)
        except StoreError as broken:
            _log.warning("this worker could not announce that it is leaving: %s", broken)

    async def open(self, id: str) -> None:
        """Own a table that is about to be opened."""
        await asyncio.to_thread(self._ownership.open, stream_of(id))

    async def close(self, id: str) -> None:
        await asyncio.to_thread(self._ownership.close, stream_of(id))

    def lost(self, live: LiveTable) -> None:
        """A write was refused: another worker owns the table now."""
        self._ownership.drop(stream_of(live.id))
        live.owned = False
        self._beat_now.set()

    # --- speaking -------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Tell all workers, in order, without waiting."""
        self._said.put_nowait(text)

    def watch(self, live: LiveTable) -> None:
        """Tell the others who comes and goes at a table."""
        live.presence.changed = lambda name: self._say_presence(live, name)

    def _say_presence(self, live: LiveTable, name: str) -> None:
        streams, contributes = live.presence.here(name)
        self.say(f"here {live.id} {self.id} {name} {streams} {int(contributes)}")

    async def _speak(self) -> None:
        while True:
            text = await self._said.get()
            try:
                await asyncio.to_thread(self._ownership.tell, text)
            except StoreError as broken:
                _log.info("the other workers were not notified: %s", broken)

    # --- beating --------------------------------------------------------------------------------

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._beat_now.wait(), BEAT_SECONDS)
            self._beat_now.clear()
            try:
                beat = partial(self._ownership.beat, claims=not self.draining)
                self.fleet = await loop.run_in_executor(self._beater, beat)
            except StoreError as broken:
                _log.info("the lease was not renewed: %s", broken)
            except Exception:
                _log.exception("a worker's heartbeat failed")
            else:
                self._beaten.set()

    async def _settle(self) -> None:
        """Apart from the beat: to take up many tables may take longer than a lease lasts."""
        while True:
            await self._beaten.wait()
            self._beaten.clear()
            try:
                await self._apply()
            except StoreError as broken:
                _log.info("a table was not taken up or given away: %s", broken)
            except Exception:
                _log.exception("a worker could not take up its tables")

    async def _apply(self) -> None:
        """Take up the tables that are this worker's now, and let go of those that are not."""
        alive = frozenset(self.fleet.workers)
        for live in self._tables():
            live.presence.forget(alive)
            if live.owned and not self.owns(live.id):
                live.owned = False
        if self.draining:
            # Another worker, which had not heard of it, may have given this one a table.
            await self._give_all()
            return
        for stream, token in self._mine():
            if self._ownership.token(stream) != token and not self._ownership.gave(stream, token):
                await self._take_over(stream, token)
        held = self._ownership.token(self._ownership.duty) is not None
        if held and not self._duty:
            self._duty = True
            await self._at().look_after_room()
        self._duty = held
        await self._share()

    async def _take_over(self, stream: str, token: int) -> None:
        """Read what the last owner wrote, and only then decide: a command that came earlier would
        be judged by the table as it was before."""
        live = None
        if stream.startswith(TABLES):
            live = await self._table(stream.removeprefix(TABLES))
            if live is None:
                return
            await live.follow()
        if self._ownership.adopt(stream, token) and live is not None:
            live.take_over()

    # --- hearing --------------------------------------------------------------------------------

    def _heard(self, text: str) -> None:
        if self._running is not None:
            self._running.call_soon_threadsafe(self._hear, text)

    def _hear(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        match word:
            case "entry":
                for stream in rest.split():
                    self._follow(stream)
            case "owner" | "left":
                self._beat_now.set()
            case "here" | "page" | "closing":
                id, _, said = rest.partition(" ")
                live = self._at().live(id)
                if live is not None:
                    self._hear_of(live, word, said)
            case "leaving":
                self._leaving.add(rest)
            case "who":
                self._say_all()
            case "nicknames":
                self._spawn(self._at().follow_nicknames())
            case "session":
                self._at().end_session(bytes.fromhex(rest))
            case _ if text == LOST:
                self._catch_up()

    def _hear_of(self, live: LiveTable, word: str, said: str) -> None:
        match word:
            case "here":
                worker, name, streams, contributes = said.split(" ")
                if worker != self.id:
                    person = PresentPerson(int(streams), contributes == "1")
                    live.presence.note(worker, name, person)
            case "page" if live.owned:
                player, _, message = said.partition(" ")
                live.shuffling.take(player, _contribution.decode(message))
            case "closing" if not live.owned:
                live.note_closing(said)

    def _catch_up(self) -> None:
        """Anything may have happened without a notice."""
        self._beat_now.set()
        self.say("who")
        self._say_all()
        for stream in (CASHIER, ACCOUNTS):
            self._follow(stream)
        self._spawn(self._at().follow_nicknames())
        for live in self._tables():
            self._follow(stream_of(live.id))
            if live.table.meter:
                self._follow(METERS + live.table.meter)

    def _say_all(self) -> None:
        if self.draining:
            self.say(f"leaving {self.id}")
        for live in self._tables():
            for name in live.presence.names_here():
                self._say_presence(live, name)

    def _follow(self, stream: str) -> None:
        room = self._at()
        if stream.startswith(TABLES):
            self._follow_table(stream.removeprefix(TABLES))
        elif stream == CASHIER:
            self._spawn(room.follow_wallets())
        elif stream == ACCOUNTS:
            self._spawn(room.follow_accounts())
        elif stream.startswith(METERS):
            self._spawn(room.follow_meter(stream.removeprefix(METERS)))

    def _follow_table(self, id: str) -> None:
        live = self._at().live(id)
        if live is not None and live.owned:
            return
        self._stale.add(id)
        if live is None or live.viewers:
            self._spawn(self._freshen(id))

    async def _freshen(self, id: str) -> None:
        if id not in self._stale:
            return
        live = await self._table(id)
        self._stale.discard(id)
        if live is not None and not self.decides(live):
            await live.follow()

    async def fresh(self, id: str) -> None:
        """Before a table is shown: read what its owner has written."""
        live = self._at().live(id)
        if live is None or not self.decides(live):
            self._stale.add(id)
            await self._freshen(id)

    async def freshen_all(self) -> None:
        """Before all tables are shown: those of which something new was heard."""
        for id in tuple(self._stale):
            await self._freshen(id)

    # --- helpers --------------------------------------------------------------------------------

    def _mine(self) -> list[tuple[str, int]]:
        """The streams that this worker owns, and their tokens."""
        owners = self.fleet.owners.items()
        return [(stream, token) for stream, (worker, token) in owners if worker == self.id]

    def _at(self) -> WorkedRoom:
        assert self._room is not None, "a worker hears nothing before its room is open"
        return self._room

    def _tables(self) -> tuple[LiveTable, ...]:
        return () if self._room is None else self._room.all_tables()

    async def _table(self, id: str) -> LiveTable | None:
        return self._at().live(id) or await self._at().learn(id)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except StoreError as broken:
        _log.info("a worker could not follow: %s", broken)
    except Exception:
        _log.exception("a worker failed to follow")
