"""What the journal holds of tables and the cashier, and how they are made of it again.

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
from cardroom.table.table import Table

CASHIER: Final = "cashier"
TABLES: Final = "table/"


def stream_of(table: str) -> str:
    return TABLES + table


class TableRecord(msgspec.Struct, frozen=True):
    """One entry of a table's stream; `engine` is the version whose rules decided it."""

    engine: str
    actor: Actor
    command: TableCommand
    events: tuple[TableEvent, ...]


class CashierRecord(msgspec.Struct, frozen=True):
    engine: str
    actor: Actor
    command: Deposit | Withdraw
    events: tuple[TableEvent, ...]


_encoder = msgspec.json.Encoder(enc_hook=enc_hook)
_tables: msgspec.json.Decoder[TableRecord] = msgspec.json.Decoder(TableRecord, dec_hook=dec_hook)
_cashiers: msgspec.json.Decoder[CashierRecord] = msgspec.json.Decoder(
    CashierRecord, dec_hook=dec_hook
)


class _Written(msgspec.Struct, frozen=True):
    engine: str
    actor: Actor
    command: TableCommand | Deposit | Withdraw
    events: tuple[Event, ...]


def body(
    actor: Actor, command: TableCommand | Deposit | Withdraw, events: tuple[Event, ...]
) -> bytes:
    return _encoder.encode(_Written(__version__, actor, command, events))


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


class Step(msgspec.Struct, frozen=True):
    """One entry of a table, with the table before and after it."""

    entry: Entry
    record: TableRecord
    before: Table | None
    after: Table


def fold(entries: Iterable[Entry], table: Table | None = None) -> Iterator[Step]:
    """The table step by step. What was once accepted and is refused now ends it with an error."""
    for entry in entries:
        record = read_table(entry)
        outcome = apply(table, record.command)
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
