"""The journal under today's rules: every command decided again, every fact and cent compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Literal

import msgspec

from cardroom import __version__
from cardroom.events import BetSettled, Event
from cardroom.events.table import TableEvent
from cardroom.ledger import Ledger, post
from cardroom.ledger import accounts as at
from cardroom.money import exact
from cardroom.play.round import Refusal
from cardroom.store import Entry
from cardroom.table import clauses
from cardroom.table.cashier import Cashier, apply_cashier
from cardroom.table.journal import (
    CASHIER,
    METERS,
    TABLES,
    TableRecord,
    decided,
    read_cashier,
    read_meter,
    read_table,
)
from cardroom.table.meter import Fact, Follow, MeterBook, apply_meter, facts_for
from cardroom.table.table import Table

Kind = Literal["refused", "pays", "tells"]
"""Refused now; pays something else; the same money with other facts."""


class Difference(msgspec.Struct, frozen=True):
    """Where the journal and this version part; `clause` is the one this version goes by."""

    stream: str
    seq: int
    kind: Kind
    engine: str
    clause: str
    text: str
    round: int = 0

    @property
    def newer(self) -> bool:
        """Another version wrote the entry, so rules may have changed since."""
        return self.engine != __version__

    def __str__(self) -> str:
        where = f"{self.stream} {self.seq}" + (f" (round {self.round})" if self.round else "")
        return f"{where}: {self.text}"


Told = Mapping[tuple[str, str], tuple[Fact, ...]]
"""What was told to meters, by table and command id."""


class Replayed(msgspec.Struct, frozen=True):
    """How far a stream was replayed."""

    entries: int = 0
    rounds: int = 0
    ledger: Ledger = Ledger()
    differences: tuple[Difference, ...] = ()
    told: Told = {}


def replay_journal(names: Iterable[str], read: Callable[[str], Iterable[Entry]]) -> Replayed:
    """Cashier, tables and meters, and whether tables and meters tell of the same."""
    whole = replay_cashier(read(CASHIER), Ledger())
    tables: dict[tuple[str, str], tuple[Fact, ...]] = {}
    meters: dict[tuple[str, str], tuple[Fact, ...]] = {}
    for name in sorted(names):
        if name.startswith(TABLES):
            part = replay_table(read(name), whole.ledger)
            tables |= part.told
        elif name.startswith(METERS):
            part = replay_meter(read(name), whole.ledger)
            meters |= part.told
        else:
            continue
        whole = Replayed(
            whole.entries + part.entries,
            whole.rounds + part.rounds,
            part.ledger,
            whole.differences + part.differences,
        )
    return msgspec.structs.replace(
        whole, differences=(*whole.differences, *_untold(tables, meters))
    )


def _untold(tables: Told, meters: Told) -> Iterator[Difference]:
    for table, key in sorted(tables.keys() | meters.keys()):
        said, heard = tables.get((table, key), ()), meters.get((table, key), ())
        if said != heard:
            text = f"command {key}: the table tells {len(said)} facts to its meter"
            text += f", the meter's entry has {len(heard)}, and they are not the same"
            yield Difference(TABLES + table, 0, "pays", __version__, clauses.METER.id, text)


def replay_table(entries: Iterable[Entry], ledger: Ledger) -> Replayed:
    """Decide every command of a table again; a command that is refused now ends it.

    `ledger` is added to from the recorded facts, so that it says what people were told.
    """
    table: Table | None = None
    count = 0
    found: list[Difference] = []
    told: dict[tuple[str, str], tuple[Fact, ...]] = {}
    for entry in entries:
        record = read_table(entry)
        count += 1
        name = entry.stream.removeprefix(TABLES)
        ledger = post(ledger, name, record.events)
        if facts := facts_for(record.events):
            told[name, entry.key or ""] = facts
        outcome = decided(table, record)
        if isinstance(outcome, Refusal):
            found.append(_refused(entry, record.engine, outcome, table.number if table else 0))
            break
        table, events = outcome
        found += _compared(entry, record, events, table.number)
    rounds = table.number if table is not None else 0
    return Replayed(count, rounds, ledger, tuple(found), told)


def replay_meter(entries: Iterable[Entry], ledger: Ledger) -> Replayed:
    """Every change made again, and the books compared with what the meter holds."""
    book: MeterBook | None = None
    count = 0
    found: list[Difference] = []
    told: dict[tuple[str, str], tuple[Fact, ...]] = {}
    for entry in entries:
        record, id = read_meter(entry), entry.stream.removeprefix(METERS)
        command = record.command
        count += 1
        ledger = post(ledger, "", record.events)
        if isinstance(command, Follow):
            told[command.table, entry.key or ""] = command.facts
        outcome = apply_meter(book, id, command)
        if isinstance(outcome, Refusal):
            found.append(_refused(entry, record.engine, outcome, 0))
            break
        book, events = outcome
        held = ledger.balance(at.meter(id)), ledger.balance(at.reserve(id))
        if tuple(record.events) != events or held != book.meter[:2]:
            text = f"recorded {record.events}, now {events}: it holds {book.meter.amount}"
            found.append(Difference(entry.stream, entry.seq, "pays", record.engine, "", text))
    return Replayed(count, 0, ledger, tuple(found), told)


def replay_cashier(entries: Iterable[Entry], ledger: Ledger) -> Replayed:
    cashier, count = Cashier(), 0
    found: list[Difference] = []
    for entry in entries:
        record = read_cashier(entry)
        count += 1
        ledger = post(ledger, "", record.events)
        outcome = apply_cashier(cashier, record.command)
        if isinstance(outcome, Refusal):
            found.append(_refused(entry, record.engine, outcome, 0))
            break
        cashier, events = outcome
        if tuple(record.events) != events:
            old, new = next(_unequal(record.events, events))
            text = f"recorded {_short(old)}, now {_short(new)}"
            found.append(Difference(entry.stream, entry.seq, "pays", record.engine, "", text))
    return Replayed(count, 0, ledger, tuple(found))


def imbalances(ledger: Ledger) -> Iterator[str]:
    """What the books of a whole journal must not show."""
    if ledger.total:
        yield f"the accounts add up to {exact(ledger.total)}, not to zero"
    for account, amount in ledger.balances.items():
        if account.kind == "transit":
            yield f"{exact(amount)} is neither in a wallet nor on a table ({account})"
        elif account.kind in ("wallet", "stack", "escrow") and amount < 0:
            yield f"{account} holds {exact(amount)}"


def _refused(entry: Entry, engine: str, refusal: Refusal, number: int) -> Difference:
    text = f"accepted by version {engine}, refused by {__version__}: {refusal}"
    return Difference(entry.stream, entry.seq, "refused", engine, refusal.clause.id, text, number)


def _compared(
    entry: Entry, record: TableRecord, now: tuple[Event, ...], number: int
) -> Iterator[Difference]:
    """One difference per entry: the first settlement that pays otherwise, else the first fact."""
    then: tuple[TableEvent, ...] = record.events
    if then == now:
        return
    pairs = list(_unequal(then, now))
    money = [pair for pair in pairs if _money(pair[0]) != _money(pair[1])]
    old, new = money[0] if money else pairs[0]
    clause = new.clause if isinstance(new, BetSettled) else getattr(old, "clause", "")
    text = f"recorded {_short(old)}, now {_short(new)}"
    kind: Kind = "pays" if money else "tells"
    yield Difference(entry.stream, entry.seq, kind, record.engine, clause, text, number)


def _money(event: Event | None) -> tuple[int, ...]:
    if isinstance(event, BetSettled):
        return (event.bet, event.paid, event.taken, event.returned)
    return ()


def _unequal(
    then: Iterable[Event], now: Iterable[Event]
) -> Iterator[tuple[Event | None, Event | None]]:
    return (pair for pair in zip_longest(then, now) if pair[0] != pair[1])


def _short(event: Event | None) -> str:
    if event is None:
        return "nothing"
    if isinstance(event, BetSettled):
        paid, taken, returned = map(exact, (event.paid, event.taken, event.returned))
        return (
            f"bet {event.bet} of {event.owner}, box {event.box} {event.spot}: {paid} paid,"
            f" {taken} taken, {returned} returned by {event.clause}"
        )
    return repr(event)
