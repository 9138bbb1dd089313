"""What the journal holds of tables, meters and the cashier, and how they are made of it again.

State is the fold of the commands; the events beside them are compared when somebody replays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from cardroom import __version__
from cardroom.events import Event, dec_hook, enc_hook
from cardroom.events.table import TableEvent
from cardroom.play.round import Refusal
from cardroom.store import DamagedError, Entry
from cardroom.table.actors import Actor
from cardroom.table.apply import apply
from cardroom.table.cashier import Cashier, Deposit, Withdraw, apply_cashier
from cardroom.table.commands import TableCommand
from cardroom.table.meter import Agree, Follow, MeterBook, Readings, apply_meter
from cardroom.table.table import Outcome, Table

CASHIER: Final = "cashier"
TABLES: Final = "table/"
METERS: Final = "meter/"


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
    """What was read off the meter for this command. The meter's own entry vouches for it."""


class CashierRecord(msgspec.Struct, frozen=True):
    engine: str
    actor: Actor
    command: Deposit | Withdraw
    events: tuple[TableEvent, ...]


class MeterRecord(msgspec.Struct, frozen=True):
    """One entry of a meter's stream; a table's entry of the same command has caused it."""

    engine: str
    actor: Actor
    command: Agree | Follow
    events: tuple[TableEvent, ...]


_encoder = msgspec.json.Encoder(enc_hook=enc_hook)
_tables: msgspec.json.Decoder[TableRecord] = msgspec.json.Decoder(TableRecord, dec_hook=dec_hook)
_cashiers: msgspec.json.Decoder[CashierRecord] = msgspec.json.Decoder(
    CashierRecord, dec_hook=dec_hook
)


_meters: msgspec.json.Decoder[MeterRecord] = msgspec.json.Decoder(MeterRecord, dec_hook=dec_hook)

Written = TableCommand | Deposit | Withdraw | Agree | Follow


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
        raise DamagedError(f"{entry.stream} {entry.seq}: no entry of a table: {error}") from error


def read_cashier(entry: Entry) -> CashierRecord:
    try:
        return _cashiers.decode(entry.body)
    except (msgspec.DecodeError, ValueError) as error:
        raise DamagedError(f"{entry.stream} {entry.seq}: no entry of a cashier: {error}") from error


def read_meter(entry: Entry) -> MeterRecord:
    try:
        return _meters.decode(entry.body)
    except (msgspec.DecodeError, ValueError) as error:
        raise DamagedError(f"{entry.stream} {entry.seq}: no entry of a meter: {error}") from error


class Step(msgspec.Struct, frozen=True):
    """One entry of a table, with the table before and after it."""

    entry: Entry
    record: TableRecord
    before: Table | None
    after: Table


def decided(table: Table | None, record: TableRecord) -> Outcome:
    """A recorded command decided again, on what the meter showed then."""
    return apply(table, record.command, Readings(record.readings) if record.readings else None)


def fold(entries: Iterable[Entry], table: Table | None = None) -> Iterator[Step]:
    """The table step by step. What was once accepted and is refused now ends it with an error."""
    for entry in entries:
        record = read_table(entry)
        outcome = decided(table, record)
        if isinstance(outcome, Refusal):
            raise DamagedError(
                f"{entry.stream} {entry.seq}: written by version {record.engine}, refused by"
                f" {__version__}: {outcome}"
            )
        yield Step(entry, record, table, outcome[0])
        table = outcome[0]


def fold_cashier(entries: Iterable[Entry], cashier: Cashier) -> Cashier:
    for entry in entries:
        outcome = apply_cashier(cashier, read_cashier(entry).command)
        if isinstance(outcome, Refusal):
            raise DamagedError(f"{entry.stream} {entry.seq}: is refused now: {outcome}")
        cashier = outcome[0]
    return cashier


def fold_meter(entries: Iterable[Entry], book: MeterBook | None, id: str) -> MeterBook | None:
    for entry in entries:
        outcome = apply_meter(book, id, read_meter(entry).command)
        if isinstance(outcome, Refusal):
            raise DamagedError(f"{entry.stream} {entry.seq}: is refused now: {outcome}")
        book = outcome[0]
    return book
