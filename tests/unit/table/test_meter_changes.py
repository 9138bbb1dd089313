"""Changes of a meter: two people sign, every table follows between rounds, the money stays."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from cardroom.events import ProgressiveBooked, ProgressiveRestarted, ProgressiveWon
from cardroom.events.table import (
    MeterChangeApproved,
    MeterChanged,
    MeterFed,
    MeterReceived,
    MeterRetired,
    MeterSeeded,
    ReserveMoved,
)
from cardroom.play.round import Refusal
from cardroom.rules.meter import Terms
from cardroom.rules.options import Value
from cardroom.table import Actor, clauses
from cardroom.table import commands as c
from cardroom.table.meter import MeterBook, agree, bars_terms, follow_round
from cardroom.table.meter_commands import (
    Agree,
    ChangeMeter,
    EmptyMeter,
    Follow,
    RetireMeter,
    SignMeter,
    VoidMeterChange,
)
from tests.floor_calls import do_meter
from tests.meter_tables import (
    JACKPOT,
    NOTHING,
    POSTED,
    SEED,
    MeterTables,
    check,
    meter_tables,
    told,
)

WHY = "the old seed drew nobody"


def posted(**options: Value) -> c.ChangeRules:
    return c.ChangeRules("bet-the-set-21", {**POSTED, **options}, rounds=1)


def terms(floor: MeterTables, **changed: object) -> Terms:
    found = floor.meter().terms
    assert found is not None
    return Terms(**{**{name: getattr(found, name) for name in Terms.__struct_fields__}, **changed})


def change(floor: MeterTables, **changed: object) -> ChangeMeter:
    return ChangeMeter("flo", WHY, terms(floor, **changed))


def play(floor: MeterTables, id: str, cards: str = NOTHING) -> None:
    floor.close(id, cards)
    floor.deal(id)
    floor.finish(id)


def agreed(book: MeterBook | None, table: str, *terms: Terms) -> MeterBook:
    moved = agree(book, "m", Agree(table, terms))
    assert not isinstance(moved, Refusal)
    return moved[0]


def two_terms() -> tuple[Terms, Terms]:
    old = Terms("pays", 1_00, (1, 4), (0, 1), 100_00)
    return old, msgspec.structs.replace(old, seed=50_00)


def test_new_terms_are_in_force_when_the_last_table_has_posted_them() -> None:
    old, new = two_terms()
    book = agreed(agreed(None, "a", old), "b", old)
    book = msgspec.structs.replace(book, approved=ChangeMeter("flo", WHY, new))
    first = agreed(book, "b", new)
    assert (first.terms, first.approved) == (old, book.approved)
    assert agreed(first, "b").terms == old, "a table that leaves changes no terms"
    both = agreed(first, "a", new)
    assert (both.terms, both.approved) == (new, None)


def test_a_table_alone_on_a_meter_once_changed_its_terms() -> None:
    """Journals of earlier versions have it."""
    old, new = two_terms()
    assert agreed(agreed(None, "a", old), "a", new).terms == new


def test_no_table_comes_to_a_meter_that_is_or_will_be_retired() -> None:
    old, _ = two_terms()
    book, joins = agreed(None, "a", old), Agree("b", (old,))
    assert bars_terms(book, joins) is None
    retiring = msgspec.structs.replace(book, approved=RetireMeter("flo", WHY, "n"))
    for gone in (retiring, msgspec.structs.replace(book, retired=True)):
        barred = bars_terms(gone, joins)
        assert barred is not None
        assert barred.clause is clauses.METER
        assert bars_terms(gone, Agree("a")) is None, "tables leave it"


def test_a_restart_takes_from_the_reserve_what_the_cap_leaves_room_for() -> None:
    """$100, and 50 cents of each of two bets: 30 reach the cap, and 70 go to the reserve. After a
    jackpot, 30 of these go into the meter with its seed."""
    old, _ = two_terms()
    book = agreed(None, "a", msgspec.structs.replace(old, share=(1, 2), cap=100_30))
    bet, won = ProgressiveBooked("m", 1, 1_00), ProgressiveWon("m", 1, 100_30, "jackpot")
    facts = (bet, bet, won, ProgressiveRestarted("m", 1))
    moved = follow_round(book, "m", Follow("a", 1, facts))
    assert not isinstance(moved, Refusal)
    book, events = moved
    assert (book.meter.amount, book.meter.reserve) == (Fraction(100_30), Fraction(40))
    assert [event.over for event in events if isinstance(event, MeterFed)] == [(20, 1), (50, 1)]
    assert events[-2:] == (
        ReserveMoved("m", "restart", "a", 1, before=(0, 1), after=(30, 1), left=(40, 1)),
        MeterSeeded("m", 100_00, "restart", "a", 1, before=(30, 1), after=(100_30, 1)),
    )


def test_a_change_counts_when_a_second_person_has_signed() -> None:
    floor = meter_tables("a", "b")
    wish = change(floor, seed=3000_00)
    floor.ordered(wish)
    assert floor.refused("a", posted(blazing_seed=3000)).clause is clauses.METER
    assert "second person" in floor.not_ordered(SignMeter("flo")).why
    assert floor.not_ordered(wish).clause is clauses.METER_CHANGE, "one change at a time"
    event = floor.ordered(SignMeter("cora")).events[0]
    assert event == MeterChangeApproved("blaze", ("flo", "cora"), WHY, str(wish.terms))
    assert "no change waits" in floor.not_ordered(SignMeter("cora")).why
    check(floor)


def test_nobody_signs_for_somebody_else_and_players_sign_nothing() -> None:
    floor = meter_tables("a")
    for actor in (Actor("ann"), Actor("deb", "dealer"), Actor("cora", "cashier")):
        answer = do_meter(floor.floor, "blaze", f"try-{actor.id}", actor, change(floor, seed=1))
        assert getattr(answer, "clause", None) is clauses.ROLE
    answer = do_meter(floor.floor, "blaze", "player", Actor("ann"), SignMeter("ann"))
    assert getattr(answer, "clause", None) is clauses.ROLE


def test_each_bet_is_played_by_the_terms_of_its_table_until_all_have_followed() -> None:
    """$2,000 + 24 (a) + 20 (a, new) + 24 (b, still old) + 20 (b, new) cents."""
    floor = meter_tables("a", "b")
    floor.ordered(change(floor, share=(1, 5)))
    floor.ordered(SignMeter("cora"))
    for id in ("a", "b"):
        floor.do(id, posted(blazing_contribution=20))
    play(floor, "a")
    assert floor.meter().approved is not None
    play(floor, "a")
    play(floor, "b")
    assert floor.shows() == SEED + 24 + 20 + 24
    assert floor.meter().approved is None
    assert told(floor)[-1] == MeterChanged("blaze", str(terms(floor)))
    assert terms(floor).share == (1, 5)
    play(floor, "b")
    assert floor.shows() == SEED + 24 + 20 + 24 + 20
    floor.open("d", "blaze", {"blazing_contribution": 20})
    assert floor.refused("e", floor.opening("e", "blaze")).clause is clauses.METER
    check(floor)


def test_a_new_seed_counts_from_the_next_restart() -> None:
    floor = meter_tables("a")
    floor.ordered(change(floor, seed=3000_00))
    floor.ordered(SignMeter("cora"))
    floor.do("a", posted(blazing_seed=3000))
    play(floor, "a")
    assert floor.shows() == SEED + 24, "what is in it stays in it"
    play(floor, "a", JACKPOT)
    assert floor.shows() == 3000_00
    check(floor)


def test_a_meter_at_its_cap_feeds_its_reserve() -> None:
    """Cap $2,000.30: of 24 + 24 cents, 18 go to the reserve; a jackpot moves them on."""
    floor = meter_tables("a", blazing_cap="2000.30", blazing_reserve=1)
    play(floor, "a")
    play(floor, "a")
    assert floor.meter().meter[:2] == (Fraction(2000_30), Fraction(18 + 2))
    assert [event.over for event in told(floor) if isinstance(event, MeterFed)] == [(0, 1), (18, 1)]
    play(floor, "a", JACKPOT)
    # The third stake: 24 more above the cap and 1 to the reserve; 45 cents, of which 30 fit.
    assert floor.meter().meter[:2] == (Fraction(2000_30), Fraction(15))
    assert [event.left for event in told(floor) if isinstance(event, ReserveMoved)] == [(15, 1)]
    check(floor)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"cap": 2000_23}, "the meter shows $2,000.24: a cap of $2,000.23 would take from it"),
        ({"share": (9, 10), "reserve_share": (2, 10)}, "at most the stake"),
        ({}, "these terms are already in force"),
    ],
)
def test_a_change_that_takes_from_the_players_is_refused(
    changed: dict[str, object], says: str
) -> None:
    floor = meter_tables("a")
    play(floor, "a")
    assert says in floor.not_ordered(change(floor, **changed)).why
    check(floor)


def test_a_change_that_was_prepared_can_be_voided() -> None:
    floor = meter_tables("a")
    floor.ordered(change(floor, seed=3000_00))
    assert "say why" in floor.not_ordered(VoidMeterChange("cora", " ")).why
    floor.ordered(VoidMeterChange("cora", "wrong seed"))
    assert floor.meter().prepared is None
    assert floor.refused("a", posted(blazing_seed=3000)).clause is clauses.METER
    check(floor)


def test_a_retired_meter_gives_every_fraction_of_a_cent_to_another_one() -> None:
    floor = meter_tables("a", blazing_contribution="33.3", blazing_reserve="1.7")
    floor.open("z", "other")
    play(floor, "a")
    retire = RetireMeter("flo", WHY, "other")
    assert "name the meter that gets it" in floor.not_ordered(RetireMeter("flo", WHY, "")).why
    says = "there is no meter 'none'; meters are blaze, other"
    assert floor.not_ordered(RetireMeter("flo", WHY, "none")).why == says
    floor.ordered(retire)
    floor.ordered(SignMeter("cora"))
    assert floor.refused("b", floor.opening("b", "blaze")).why == "meter blaze is retired"
    assert floor.not_ordered(EmptyMeter("other")).why == "meter blaze is still needed: a"
    floor.do("a", c.ChangeRules("bet-the-set-21", {"burn": 0}, rounds=0))
    receipt = floor.ordered(EmptyMeter("other"))
    amount = (SEED * 10 + 333, 10)
    assert receipt.events == (MeterRetired("blaze", "other", amount, (17, 10), amount),)
    assert floor.meter().retired
    assert floor.meter("other").meter[:2] == (2 * SEED + Fraction(333, 10), Fraction(17, 10))
    received = [event for event in told(floor, "other") if isinstance(event, MeterReceived)]
    assert [(event.source, event.amount) for event in received] == [("blaze", amount)]
    for wish in (retire, change(floor, seed=1)):
        assert floor.not_ordered(wish).why == "meter blaze is retired"
    check(floor)


def test_an_order_that_is_sent_twice_is_carried_out_once() -> None:
    floor = meter_tables("a")
    flo, wish = Actor("flo", "floor"), change(floor, seed=3000_00)
    first = do_meter(floor.floor, "blaze", "same", flo, wish)
    again = do_meter(floor.floor, "blaze", "same", flo, wish)
    assert (getattr(first, "seq", 0), getattr(again, "repeated", False)) == (2, True)
    assert floor.floor.meters.at("blaze").head.seq == 2
