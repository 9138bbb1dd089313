"""Everything a running service holds: people, tables, the journal, the solver."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Final, Literal, TypeVar

from cardroom.money import dollars
from cardroom.rules.ruleset import Ruleset
from cardroom.service import errors
from cardroom.service.accounts.changes import Changes
from cardroom.service.accounts.people import People
from cardroom.service.accounts.roles import Person
from cardroom.service.coach.charts import Chart
from cardroom.service.coach.solver import Solver
from cardroom.service.errors import refuse
from cardroom.service.http.rates import Buckets
from cardroom.service.live import house_moves
from cardroom.service.live.bots import Hints
from cardroom.service.live.checkpointer import Checkpointer
from cardroom.service.live.healer import Healer
from cardroom.service.live.live_table import LiveTable
from cardroom.service.live.lobby import Lobby
from cardroom.service.live.machine import Machine
from cardroom.service.live.measures import Measures
from cardroom.service.live.open_streams import OpenStreams
from cardroom.service.live.play_money import endow
from cardroom.service.live.table_registry import TableRegistry
from cardroom.service.school.desk import SchoolDesk
from cardroom.service.settings import Settings
from cardroom.service.view.sheets import StrategyCard
from cardroom.store import KeyTakenError, LockedError, PausedError, StoreError
from cardroom.store.journal import fresh_blind
from cardroom.store.keys import house_key
from cardroom.table.floor import Floor
from cardroom.table.table import Table

COOKIE: Final = "cardroom"
JOURNAL: Final = "journal.sqlite"
SWEEP_SECONDS: Final = 30.0
CHECKPOINT_SECONDS: Final = 30.0
DOORS_MAX: Final = 32
"""People who wait for a hash at the same time; more are asked to come back."""
_log = logging.getLogger(__name__)

T = TypeVar("T")
Bucket = Literal["doors", "commands", "reads", "recalls", "address-recalls", "streams"]


def claim(data: Path) -> IO[bytes] | None:
    """One service per folder: viewers of one would miss the steps of another.

    The lock ends with the process, however it ends. On systems without such locks, the journal's
    own fence still keeps two writers from doing harm.
    """
    try:
        import fcntl  # noqa: PLC0415
    except ImportError:
        return None
    file = (data / "lock").open("wb")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise LockedError(f"{data}: another service is using this folder; stop it first") from None
    return file


class Room:
    """Opened before the first request, closed after the last; `settings.data` is its folder."""

    def __init__(self, settings: Settings, machine: Machine | None = None) -> None:
        self.settings = settings
        self._machine = machine or Machine()
        clock = self._machine.clock
        data = settings.data
        with ExitStack() as opened:
            self._open(data, opened)
            self._opened = opened.pop_all()
        self.floor = Floor(self._store, self._machine.date)
        self._refilling: set[str] = set()
        self._solver = Solver() if settings.solver else None
        self.lobby = Lobby(
            settings, self.floor, self._registry, self._hints_for, self._solver, clock
        )
        rates = settings.rates
        self._buckets: dict[str, Buckets] = {
            "doors": Buckets(rates.doors, clock=clock),
            "commands": Buckets(rates.commands, clock=clock),
            "reads": Buckets(rates.reads, clock=clock),
            "recalls": Buckets(rates.recalls, clock=clock),
            "address-recalls": Buckets(rates.address_recalls, clock=clock),
            "streams": Buckets(rates.streams, clock=clock),
        }
        self.school = SchoolDesk(self._store, settings.house, clock, self._machine.date)
        self._chores: list[asyncio.Task[None]] = []
        self.streams = OpenStreams(settings.streams)
        self._waiting_at_the_doors = 0
        self.recalling = asyncio.Lock()
        """Held while a past round is computed."""
        self.measures = Measures(self)
        self._open_since: float | None = None
        self._entries = 0

    def _open(self, data: Path | None, opened: ExitStack) -> None:
        """The files; what was opened before one that fails is closed again."""
        if data is not None:
            if data.exists() and not data.is_dir():
                raise StoreError(f"{data}: this is a file; the card room needs a folder")
            data.mkdir(parents=True, exist_ok=True)
            claimed = claim(data)
            if claimed is not None:
                opened.enter_context(claimed)
        settings, machine = self.settings, self._machine
        # A journal in memory ends with the service and cannot be verified later.
        self._checkpointer = None
        if data is None:
            self._store = machine.open_journal(":memory:", fresh_blind)
        else:
            key = house_key(data)
            name = settings.journal or str(data / JOURNAL)
            self._store = machine.open_journal(name, key.blind)
            self._checkpointer = Checkpointer(self._store, key, (data,), machine.date)
        opened.callback(self._store.close)
        self._registry = TableRegistry(None if data is None else data / "tables.sqlite")
        opened.callback(self._registry.close)
        accounts = None if data is None else data / "people.sqlite"
        self.people = People(
            accounts, self._store, settings, machine.clock, machine.date, machine.entropy
        )
        opened.callback(self.people.close)
        self.changes = Changes(self.people, machine.entropy)
        self._doors = ThreadPoolExecutor(1, "doors")
        opened.callback(self._doors.shutdown)
        if self._checkpointer is not None:
            opened.callback(self._checkpointer.sign)

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        # Sessions end on the threads that write files; streams belong to the event loop.

        def ended(session: bytes) -> None:
            loop.call_soon_threadsafe(self.streams.end_session, session)

        self.people.sessions.ended = ended
        await self.lobby.start()
        if self._solver is not None:
            self._solver.warm()
        if self._checkpointer is not None:
            await asyncio.to_thread(self._checkpointer.sign)
        self._open_since = self._machine.clock()
        self._chores = [
            asyncio.create_task(self._sweep()),
            asyncio.create_task(self._sign_checkpoints()),
            asyncio.create_task(Healer(self._store, self.lobby).watch()),
        ]

    async def stop(self) -> None:
        for chore in self._chores:
            chore.cancel()
            with suppress(asyncio.CancelledError):
                await chore
        self.lobby.stop()
        if self._solver is not None:
            await self._solver.close()
        await asyncio.to_thread(self._opened.close)

    async def at_the_doors(self, work: Callable[[], T]) -> T:
        """Password hashing has its own thread, so that everyone else can continue."""
        if self._waiting_at_the_doors >= DOORS_MAX:
            raise refuse(503, errors.RATE, "many people are logging in; try again", 2.0)
        self._waiting_at_the_doors += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._doors, work)
        finally:
            self._waiting_at_the_doors -= 1

    def bar_known_name(self, name: str) -> None:
        """Refuse a name that has money here, whatever the accounts say.

        After a restore the accounts may be older than the journal, and the wallet of a name must
        not go to the first one who asks for it.
        """
        if self.floor.has_wallet(name):
            raise refuse(409, errors.NAME, f"{name!r} is taken")

    def buckets(self, kind: Bucket) -> Buckets:
        return self._buckets[kind]

    def chart(self, rules: Ruleset) -> Chart | None:
        if self._solver is None:
            return Chart("unavailable", "this service runs without its solver")
        return self._solver.chart(rules)

    def card(self, rules: Ruleset) -> StrategyCard | None:
        """The strategy card; None while it is being computed."""
        if self._solver is None:
            return StrategyCard("unavailable", "this service runs without its solver")
        return self._solver.card(rules)

    async def _hints_for(self, table: Table) -> Hints:
        """What the bots of a table know now."""
        if self._solver is None:
            return Hints()
        asked, seed = house_moves.bot_question(table), secrets.randbits(62)
        estimate = None if asked is None else await self._solver.estimate(asked, seed)
        return Hints(self._solver.chart(table.rules), estimate, seed)

    def not_ready(self) -> str:
        """Why nobody can play here now; empty if they can."""
        if self._open_since is None:
            return "the tables are not open yet"
        return self._store.paused

    def gauges(self) -> dict[str, tuple[str, float]]:
        """A help text and a value, by the name of the gauge."""
        tables = tuple(self.lobby.all())
        up = 0.0 if self._open_since is None else self._machine.clock() - self._open_since
        return {
            "up_seconds": ("Seconds since the tables were opened.", up),
            "ready": ("1 if tables are open and can be saved.", float(not self.not_ready())),
            "tables": ("Open tables.", len(tables)),
            "rounds_in_play": ("Tables with a round in play.", _in_play(tables)),
            "viewers": ("Open streams.", self.streams.count),
            "journal_entries": ("Entries in all streams of the journal.", self._entries),
            "solver_questions": ("Questions that wait for the solver.", self._questions()),
        }

    async def count_entries(self) -> None:
        """Count the journal's entries for `gauges`; a disk is read, so not on the event loop."""
        heads = await asyncio.to_thread(self._store.heads)
        self._entries = sum(head.seq for head in heads.values())

    def _questions(self) -> int:
        return 0 if self._solver is None else self._solver.waiting

    def require_saving(self) -> None:
        """Refuse at once what could not be saved now."""
        if paused := self._store.paused:
            raise PausedError(paused)

    async def welcome(self, person: Person) -> None:
        """Give every new player the same play money, once."""
        if person.has("play"):
            with suppress(KeyTakenError):  # Already given, when the amount was different.
                await endow(
                    self.floor, f"welcome/{person.name}", person.name, self.settings.guests.wallet
                )

    async def refill(self, person: Person) -> None:
        """Play money for a player who has almost none, in place: seat and history stay."""
        name, least = person.name, self.settings.guests.refill_below
        if name in self._refilling:
            raise refuse(409, errors.REFILL, "a refill is on its way")
        self._refilling.add(name)
        try:
            has = self.floor.wallet(name) + self.lobby.chips_of(name)
            if has >= least:
                why = f"you have ${dollars(has)}, and a refill needs less than ${dollars(least)}"
                raise refuse(409, errors.REFILL, why)
            key = f"refill/{name}/{secrets.token_hex(8)}"
            await endow(self.floor, key, name, self.settings.guests.wallet)
        finally:
            self._refilling.discard(name)

    def wallet(self, person: Person) -> int:
        return self.floor.wallet(person.name)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.lobby.strike()
            self.people.sessions.sweep()
            try:
                await self.lobby.release_seats()
                await self.lobby.sweep()
            except (StoreError, sqlite3.Error) as broken:
                _log.warning("old tables were not closed: %s", broken)

    async def _sign_checkpoints(self) -> None:
        while self._checkpointer is not None:
            await asyncio.sleep(CHECKPOINT_SECONDS)
            await asyncio.to_thread(self._checkpointer.sign)


def _in_play(tables: tuple[LiveTable, ...]) -> int:
    return sum(live.table.round is not None for live in tables)
