"""Replaying a journal finds every fact and cent that the rules do not make."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec

from cardroom.events import BetSettled, CardDealt, enc_hook
from cardroom.events.table import TableEvent
from cardroom.ledger import Ledger
from cardroom.store import Entry
from cardroom.store.memory import MemoryStore
from cardroom.table import Envelope
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.floor import HOUSE, Floor
from cardroom.table.journal import CASHIER, TableRecord, read_table, stream_of
from cardroom.table.replay import Comparison, imbalances, replay_cashier, replay_table
from tests.floor_calls import do, do_cashier
from tests.random_play import anything


def evening() -> MemoryStore:
    store, chance = MemoryStore(), Random(3)
    floor = Floor(store)
    do(floor, "t", Envelope("open", HOUSE, c.OpenTable("t", "blackjack", {"decks": 1})))
    for player in ("ann", "bob"):
        do_cashier(floor, f"cash-{player}", HOUSE, Deposit(player, 10_000_00))
    for number in range(400):
        table = floor.table("t")
        assert table is not None
        do(floor, "t", Envelope(f"c{number}", HOUSE, anything(table, ["ann", "bob"], chance)))
    return store


def replayed(entries: list[Entry]) -> Comparison:
    return replay_table(entries, Ledger())


def edited(entry: Entry, edit: Callable[[TableRecord], TableRecord]) -> Entry:
    changed = msgspec.json.encode(edit(read_table(entry)), enc_hook=enc_hook)
    return msgspec.structs.replace(entry, body=changed)


def _taken(event: TableEvent) -> bool:
    return isinstance(event, BetSettled) and event.taken > 0


def enrich(record: TableRecord) -> TableRecord:
    return msgspec.structs.replace(record, events=tuple(map(richer, record.events)))


def richer(event: TableEvent) -> TableEvent:
    if isinstance(event, BetSettled) and event.taken:
        return msgspec.structs.replace(event, taken=event.taken - 1, returned=event.returned + 1)
    return event


def test_an_honest_journal_replays_without_a_difference() -> None:
    store = evening()
    books = replay_cashier(store.read(CASHIER), Ledger())
    found = replay_table(store.read(stream_of("t")), books.ledger)
    assert not books.differences
    assert not found.differences
    assert found.rounds > 5
    assert list(imbalances(found.ledger)) == []


def test_a_cent_that_was_moved_is_found_with_its_clause() -> None:
    entries = list(evening().read(stream_of("t")))
    place = next(i for i, entry in enumerate(entries) if any(map(_taken, read_table(entry).events)))
    entries[place] = edited(entries[place], enrich)
    (found,) = replayed(entries).differences
    assert (found.kind, found.seq) == ("pays", entries[place].seq)
    assert found.clause.startswith("pay.")
    assert not found.newer
    assert f"{stream_of('t')} {found.seq} (round " in str(found)


def test_another_versions_payment_names_the_version() -> None:
    entries = list(evening().read(stream_of("t")))
    old = [edited(entry, lambda r: msgspec.structs.replace(r, engine="0.0.1")) for entry in entries]
    entries = [edited(entry, enrich) for entry in old]
    found = replayed(entries).differences
    assert found
    assert all(difference.newer for difference in found)


def test_a_card_that_was_changed_is_found() -> None:
    entries = list(evening().read(stream_of("t")))

    def swap(record: TableRecord) -> TableRecord:
        events = list(record.events)
        dealt = [i for i, event in enumerate(events) if isinstance(event, CardDealt)]
        events[dealt[0]], events[dealt[1]] = events[dealt[1]], events[dealt[0]]
        return msgspec.structs.replace(record, events=tuple(events))

    place = next(
        i for i, entry in enumerate(entries) if isinstance(read_table(entry).command, c.CloseBets)
    )
    entries[place] = edited(entries[place], swap)
    (found,) = replayed(entries).differences
    assert found.kind == "tells"


def test_a_command_that_was_left_out_is_found() -> None:
    entries = list(evening().read(stream_of("t")))
    place = next(
        i for i, entry in enumerate(entries) if isinstance(read_table(entry).command, c.LoadShoe)
    )
    found = replayed(entries[:place] + entries[place + 1 :]).differences
    assert found[-1].kind == "refused"
    assert found[-1].clause == "shoe.shuffle"


def test_books_that_do_not_balance_say_so() -> None:
    store = evening()
    alone = replay_table(store.read(stream_of("t")), Ledger())
    assert any("neither in a wallet nor on a table" in text for text in imbalances(alone.ledger))
