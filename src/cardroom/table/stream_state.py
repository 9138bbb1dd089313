"""What a floor keeps in memory: a table, a meter, the cashier, as far as they are durable."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec

from cardroom.events import Event, RoundEnded
from cardroom.events.office import RulingMade
from cardroom.events.table import RoundCleared, TableSetAside
from cardroom.ledger.round_results import RoundResult
from cardroom.play.round import Refusal, Round
from cardroom.rules.options import OptionFaults
from cardroom.store import ORIGIN, ConflictError, DamagedError, Entry, Head, Store, chain
from cardroom.table import clauses
from cardroom.table.actors import Actor
from cardroom.table.cashier import Cashier
from cardroom.table.commands import SetAside
from cardroom.table.journal import (
    CASHIER,
    TableStep,
    body,
    fold,
    fold_cashier,
    meter_again,
    meter_stream,
    read_table,
    stream_of,
    table_again,
)
from cardroom.table.meter import MeterBook
from cardroom.table.set_aside import JournalDeparture, returned
from cardroom.table.table import Table

SPARSE: Final = 32
"""Of older rounds, the beginning of each of this many is kept for good."""
REMEMBERED: Final = 200
"""Past rounds whose beginning is in memory, so that they are shown without a fold of all."""


class PastRound(msgspec.Struct, frozen=True):
    """A round that was cleared; `seq` and `hash` (empty if it is not published) are
    of the entry that cleared it."""

    number: int
    seq: int
    hash: str
    at: int
    rules: str
    net: Mapping[str, int]
    bank: int
    void: bool
    results: Mapping[str, int] = {}
    """The change of each player's stack: wagers, the bank, and fees."""


class TableDesk:
    def __init__(self, store: Store, id: str) -> None:
        self.id, self.stream, self._store = id, stream_of(id), store
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.head: Head = ORIGIN
        self.past: list[PastRound] = []
        self._starts: deque[tuple[int, int, Table]] = deque(maxlen=REMEMBERED)
        self._sparse: list[tuple[int, int, Table]] = []
        self.rulings: dict[int, tuple[RulingMade, ...]] = {}
        """By round."""
        self._ended: RoundEnded | None = None
        self._result = RoundResult()
        self.departed: JournalDeparture | None = None
        """Where this version decides a recorded command in another way."""
        self.reload()

    def reload(self) -> None:
        """Follow the stream from where this desk is, as far as this version decides it alike."""
        for entry in self._store.read(self.stream, self.head.seq):
            self._follow(entry)

    def _follow(self, entry: Entry) -> None:
        try:
            (again,) = table_again((entry,), self.table)
        except (DamagedError, OptionFaults) as error:
            self._depart_at(entry, str(error))
            return
        record, outcome = again.record, again.outcome
        if self.departed is not None and not isinstance(record.command, SetAside):
            self.head = entry.head
        elif isinstance(outcome, Refusal):
            self._depart_at(entry, f"it is refused now: {outcome}")
        elif outcome[1] != record.events:
            self._depart_at(entry, "this version computes different events for it")
        else:
            assert outcome[0] is not None, "no command takes a table away"
            self.departed = None
            self.move(entry, outcome[0], record.events)

    def _depart_at(self, entry: Entry, why: str) -> None:
        """From here on only recorded facts are followed."""
        self.head = entry.head
        self.note_departure(entry.seq, f"entry {entry.seq}: {why}")

    def note_departure(self, seq: int, why: str) -> None:
        """The table cannot go on after this entry, if there is a reason."""
        if why and self.departed is None:
            self.departed = JournalDeparture(seq, why)

    def set_aside(self, house: Actor, at: int) -> None:
        """Record that a departed table cannot go on, so that its players can be paid out.

        A table whose facts cannot be read, or whose first entry is not understood, is left alone:
        it waits for a version, or an installed game, that understands it.
        """
        while self.departed is not None and self.table is not None:
            try:
                recorded = [read_table(entry).events for entry in self._store.read(self.stream)]
            except DamagedError:
                return
            aside = TableSetAside(self.id, *self.departed)
            text = body(house, SetAside(*self.departed), (*returned(self.id, recorded), aside))
            # If another server was faster, its entry is the one that counts.
            with suppress(ConflictError):
                self._store.append(
                    chain(
                        {self.stream: self.head}, [(self.stream, text)], at, blind=self._store.blind
                    )
                ).result()
            self.reload()

    def move(self, entry: Entry, table: Table, events: tuple[Event, ...]) -> None:
        before = self.table
        if before is not None and table.number != before.number:
            self._starts.append((table.number, self.head.seq, before))
            if table.number % SPARSE == 0:
                self._sparse.append(self._starts[-1])
        for event in events:
            self._result = self._result.after(event)
            if isinstance(event, RoundEnded):
                self._ended = event
            elif isinstance(event, RulingMade):
                self.rulings[event.round] = (*self.rulings.get(event.round, ()), event)
            elif isinstance(event, RoundCleared) and before is not None:
                self._clear(entry, before, event.round)
        self.table, self.head = table, entry.head

    def _clear(self, entry: Entry, before: Table, number: int) -> None:
        ended = self._ended
        assert ended is not None, "a round that is cleared has ended"
        rules = before.rules.digest
        self.past.append(
            PastRound(
                number,
                entry.seq,
                entry.public_hash,
                entry.at,
                rules,
                ended.net,
                ended.bank,
                ended.void,
                self._result.results(),
            )
        )

    def steps(self, number: int) -> Iterator[TableStep]:
        """The entries of one round, from no more bets until it was cleared, or so far."""
        if self.table is None or not 0 < number <= self.table.number:
            return
        known = max(
            (start for start in (*self._starts, *self._sparse) if start[0] <= number),
            key=lambda start: start[0],
            default=None,
        )
        after, table = (known[1], known[2]) if known else (0, None)
        for step in fold(self._store.read(self.stream, after), table):
            if step.after.number > number:
                return
            if step.after.number == number:
                yield step
                if step.after.round is None:
                    return

    def finished(self, number: int) -> Round | None:
        """A round as it was when it was cleared; None if it is not yet."""
        for step in self.steps(number):
            if step.after.round is None and step.before is not None:
                return step.before.round
        return None


