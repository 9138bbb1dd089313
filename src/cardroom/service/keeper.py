"""Tables over the journal, for the event loop (provisional: until the table's host is merged)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import msgspec

from cardroom.events import Event, dec_hook, encode
from cardroom.play.round import Refusal, Settlement
from cardroom.service.views import Moment
from cardroom.store import ORIGIN, Head, Store, chain
from cardroom.table import Actor, Envelope, apply, bars, commands
from cardroom.table.clauses import WALLET
from cardroom.table.commands import OpenTable, TableCommand
from cardroom.table.table import Table


class Body(msgspec.Struct, frozen=True):
    input: Envelope
    events: msgspec.Raw = msgspec.Raw(b"[]")


_bodies = msgspec.json.Decoder(Body, dec_hook=dec_hook)


class Stored(msgspec.Struct, frozen=True):
    seq: int
    table: Table
    events: tuple[Event, ...]


class Keeper:
    def __init__(self, journal: Journal, id: str) -> None:
        self._journal = journal
        self._stream = f"table/{id}"
        self._head: Head = ORIGIN
        self._table: Table | None = None
        self.last: tuple[Settlement, ...] = ()

    @property
    def table(self) -> Table:
        assert self._table is not None
        return self._table

    @property
    def seq(self) -> int:
        return self._head.seq

    def wallet(self, name: str) -> int:
        return self._journal.wallet(name)

    async def find(self, key: str) -> int | None:
        found = self._journal.store.find(key)
        return found[-1].seq if found else None

    async def submit(self, actor: Actor, key: str, command: TableCommand) -> Stored | Refusal:
        refusal = bars(self._table, actor, command)
        if refusal is not None:
            return refusal
        if isinstance(command, commands.BuyIn) and self.wallet(command.player) < command.amount:
            return Refusal(WALLET, f"{command.player} has {self.wallet(command.player)} cents")
        applied = apply(self._table, command)
        if isinstance(applied, Refusal):
            return applied
        table, events = applied
        body = encode({"input": Envelope(key, actor, command), "events": events})
        batch = chain({self._stream: self._head}, [(self._stream, body)], time.time_ns(), key)
        if isinstance(command, commands.BuyIn):
            self._journal.move(command.player, -command.amount)
        stored = await asyncio.wrap_future(self._journal.store.append(batch))
        if isinstance(command, commands.CashOut):
            gained = self.table.stack(command.player) - table.stack(command.player)
            self._journal.move(command.player, gained)
        self._advance(table, stored[-1].head)
        return Stored(self.seq, table, events)

    def _advance(self, table: Table, head: Head) -> None:
        old = self._table
        if old is not None and old.round is not None and table.round is None:
            self.last = old.round.settled
        self._table, self._head = table, head

    def read(self) -> None:
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[tuple[Moment, tuple[Event, ...]]]:
        for entry in self._journal.store.read(self._stream):
            applied = apply(self._table, _bodies.decode(entry.body).input.command)
            assert not isinstance(applied, Refusal)
            self._advance(applied[0], entry.head)
            yield Moment(entry.seq, applied[0], self.last), applied[1]

    def fold(self, after: int, upto: int) -> list[tuple[Moment, tuple[Event, ...]]]:
        other = Keeper(self._journal, self._stream.removeprefix("table/"))
        return [step for step in other.steps() if after <= step[0].seq <= upto]


class Journal:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._wallets: dict[str, int] = {}

    async def start(self) -> None: ...

    def load(self, id: str) -> Keeper:
        keeper = Keeper(self, id)
        keeper.read()
        return keeper

    async def open(self, actor: Actor, key: str, command: OpenTable) -> Keeper | Refusal:
        keeper = Keeper(self, command.table)
        stored = await keeper.submit(actor, key, command)
        return stored if isinstance(stored, Refusal) else keeper

    async def deposit(self, player: str, amount: int) -> None:
        self.move(player, amount)

    async def endow(self, player: str, amount: int) -> None:
        self._wallets.setdefault(player, amount)

    def wallet(self, name: str) -> int:
        return self._wallets.get(name, 0)

    def move(self, player: str, amount: int) -> None:
        self._wallets[player] = self._wallets.get(player, 0) + amount
