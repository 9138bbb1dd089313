"""The meters of a floor, and what people change about them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Final

from cardroom.events import Event
from cardroom.play.round import Refusal
from cardroom.store import ConflictError, Entry, KeyTakenError, Store, chain
from cardroom.store.arrivals import durable
from cardroom.table import clauses, journal
from cardroom.table.actors import Actor
from cardroom.table.desks import MeterDesk
from cardroom.table.journal import METERS
from cardroom.table.meter import MeterBook
from cardroom.table.meter_changes import apply_meter, bars_order
from cardroom.table.meter_commands import (
    EmptyMeter,
    FillMeter,
    MeterCommand,
    MeterOrder,
    RetireMeter,
)
from cardroom.table.receipt import Receipt, Reply
from cardroom.table.snapshots import Snapshots

TRIES: Final = 32
"""Attempts at one command while other writers come first."""


class MeterDesks:
    """Used from one event loop at a time."""

    def __init__(self, store: Store, clock: Callable[[], int], snapshots: Snapshots | None) -> None:
        self._store, self._clock, self._snapshots = store, clock, snapshots
        self._desks: dict[str, MeterDesk] = {}

    def at(self, id: str) -> MeterDesk:
        desk = self._desks.get(id)
        if desk is None:
            desk = self._desks.setdefault(id, MeterDesk(self._store, id, self._snapshots))
        return desk

    def names(self) -> list[str]:
        """The ids of all meters that ever were."""
        return sorted(n.removeprefix(METERS) for n in self._store.heads() if n.startswith(METERS))

    async def ask(self, id: str, key: str, actor: Actor, command: MeterOrder) -> Reply:
        """Decide, append, and wait until it is durable. What moves between two meters is stored
        in one batch."""
        if (barred := bars_order(actor, command)) is not None:
            return barred
        names = {id, command.into} if isinstance(command, EmptyMeter) else {id}
        async with AsyncExitStack() as locks:
            # In one order, so that nobody waits for somebody who waits for them.
            for name in sorted(names):
                await locks.enter_async_context(self.at(name).lock)
            for _ in range(TRIES):
                if found := self._store.find(key):
                    return self._first_run(found, command)
                decided = self._decide(id, command)
                if isinstance(decided, Refusal):
                    return decided
                bodies = [
                    (self.at(name).stream, journal.body(actor, asked, moved[1]))
                    for name, asked, moved in decided
                ]
                heads = {self.at(name).stream: self.at(name).head for name, *_ in decided}
                batch = chain(heads, bodies, self._clock(), key, self._store.blind)
                try:
                    stored = await durable(self._store.append(batch))
                except ConflictError:
                    for name in names:
                        self.at(name).reload()
                    continue
                for entry, (name, _, moved) in zip(stored, decided, strict=True):
                    self.at(name).move(entry, moved[0])
                return Receipt(stored[0].seq, stored[0].hash, decided[0][2][1])
        raise ConflictError(id, 0, 0)

    def _decide(self, id: str, command: MeterOrder) -> list[Decided] | Refusal:
        asked: list[tuple[str, MeterCommand]] = [(id, command)]
        book = self.at(id).book
        if isinstance(command, EmptyMeter) and book is not None:
            held = book.meter
            money = held.amount.as_integer_ratio(), held.reserve.as_integer_ratio()
            asked.append((command.into, FillMeter(id, *money)))
        decided: list[Decided] = []
        for name, each in asked:
            desk = self.at(name)
            outcome = desk.bars() or apply_meter(desk.book, name, each)
            if isinstance(outcome, Refusal):
                return outcome
            decided.append((name, each, outcome))
        barred = self._bars_heir(id, command.into) if isinstance(command, RetireMeter) else None
        return barred or decided

    def _bars_heir(self, id: str, name: str) -> Refusal | None:
        """Why the money of a meter that is retired cannot go into another one."""
        for other in self.names():
            book = self.at(other).book
            wish = None if book is None else book.approved or book.prepared
            if isinstance(wish, RetireMeter) and wish.into == id:
                return Refusal(clauses.METER_CHANGE, f"the money of meter {other} comes here first")
        book = self.at(name).book if METERS + name in self._store.heads() else None
        if book is None:
            there = ", ".join(self.names())
            why = f"there is no meter {name!r}; meters are {there}"
            return Refusal(clauses.METER_CHANGE, why)
        if book.retired or isinstance(book.approved, RetireMeter):
            return Refusal(clauses.METER_CHANGE, f"meter {name} is retired itself")
        return None

    def _first_run(self, stored: tuple[Entry, ...], command: MeterOrder) -> Receipt:
        """The result of the first run of a repeated command."""
        first = stored[0]
        for entry in stored:
            self.at(entry.stream.removeprefix(METERS)).reload()
        record = journal.read_meter(first)
        if record.command != command:
            raise KeyTakenError(f"command id {first.key} was already used for another command")
        return Receipt(first.seq, first.hash, record.events, repeated=True)


Decided = tuple[str, MeterCommand, tuple[MeterBook, tuple[Event, ...]]]
"""A meter, its command, and what comes of it."""
