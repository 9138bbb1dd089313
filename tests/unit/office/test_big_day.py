"""A scripted day of twelve tables and sixty people, with every report checked by hand.

Eight blackjack tables have five players each, with $10, $20, $30, $40, and $50 in every round. In a
losing round all of them stand on 16 to 18 against 20: the house wins $150. In a winning round the
dealer busts: the house pays $150. Table k has k losing rounds in the early shift and one winning
round in the late shift. At two No-Bust tables a proposition player banks against four others. Two
tables of Bet the Set 21 share a meter.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from cardroom.office.adding_up import tally_of
from cardroom.office.banking import bank_books, playing_book, rotation_record
from cardroom.office.daily import DailyGroup, DailyReport, ReportLine, Span, daily
from cardroom.office.incidents import incident_log
from cardroom.office.meters import reconciliation
from cardroom.office.posted import PostedRules
from cardroom.office.reports import titled
from cardroom.office.statement import statement
from cardroom.play.inputs import Answer
from cardroom.rules.options import Value
from cardroom.table import Actor
from cardroom.table import commands as c
from tests.unit.office.test_daily import CLOCK, HOUR, MORNING, ODDS, Room
from tests.unit.table.test_table import stacked

DAY = date(2026, 11, 17)
LOST = "Ts 9s 9h 9d 9c Th 8s 8d 8h 8c 7s Td"
WON = "Ts 9s 9h 9d 9c Th 8s 8d 8h 8c 7s 6d Kc"
STAKES = (10_00, 20_00, 30_00, 40_00, 50_00)
BLACKJACK = [f"bj{number}" for number in range(1, 9)]
BANKED = ["nb1", "nb2"]
METERED = ["set1", "set2"]
SEED = 2000_00
METER_CENTS = 10 * 24
"""24% of each dollar."""


def seat(room: Room, table: str, chips: int = 1000_00) -> list[str]:
    people = [f"{table}-p{number}" for number in range(1, 6)]
    for number, person in enumerate(people, start=1):
        room.give(person, chips)
        room.do(table, c.SitDown(person, number), c.BuyIn(person, chips))
    return people


def blackjack_round(room: Room, table: str, cards: str) -> None:
    people = [f"{table}-p{number}" for number in range(1, 6)]
    bets = [(who, box, STAKES[box - 1]) for box, who in enumerate(people, start=1)]
    room.round(table, cards, *bets)


def twelve_tables() -> Room:
    room = Room()
    for table in BLACKJACK:
        room.do(table, c.OpenTable(table, "blackjack", {"decks": 1, "burn": 0}))
        room.do(table, c.OpenTray("flo", ((100_00, 100),), f"box-{table}"), c.SignSlip("fay", 1))
        room.do(table, c.DealerIn(f"dealer-{table}"))
        seat(room, table)
        for _ in range(int(table[2:])):
            blackjack_round(room, table, LOST)
    for table in BANKED:
        banked_round(room, table)
    for table in METERED:
        metered_round(room, table)
    room.now = MORNING + 9 * HOUR
    for table in BLACKJACK:
        blackjack_round(room, table, WON)
    close(room, "bj1", 100_00 * 100 - 5000_00, "")
    close(room, "bj2", 100_00 * 100 - 5000_00 + 150_00 - 25_00, "a chip rolled away")
    return room


def banked_round(room: Room, table: str) -> None:
    """The banker has 20, and four players lose $20 each with 17 and 18."""
    room.do(table, c.OpenTable(table, "no-bust-joker"))
    banker, *others = seat(room, table)
    room.do(table, c.NoteCompany(banker, "Acme", f"A-{table}"))
    while (found := room.floor.table(table)) and found.rotation.asked != banker:
        room.do(table, c.DeclineBank(found.rotation.asked), actor=Actor(found.rotation.asked))
    room.do(table, c.PostBank(banker, 500_00), actor=Actor(banker))
    bets = [(who, box, 20_00) for box, who in enumerate(others, start=2)]
    room.round(table, "Ts 9s 9h 9d Th 8s 8d 8h 8c Td", *bets)


def metered_round(room: Room, table: str) -> None:
    """Five players lose $10 each, and $1 each on the meter."""
    posted: dict[str, Value] = {"blazing_7s": 1, "burn": 0}
    room.do(table, c.OpenTable(table, "bet-the-set-21", posted, meter="blaze"))
    people = seat(room, table)
    found = room.floor.table(table)
    assert found is not None
    room.do(table, c.LoadShoe(stacked(found, "Ts 9s 9h 9d 9c Th 8s 8d 8h 8c 6s Td")))
    for box, who in enumerate(people, start=1):
        room.do(
            table, c.PlaceBet(who, box, "main", 10_00), c.PlaceBet(who, box, "blazing-7s", 1_00)
        )
    room.do(table, c.CloseBets())
    room.do(table, *(c.Play(Answer(box, "stand")) for box in range(1, 6)), c.EndRound())


def close(room: Room, table: str, counted: int, why: str) -> None:
    room.do(table, c.CloseTray("flo", ((1, counted),), why), c.SignSlip("fay", 2))


@pytest.fixture(scope="module")
def room() -> Room:
    return twelve_tables()


def report(room: Room, span: Span = "day") -> DailyReport:
    posted = PostedRules(room.store)
    tally = tally_of(room.store, CLOCK, posted)
    return daily(tally, DAY, span, CLOCK, lambda _: ODDS, posted)


def line(found: DailyReport, group: DailyGroup, name: str) -> ReportLine:
    (each,) = (each for each in found.lines[group] if each.name == name)
    return each


def test_the_room(room: Room) -> None:
    """36 lost rounds and 8 won ones of $150, two banked rounds, and two rounds on the meter."""
    whole = report(room).room
    assert whole.drop == 12 * 5 * 1000_00
    assert whole.rounds == 36 + 8 + 2 + 2
    assert whole.action == 44 * 150_00 + 2 * 4 * 20_00 + 2 * 5 * 11_00
    # Of each $1 on the meter, 24 cents go to the meter.
    on_meter = 2 * 5 * 76
    assert whole.win == (36 - 8) * 150_00 + 2 * 5 * 10_00 + on_meter
    assert whole.collected == 2 * (4 * 50 + 1_00), "50 cents of each wager, $1 of the bank"
    assert whole.from_banks == 2 * 1_00


@pytest.mark.parametrize("number", range(1, 9))
def test_each_blackjack_table(room: Room, number: int) -> None:
    found = line(report(room), "table", f"bj{number}")
    assert (found.drop, found.rounds) == (5000_00, number + 1)
    assert found.win == (number - 1) * 150_00
    assert found.hold == Fraction((number - 1) * 150, 5000)
    # $150 a round at an edge of 1%; variances of the stakes, and pairs of boxes at 0.5.
    assert found.theory.win == pytest.approx((number + 1) * 1_50)
    squares = sum(stake**2 for stake in STAKES)
    pairs = 150_00**2 - squares
    variance = (number + 1) * (1.1**2 * squares + 0.5 * pairs)
    assert found.theory.variance == pytest.approx(variance)


def test_tables_of_one_title_are_told_apart(room: Room) -> None:
    titles = titled(reconciliation(room.store, DAY, CLOCK), room.store).titles
    assert (titles["bj1"], titles["bj2"]) == ("Blackjack", "Blackjack (2)")


def test_the_shifts(room: Room) -> None:
    found = report(room)
    early, late = (line(found, "shift", name) for name in ("early", "late"))
    assert (early.rounds, late.rounds) == (40, 8)
    assert late.win == -8 * 150_00
    assert (early.drop, late.drop) == (12 * 5000_00, 0)


def test_the_counts(room: Room) -> None:
    found = report(room)
    assert line(found, "table", "bj1").difference == 0
    assert line(found, "table", "bj2").difference == -25_00
    assert line(found, "table", "bj2").closer == 5125_00
    log = incident_log(room.store, DAY.isoformat(), CLOCK)
    (count,) = (row for row in log.tables[0].rows if row[5] == "count")
    assert count[2] == "bj2"
    assert str(count[6]) == "tray: $25 short; a chip rolled away"


def test_month_and_year_to_date_are_the_day_so_far(room: Room) -> None:
    day, month, year = (report(room, span).room for span in ("day", "month", "year"))
    assert day == month == year


def test_the_playing_book(room: Room) -> None:
    """Each bank wins four times $20 and pays $1."""
    rows = playing_book(list(bank_books(room.store)), DAY, CLOCK).tables[0].rows
    assert [(row[1], row[2], row[3]) for row in rows] == [
        ("nb1-p1", "Acme", "A-nb1"),
        ("nb2-p1", "Acme", "A-nb2"),
    ]
    assert {row[6:] for row in rows} == {(1, 500_00, 0, 0, 80_00, 80_00, 0, 1_00, 79_00)}


def test_the_rotation_record(room: Room) -> None:
    rows = rotation_record(list(bank_books(room.store)), DAY, CLOCK).tables[0].rows
    accepted = [(row[0], row[4], row[5], row[6]) for row in rows if row[3] == "accepted"]
    assert accepted == [("nb1", "nb1-p1", "Acme", 500_00), ("nb2", "nb2-p1", "Acme", 500_00)]


def test_the_meter(room: Room) -> None:
    """Ten bets of $1 feed it."""
    meter, reserve = reconciliation(room.store, DAY, CLOCK).tables[0].rows
    assert meter[2] == SEED + METER_CENTS
    assert (meter[4], reserve[4]) == ("0", "0")


def test_a_statement(room: Room) -> None:
    """At table 3, the fourth player loses $40 three times and wins $40 once."""
    days = statement(room.store, "bj3-p4", CLOCK).tables[0]
    assert days.rows == (("2026-11-17", 4, 1000_00, 0, 0, -80_00),)
