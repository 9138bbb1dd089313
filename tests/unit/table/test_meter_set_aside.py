"""A meter that this version cannot follow is set aside by itself, with the reason."""

from __future__ import annotations

import msgspec
import pytest

from cardroom.events import enc_hook
from cardroom.events.table import ChipsReturned, MeterFed, TableSetAside
from cardroom.play.round import Refusal
from cardroom.store import chain
from cardroom.store.memory import MemoryStore
from cardroom.table import commands as c
from cardroom.table.journal import meter_stream, read_meter, read_table, stream_of
from tests.meter_tables import NOTHING, MeterTables, meter_tables


def as_written_by_another_version(store: MemoryStore, body: bytes | None = None) -> MemoryStore:
    """The same journal, whose meter was fed more, or whose last meter entry has this text."""
    again = MemoryStore()
    for name in store.heads():
        entries = list(store.read(name))
        for entry in entries:
            text = entry.body
            if name == meter_stream("blaze"):
                record = read_meter(entry)
                events = tuple(
                    msgspec.structs.replace(event, after=event.before)
                    if isinstance(event, MeterFed)
                    else event
                    for event in record.events
                )
                changed = msgspec.structs.replace(record, events=events)
                text = msgspec.json.encode(changed, enc_hook=enc_hook)
                text = body if body is not None and entry is entries[-1] else text
            again.append(
                chain(again.heads(), [(name, text)], entry.at, f"{name}-{entry.seq}")
            ).result()
    return again


@pytest.fixture
def played() -> MeterTables:
    """Table a is in a round with a bet on the meter, table b is between rounds."""
    found = meter_tables("a", "b")
    found.close("b", NOTHING)
    found.deal("b")
    found.finish("b")
    found.close("a", NOTHING)
    found.deal("a", 2)
    return found


@pytest.fixture
def later(played: MeterTables) -> MeterTables:
    store = played.floor.store
    assert isinstance(store, MemoryStore)
    return MeterTables(as_written_by_another_version(store), "later")


def test_the_meter_says_why_it_was_set_aside_and_what_it_held(later: MeterTables) -> None:
    assert "different events" in later.floor.meter_set_aside("blaze")
    assert later.shows() == 2000_00


def test_a_meter_whose_entries_cannot_be_read_is_set_aside_too(played: MeterTables) -> None:
    store = played.floor.store
    assert isinstance(store, MemoryStore)
    other = MeterTables(as_written_by_another_version(store, b'{"engine": "9", "command": {}}'))
    assert other.floor.meter_set_aside("blaze")
    assert other.table("b").set_aside == ""


def test_a_round_with_a_bet_on_it_is_paid_out_by_what_was_recorded(
    played: MeterTables, later: MeterTables
) -> None:
    before = played.table("a")
    assert before.round is not None
    table = later.table("a")
    assert "meter blaze" in table.set_aside
    assert table.stack("a-ann") == before.stack("a-ann") + 11_00
    *_, last = later.floor.store.read(stream_of("a"))
    facts = read_table(last).events
    assert isinstance(facts[0], ChipsReturned)
    assert isinstance(facts[-1], TableSetAside)
    later.do("a", c.CashOut("a-ann"), c.CloseTable())


def test_other_rounds_go_on_without_the_bet(later: MeterTables) -> None:
    assert later.table("b").set_aside == ""
    refusal = later.refused("b", c.PlaceBet("b-ann", 1, "blazing-7s", 1_00))
    assert refusal.clause.id == "table.meter"
    assert "set aside" in refusal.why
    later.load("b", NOTHING)
    later.do("b", c.PlaceBet("b-ann", 1, "main", 10_00), c.CloseBets())
    later.deal("b")
    later.finish("b")
    later.do("b", c.LeaveSeat("b-ann"), c.CashOut("b-ann"), c.CloseTable())


def test_no_further_table_is_put_on_it(later: MeterTables) -> None:
    refused = later.ask("d", later.opening("d", "blaze"))
    assert isinstance(refused, Refusal)
    assert "set aside" in refused.why
    later.do("e", later.opening("e"))
