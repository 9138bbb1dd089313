"""Reads the journal as it grows, decides everything again, and keeps the books.

The auditor outlives every process of the service: what it has seen stored must be there for good.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardroom.events import Event
from cardroom.ledger import Ledger, post
from cardroom.play.inputs import Answer, Lapse
from cardroom.play.round import Await, Refusal
from cardroom.store import Entry, Store, checkpoint, digest
from cardroom.table.commands import Play
from cardroom.table.floor import Floor
from cardroom.table.journal import (
    CASHIER,
    METERS,
    TABLES,
    CashierRecord,
    TableRecord,
    read_cashier,
    read_meter,
    read_table,
    table_again,
)
from cardroom.table.replay import imbalances
from cardroom.table.table import Table
from tests.simulation.violation import Violation, require

SIGNED_WITHIN_SECONDS: Final = 60.0


class AuditedTable:
    """A table as its entries make it, with every state it has had."""

    def __init__(self) -> None:
        self.states: list[Table] = []
        self.records: list[TableRecord] = []
        self.asked: dict[int, float] = {}
        """When each box that is asked something was asked."""

    @property
    def now(self) -> Table | None:
        return self.states[-1] if self.states else None

    def at(self, seq: int) -> Table:
        return self.states[seq - 1]

    def events(self, seq: int) -> tuple[Event, ...]:
        return self.records[seq - 1].events

    def add(self, entry: Entry, now: float) -> TableRecord:
        (again,) = table_again((entry,), self.now)
        record, outcome = again.record, again.outcome
        if isinstance(outcome, Refusal):
            raise Violation(f"{entry.stream} {entry.seq} is refused when it is replayed: {outcome}")
        require(outcome[1] == record.events, f"{entry.stream} {entry.seq} replays differently")
        assert outcome[0] is not None
        self.states.append(outcome[0])
        self.records.append(record)
        self._ask(record, now)
        return record

    def _ask(self, record: TableRecord, now: float) -> None:
        table = self.states[-1]
        head = None if table.round is None else table.round.head
        boxes = {ask.box for ask in head.asks} if isinstance(head, Await) else set()
        if isinstance(record.command, Play) and isinstance(record.command.input, Answer | Lapse):
            self.asked.pop(record.command.input.box, None)
        self.asked = {box: self.asked.get(box, now) for box in sorted(boxes)}


Rule = Callable[[str, AuditedTable, TableRecord, Table | None], None]
"""Told of each new entry of a table: its id, the table, the record, and the table before it."""


class Auditor:
    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.rules: list[Rule] = []
        self.cashier_rules: list[Callable[[CashierRecord], None]] = []
        self.tables: dict[str, AuditedTable] = {}
        self.chains: dict[str, list[Entry]] = {}
        self.keys: dict[str, tuple[str, int]] = {}
        """Which entry a command has written."""
        self._blinds: set[bytes] = set()
        self._ledger = Ledger()
        self._unsigned: dict[str, float] = {}
        self.healthy_since = 0.0

    def healthy_from(self, now: float) -> None:
        """The service can sign from this time on."""
        self.healthy_since = now

    def reopened(self, store: Store) -> None:
        """Another process has the journal: everything is still there."""
        for name, known in self.chains.items():
            there = [entry.hash for entry in store.read(name)]
            require(
                there[: len(known)] == [entry.hash for entry in known],
                f"{name}: {len(known)} entries were stored, and {len(there)} are left, or others",
            )

    def read(self, store: Store, floor: Floor) -> None:
        """Follow what was stored since the last time."""
        changed = set()
        heads = store.heads()
        for name in sorted(heads, key=_reading_order):
            chain = self.chains.setdefault(name, [])
            if heads[name].seq == len(chain):
                continue
            for entry in store.read(name, len(chain)):
                self._link(entry, chain)
                self._follow(entry)
                changed.add(name)
        if changed:
            self._balance(floor)

    def signed_in_time(self) -> None:
        since = min(self._unsigned.values(), default=self._now())
        waited = self._now() - max(since, self.healthy_since)
        require(
            waited <= SIGNED_WITHIN_SECONDS, f"no checkpoint was signed for {waited:.0f} seconds"
        )

    def _link(self, entry: Entry, chain: list[Entry]) -> None:
        where = f"{entry.stream} {entry.seq}"
        last = chain[-1] if chain else None
        require(entry.seq == len(chain) + 1, f"{where}: an entry is missing before it")
        require(last is None or entry.prev == last.hash, f"{where} does not follow the one before")
        require(entry.hash == digest(entry), f"{where} has another hash")
        require(last is None or entry.at >= last.at, f"{where}: time runs backward")
        require(entry.blind not in self._blinds, f"{where}: its blinding value is no secret")
        self._blinds.add(entry.blind)
        chain.append(entry)
        if entry.key is not None and entry.part == 0:
            require(entry.key not in self.keys, f"{where}: command {entry.key} was done twice")
            self.keys[entry.key] = entry.stream, entry.seq

    def _follow(self, entry: Entry) -> None:
        if entry.stream == checkpoint.STREAM:
            for mark in checkpoint.decode(entry.body).marks:
                if self.chains[mark.stream][-1].seq == mark.seq:
                    self._unsigned.pop(mark.stream, None)
                else:
                    self._unsigned[mark.stream] = self._now()
            return
        self._unsigned.setdefault(entry.stream, self._now())
        if entry.stream == CASHIER:
            booked = read_cashier(entry)
            self._ledger = post(self._ledger, "", booked.events)
            for money_rule in self.cashier_rules:
                money_rule(booked)
        elif entry.stream.startswith(METERS):
            self._ledger = post(self._ledger, "", read_meter(entry).events)
        elif entry.stream.startswith(TABLES):
            id = entry.stream.removeprefix(TABLES)
            table = self.tables.setdefault(id, AuditedTable())
            before = table.now
            record = read_table(entry)
            for rule in self.rules:
                rule(id, table, record, before)
            table.add(entry, self._now())
            self._ledger = post(self._ledger, id, record.events)

    def _balance(self, floor: Floor) -> None:
        for wrong in imbalances(self._ledger):
            raise Violation(f"the books: {wrong}")
        for account, amount in self._ledger.balances.items():
            if account.kind == "wallet":
                have = floor.wallet(account.owner)
                require(have == amount, f"{account.owner} has {have}, and the books say {amount}")
        for id, audited in self.tables.items():
            table = audited.now
            assert table is not None
            held = dict(table.stacks) | ({} if table.round is None else dict(table.round.stacks))
            booked = self._ledger.stacks(id)
            for name in sorted({*held, *booked}):
                have, said = held.get(name, 0), booked.get(name, 0)
                require(have == said, f"{id}: {name} has {have}, and the books say {said}")


def _reading_order(name: str) -> tuple[bool, bool, str]:
    """Money before the tables it was moved at, and checkpoints after all that they cover."""
    return name == checkpoint.STREAM, name.startswith(TABLES), name
