"""The daily report of a small day, worked out by hand."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from cardroom.cli import main
from cardroom.houses.clock import HouseClock
from cardroom.office.adding_up import tally_of
from cardroom.office.daily import DailyReport, Span, daily
from cardroom.office.daily_report import report
from cardroom.office.posted import PostedRules
from cardroom.office.report import cells, shown
from cardroom.office.reports import REPORTS, ReportRequest, titled
from cardroom.office.theory import SpotOdds
from cardroom.play.inputs import Answer, Intervene, RoundInput
from cardroom.rules.options import Value
from cardroom.store import DamagedError, open_store
from cardroom.table import Actor, Envelope
from cardroom.table import commands as c
from cardroom.table.cashier import Deposit
from cardroom.table.floor import HOUSE, Floor, Receipt
from tests.floor_calls import do, do_cashier
from tests.unit.table.test_table import stacked

MORNING = 1_794_909_600 * 10**9
"""17 November 2026, 10:00 UTC."""
CLOCK = HouseClock("UTC", "06:00", {"early": "06:00", "late": "18:00"})
HOUR = 3600 * 10**9
ODDS = {"main": SpotOdds(0.01, 1.1, between_boxes=0.5)}


class Room:
    """A floor with a clock that people set."""

    def __init__(self, place: str = ":memory:") -> None:
        self.store = open_store(place)
        self.now = MORNING
        self.floor = Floor(self.store, lambda: self.now)
        self._keys = 0

    def do(self, table: str, *commands: c.TableCommand, actor: Actor = HOUSE) -> None:
        for command in commands:
            self._keys += 1
            by = getattr(command, "by", "")
            who = Actor(by, "floor") if by else actor
            answer = do(self.floor, table, Envelope(f"k{self._keys}", who, command))
            assert isinstance(answer, Receipt), f"{command}: {answer}"

    def give(self, person: str, amount: int) -> None:
        given = do_cashier(self.floor, f"cash-{person}", HOUSE, Deposit(person, amount))
        assert isinstance(given, Receipt)

    def round(self, table: str, cards: str, *bets: tuple[str, int, int]) -> None:
        """Everybody stands, and the round is cleared."""
        found = self.floor.table(table)
        assert found is not None
        self.do(table, c.LoadShoe(stacked(found, cards)))
        self.do(table, *(c.PlaceBet(name, box, "main", stake) for name, box, stake in bets))
        self.do(table, c.CloseBets())
        self.do(table, *(c.Play(Answer(box, "stand")) for _, box, _ in bets), c.EndRound())


def small_day(place: str = ":memory:") -> Room:
    """Ann buys $500, bob $300, and a bot $100. In the early shift ann and bob lose $100 and $50 to
    a 19. In the late shift ann wins $40, and the bot loses $10."""
    room = Room(place)
    room.do("one", c.OpenTable("one", "blackjack", {"decks": 1, "burn": 0}))
    room.do("one", c.OpenTray("flo", ((100_00, 20),), "B1"), c.SignSlip("fay", 1))
    for person, seat, amount in (("ann", 1, 500_00), ("bob", 2, 300_00), ("bot-1", 3, 100_00)):
        room.give(person, amount)
        room.do("one", c.SitDown(person, seat), c.BuyIn(person, amount))
    room.round("one", "Ts 9s 9h 8s 8d Td", ("ann", 1, 100_00), ("bob", 2, 50_00))
    room.now += 9 * HOUR
    room.do("one", c.CashOut("bob"), c.FillTray("flo", ((25_00, 4),)), c.SignSlip("fay", 2))
    room.round("one", "Ts Th 9h 9s 6d 8d", ("ann", 1, 40_00), ("bot-1", 3, 10_00))
    return room


def report_of(room: Room, span: Span = "day", day: date = date(2026, 11, 17)) -> DailyReport:
    posted = PostedRules(room.store)
    tally = tally_of(room.store, CLOCK, posted)
    return daily(tally, day, span, CLOCK, lambda _digest: ODDS, posted)


def one_round(cards: str, *inputs: RoundInput, game: str = "blackjack", **options: Value) -> Room:
    """Ann and bob bet $100 and $50."""
    room = Room()
    room.do("one", c.OpenTable("one", game, options))
    for person, seat in (("ann", 1), ("bob", 2)):
        room.give(person, 500_00)
        room.do("one", c.SitDown(person, seat), c.BuyIn(person, 500_00))
    found = room.floor.table("one")
    assert found is not None
    room.do("one", c.LoadShoe(stacked(found, cards)))
    room.do("one", c.PlaceBet("ann", 1, "main", 100_00), c.PlaceBet("bob", 2, "main", 50_00))
    room.do("one", c.CloseBets(), *map(c.Play, inputs), c.EndRound())
    return room


def test_a_void_hand_was_not_in_action() -> None:
    """Bob's $50 goes back; ann's 18 loses to a 19."""
    void = Intervene("void-hand", 2, 1, note="the player was misled")
    room = report_of(one_round("Ts 9s 9h 8s 8d Td", void, Answer(1, "stand"), decks=1, burn=0)).room
    assert (room.action, room.win) == (100_00, 100_00)
    assert room.theory.staked == 100_00


def test_a_void_round_had_no_action() -> None:
    void = Intervene("void-round", note="a fire alarm")
    room = report_of(one_round("Ts 9s 9h 8s 8d Td", void, decks=1, burn=0)).room
    assert (room.action, room.win, room.rounds, room.void_rounds) == (0, 0, 0, 1)


def test_a_max_bet_counts_with_the_wager_that_it_raises() -> None:
    """Ann buys a ten for her 16 and loses $100 and $50; the odds of the wager include that."""
    more = Answer(1, "max-bet", amount=50_00)
    day = report_of(
        one_round("2c Ts 9s 6h 6d Td Kc Td 5c", more, Answer(2, "stand"), game="safari-21")
    )
    assert [line.name for line in day.lines["wager"]] == ["Safari 21: Safari 21"]
    (line,) = day.lines["wager"]
    assert (line.action, line.theory.staked, line.theory.left_out) == (200_00, 150_00, 0)
    assert day.room.band != "not computed"


def test_a_correction_of_practice_chips_is_no_loss_of_the_house() -> None:
    room = Room()
    room.do("one", c.OpenTable("one", "blackjack", {"decks": 1, "burn": 0}, chips="practice"))
    room.do("one", c.SitDown("ann", 1), c.BuyIn("ann", 500_00))
    room.round("one", "Ts 9s 9h 8s 8d Td", ("ann", 1, 100_00))
    more = c.RuleOnRound("flo", 1, "correct-payment", "training", "office.ruling", {"ann": 1_00})
    room.do("one", more, c.SignSlip("fay", 1))
    assert report_of(room).room.win == 0


def test_a_box_that_is_counted_later_is_no_closer() -> None:
    room = small_day()
    room.do(
        "one", c.CashOut("ann"), c.CloseTray("flo", ((100_00, 1),), "few"), c.SignSlip("fay", 3)
    )
    room.now += 24 * HOUR
    room.do("one", c.CountBox("flo", "B1", (), "empty"), c.SignSlip("fay", 4))
    drawn = report(report_of(room, day=date(2026, 11, 18)))
    (table,) = [each for each in drawn.tables if each.name == "table"]
    names = [column.name for column in table.columns]
    (row,) = table.rows
    assert row[names.index("closer")] is None
    assert row[names.index("difference")] is not None


def test_the_room_of_a_small_day() -> None:
    room = report_of(small_day()).room
    assert (room.drop, room.cashed) == (800_00, 250_00), "the bot's chips are not counted"
    assert room.action == 100_00 + 50_00 + 40_00
    assert room.win == 100_00 + 50_00 - 40_00
    assert room.rounds == 2
    assert room.hold is not None
    assert float(room.hold) == pytest.approx(110 / 800)
    assert (room.opener, room.fills) == (2_000_00, 100_00)


def test_shifts_are_the_houses() -> None:
    early, late = report_of(small_day()).lines["shift"]
    assert (early.name, early.drop, early.win, early.rounds) == ("early", 800_00, 150_00, 1)
    assert (late.name, late.cashed, late.win, late.rounds) == ("late", 250_00, -40_00, 1)


def test_the_expected_win_is_over_the_bets_that_were_made() -> None:
    """$190 at 1% is $1.90. Squares: 100² + 50² + 40² = 14,100; the pair of the first round adds
    2 * 100 * 50 * 0.5 = 5,000. The variance is 1.21 * 14,100 + 5,000 = 22,061: $148.53."""
    theory = report_of(small_day()).room.theory
    assert theory.staked == 190_00
    assert theory.win == pytest.approx(1_90)
    assert theory.deviation == pytest.approx(148_53, abs=1)


def test_amounts_are_read_by_people() -> None:
    assert shown(60_000_00, "cents") == "$60,000"
    assert shown(-7_50, "cents") == "-$7.50"
    assert shown("200240", "exact") == "$2,002.40"
    assert shown("400481/2", "exact") == "$2,002.40 +1/2¢"


def test_without_odds_nothing_is_said_about_bands() -> None:
    posted = PostedRules((room := small_day()).store)
    tally = tally_of(room.store, CLOCK, posted)
    found = report(daily(tally, date(2026, 11, 17), "day", CLOCK, lambda _digest: {}, posted))
    flagged = next(table for table in found.tables if table.name == "flagged")
    assert flagged.empty == "Expected wins are not computed."
    assert 'stroke-dasharray="6 4"' not in found.drawing
    games = next(table for table in found.tables if table.name == "game")
    assert [row[0] for row in games.rows] == ["blackjack"]
    assert cells(games, titled(found, room.store))[0][0] == "Blackjack"


def test_month_and_year_to_date() -> None:
    room = small_day()
    month = report_of(room, "month", date(2026, 11, 30))
    assert month.room.win == 110_00
    assert report_of(room, "month", date(2026, 11, 16)).room.rounds == 0
    assert report_of(room, "year", date(2026, 12, 31)).room.drop == 800_00
    assert report_of(room, "month", date(2026, 12, 1)).room.rounds == 0


def test_the_chart_adds_up() -> None:
    report = report_of(small_day())
    assert [(point.until, point.win) for point in report.chart] == [
        ("11:00", 150_00),
        ("20:00", 110_00),
    ]
    assert report.chart[-1].theory.win == pytest.approx(report.room.theory.win)


@pytest.fixture
def database(tmp_path: Path) -> str:
    place = str(tmp_path / "journal.sqlite")
    small_day(place).store.close()
    return place


Told = Callable[..., str]


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    def run(*words: str) -> str:
        assert main(["office", *words]) == 0
        return capsys.readouterr().out

    return run


def test_the_same_figures_in_every_form(database: str, told: Told, tmp_path: Path) -> None:
    text = told("daily", database, "--no-theory")
    assert "Daily report, 2026-11-17" in text
    assert "$800" in text
    found = json.loads(told("daily", database, "--no-theory", "--as", "json"))
    (room,) = found["room"]
    assert (room["drop"], room["win"], room["rounds"]) == (800_00, 110_00, 2)
    lines = list(csv.DictReader(io.StringIO(told("daily", database, "--no-theory", "--as", "csv"))))
    assert (lines[0]["drop"], lines[0]["win"]) == ("80000", "11000")
    file = tmp_path / "daily.pdf"
    told("daily", database, "--no-theory", "--as", "pdf", "--out", str(file))
    assert file.read_bytes().startswith(b"%PDF")
    assert file.stat().st_mode & 0o77 == 0, "only its owner may read it"


def test_a_wrong_day_is_explained(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["office", "daily", database, "--day", "yesterday"]) == 2
    assert "write a date like" in capsys.readouterr().err
    assert main(["office", "daily", database, "--as", "pdf"]) == 2
    assert "--out report.pdf" in capsys.readouterr().err


def test_an_entry_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    store = small_day().store
    whole = store.bodies

    def damaged(
        stream: str, after: int = 0, until: int | None = None
    ) -> Iterator[list[tuple[int, int, bytes]]]:
        for page in whole(stream, after, until):
            yield [(at, seq, body[:-1] if seq == 2 else body) for at, seq, body in page]

    monkeypatch.setattr(store, "bodies", damaged)
    with pytest.raises(DamagedError, match="table/one 2: the entry cannot be read"):
        tally_of(store, CLOCK, PostedRules(store))


def test_a_tables_own_meter_goes_by_the_table_and_the_bet() -> None:
    room = Room()
    options: dict[str, Value] = {"blazing_7s": "1", "wager_min": "5", "wager_max": "500"}
    room.do("one", c.OpenTable("one", "bet-the-set-21", options, title="Seven Hearts"))
    room.give("ann", 100_00)
    room.do("one", c.SitDown("ann", 1), c.BuyIn("ann", 100_00))
    room.do("one", c.PlaceBet("ann", 1, "main", 10_00), c.PlaceBet("ann", 1, "blazing-7s", 1_00))
    found = titled(REPORTS["meters"](room.store, CLOCK, ReportRequest()), room.store)
    (table, *_) = found.tables
    assert {row[0] for row in cells(table, found)} == {"Seven Hearts: Blazing 7's"}
    assert {row[0] for row in table.rows} == {"one/blazing-7s"}


def test_books_without_a_bank_are_about_the_last_day() -> None:
    room = small_day()
    assert REPORTS["bank"](room.store, CLOCK, ReportRequest()).day == "2026-11-17"
