"""What a floor keeps in memory: a table, a meter, the cashier, as far as they are durable."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple, TypeVar

from cardroom.events import Event, RoundEnded
from cardroom.events.office import RulingMade
from cardroom.events.table import RoundCleared, TableSetAside
from cardroom.ledger.round_results import RoundResult
from cardroom.play.round import Refusal, Round
from cardroom.rules.options import OptionFaults
from cardroom.store import ORIGIN, ConflictError, DamagedError, Entry, Store, StreamHead, chain
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
from cardroom.table.past_round import PastRound
from cardroom.table.set_aside import JournalDeparture, returned
from cardroom.table.snapshots import Snapshot, Snapshots
from cardroom.table.stored_state import (
    TableState,
    decode_past,
    decode_table,
    decode_value,
    encode_table,
    encode_value,
)
from cardroom.table.table import Table

SPARSE: Final = 32
"""Rounds between two snapshots that are kept. Where none are stored, they are in memory."""
RECENT: Final = 8
"""Rounds between two snapshots. Each replaces the one before, unless that is one to keep."""
REMEMBERED: Final = 200
"""Past rounds whose beginning is in memory, so that they are shown without a fold of all."""
KEPT_EACH: Final = 1000
"""Entries of the wallets or a meter between two snapshots."""
V = TypeVar("V")


class Start(NamedTuple):
    """The beginning of a round: its number, and where the table and its stream were before."""

    number: int
    head: StreamHead
    table: Table
    rulings: Mapping[int, tuple[RulingMade, ...]] = {}


class TableDesk:
    def __init__(self, store: Store, id: str, snapshots: Snapshots | None = None) -> None:
        self.id, self.stream, self._store = id, stream_of(id), store
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.head: StreamHead = ORIGIN
        self.past: deque[PastRound] = deque(maxlen=REMEMBERED)
        """The last ones."""
        self._snapshots, self._each = snapshots, RECENT
        self._starts: deque[Start] = deque(maxlen=REMEMBERED)
        self._sparse: list[Start] = []
        """Without snapshots."""
        self.rulings: Mapping[int, tuple[RulingMade, ...]] = {}
        """By round."""
        self._ended: RoundEnded | None = None
        self._result = RoundResult()
        self.departed: JournalDeparture | None = None
        """Where this version decides a recorded command in another way."""
        if snapshots is not None:
            self._begin_with(snapshots)
        self.reload()

    def _begin_with(self, snapshots: Snapshots) -> None:
        """Begin after the last snapshot, if there is a good one."""
        start = self._snapshot(snapshots.find(self.stream))
        if start is None:
            return
        begun, state = start
        past = self._past_until(snapshots, state)
        if past is None:
            return
        self.table, self.head, self.rulings = begun.table, begun.head, begun.rulings
        self.past.extend(past)

    def _past_until(self, snapshots: Snapshots, state: TableState) -> list[PastRound] | None:
        """The last rounds, from several snapshots; None if one of them is missing."""
        past, since = list(state.past), state.since
        while len(past) < REMEMBERED and since > 0:
            found = snapshots.find(self.stream, since + 1)
            before = None if found is None else decode_past(found.body)
            if before is None or found is None or found.number != since:
                return None
            since, past = before[0], [*before[1], *past]
        return past

    def _snapshot(self, found: Snapshot | None) -> tuple[Start, TableState] | None:
        """A snapshot as the beginning of the next round, if the journal has its entry."""
        state = None if found is None else decode_table(found.body)
        if found is None or state is None:
            return None
        entry = next(iter(self._store.read(self.stream, found.seq - 1)), None)
        if entry is None or entry.hash != found.hash or entry.seq != found.seq:
            return None
        return Start(found.number + 1, entry.head, state.table, state.rulings), state

    def reload(self) -> None:
        """Follow the stream from where this desk is, as far as this version decides it alike."""
        first = 0 if self.table is None else self.table.number
        self._each = SPARSE
        try:
            for entry in self._store.read(self.stream, self.head.seq):
                self._follow(entry)
        finally:
            self._each = RECENT
        if self.table is not None and self.table.number - first > RECENT:
            self.keep_last()

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
            self._begin(Start(table.number, self.head, before, self.rulings))
        for event in events:
            self._result = self._result.after(event)
            if isinstance(event, RoundEnded):
                self._ended = event
            elif isinstance(event, RulingMade):
                given = (*self.rulings.get(event.round, ()), event)
                self.rulings = {**self.rulings, event.round: given}
            elif isinstance(event, RoundCleared) and before is not None:
                self._clear(entry, before, event.round)
        self.table, self.head = table, entry.head

    def _begin(self, start: Start) -> None:
        """A round begins; after some of the rounds this is the moment for a snapshot."""
        self._starts.append(start)
        if self._snapshots is None:
            if start.number % SPARSE == 0:
                self._sparse.append(start)
        elif start.table.number % self._each == 0:
            self._keep(start)

    def keep_last(self) -> None:
        """Make a snapshot of the beginning of the last round."""
        if self._starts and self.departed is None:
            self._keep(self._starts[-1])

    def _keep(self, start: Start) -> None:
        number = start.table.number
        if self._snapshots is None or not number:
            return
        since = (number - 1) // SPARSE * SPARSE
        past = tuple(one for one in self.past if since < one.number <= number)
        state = TableState(start.table, since, past, start.rulings)
        self._snapshots.put(self.stream, start.head, number, lambda: encode_table(state), SPARSE)

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
                self._result.banker,
            )
        )

    def steps(self, number: int) -> Iterator[TableStep]:
        """The entries of one round, from no more bets until it was cleared, or so far."""
        if self.table is None or not 0 < number <= self.table.number:
            return
        known = max(
            (start for start in self._all_starts() if start.number <= number),
            key=lambda start: start.number,
            default=None,
        )
        if known is None and self._snapshots is not None:
            kept = self._snapshot(self._snapshots.find(self.stream, number))
            known = kept[0] if kept else None
        after, table = (known.head.seq, known.table) if known else (0, None)
        for step in fold(self._store.read(self.stream, after), table):
            if step.after.number > number:
                return
            if step.after.number == number:
                yield step
                if step.after.round is None:
                    return

    def _all_starts(self) -> tuple[Start, ...]:
        # Computed on other threads while the table goes on: a deque must not change meanwhile.
        return (*self._starts.copy(), *self._sparse)

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
    head: StreamHead

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
    def __init__(self, store: Store, snapshots: Snapshots | None = None) -> None:
        self._store, self._snapshots = store, snapshots
        self.lock = asyncio.Lock()
        self.cashier = Cashier()
        self.head: StreamHead = ORIGIN
        if (found := _resumed(store, snapshots, CASHIER, Cashier)) is not None:
            self.cashier, self.head = found
        self.reload()

    def reload(self) -> None:
        for entry in self._store.read(CASHIER, self.head.seq):
            self.move(entry, fold_cashier((entry,), self.cashier))

    def move(self, entry: Entry, cashier: Cashier) -> None:
        self.cashier, self.head = cashier, entry.head
        _keep_value(self._snapshots, CASHIER, entry.head, cashier)


class MeterDesk:
    """Several tables share it, so the meter and its head change in one step."""

    def __init__(self, store: Store, id: str, snapshots: Snapshots | None = None) -> None:
        self.id, self.stream, self._store = id, meter_stream(id), store
        self._snapshots = snapshots
        self.lock = asyncio.Lock()
        self.state: tuple[MeterBook | None, StreamHead] = (None, ORIGIN)
        if (found := _resumed(store, snapshots, self.stream, MeterBook)) is not None:
            self.state = found
        self.set_aside = ""
        """Why this version cannot go on with the meter, which then stays as it was before."""
        self.reload()

    @property
    def book(self) -> MeterBook | None:
        return self.state[0]

    @property
    def head(self) -> StreamHead:
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
        if book is not None and not self.set_aside:
            _keep_value(self._snapshots, self.stream, entry.head, book)


def _resumed(
    store: Store, snapshots: Snapshots | None, stream: str, kind: type[V]
) -> tuple[V, StreamHead] | None:
    """The state of a stream from its last snapshot, if there is a good one."""
    found = None if snapshots is None else snapshots.find(stream)
    value = None if found is None else decode_value(found.body, kind)
    if found is None or value is None:
        return None
    entry = next(iter(store.read(stream, found.seq - 1)), None)
    if entry is None or entry.seq != found.seq or entry.hash != found.hash:
        return None
    return value, entry.head


def _keep_value(snapshots: Snapshots | None, stream: str, head: StreamHead, value: object) -> None:
    if snapshots is not None and head.seq % KEPT_EACH == 0:
        snapshots.put(stream, head, head.seq, lambda: encode_value(value))
