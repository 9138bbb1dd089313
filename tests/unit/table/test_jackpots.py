"""Jackpot slips: two people compare an award with the cards of its round."""

from __future__ import annotations

import msgspec

from cardroom.events.meter import MeterPaid
from cardroom.events.office import JackpotVerified
from cardroom.houses.clock import HouseClock
from cardroom.office.jackpots import _row, jackpot_record
from cardroom.play.round import Refusal
from cardroom.table import Actor, Envelope
from cardroom.table import commands as c
from cardroom.table.floor import Receipt, Reply
from cardroom.table.jackpots import verified
from tests.floor_calls import do
from tests.meter_tables import JACKPOT, NOTHING, VOID, MeterTables, meter_tables


def ask(room: MeterTables, key: str, who: str, command: c.TableCommand) -> Reply:
    return do(room.floor, "t1", Envelope(key, Actor(who, "floor"), command))


def won() -> tuple[MeterTables, c.VerifyJackpot]:
    """Round 1 brings nothing; round 2 wins the meter with three sevens of hearts."""
    room = meter_tables("t1")
    for cards in (NOTHING, JACKPOT):
        room.close("t1", cards)
        room.finish("t1")
    round, _ = room.floor.disputed("t1", 2)
    assert round is not None
    slip = verified(round, c.VerifyJackpot("flo", 2, 1))
    assert isinstance(slip, c.VerifyJackpot)
    return room, slip


def test_the_slip_has_the_award_and_the_cards_that_won_it() -> None:
    _, slip = won()
    assert slip.player == "t1-ann"
    assert [card.text for card in slip.cards][:2] == ["7h", "7h"]
    assert slip.award > 2000_00, "the seed, and what two bets have added"


def test_two_people_sign_and_the_record_has_it() -> None:
    room, slip = won()
    assert isinstance(ask(room, "one", "flo", slip), Receipt)
    assert isinstance(ask(room, "own", "flo", c.SignSlip("flo", 1)), Refusal)
    answer = ask(room, "two", "fay", c.SignSlip("fay", 1))
    assert isinstance(answer, Receipt)
    (event,) = answer.events
    assert isinstance(event, JackpotVerified)
    assert event.by == ("flo", "fay")
    stored = room.floor.store
    day = HouseClock().day(max(head.at for head in stored.heads().values()))
    (table,) = jackpot_record(stored, day, HouseClock()).tables
    (row,) = table.rows
    assert row[4] == slip.award
    assert row[-1] == "flo and fay"


def test_a_slip_that_says_something_else_is_refused() -> None:
    room, slip = won()
    more = msgspec.structs.replace(slip, award=slip.award + 1)
    assert "does not say what the round says" in str(ask(room, "more", "flo", more))
    other = msgspec.structs.replace(slip, round=1)
    assert "won no meter award" in str(ask(room, "other", "flo", other))
    assert isinstance(ask(room, "one", "flo", slip), Receipt)
    assert "waits for a signature" in str(ask(room, "again", "flo", slip))


def test_an_award_that_was_taken_back_is_not_listed() -> None:
    room = meter_tables("t1")
    room.won("t1", JACKPOT)
    room.do("t1", VOID)
    room.do("t1", c.EndRound())
    day = HouseClock().day(max(head.at for head in room.floor.store.heads().values()))
    (table,) = jackpot_record(room.floor.store, day, HouseClock()).tables
    assert table.rows == ()


def test_each_of_two_equal_awards_needs_a_slip_of_its_own() -> None:
    paid = MeterPaid("m", 1000_00, 0, "row", "t1", 2)
    slips = {
        ("t1", 2, 1000_00): {
            box: JackpotVerified(
                number, 2, ("flo", "fay"), "m", "row", 1000_00, box, player, (), "won"
            )
            for number, box, player in ((1, 1, "ann"), (2, 3, "bob"))
        }
    }
    rows = [_row(10**18, paid, slips, HouseClock()) for _ in range(3)]
    assert [row[8] for row in rows] == ["ann", "bob", ""]
    assert [row[-1] for row in rows] == ["flo and fay", "flo and fay", "not verified"]


def test_an_award_without_a_slip_is_listed_as_not_verified() -> None:
    room, _ = won()
    day = HouseClock().day(max(head.at for head in room.floor.store.heads().values()))
    (table,) = jackpot_record(room.floor.store, day, HouseClock()).tables
    assert [row[-1] for row in table.rows] == ["not verified"]
