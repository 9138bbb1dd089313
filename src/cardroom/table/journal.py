"""The journal's entries of tables, meters and the cashier, and how state is rebuilt from them.

State is the fold of the commands. The events that were recorded with them are compared in a replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Generic, NamedTuple, TypeVar

import msgspec

from cardroom import __version__
from cardroom.events import Event, dec_hook, enc_hook
from cardroom.events.recorded import as_recorded
from cardroom.events.table import TableEvent
from cardroom.play.round import Refusal
from cardroom.store import DamagedError, Entry, checkpoint, documents, erasure
from cardroom.table.actors import Actor
from cardroom.table.apply import apply
from cardroom.table.cashier import Cashier, CashierOrder, apply_cashier
from cardroom.table.commands import SetAside, TableCommand
from cardroom.table.meter import MeterBook, Readings
from cardroom.table.meter_changes import apply_meter
from cardroom.table.meter_commands import MeterCommand
from cardroom.table.set_aside import aside
from cardroom.table.table import CommandOutcome, Table

R = TypeVar("R")
"""The content of an entry."""
S = TypeVar("S")
"""The state that a stream is folded to."""

CASHIER: Final = "cashier"
TABLES: Final = "table/"
METERS: Final = "meter/"
ACCOUNTS: Final = "accounts"
"""Written by a service: roles and logins."""
SCHOOL: Final = "school/"
"""One stream for each trainee: answers and examinations."""


def known_stream(name: str) -> bool:
    """Whether a journal may have a stream of this name."""
    return name in (ACCOUNTS, CASHIER, checkpoint.STREAM, erasure.STREAM) or name.startswith(
        (TABLES, METERS, SCHOOL, documents.PREFIX)
    )


def money_streams(names: Iterable[str]) -> list[str]:
    """Those whose commands move money: the cashier's, and those of meters and tables."""
    return [name for name in sorted(names) if name.startswith((CASHIER, METERS, TABLES))]


def stream_of(table: str) -> str:
    return TABLES + table


def meter_stream(meter: str) -> str:
    return METERS + meter


class TableRecord(msgspec.Struct, frozen=True):
    """One entry of a table's stream; `engine` is the version whose rules decided it."""

    engine: str
    actor: Actor
    command: TableCommand
    events: tuple[TableEvent, ...]
    readings: tuple[int, ...] = ()
    """The meter readings for this command. The meter's own entry confirms them."""


class CashierRecord(msgspec.Struct, frozen=True):
    engine: str
    actor: Actor
    command: CashierOrder
    events: tuple[TableEvent, ...]


class MeterRecord(msgspec.Struct, frozen=True):
    """One entry of a meter's stream, caused by a table's command or by people who change the
    meter."""

    engine: str
    actor: Actor
    command: MeterCommand
    events: tuple[TableEvent, ...]


_encoder = msgspec.json.Encoder(enc_hook=enc_hook)
_tables: msgspec.json.Decoder[TableRecord] = msgspec.json.Decoder(TableRecord, dec_hook=dec_hook)
_cashiers: msgspec.json.Decoder[CashierRecord] = msgspec.json.Decoder(
    CashierRecord, dec_hook=dec_hook
)


_meters: msgspec.json.Decoder[MeterRecord] = msgspec.json.Decoder(MeterRecord, dec_hook=dec_hook)

Written = TableCommand | CashierOrder | MeterCommand


class _Written(msgspec.Struct, frozen=True, omit_defaults=True):
    engine: str
    actor: Actor
    command: Written
    events: tuple[Event, ...]
    readings: tuple[int, ...] = ()


def body(
    actor: Actor, command: Written, events: tuple[Event, ...], readings: tuple[int, ...] = ()
) -> bytes:
    return _encoder.encode(_Written(__version__, actor, command, events, readings))


def read_table(entry: Entry) -> TableRecord:
    try:
        return _tables.decode(entry.body)
    except (msgspec.DecodeError, ValueError) as error:
        raise DamagedError(f"{entry.stream} {entry.seq}: not a table entry: {error}") from error


