"""A journal compared with the rules of this version: every command decided again, every cent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Literal

import msgspec

from cardroom import __version__
from cardroom.events import BetSettled, Event
from cardroom.events.table import MoneyDeposited, MoneyWithdrawn
from cardroom.ledger import Ledger, post
from cardroom.ledger import accounts as at
from cardroom.money import exact
from cardroom.play.round import Refusal
from cardroom.store import Entry
from cardroom.table import clauses
from cardroom.table.cashier import Cashier
from cardroom.table.commands import SetAside
from cardroom.table.journal import (
    CASHIER,
    METERS,
    TABLES,
    CashierRecord,
    MeterRecord,
    TableRecord,
    cashier_again,
    meter_again,
    table_again,
)
from cardroom.table.meter import facts_for
from cardroom.table.meter_commands import Follow, ReportedFact
from cardroom.table.table import Table

DifferenceKind = Literal["refused", "pays", "tells"]
"""It is refused now; it pays differently; the money is the same but other facts differ."""


class Difference(msgspec.Struct, frozen=True):
    """An entry that this version decides differently; `clause` is the rule it uses now."""

    stream: str
    seq: int
    kind: DifferenceKind
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


RecordedFacts = Mapping[tuple[str, str], tuple[ReportedFact, ...]]
"""Messages to meters, by table and command id."""


class Comparison(msgspec.Struct, frozen=True):
    """How far a stream, or the whole journal, was decided again, and what differs."""

    entries: int = 0
    rounds: int = 0
    ledger: Ledger = Ledger()
    differences: tuple[Difference, ...] = ()
    told: RecordedFacts = {}


def replay_journal(names: Iterable[str], read: Callable[[str], Iterable[Entry]]) -> Comparison:
    """Cashier, tables and meters, and whether tables and meters agree."""
    whole = replay_cashier(read(CASHIER), Ledger())
    tables: dict[tuple[str, str], tuple[ReportedFact, ...]] = {}
    meters: dict[tuple[str, str], tuple[ReportedFact, ...]] = {}
    for name in sorted(names):
        if name.startswith(TABLES):
            part = replay_table(read(name), whole.ledger)
            tables |= part.told
        elif name.startswith(METERS):
            part = replay_meter(read(name), whole.ledger, name.removeprefix(METERS))
            meters |= part.told
        else:
            continue
        whole = Comparison(
            whole.entries + part.entries,
            whole.rounds + part.rounds,
            part.ledger,
            whole.differences + part.differences,
        )
    return msgspec.structs.replace(
        whole, differences=(*whole.differences, *_untold(tables, meters))
    )


def _untold(tables: RecordedFacts, meters: RecordedFacts) -> Iterator[Difference]:
    for table, key in sorted(tables.keys() | meters.keys()):
        said, heard = tables.get((table, key), ()), meters.get((table, key), ())
        if said != heard:
            text = f"command {key}: the table has {len(said)} facts for its meter"
            text += f", the meter's entry has {len(heard)}, and they are not the same"
            yield Difference(TABLES + table, 0, "pays", __version__, clauses.METER.id, text)


def replay_table(entries: Iterable[Entry], ledger: Ledger) -> Comparison:
    """Every command of a table decided again.

    `ledger` is posted from the recorded facts, so that it shows what people saw.
    """
    count = rounds = 0
    found: list[Difference] = []
    told: dict[tuple[str, str], tuple[ReportedFact, ...]] = {}
    table: Table | None = None
    lost = False
    for entry in entries:
        (again,) = table_again((entry,), table)
        record, outcome = again.record, again.outcome
        count += 1
        name = entry.stream.removeprefix(TABLES)
        ledger = post(ledger, name, record.events)
        if table is not None and (facts := facts_for(table.rules, record.events)):
            told[name, entry.key or ""] = facts
        # After a refusal only facts are followed, until the table was set aside.
        lost = lost and not isinstance(record.command, SetAside)
        if lost:
            continue
        lost = isinstance(outcome, Refusal)
        table = table if isinstance(outcome, Refusal) else outcome[0]
        rounds = table.number if table is not None else 0
        found += _compared(entry, record, outcome, rounds)
    return Comparison(count, rounds, ledger, tuple(found), told)


def replay_meter(entries: Iterable[Entry], ledger: Ledger, id: str) -> Comparison:
    """Every change of a meter decided again, and the ledger compared with what the meter holds."""
    found: list[Difference] = []
    told: dict[tuple[str, str], tuple[ReportedFact, ...]] = {}
    count = 0
    for entry, record, _, outcome in meter_again(entries, None, id):
        count += 1
        ledger = post(ledger, "", record.events)
        if isinstance(record.command, Follow):
            told[record.command.table, entry.key or ""] = record.command.facts
        if isinstance(outcome, Refusal):
            found += _compared(entry, record, outcome, 0)
            continue
        book, events = outcome
        assert book is not None, "no command takes a meter away"
        held = ledger.balance(at.meter(id)), ledger.balance(at.reserve(id))
        if tuple(record.events) != events or held != book.meter[:2]:
            text = f"recorded {record.events}, now {events}: it holds {book.meter.amount}"
            found.append(Difference(entry.stream, entry.seq, "pays", record.engine, "", text))
    return Comparison(count, 0, ledger, tuple(found), told)


def replay_cashier(entries: Iterable[Entry], ledger: Ledger) -> Comparison:
    count = 0
    found: list[Difference] = []
    for entry, record, _, outcome in cashier_again(entries, Cashier()):
        count += 1
        ledger = post(ledger, "", record.events)
        found += _compared(entry, record, outcome, 0)
    return Comparison(count, 0, ledger, tuple(found))


def imbalances(ledger: Ledger) -> Iterator[str]:
    """Faults in the books of a whole journal."""
    if ledger.total:
        yield f"the accounts add up to {exact(ledger.total)}, not to zero"
    for account, amount in ledger.balances.items():
        if account.kind == "transit":
            yield f"{exact(amount)} is neither in a wallet nor on a table ({account})"
        elif account.kind in ("wallet", "stack", "escrow") and amount < 0:
            yield f"{account} holds {exact(amount)}"


def _compared(
    entry: Entry,
    record: TableRecord | CashierRecord | MeterRecord,
    outcome: tuple[object, tuple[Event, ...]] | Refusal,
    round: int,
) -> Iterator[Difference]:
    """One difference per entry: the first settlement that pays differently, or the first fact."""
    where, engine = (entry.stream, entry.seq), record.engine
    if isinstance(outcome, Refusal):
        text = f"accepted by version {engine}, refused by {__version__}: {outcome}"
        yield Difference(*where, "refused", engine, outcome.clause.id, text, round)
        return
    pairs = [pair for pair in zip_longest(record.events, outcome[1]) if pair[0] != pair[1]]
    if not pairs:
        return
    money = [pair for pair in pairs if _money(pair[0]) != _money(pair[1])]
    old, new = money[0] if money else pairs[0]
    clause = new.clause if isinstance(new, BetSettled) else getattr(old, "clause", "")
    kind: DifferenceKind = "pays" if money else "tells"
    text = f"recorded {_short(old)}, now {_short(new)}"
    yield Difference(*where, kind, engine, clause, text, round)


def _money(event: Event | None) -> object:
    """The money in a fact of a table or of the cashier."""
    match event:
        case BetSettled():
            return event.bet, event.paid, event.taken, event.returned
        case MoneyDeposited() | MoneyWithdrawn():
            return event
        case _:
            return None


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