class Ahead(NamedTuple):
    """A table as commands will leave it that are decided and not durable yet."""

    id: str
    stream: str
    table: Table | None
    head: Head

    def after(self, entry: Entry, table: Table | None) -> Ahead:
        return Ahead(self.id, self.stream, table, entry.head)


class PendingWrite(NamedTuple):
    """What would happen: the batch to append, and the values after it."""

    batch: tuple[Entry, ...]
    events: tuple[Event, ...]
    table: Table | None
    cashier: Cashier | None
    meter: tuple[MeterDesk, MeterBook] | None = None


class CashDesk:
    def __init__(self, store: Store) -> None:
        self._store = store
        self.lock = asyncio.Lock()
        self.cashier = Cashier()
        self.head: Head = ORIGIN
        self.reload()

    def reload(self) -> None:
        for entry in self._store.read(CASHIER, self.head.seq):
            self.move(entry, fold_cashier((entry,), self.cashier))

    def move(self, entry: Entry, cashier: Cashier) -> None:
        self.cashier, self.head = cashier, entry.head


class MeterDesk:
    """Several tables share it, so the meter and its head change in one step."""

    def __init__(self, store: Store, id: str) -> None:
        self.id, self.stream, self._store = id, meter_stream(id), store
        self.lock = asyncio.Lock()
        self.state: tuple[MeterBook | None, Head] = (None, ORIGIN)
        self.set_aside = ""
        """Why this version cannot go on with the meter, which then stays as it was before."""
        self.reload()

    @property
    def book(self) -> MeterBook | None:
        return self.state[0]

    @property
    def head(self) -> Head:
        return self.state[1]

    def bars(self) -> Refusal | None:
        """Why the meter cannot be changed; None if it can."""
        why = f"meter {self.id} was set aside: {self.set_aside}"
        return Refusal(clauses.METER, why) if self.set_aside else None

    def reload(self) -> None:
        """Follow the stream as far as this version decides it as it was recorded."""
        for entry in self._store.read(self.stream, self.head.seq):
            self._follow(entry)

    def _follow(self, entry: Entry) -> None:
        book = self.book
        if not self.set_aside:
            try:
                (again,) = meter_again((entry,), book, self.id)
            except DamagedError as error:
                self.set_aside = str(error)
            else:
                outcome = again.outcome
                if isinstance(outcome, Refusal):
                    self.set_aside = f"entry {entry.seq}: it is refused now: {outcome}"
                elif outcome[1] != again.record.events:
                    self.set_aside = (
                        f"entry {entry.seq}: this version computes different events for it"
                    )
                else:
                    book = outcome[0]
        self.move(entry, book)

    def move(self, entry: Entry, book: MeterBook | None) -> None:
        self.state = book, entry.head
