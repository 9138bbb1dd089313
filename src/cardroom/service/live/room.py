"""Everything a running service holds: people, tables, the journal, the solver."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Final, TypeVar

from starlette.requests import HTTPConnection
from starlette.responses import Response

from cardroom.events import encode
from cardroom.houses.clock import HouseClock
from cardroom.houses.notice import notice_period
from cardroom.money import exact
from cardroom.office.reports import TheoryChoice
from cardroom.play.round import Refusal
from cardroom.rules.ruleset import Ruleset
from cardroom.service import errors
from cardroom.service.accounts.changes import Changes
from cardroom.service.accounts.people import People
from cardroom.service.accounts.roles import Person
from cardroom.service.accounts.sessions import COOKIE
from cardroom.service.coach.charts import Chart
from cardroom.service.coach.solver import Solver
from cardroom.service.errors import ServiceError, refuse
from cardroom.service.http.guard import client_of
from cardroom.service.http.rates import Buckets, RateLimit, buckets_of
from cardroom.service.lab.desk import UNAVAILABLE, LabDesk
from cardroom.service.lab.parts import compute
from cardroom.service.live import house_moves
from cardroom.service.live.bots import Hints
from cardroom.service.live.checkpointer import Checkpointer
from cardroom.service.live.command_auth import CommandRequest
from cardroom.service.live.healer import Healer
from cardroom.service.live.live_table import LiveTable
from cardroom.service.live.lobby import Lobby
from cardroom.service.live.machine import Machine
from cardroom.service.live.measures import Measures
from cardroom.service.live.messages import Ack
from cardroom.service.live.nicknames import Nicknames
from cardroom.service.live.notices import NoticeDesk
from cardroom.service.live.open_streams import OpenStreams
from cardroom.service.live.own_limits import DayBook, OwnLimitsDesk
from cardroom.service.live.play_money import grant
from cardroom.service.live.room_work import RoomWork
from cardroom.service.live.shuffling import SendModulus, SendPrime
from cardroom.service.live.table_registry import TableRegistry
from cardroom.service.logs import note_command
from cardroom.service.office.meters import MeterOffice
from cardroom.service.office.report_desk import ReportDesk
from cardroom.service.own_play.desk import OwnPlayDesk
from cardroom.service.room_files import JOURNAL, RoomFiles, open_room
from cardroom.service.school.desk import SchoolDesk
from cardroom.service.settings import Settings
from cardroom.service.view.sheets import StrategyCard
from cardroom.store import KeyTakenError, PausedError, StoreError
from cardroom.table.commands import TableCommand
from cardroom.table.floor import Floor
from cardroom.table.journal import CASHIER
from cardroom.table.table import Table

if TYPE_CHECKING:
    from cardroom.service.live.relay import Relay
    from cardroom.service.live.workers import Workers

__all__ = ["COOKIE", "Room"]
SWEEP_SECONDS: Final = 30.0
CHECKPOINT_SECONDS: Final = 30.0
DOORS_MAX: Final = 32
"""People who wait for a hash at the same time; more are asked to come back."""
NO_CHART: Final = Chart("unavailable", UNAVAILABLE)
NO_CARD: Final = StrategyCard("unavailable", UNAVAILABLE)
_log = logging.getLogger(__name__)

T = TypeVar("T")


class Room:
    """Opened before the first request, closed after the last; `settings.data` is its folder."""

    def __init__(self, settings: Settings, machine: Machine | None = None) -> None:
        self.settings = settings
        self._machine = machine or Machine()
        clock = self._machine.clock
        with ExitStack() as opened:
            self._open(opened)
            self._opened = opened.pop_all()
        self.floor = Floor(self._store, self._machine.date, self._snapshots)
        self._refilling: set[str] = set()
        self._solver = Solver() if settings.solver else None
        self.lobby = Lobby(
            settings, self.floor, self._registry, self._hints_for, self._solver, clock, self.workers
        )
        self.lobby.called = self.nicknames.shown
        self._buckets = buckets_of(settings.rates, clock)
        self.school = SchoolDesk(self._store, settings, clock, self._machine.date, self._shared)
        house_clock = HouseClock() if settings.house is None else settings.house.clock
        days = DayBook(self._store, house_clock)
        self.own_limits = OwnLimitsDesk(days, lambda: self.floor.cashier, self._machine.date)
        self.notices = NoticeDesk(notice_period(settings.house), clock)
        self.meters = MeterOffice(self.floor, self.lobby, self.notices)
        self.floor.bars_person = self._bars_person
        theory: TheoryChoice = "computed" if settings.solver else "left-out"
        self.reports = ReportDesk(self._store, self._journal_name(), house_clock, theory)
        self.lab = LabDesk(compute if settings.solver else None)
        self.recalling = asyncio.Lock()
        """Held while a past round is computed."""
        coach = (self._solver, settings.help_max)
        self.own_play = OwnPlayDesk(self.floor, self.lab, self.recalling, *coach)
        self._chores: list[asyncio.Task[None]] = []
        self.streams = OpenStreams(settings.streams)
        self._waiting_at_the_doors = 0
        self.measures = Measures(self)
        self._store.note_commits(self.measures.commit)
        self._open_since: float | None = None
        self._entries = 0

    def _open(self, opened: ExitStack) -> None:
        """What was opened before something that fails is closed again."""
        settings, machine = self.settings, self._machine
        files = open_room(settings, machine, opened)
        self._store = files.store
        self._shared = None if files.ownership is None else files.accounts
        self.workers, self._relay = _workers(settings, files)
        self.nicknames = Nicknames(files.accounts, machine.clock, self.workers)
        # A journal in memory ends with the service and cannot be verified later.
        self._checkpointer = None
        if files.key is not None and settings.data is not None:
            folders = (settings.data,)
            self._checkpointer = Checkpointer(self._store, files.key, folders, machine.date)
        self._snapshots = files.snapshots
        self._registry = TableRegistry(files.tables)
        self.people = People(
            files.accounts, self._store, settings, machine.clock, machine.date, machine.entropy
        )
        self.changes = Changes(self.people, machine.entropy)
        self._doors = ThreadPoolExecutor(1, "doors")
        opened.callback(self._doors.shutdown)

    def _bars_person(self, command: TableCommand) -> Refusal | None:
        return self.own_limits.bars(command) or self.notices.bars(command)

    def _journal_name(self) -> str:
        """Empty if the journal is in memory."""
        data = self.settings.data
        return "" if data is None else self.settings.database or str(data / JOURNAL)

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        # Sessions end on the threads that write files; streams belong to the event loop.

        def ended(session: bytes) -> None:
            loop.call_soon_threadsafe(self._session_ended, session)

        self.people.sessions.ended = ended
        if self.workers is not None:
            await self.workers.enter()
        await self.lobby.start()
        if self.workers is not None:
            self.workers.start(
                RoomWork(self.lobby, self.floor, self.people, self.nicknames, self._checkpointer)
            )
        if self._solver is not None:
            self._solver.warm()
            self.school.prepare_all()
        await self.sign_checkpoint()
        self._open_since = self._machine.clock()
        self._chores = [
            asyncio.create_task(self._sweep()),
            asyncio.create_task(self._sign_checkpoints()),
            asyncio.create_task(Healer(self._store, self.lobby).watch()),
            asyncio.create_task(self.reports.keep_up()),
        ]

    def _session_ended(self, session: bytes) -> None:
        self.streams.end_session(session)
        if self.workers is not None:
            self.workers.say(f"session {session.hex()}")

    async def drain(self) -> None:
        """Give the tables to other workers, before this one stops listening."""
        if self.workers is not None and not self.workers.draining:
            await self.workers.drain()

    async def stop(self) -> None:
        await self.drain()
        for chore in self._chores:
            chore.cancel()
            with suppress(asyncio.CancelledError):
                await chore
        self.lobby.stop()
        self.floor.keep_all()
        self.reports.close()
        await self.sign_checkpoint()
        if self.workers is not None:
            await self.workers.stop()
        if self._relay is not None:
            await self._relay.close()
        await self.own_play.close()
        await asyncio.gather(self.lab.close(), self.school.close())
        if self._solver is not None:
            await self._solver.close()
        await asyncio.to_thread(self._opened.close)

    async def sign_checkpoint(self) -> None:
        """Sign a checkpoint, if no other worker does."""
        if self._checkpointer is not None and (self.workers is None or self.workers.on_duty):
            await asyncio.to_thread(self._checkpointer.sign)

    async def command(
        self, live: LiveTable, person: Person, request: CommandRequest, asked: HTTPConnection
    ) -> Ack:
        """Carry out a person's command, here or at its table's owner. Nobody may cancel it."""
        relay, answer = self._relay, "not answered"
        try:
            if relay is None:
                ack = await live.carry_out(person, request)
            else:
                ack = await relay.command(live, person, request, asked)
            answer = f"done {ack.seq}"
        except ServiceError as no:
            answer = no.refusal.clause.id
            raise
        except StoreError as no:
            answer = (errors.KEY if isinstance(no, KeyTakenError) else errors.JOURNAL).id
            raise
        finally:
            if not self.relayed(asked):
                note_command(person.name, client_of(asked), request.key, request.command, answer)
        return ack

    def relayed(self, asked: HTTPConnection) -> bool:
        return self._relay is not None and self._relay.relayed(asked)

    async def freshen(self, table: str | None) -> None:
        """Before anything is shown: what other workers have written."""
        if self.workers is None:
            return
        if table is None:
            await self.workers.freshen_all()
        else:
            await self.workers.fresh(table)

    async def forward(self, table: str, asked: HTTPConnection, method: str) -> Response | None:
        """The answer of the worker that owns a table; None if it is this one."""
        live = self.lobby.get(table)
        if self._relay is None or live is None:
            return None
        return await self._relay.forward(live, asked, method)

    def contribute(self, live: LiveTable, player: str, message: SendModulus | SendPrime) -> None:
        """A page's contribution to a shuffle goes to the worker that shuffles."""
        if live.owned or self.workers is None:
            live.shuffling.take(player, message)
        else:
            self.workers.say(f"page {live.id} {player} {encode(message).decode()}")

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
        if self.floor.cashier.knows(name):
            raise refuse(409, errors.NAME, f"{name!r} is taken")

    def buckets(self, kind: RateLimit) -> Buckets:
        return self._buckets[kind]

    def own_chart(self, rules: Ruleset) -> Chart | None:
        return NO_CHART if self._solver is None else self._solver.own_chart(rules)

    def card(self, rules: Ruleset) -> StrategyCard | None:
        return NO_CARD if self._solver is None else self._solver.card(rules)

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
        return self._store.paused or ("" if self.workers is None else self.workers.cut_off)

    def gauges(self) -> dict[str, tuple[str, float]]:
        tables = tuple(self.lobby.all())
        playing = sum(live.table.round is not None for live in tables)
        up = 0.0 if self._open_since is None else self._machine.clock() - self._open_since
        asked = self.lab.waiting + (0 if self._solver is None else self._solver.waiting)
        return {
            "up_seconds": ("Seconds since the tables were opened.", up),
            "ready": ("1 if tables are open and can be saved.", float(not self.not_ready())),
            "tables": ("Open tables.", len(tables)),
            "rounds_in_play": ("Tables with a round in play.", playing),
            "viewers": ("Open streams.", self.streams.count),
            "journal_entries": ("Entries in all streams of the journal.", self._entries),
            "solver_questions": ("Questions that wait for the solver.", asked),
        }

    async def measured(self, asked: HTTPConnection) -> bytes:
        """What this room measures; a disk is read for it, so not on the event loop."""
        with suppress(StoreError):  # that it cannot be read is what an operator wants to see
            heads = await asyncio.to_thread(self._store.heads)
            self._entries = sum(head.seq for head in heads.values())
        own = self.measures.text()
        return own if self._relay is None else await self._relay.measured(own, asked)

    def require_saving(self) -> None:
        """Refuse at once what could not be saved now."""
        if paused := self._store.paused:
            raise PausedError(paused)

    async def welcome(self, person: Person) -> None:
        """Give every new player the same play money, once."""
        if person.has("play"):
            with suppress(KeyTakenError):  # Already given, when the amount was different.
                await grant(
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
                why = (
                    f"you have {exact(has)}; refills are for players with less than {exact(least)}"
                )
                raise refuse(409, errors.REFILL, why)
            key = f"refill/{name}/{secrets.token_hex(8)}"
            await grant(self.floor, key, name, self.settings.guests.wallet)
        finally:
            self._refilling.discard(name)

    async def credit(self, name: str, amount: int, by: str) -> None:
        """Play money for a player, from an administrator; the journal's key says who gave it."""
        account = self.people.book.account(name)
        if account is None or account.role != "player":
            raise refuse(404, errors.NOT_FOUND, f"there is no player {name[:40]!r}")
        key = f"credit/{by}/{account.name}/{secrets.token_hex(8)}"
        await grant(self.floor, key, account.name, amount)

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
                await self.floor.follow(CASHIER)
                await self.meters.follow_up()
            except (StoreError, sqlite3.Error) as broken:
                _log.warning("old tables were not closed: %s", broken)

    async def _sign_checkpoints(self) -> None:
        while self._checkpointer is not None:
            await asyncio.sleep(CHECKPOINT_SECONDS)
            await self.sign_checkpoint()


def _workers(settings: Settings, files: RoomFiles) -> tuple[Workers | None, Relay | None]:
    """This worker among others, if the room is in a database."""
    if files.ownership is None or files.key is None:
        return None, None
    # Imported here, because their packages are an extra that most houses do not install.
    from cardroom.service.live.relay import Relay  # noqa: PLC0415 - needs an extra
    from cardroom.service.live.workers import Workers  # noqa: PLC0415 - needs an extra

    workers = Workers(settings.database, files.ownership)
    return workers, Relay(workers, settings.certificate, files.key.author(b"relayed").hex())