def read_cashier(entry: Entry) -> CashierRecord:
    try:
        return _cashiers.decode(entry.body)
    except (msgspec.DecodeError, ValueError) as error:
        raise DamagedError(f"{entry.stream} {entry.seq}: not a cashier entry: {error}") from error


def read_meter(entry: Entry) -> MeterRecord:
    try:
        return _meters.decode(entry.body)
    except (msgspec.DecodeError, ValueError) as error:
        raise DamagedError(f"{entry.stream} {entry.seq}: not a meter entry: {error}") from error


class TableStep(msgspec.Struct, frozen=True):
    """One entry of a table, with the table before and after it."""

    entry: Entry
    record: TableRecord
    before: Table | None
    after: Table


class Again(NamedTuple, Generic[R, S]):
    """A recorded command, decided again by the rules of this version."""

    entry: Entry
    record: R
    before: S
    outcome: tuple[S, tuple[Event, ...]] | Refusal


def again(
    entries: Iterable[Entry],
    read: Callable[[Entry], R],
    decide: Callable[[S, R], tuple[S, tuple[Event, ...]] | Refusal],
    before: S,
) -> Iterator[Again[R, S]]:
    """Every command of a stream; one that is refused now is the last."""
    for entry in entries:
        record = read(entry)
        outcome = decide(before, record)
        yield Again(entry, record, before, outcome)
        if isinstance(outcome, Refusal):
            return
        before = outcome[0]


def table_again(
    entries: Iterable[Entry], table: Table | None = None
) -> Iterator[Again[TableRecord, Table | None]]:
    def decide(table: Table | None, record: TableRecord) -> CommandOutcome:
        if isinstance(record.command, SetAside):
            assert table is not None, "no table is set aside before it is opened"
            return aside(table, record.events), record.events
        # On what the meter showed then.
        shown = Readings(record.readings) if record.readings else None
        outcome = apply(table, record.command, shown)
        if isinstance(outcome, Refusal):
            return outcome
        return outcome[0], as_recorded(record.events, outcome[1])

    return again(entries, read_table, decide, table)


def cashier_again(
    entries: Iterable[Entry], cashier: Cashier
) -> Iterator[Again[CashierRecord, Cashier]]:
    def decide(
        cashier: Cashier, record: CashierRecord
    ) -> tuple[Cashier, tuple[Event, ...]] | Refusal:
        return apply_cashier(cashier, record.command)

    return again(entries, read_cashier, decide, cashier)


def meter_again(
    entries: Iterable[Entry], book: MeterBook | None, id: str
) -> Iterator[Again[MeterRecord, MeterBook | None]]:
    def decide(
        book: MeterBook | None, record: MeterRecord
    ) -> tuple[MeterBook | None, tuple[Event, ...]] | Refusal:
        return apply_meter(book, id, record.command)

    return again(entries, read_meter, decide, book)


def _accepted(entry: Entry, engine: str, outcome: tuple[S, tuple[Event, ...]] | Refusal) -> S:
    """The state after the outcome; an error if this version refuses what another accepted."""
    if isinstance(outcome, Refusal):
        raise DamagedError(
            f"{entry.stream} {entry.seq}: written by version {engine}, refused by"
            f" {__version__}: {outcome}"
        )
    return outcome[0]


def fold(entries: Iterable[Entry], table: Table | None = None) -> Iterator[TableStep]:
    """The table step by step."""
    for entry, record, before, outcome in table_again(entries, table):
        after = _accepted(entry, record.engine, outcome)
        assert after is not None, "no command takes a table away"
        yield TableStep(entry, record, before, after)


def fold_cashier(entries: Iterable[Entry], cashier: Cashier) -> Cashier:
    for entry, record, _, outcome in cashier_again(entries, cashier):
        cashier = _accepted(entry, record.engine, outcome)
    return cashier


def fold_meter(entries: Iterable[Entry], book: MeterBook | None, id: str) -> MeterBook | None:
    for entry, record, _, outcome in meter_again(entries, book, id):
        book = _accepted(entry, record.engine, outcome)
    return book
