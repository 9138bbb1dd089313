"""All open tables of the room: opening, finding, and closing them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, Protocol, TypeVar

import msgspec

from cardroom import games, houses
from cardroom.houses import Posted
from cardroom.play.round import Refusal
from cardroom.service import errors
from cardroom.service.accounts.roles import Person
from cardroom.service.coach.coach_session import CoachSession
from cardroom.service.coach.help import bars_permission
from cardroom.service.coach.solver import Solver
from cardroom.service.errors import ServiceError, refuse
from cardroom.service.live import closing, house_moves, posting_defaults, titles
from cardroom.service.live.aside import aside
from cardroom.service.live.bots import Hints
from cardroom.service.live.closing import Closing
from cardroom.service.live.live_table import LiveTable
from cardroom.service.live.new_table import NewTable, own_tables
from cardroom.service.live.posted_games import PostedGames, bar_unknown
from cardroom.service.live.posting_defaults import house_odds
from cardroom.service.live.stacked_shoe import stacked_shoe
from cardroom.service.live.table_registry import Listing, TableRegistry
from cardroom.service.live.unopened import Unopened
from cardroom.service.settings import Settings
from cardroom.service.view.history import follow
from cardroom.service.view.views import BOT, LastRound, Moment, short
from cardroom.store import PausedError, StoreError
from cardroom.table import Envelope, commands, posting
from cardroom.table.commands import Chips, Help, OpenTable
from cardroom.table.floor import HOUSE, Floor
from cardroom.table.journal import stream_of
from cardroom.table.table import Table

BOT_NAMES: Final = ("Ada", "Blaise", "Carla", "Daniel", "Emmy", "Felix", "Grace")
_log = logging.getLogger(__name__)
T = TypeVar("T")


class Owners(Protocol):
    """Which tables are this worker's, where several serve a room."""

    @property
    def on_duty(self) -> bool: ...
    def owns(self, id: str) -> bool: ...
    async def open(self, id: str) -> None: ...
    async def close(self, id: str) -> None: ...
    def watch(self, live: LiveTable) -> None: ...
    def say(self, text: str) -> None: ...


