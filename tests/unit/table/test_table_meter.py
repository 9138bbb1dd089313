"""Several tables on one meter: one order, won amounts frozen, every change explained."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path

import pytest

from cardroom.events import FigureRead, ProgressiveBooked
from cardroom.events.table import AwardPaid, MeterFed, MeterPaid, TableClosed, TableOpened
from cardroom.play.inputs import Proceed
from cardroom.rules.options import Value
from cardroom.store import open_store
from cardroom.store.memory import MemoryStore
from cardroom.table import Envelope
from cardroom.table import commands as c
from cardroom.table.cross_stream import changes_nothing, plays_for_meter
from cardroom.table.floor import HOUSE, Receipt
from cardroom.table.meter import facts_for, readings
from cardroom.table.meter_commands import Agree, Follow
from cardroom.table.replay import replay_journal
from tests.floor_calls import shuffling
from tests.meter_tables import (
    JACKPOT,
    NOTHING,
    SEED,
    TENTH,
    VOID,
    MeterTables,
    check,
    meter_tables,
    told,
)

# --- one order ----------------------------------------------------------------------------------


def test_tables_on_one_meter_feed_it_together_and_one_alone_has_its_own() -> None:
    floor = meter_tables("a", "b")
    floor.open("c")
    for id in ("a", "b", "c"):
        floor.close(id)
    assert floor.shows() == SEED + 48
    assert floor.shows("c/blazing-7s") == SEED + 24
    assert sorted(floor.meter().tables) == ["a", "b"]
    check(floor)


def test_a_meter_holds_fractions_of_a_cent_exactly() -> None:
    floor = meter_tables("a", "b", blazing_contribution=33, blazing_reserve=7, blazing_stake="1.01")
    for id in ("a", "b", "a"):
        floor.close(id, stake=1_01)
        floor.deal(id)
        floor.finish(id)
    meter = floor.meter().meter
    assert meter.amount == 2000 * 101 + 3 * Fraction(101 * 33, 100)
    assert meter.reserve == 3 * Fraction(101 * 7, 100)
    check(floor)


def test_every_change_says_why_where_and_from_what_to_what() -> None:
    floor = meter_tables("a", "b")
    floor.close("a")
    floor.close("b")
    fed = [event for event in told(floor) if isinstance(event, MeterFed)]
    assert [(e.table, e.round, e.bet, e.before, e.after) for e in fed] == [
        ("a", 1, 2, (SEED, 1), (SEED + 24, 1)),
        ("b", 1, 2, (SEED + 24, 1), (SEED + 48, 1)),
    ]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"blazing_7s": 2}, "pay table"),
        ({"blazing_meter_pays": "all"}, "awards paid from the meter"),
        ({"simultaneous": "shared"}, "two jackpots in one round"),
        ({"blazing_contribution": 30}, "contribution 30%, not 24%"),
        ({"blazing_reserve": 1}, "reserve contribution 1%, not 0%"),
        ({"blazing_seed": 3000}, "seed $3,000, not $2,000"),
        ({"blazing_stake": 2}, "stake $2, not $1"),
    ],
)
def test_tables_on_one_meter_post_the_same_terms(options: dict[str, Value], says: str) -> None:
    floor = meter_tables("a")
    refusal = floor.refused("b", floor.opening("b", "blaze", options))
    assert refusal.clause.id == "table.meter"
    assert says in refusal.why
    assert floor.floor.table("b") is None
    floor.open("b", "blaze", {"blazing_third_card": "player", "decks": 8})


def test_a_meter_is_named_only_where_there_is_a_bet_on_it() -> None:
    floor = MeterTables(MemoryStore())
    no = c.OpenTable("a", "blackjack", meter="blaze")
    assert floor.refused("a", no).clause.id == "table.meter"
    assert floor.refused("a", floor.opening("a", "no/slash")).clause.id == "table.open"
    receipt = floor.do("a", floor.opening("a", "blaze"))
    assert next(e for e in receipt.events if isinstance(e, TableOpened)).meter == "blaze"


def test_no_table_changes_the_terms_of_a_meter_alone() -> None:
    floor = meter_tables("a", "b")
    other = c.ChangeRules("bet-the-set-21", {"blazing_7s": 1, "blazing_contribution": 20}, rounds=1)
    assert floor.refused("a", other).clause.id == "table.meter"
    floor.do("b", c.ChangeRules("bet-the-set-21", {}, rounds=0))
    assert sorted(floor.meter().tables) == ["a"]
    refusal = floor.refused("a", other)
    assert refusal.clause.id == "table.meter"
    says = "meter blaze: contribution 20%, not 24%; two people change the terms of a meter"
    assert refusal.why == says
    check(floor)


def test_a_closed_table_is_off_its_meter() -> None:
    floor = meter_tables("a", "b")
    floor.won("b", TENTH)
    floor.finish("b")
    shown = floor.shows()
    assert floor.refused("b", c.CloseTable()).clause.id == "table.closed", "chips lie there"
    floor.do("b", c.LeaveSeat("b-ann"), c.CashOut("b-ann"))
    receipt = floor.do("b", c.CloseTable())
    assert receipt.events == (TableClosed("b"),)
    assert sorted(floor.meter().tables) == ["a"]
    assert floor.shows() == shown, "what is in it stays in it"
    for command in (c.SitDown("b-ann", 1), c.CloseTable(), floor.opening("b", "blaze")):
        assert floor.refused("b", command).clause.id in ("table.closed", "table.open")
    check(floor)


def test_a_table_closes_between_rounds_also_while_it_is_paused() -> None:
    floor = meter_tables("a")
    floor.close("a")
    assert "round 1" in floor.refused("a", c.CloseTable()).why
    floor.finish("a")
    floor.do("a", c.LeaveSeat("a-ann"), c.CashOut("a-ann"), c.Pause("late"), c.CloseTable())
    assert floor.meter().tables == {}
    assert floor.table("a").closed
    check(floor)


# --- the lock -----------------------------------------------------------------------------------


def test_a_jackpot_is_frozen_when_it_is_won_and_play_goes_on_everywhere() -> None:
    floor = meter_tables("a", "b", "c", blazing_reserve=10)
    floor.close("b", JACKPOT)
    floor.won("a", JACKPOT)
    assert floor.shows() == SEED + 20, "seed and reserve; both tables' contributions are won"
    floor.close("c")
    floor.deal("b")
    assert [(w.table, w.won.award) for w in floor.meter().wins] == [
        ("a", SEED + 48),
        ("b", SEED + 20 + 24),
    ]
    assert floor.shows() == SEED + 10, "the reserve of table c's bet"
    before = floor.table("b").stack("b-ann")
    floor.do("b", c.Play(Proceed()))
    # The stake is not returned with a share of the meter.
    assert floor.table("b").stack("b-ann") == before + SEED + 44
    assert [win.table for win in floor.meter().wins] == ["a"]
    floor.finish("a")
    assert floor.meter().wins == ()
    paid = [event for event in told(floor) if isinstance(event, AwardPaid)]
    assert [(event.table, event.amount) for event in paid] == [("b", SEED + 44), ("a", SEED + 48)]
    check(floor)


def test_a_tenth_is_frozen_too() -> None:
    floor = meter_tables("a", "b")
    floor.won("a", TENTH)
    floor.won("b", TENTH)
    first = (SEED + 24) // 10
    second = (SEED + 24 - first + 24) // 10
    assert [win.won.award for win in floor.meter().wins] == [first, second]
    assert floor.shows() == SEED + 48 - first - second
    for id in ("b", "a"):
        floor.finish(id)
    check(floor)


def test_where_all_awards_come_off_the_meter_the_house_makes_up_what_it_lacks() -> None:
    floor = meter_tables(
        "a", "b", blazing_meter_pays="all", blazing_contribution=70, blazing_seed=100, decks=8
    )
    floor.won("a", "7h 7s 7d Kd")
    won = [event for event in told(floor) if isinstance(event, MeterPaid)]
    assert (won[0].amount, won[0].topped) == (200_00, 200_00 - 100_70)
    assert floor.shows() == 0
    floor.close("b")
    assert floor.shows() == 70
    floor.do("a", VOID)
    assert floor.shows() == 100_70, "the meter's part of the award, less the contribution"
    floor.finish("b")
    check(floor)


def test_only_the_progressive_bet_feeds_the_meter() -> None:
    floor = meter_tables("a")
    for spot in ("main", "bet-the-set"):
        floor.do("a", c.PlaceBet("a-ann", 1, spot, 10_00))
    floor.close("a")
    assert floor.shows() == SEED + 24


@pytest.mark.parametrize(
    ("style", "cards", "paid"),
    [
        # Three sevens, 200 for 1 with the stake; sevens in one suit, a tenth of what is shown.
        ("all", "7h 7s 7d Kd", [200_00]),
        ("all", NOTHING, []),
        ("percentages", "7h 7s 7d Kd", []),
        ("percentages", TENTH, [200_02]),
    ],
)
def test_what_came_off_the_meter_is_paid_out_of_it_and_nothing_else(
    style: str, cards: str, paid: list[int]
) -> None:
    floor = meter_tables("a", blazing_meter_pays=style, decks=8)
    floor.won("a", cards)
    floor.finish("a")
    assert [event.amount for event in told(floor) if isinstance(event, AwardPaid)] == paid
    assert floor.meter().wins == ()
    check(floor)


# --- a crash, and another writer ----------------------------------------------------------------


def test_two_servers_on_one_journal_keep_one_order() -> None:
    store = MemoryStore()
    one, two = MeterTables(store, "one"), MeterTables(store, "two")
    one.open("a", "blaze")
    two.open("b", "blaze")
    two.won("b", JACKPOT)
    one.won("a", JACKPOT)
    assert [(w.table, w.won.award) for w in one.meter().wins] == [
        ("b", SEED + 24),
        ("a", SEED + 24),
    ]
    two.finish("b")
    assert two.meter().wins[0].table == "a"
    one.finish("a")
    check(one)


def test_an_event_loop_serves_many_tables_on_one_meter(tmp_path: Path) -> None:
    """Eight tables close their bets at once: they wait for the meter, one after the other."""
    store = open_store(str(tmp_path / "journal.db"))
    floor = MeterTables(store)
    ids = [f"t{number}" for number in range(8)]
    moved: list[tuple[str, str]] = []
    floor.floor.meter_moved = lambda meter, table: moved.append((meter, table))
    for id in ids:
        floor.open(id, "blaze")
        player = f"{id}-ann"
        floor.do(id, *shuffling(floor.table(id)), c.PlaceBet(player, 1, "main", 10_00))
        floor.do(id, c.PlaceBet(player, 1, "blazing-7s", 1_00))
    moved.clear()

    async def everybody() -> list[object]:
        closing = [Envelope(f"close-{id}", HOUSE, c.CloseBets()) for id in ids]
        asked = (floor.floor.ask(id, one) for id, one in zip(ids, closing, strict=True))
        return list(await asyncio.gather(*asked))

    assert all(isinstance(answer, Receipt) for answer in asyncio.run(everybody()))
    assert floor.shows() == SEED + 8 * 24
    assert sorted(moved) == [("blaze", id) for id in ids]
    check(floor)
    store.close()


def test_a_changed_entry_of_a_table_or_a_meter_is_found() -> None:
    floor = meter_tables("a", "b")
    floor.close("a")
    store = floor.floor.store
    streams = {name: list(store.read(name)) for name in store.heads()}
    short = {**streams, "meter/blaze": streams["meter/blaze"][:-1]}
    found = replay_journal(short, lambda name: short[name]).differences
    assert [difference.clause for difference in found] == ["table.meter"]
    assert "table/a" in str(found[0])


def test_a_round_needs_the_meter_only_with_a_bet_on_it() -> None:
    tables = meter_tables("a")
    assert not plays_for_meter(tables.table("a")), "no round"
    tables.load("a", NOTHING)
    tables.do("a", c.PlaceBet("a-ann", 1, "main", 10_00), c.CloseBets())
    assert not plays_for_meter(tables.table("a"))
    tables.play("a")
    tables.do("a", c.EndRound())
    tables.close("a")
    assert plays_for_meter(tables.table("a"))


def test_only_the_readings_of_a_meter_concern_it() -> None:
    rules = meter_tables("a").table("a").rules
    name = min(rules.meter_figures)
    read, peeked = FigureRead(name, SEED), FigureRead("dealer-natural", 0)
    assert facts_for(rules, (peeked, read)) == (read,)
    assert readings(rules, (peeked, read)) == (SEED,)


def test_a_meter_does_not_change_when_a_table_leaves_or_a_round_only_reads_it() -> None:
    read, fed = FigureRead("blazing-meter", SEED), ProgressiveBooked("blazing-7s", 1, 1_00)
    assert changes_nothing(Agree("a"))
    assert not changes_nothing(Agree("a", meter_tables("a").table("a").meter_terms))
    assert changes_nothing(Follow("a", 1, (read, read)))
    assert not changes_nothing(Follow("a", 1, (read, fed)))
