"""The floor: many tables, the house's meters and the cashier over one journal.

The only part with a clock; randomness belongs to the shuffler.

A command is decided on the state in memory, appended, and acknowledged when it is durable; only
then does the state change. If another writer came first, the stream is read again and the command
is decided again. The same key is the same command: it is done once, and acknowledged as often as
it is sent. What a table's command does to its meter, and what it moves to or from a wallet, is
stored in one batch with it: all of it or nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import nullcontext

from cardroom.events.office import RulingMade
from cardroom.play.round import Refusal
from cardroom.store import (
    ORIGIN,
    ConflictError,
    Entry,
    KeyTakenError,
    Store,
    StoreError,
    StreamHead,
    chain,
)
from cardroom.store.arrivals import durable, outcome
from cardroom.table import clauses, journal
from cardroom.table.actors import Actor, Envelope, bars
from cardroom.table.apply import apply
from cardroom.table.cashier import Cashier, CashierOrder, apply_cashier, bars_order, bars_player
from cardroom.table.commands import OpenTable, PlaceBet, TableCommand
from cardroom.table.cross_stream import (
    changes_nothing,
    meter_side,
    moves_money,
    plays_for_meter,
    wallet_side,
)
from cardroom.table.desks import (
    Ahead,
    CashDesk,
    MeterDesk,
    PendingWrite,
    TableDesk,
)
from cardroom.table.journal import CASHIER, METERS, TABLES, TableStep
from cardroom.table.meter import WON_SINCE, MeterBook, OutOfStep, bars_terms, readings
from cardroom.table.meter_changes import apply_meter
from cardroom.table.meter_commands import Agree, Follow
from cardroom.table.meter_desks import TRIES, MeterDesks
from cardroom.table.past_round import PastRound
from cardroom.table.posting import POSTS, keep_rules, pin
from cardroom.table.receipt import HOUSE, Receipt, Reply
from cardroom.table.rulings import Disputed, bars_disputed
from cardroom.table.snapshots import Snapshots
from cardroom.table.table import Table

__all__ = ["HOUSE", "Floor", "Following", "Receipt", "Reply"]
Clock = Callable[[], int]
Following = Callable[[Table | None], Awaitable[Envelope | None]]
"""The command after those that leave this table; None if there is none."""


class Floor:
    """Used from one event loop at a time.

    `StoreError` goes through to the caller; after one, whether the command was stored is known when
    it is sent again with the same key.
    """

    def __init__(
        self, store: Store, clock: Clock = time.time_ns, snapshots: Snapshots | None = None
    ) -> None:
        self.store, self._clock, self._snapshots = store, clock, snapshots
        self._desks: dict[str, TableDesk] = {}
        self.meters = MeterDesks(store, clock, snapshots)
        self._cash = CashDesk(store, snapshots)
        self.meter_moved: Callable[[str, str], None] = lambda _meter, _table: None
        """Called when a change of a meter is durable, with the meter and the table."""
        self.bars_person: Callable[[TableCommand], Refusal | None] = lambda _command: None
        """Why the house does not let a person do this now; None if it does."""

    # --- reading ------------------------------------------------------------------------------

    def tables(self) -> list[str]:
        """The ids of all tables that were ever opened here."""
        return sorted(n.removeprefix(TABLES) for n in self.store.heads() if n.startswith(TABLES))

    def table(self, id: str) -> Table | None:
        """The durable state of a table; None if it was never opened."""
        return self._desk(id).table

    def seq(self, id: str) -> int:
        return self._desk(id).head.seq

    def keep_all(self) -> None:
        """Make snapshots of all tables, so that they are open again soon."""
        for desk in self._desks.values():
            desk.keep_last()

    def wallet(self, player: str) -> int:
        return self._cash.cashier.wallet(player)

    @property
    def cashier(self) -> Cashier:
        return self._cash.cashier

    def meter(self, id: str) -> MeterBook | None:
        """The durable state of a meter, or the one when it was set aside; None if there is none."""
        return self.meters.at(id).book

    def meter_set_aside(self, id: str) -> str:
        """Why this version cannot continue with a meter; empty if it can."""
        return self.meters.at(id).set_aside

    def rounds(self, id: str) -> tuple[PastRound, ...]:
        return tuple(self._desk(id).past)

    def steps(self, id: str, number: int) -> Iterator[TableStep]:
        """A round from no more bets until it is cleared, entry by entry."""
        return self._desk(id).steps(number)

    def rulings(self, id: str, number: int) -> tuple[RulingMade, ...]:
        return self._desk(id).rulings.get(number, ())

    def disputed(self, id: str, number: int) -> Disputed:
        return self._desk(id).finished(number), self.rulings(id, number)

    async def follow(self, stream: str) -> None:
        """Read what another writer has stored of the wallets or a meter."""
        desk = self._cash if stream == CASHIER else self.meters.at(stream.removeprefix(METERS))
        async with desk.lock:
            await asyncio.to_thread(desk.reload)

    async def reload(self, id: str) -> None:
        """Follow what another writer, or an append of unknown outcome, has stored of a table."""
        desk = self._desk(id)
        async with desk.lock, self._cash.lock:
            await asyncio.to_thread(self._reload, desk, None)
        table = desk.table
        if table is not None and table.meter_terms:
            meter = self.meters.at(table.meter)
            async with meter.lock:
                await asyncio.to_thread(meter.reload)

    # --- doing --------------------------------------------------------------------------------

    async def ask(self, id: str, envelope: Envelope) -> Reply:
        """Decide, append, and wait until it is durable. Other tables continue in the meantime."""
        desk = self._desk(id)
        async with desk.lock, self._cash.lock if moves_money(envelope) else nullcontext():
            return await self._ask(desk, envelope)

    async def _ask(self, desk: TableDesk, envelope: Envelope) -> Reply:
        """The desk's lock is held."""
        held: MeterDesk | None = None
        try:
            for _ in range(TRIES):
                decided = self._decide(desk, envelope)
                if not isinstance(decided, PendingWrite):
                    return decided
                if decided.meter is not None and held is None:
                    await decided.meter[0].lock.acquire()
                    held = decided.meter[0]
                    continue
                await keep_rules(self.store, envelope.command, self._clock)
                try:
                    stored = await durable(self.store.append(decided.batch))
                except ConflictError:
                    self._reload(desk, held)
                    continue
                except KeyTakenError:
                    # Decided again on a later state, it concerns fewer streams, or more.
                    first = self._repeated(envelope.key, envelope.command)
                    if first is None:
                        raise
                    return first
                return self._accept(desk, envelope, decided, stored)
        finally:
            if held is not None:
                held.lock.release()
        raise ConflictError(desk.id, 0, 0)

    async def ask_while(self, id: str, following: Following) -> list[Reply]:
        """Each command follows from the table that the one before it will leave; they are stored
        together, with one wait for the disk. Ends before one that is refused, or that concerns a
        wallet or a meter: `ask` for that."""
        desk = self._desk(id)
        decisions: list[tuple[Envelope, PendingWrite]] = []
        answers: list[Reply] = []
        async with desk.lock:
            ahead = Ahead(id, desk.stream, desk.table, desk.head)
            # The table of a desk that has departed is not the one that its stream ends with.
            while not desk.departed and (envelope := await following(ahead.table)) is not None:
                decided = self._decide_ahead(ahead, envelope)
                if decided is None:
                    break
                decisions.append((envelope, decided))
                ahead = ahead.after(decided.batch[0], decided.table)
            sent = [self.store.append(decided.batch) for _, decided in decisions]
            outcomes = [await outcome(future) for future in sent]
            for (envelope, decided), stored in zip(decisions, outcomes, strict=True):
                if isinstance(stored, ConflictError):
                    # Another writer came first: the rest did not follow anything either.
                    break
                if isinstance(stored, StoreError):
                    raise stored
                answers.append(self._accept(desk, envelope, decided, stored))
        return answers

    async def ask_cashier(self, key: str, actor: Actor, command: CashierOrder) -> Reply:
        async with self._cash.lock:
            for _ in range(TRIES):
                decided = self._decide_cashier(key, actor, command)
                if not isinstance(decided, PendingWrite):
                    return decided
                try:
                    stored = await durable(self.store.append(decided.batch))
                except ConflictError:
                    self._cash.reload()
                    continue
                return self._accept_cashier(command, decided, stored)
        raise ConflictError(CASHIER, 0, 0)

    # --- deciding -----------------------------------------------------------------------------

    def _desk(self, id: str) -> TableDesk:
        desk = self._desks.get(id)
        if desk is None:
            desk = self._desks.setdefault(id, TableDesk(self.store, id, self._snapshots))
            table = desk.table
            if table is not None and plays_for_meter(table):
                why = self.meters.at(table.meter).set_aside
                desk.note_departure(desk.head.seq, f"meter {table.meter}: {why}" if why else "")
            desk.set_aside(HOUSE, self._clock())
        return desk

    def _follow(self, entry: Entry) -> None:
        if entry.stream == CASHIER:
            behind: TableDesk | CashDesk | MeterDesk = self._cash
        elif entry.stream.startswith(METERS):
            behind = self.meters.at(entry.stream.removeprefix(METERS))
        else:
            behind = self._desk(entry.stream.removeprefix(TABLES))
        if entry.seq > behind.head.seq:
            behind.reload()

    def _reload(self, desk: TableDesk, meter: MeterDesk | None) -> None:
        desk.reload()
        self._cash.reload()
        if meter is not None:
            meter.reload()

    def _decide_ahead(self, ahead: Ahead, envelope: Envelope) -> PendingWrite | None:
        """A decision based on others that are not durable yet; None if it has to wait."""
        try:
            decided = self._decide_now(ahead, envelope)
        except OutOfStep:
            return None
        posts = isinstance(envelope.command, POSTS)
        if posts or not isinstance(decided, PendingWrite) or decided.cashier or decided.meter:
            return None
        return decided

    def _decide(self, desk: TableDesk, envelope: Envelope) -> PendingWrite | Reply:
        try:
            return self._decide_now(desk, envelope)
        except OutOfStep:
            # Another writer has moved one of the two, and we have not seen it yet.
            assert desk.table is not None
            self._reload(desk, self.meters.at(desk.table.meter))
        try:
            return self._decide_now(desk, envelope)
        except OutOfStep:
            return Refusal(clauses.METER, WON_SINCE)

    def _decide_now(self, desk: TableDesk | Ahead, envelope: Envelope) -> PendingWrite | Reply:
        command, actor = pin(envelope.command), envelope.actor
        if isinstance(command, OpenTable) and command.table != desk.id:
            return Refusal(clauses.OPEN, f"{command.table} is not {desk.id}")
        if isinstance(desk, TableDesk) and desk.departed is not None:
            return Refusal(clauses.SET_ASIDE, desk.departed.why)
        barred = bars(desk.table, actor, command) or self._bars_meter(desk.table, command)
        barred = barred or bars_disputed(desk.table, command, lambda it: self.disputed(desk.id, it))
        barred = barred or bars_player(self._cash.cashier, command) or self.bars_person(command)
        shown, shown_head = self._shown(desk.table)
        outcome = apply(desk.table, command, shown) if barred is None else barred
        if isinstance(outcome, Refusal):
            # A repetition looks illegal, because its first run has changed the state.
            return self._repeated(envelope.key, envelope.command) or outcome
        table, events = outcome
        read = () if desk.table is None or shown is None else readings(desk.table.rules, events)
        bodies = [(desk.stream, journal.body(actor, command, events, read))]
        heads = {desk.stream: desk.head}
        cashier, moved = None, wallet_side(desk.id, events)
        if moved is not None:
            paid = apply_cashier(self._cash.cashier, moved)
            if isinstance(paid, Refusal):
                return self._repeated(envelope.key, envelope.command) or paid
            cashier, booked = paid
            bodies.append((CASHIER, journal.body(actor, moved, booked)))
            heads[CASHIER] = self._cash.head
        meter: tuple[MeterDesk, MeterBook] | None = None
        followed = meter_side(desk.table, table, events)
        if followed is not None and not self._need_not_hear(table, followed):
            at = self.meters.at(table.meter)
            if isinstance(followed, Agree):
                at.reload()
            book, head = at.state if isinstance(followed, Agree) else (shown, shown_head)
            barred = at.bars()
            if barred is None and isinstance(followed, Agree):
                barred = bars_terms(book, followed)
            changed = barred or apply_meter(book, at.id, followed)
            if isinstance(changed, Refusal):
                return self._repeated(envelope.key, envelope.command) or changed
            meter = at, changed[0]
            bodies.append((at.stream, journal.body(actor, followed, changed[1])))
            heads[at.stream] = head
        batch = chain(heads, bodies, self._clock(), envelope.key, self.store.blind)
        return PendingWrite(batch, events, table, cashier, meter)

    def _shown(self, table: Table | None) -> tuple[MeterBook | None, StreamHead]:
        """A table's meter, and where its stream ends."""
        if table is None or not table.meter_terms:
            return None, ORIGIN
        return self.meters.at(table.meter).state

    def _need_not_hear(self, table: Table, told: Agree | Follow) -> bool:
        return bool(self.meters.at(table.meter).set_aside) and changes_nothing(told)

    def _bars_meter(self, table: Table | None, command: TableCommand) -> Refusal | None:
        """No bet is taken on a meter that cannot continue."""
        if table is None or not isinstance(command, PlaceBet):
            return None
        spot = table.rules.spot(command.spot)
        return None if spot is None or not spot.meter else self.meters.at(table.meter).bars()

    def _decide_cashier(
        self, key: str, actor: Actor, command: CashierOrder
    ) -> PendingWrite | Reply:
        outcome = bars_order(actor, command) or apply_cashier(self._cash.cashier, command)
        if isinstance(outcome, Refusal):
            return self._repeated(key, command) or outcome
        cashier, events = outcome
        bodies = [(CASHIER, journal.body(actor, command, events))]
        batch = chain({CASHIER: self._cash.head}, bodies, self._clock(), key, self.store.blind)
        return PendingWrite(batch, events, None, cashier)

    # --- acknowledging ------------------------------------------------------------------------

    def _accept(
        self,
        desk: TableDesk,
        envelope: Envelope,
        decided: PendingWrite,
        stored: tuple[Entry, ...],
    ) -> Reply:
        if stored[0].hash != decided.batch[0].hash:
            return self._first_run(stored, envelope.command)
        assert decided.table is not None
        desk.move(stored[0], decided.table, decided.events)
        if decided.cashier is not None:
            self._cash.move(stored[1], decided.cashier)
        if decided.meter is not None:
            meter, book = decided.meter
            meter.move(stored[-1], book)
            self.meter_moved(meter.id, desk.id)
        return Receipt(stored[0].seq, stored[0].hash, decided.events, table=decided.table)

    def _accept_cashier(
        self, command: CashierOrder, decided: PendingWrite, stored: tuple[Entry, ...]
    ) -> Reply:
        if stored[0].hash != decided.batch[0].hash:
            return self._first_run(stored, command)
        assert decided.cashier is not None
        self._cash.move(stored[0], decided.cashier)
        return Receipt(stored[0].seq, stored[0].hash, decided.events)

    def _repeated(self, key: str, command: object) -> Receipt | None:
        found = self.store.find(key)
        return self._first_run(found, command) if found else None

    def _first_run(self, stored: tuple[Entry, ...], command: object) -> Receipt:
        """The result of the first run of a repeated command."""
        first = stored[0]
        for entry in stored:
            # It was stored without being acknowledged, or by another writer.
            self._follow(entry)
        read = journal.read_cashier if first.stream == CASHIER else journal.read_table
        record = read(first)
        if record.command != pin(command):
            raise KeyTakenError(f"command id {first.key} was already used for another command")
        return Receipt(first.seq, first.hash, record.events, repeated=True)