class Lobby:
    def __init__(
        self,
        settings: Settings,
        floor: Floor,
        registry: TableRegistry,
        hints: Callable[[Table], Awaitable[Hints]],
        solver: Solver | None = None,
        clock: Callable[[], float] = time.time,
        owners: Owners | None = None,
    ) -> None:
        """`owners` if other workers have tables, too."""
        self._owners = owners
        self._settings, self._floor, self._registry = settings, floor, registry
        self._hints, self._clock, self._solver = hints, clock, solver
        self.posted = PostedGames(settings.house)
        # Without a solver there is no help.
        self._help_max: Help = "none" if solver is None else settings.help_max
        self._tables: dict[str, LiveTable] = {}
        self._unopened = Unopened(clock)
        self._building = asyncio.Lock()
        self._addresses: dict[str, str] = {}
        """Where the tables come from that were opened since the start."""
        floor.meter_moved = self.meter_moved
        self.called: Callable[[str], str] = short
        """What a player is called at the tables."""

    def get(self, id: str) -> LiveTable | None:
        live = self._tables.get(id)
        return None if live is None or live.closed else live

    def all(self) -> Iterable[LiveTable]:
        return tuple(live for live in self._tables.values() if not live.closed)

    async def start(self) -> None:
        """Reopen the tables that were open, and open the room's own tables."""
        for listing in self._registry.open_ones():
            start = await asyncio.to_thread(self._present, listing.id)
            if start is None:
                continue
            if start.table.closed:
                # The service stopped before it could mark it closed.
                await asyncio.to_thread(self._registry.end, listing.id, self._clock())
                continue
            self._put(listing, start).wake()
        if self._owners is None or self._owners.on_duty:
            await self.open_missing()

    async def open_missing(self) -> None:
        """Open the room's own tables, and those that nobody has listed."""
        await self._take_up()
        own = (live for live in self.all() if live.listing.opener == "house")
        # The house replaces a table that was set aside.
        there = {live.listing.title for live in own if not live.table.set_aside}
        # At the same time, so that they share the journal's commits.
        missing = [each for each in own_tables(self._settings) if each[0].title not in there]
        house = Person("house", "admin")
        opened = await asyncio.gather(
            *(self._open(house, wanted, "house", posted) for wanted, posted in missing),
            return_exceptions=True,
        )
        for (wanted, _), failed in zip(missing, opened, strict=True):
            if isinstance(failed, ServiceError):
                # For instance, its meter was set aside. The other tables open all the same.
                _log.warning("%s was not opened: %s", wanted.title, failed)
            elif isinstance(failed, BaseException):
                raise failed

    async def _take_up(self) -> None:
        """Tables of the journal that the book does not list: a crash or a backup came between.

        Nobody owns such a table; it closes like a guest's, and pays everybody.
        """
        listed = await asyncio.to_thread(self._registry.known)
        for id in await asyncio.to_thread(self._floor.tables):
            start = None if id in listed else await asyncio.to_thread(self._present, id)
            if start is not None and not start.table.closed:
                title, now = start.table.title or id, self._clock()
                listing = Listing(id, title, opener="", guest=True, bots=0, opened_at=now)
                await asyncio.to_thread(self._registry.add, listing)
                self._put(listing, start).wake()

    async def open(self, person: Person, wanted: NewTable, address: str = "") -> LiveTable:
        guests = self._settings.guests
        own = sum(live.listing.opener == person.name for live in self.all())
        if own >= guests.tables_each:
            raise refuse(409, errors.TABLES, f"{person.name} has {own} open tables")
        there = sum(self._addresses.get(live.id) == address for live in self.all())
        if address and there >= guests.tables_address:
            raise refuse(409, errors.TABLES, f"{there} open tables come from this address")
        if sum(live.listing.guest for live in self.all()) >= guests.tables_max:
            raise refuse(503, errors.TABLES, "the room is full; try again in a while", 60.0)
        titles.bar(wanted.title, self._settings.house)
        bar_unknown(wanted.game, 422, errors.OPTIONS)
        posted = (
            self._house_posts(wanted)
            if wanted.house
            else posting_defaults.default_options(wanted.game)
        )
        wanted = msgspec.structs.replace(wanted, options={**posted, **wanted.options})
        # Only what is won with the house's shuffle, at its odds, is good at other tables.
        own = await self._built(house_odds, wanted.game, wanted.options, posted, wanted.bots)
        good = own and wanted.dealing == "automatic"
        live = await self._open(person, wanted, "house" if good else "practice")
        self._addresses[live.id] = address
        return live

    def _house_posts(self, wanted: NewTable) -> dict[str, Any]:
        """The options that a house posts; the table itself does not carry the house's name."""
        name, own = wanted.house, self._settings.house
        known = dict.fromkeys([*([own.name] if own is not None else []), *houses.names()])
        if name not in known:
            says = f"there is no house {name[:40]!r}; houses are {', '.join(known)}"
            raise refuse(422, errors.OPTIONS, says)
        house = own if own is not None and own.name == name else houses.house(name)
        try:
            posted = house.posted(wanted.game)
        except houses.HouseError as wrong:
            raise refuse(422, errors.OPTIONS, str(wrong)) from None
        return posted.given()

    async def _open(
        self, person: Person, wanted: NewTable, chips: Chips, posted: Posted | None = None
    ) -> LiveTable:
        if wanted.shoe and not self._settings.test_shoe:
            raise refuse(403, errors.OPTIONS, "the order of the cards cannot be chosen")
        id = secrets.token_hex(4)
        number = 1000 + int(id, 16) % 9000
        title = wanted.title.strip() or f"{games.game(wanted.game).title} {number}"
        # A house's posting is complete: no defaults are added.
        given = dict(wanted.options)
        options = given if wanted.house else posting_defaults.posted(wanted.game, given)
        permitted = self._help(person, wanted, posted)
        opening = OpenTable(
            id,
            wanted.game,
            options,
            # Sheets name the house of a table, so only the house's own tables have one.
            "" if posted is None else wanted.house,
            wanted.dealing,
            title,
            help=permitted,
            chips=chips,
        )
        if posted is not None:
            # Only the house links tables to its meters.
            opening = msgspec.structs.replace(opening, edition=posted.edition, meter=posted.meter)
        bots = wanted.bots if self._settings.bots == "seated" else 0
        if self._owners is not None:
            await self._owners.open(id)
        await self._built(posting.prepare, opening)
        answer = await self._floor.ask(id, Envelope(f"{id}/open", HOUSE, opening))
        if isinstance(answer, Refusal):
            raise ServiceError(422, answer)
        table = self._floor.table(id)
        assert table is not None
        listing = Listing(id, title, person.name, person.name != "house", bots, self._clock())
        await asyncio.to_thread(self._registry.add, listing)
        if self._owners is not None:
            self._owners.say(f"entry {stream_of(id)}")
        live = self._put(listing, Moment(answer.seq, table))
        if wanted.shoe:
            await live.house_command(f"{id}/shoe", stacked_shoe(live.table, wanted.shoe))
        await self._seat_bots(live, bots)
        live.wake()
        return live

    async def _built(self, build: Callable[..., T], *given: object) -> T:
        """Rules that people write may take a while to build. One at a time, in a thread: the
        tables go on meanwhile."""
        async with self._building:
            return await aside(build, *given)

    def _help(self, person: Person, wanted: NewTable, posted: Posted | None) -> Help:
        """The help that was requested, if the operator permits it; otherwise the default.

        Practice tables permit everything by default: those of guests, and, where no house posts
        them, the room's own and those of players, who lose no help by opening an account. At other
        tables help must be requested.
        """
        cap = self._help_max
        if wanted.help is None:
            plays = person.name == "house" or person.role == "player"
            practice = person.role == "guest" or (plays and posted is None)
            return cap if practice else "none"
        no = bars_permission(cap, wanted.help)
        if no is not None:
            raise no
        return wanted.help

    def _present(self, id: str) -> Moment | None:
        """The table as the journal has it; its last round is replayed for its results."""
        table = self._floor.table(id)
        if table is None:
            return None
        last = LastRound()
        # This version cannot replay the last round of a table that is set aside.
        again = table.number and not table.set_aside
        for step in self._floor.steps(id, table.number) if again else ():
            last = follow(step.before, step.after, step.record.events, last)
        return Moment(self._floor.seq(id), table, last)

    def meter_moved(self, meter: str, table: str) -> None:
        """Update every sign of a meter; at the table that moved it, the step itself does so."""
        for live in self.all():
            if live.table.meter == meter and live.id != table:
                live.show_meters()

    async def learn(self, id: str) -> LiveTable | None:
        """A table that another worker has opened."""
        listing = await asyncio.to_thread(self._registry.find, id)
        start = None if listing is None else await asyncio.to_thread(self._present, id)
        if listing is None or start is None or start.table.closed:
            return None
        return self.get(id) or self._put(listing, start)

    def _put(self, listing: Listing, start: Moment) -> LiveTable:
        coach = CoachSession(self._help_max, self._solver)
        live = LiveTable(
            listing, self._floor, start, self._settings.pace, self._hints, self._clock, coach
        )
        live.called = self.called
        live.shuffling.unopened = self._unopened
        self._tables[listing.id] = live
        if self._owners is not None:
            live.owned = self._owners.owns(listing.id)
            self._owners.watch(live)
        return live

    async def _seat_bots(self, live: LiveTable, count: int) -> None:
        """Bots sit away from the middle, where people like to sit."""
        boxes = live.table.rules.boxes
        middle = (boxes + 1) / 2
        seats = sorted(range(1, boxes + 1), key=lambda seat: -abs(seat - middle))
        for name, seat in zip(BOT_NAMES, seats[: min(count, boxes - 1)], strict=False):
            player = f"{BOT}{name}-{live.listing.id}"
            # It buys in like any bot without chips.
            await live.house_command(f"{live.id}/{player}", commands.SitDown(player, seat))

    async def close_table(self, live: LiveTable, given: Closing) -> bool:
        """Close a table; returns False if it closes only after its round."""
        if paused := self._floor.store.paused:
            raise PausedError(paused)
        if self._owners is not None:
            self._owners.say(f"closing {live.id} {given.why}")
        closed = await live.close(given)
        await self._strike_out()
        return closed

    async def _strike_out(self) -> None:
        """Forget the tables that have closed."""
        for live in tuple(self._tables.values()):
            if live.closed and live.table.closed:
                self._tables.pop(live.id, None)
                self._addresses.pop(live.id, None)
                if live.owned:
                    await asyncio.to_thread(self._registry.end, live.id, self._clock())
                if live.owned and self._owners is not None:
                    await self._owners.close(live.id)

    def show_stopped(self) -> None:
        """Nothing can be saved: say so at every table."""
        for live in self.all():
            live.show_stopped()

    async def catch_up(self) -> None:
        """Saving works again: every table continues from what is stored."""
        for live in self.all():
            try:
                await live.catch_up()
            except StoreError:
                raise
            except Exception:
                # One table that cannot continue must not stop the others.
                _log.exception("table %s cannot continue", live.id)

    def chips_of(self, name: str) -> int:
        """A player's chips at all tables, with wagers in play and the bank's money; practice chips
        are no money."""
        tables = [live.table for live in self.all() if live.table.chips != "practice"]
        rounds = [table.round for table in tables if table.round is not None]
        staked = sum(bet.stake for each in rounds for bet in each.bets if bet.owner == name)
        banked = sum(each.bank.held for each in rounds if each.bank.owner == name)
        return staked + banked + sum(table.stack(name) for table in tables)

    async def release_seats(self) -> None:
        """Seats of people who are gone for longer than the posted time are free again."""
        if self._floor.store.paused:
            return
        for live in self.all():
            await live.absence.release()

    async def sweep(self) -> None:
        """Close guests' tables that are too old or have long been idle."""
        if self._floor.store.paused:
            # Closing needs the journal, and no table can be used meanwhile.
            return
        await self._strike_out()
        now, guests = self._clock(), self._settings.guests
        for live in (each for each in self.all() if each.owned):
            idle = not live.viewers and now - live.touched > guests.idle_seconds
            old = now - live.opened > guests.table_seconds and closing.bars(live.table) is None
            if live.closing is not None:
                # Something may have kept it from closing: the journal, or a round that went on.
                live.wake()
            elif live.listing.guest and (old or idle):
                why = "has not been used for a long time" if idle else "is too old"
                await self.close_table(live, Closing(f"This table {why} and is closing."))

    def strike(self) -> None:
        """Note half hours that have ended at tables with time collection."""
        now = self._clock()
        for live in self.all():
            if house_moves.owes_time(live.table, now):
                live.wake()

    def stop(self) -> None:
        for live in self.all():
            live.stop("the service is stopping; come back in a moment")
        self._unopened.close()
