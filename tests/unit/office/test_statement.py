"""A player's own statement, worked out by hand, and the meters at the end of a day."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from cardroom.cli import main
from cardroom.houses.clock import HouseClock
from cardroom.office.meters import reconciliation
from cardroom.office.statement import entries, statement
from cardroom.progress import ProgressNotice
from cardroom.store import open_reader
from cardroom.table import commands as c
from tests.journals.opened import RECORDED, unpack
from tests.unit.office.test_daily import CLOCK, small_day
from tests.unit.table.test_rulings import ruling


def test_the_statement_of_a_small_day() -> None:
    """Ann bought $500, lost $100, won $40, and gets $100 back by a ruling."""
    room = small_day()
    void = ruling("void-hand", {"ann": 100_00}, box=1, hand=1)
    room.do("one", void, c.SignSlip("fay", 3))
    found = list(entries(room.store, "ann"))
    assert [(each.what, each.round, each.result) for each in found] == [
        ("bought chips", 0, 0),
        ("round", 1, -100_00),
        ("round", 2, 40_00),
        ("ruling", 1, 100_00),
    ]
    report = statement(room.store, "ann", CLOCK)
    assert report.tables[0].rows == (("2026-11-17", 2, 500_00, 0, 0, 40_00),)
    assert report.tables[2].rows == (("blackjack", 2, 500_00, 0, 0, 40_00),)


def test_practice_chips_are_no_money() -> None:
    room = small_day()
    room.do("two", c.OpenTable("two", "blackjack", {"decks": 1, "burn": 0}, chips="practice"))
    room.do("two", c.SitDown("ann", 1), c.BuyIn("ann", 1_000_000_00))
    room.round("two", "Ts 9s 9h 8s 8d Td", ("ann", 1, 100_00))
    assert {each.table for each in entries(room.store, "ann")} == {"one"}


def test_a_session_ends_when_the_player_leaves() -> None:
    room = small_day()
    room.do("one", c.LeaveSeat("ann"), c.SitDown("ann", 5), c.CashOut("ann"))
    sessions = statement(room.store, "ann", CLOCK).tables[1].rows
    assert sessions == (
        ("2026-11-17", "one", "1", 2, 500_00, 0, 0, -60_00),
        ("2026-11-17", "one", "2", 0, 0, 440_00, 0, 0),
    )


def test_the_auditors_days_are_the_houses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """10:00 UTC is midnight in Honolulu: the gaming day that began at six in the morning before."""
    house = tmp_path / "islands.toml"
    clock = 'zone = "Pacific/Honolulu"\nday_starts = "06:00"\n'
    house.write_text(f'title = "Islands"\n{clock}[[game]]\ngame = "blackjack"\n', encoding="utf-8")
    journal = str(tmp_path / "journal.sqlite")
    small_day(journal).store.close()
    asked = [journal, "--house", str(house)]
    assert main(["audit", "statement", *asked, "--player", "bob", "--json"]) == 0
    audited = {line["day"] for line in json.loads(capsys.readouterr().out) if line["player"]}
    assert main(["office", "statement", *asked, "bob", "--as", "json"]) == 0
    days = [row["day"] for row in json.loads(capsys.readouterr().out)["days"]]
    assert audited == {"2026-11-16", "2026-11-17"}
    assert set(days) == audited, "bob cashed out nine hours later"


def test_a_long_statement_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal is read, and what was found is added up by day, session, and game, and listed."""
    monkeypatch.setattr("cardroom.progress.EVERY", 1)
    room, told = small_day(), list[ProgressNotice]()
    statement(room.store, "ann", CLOCK, told.append)
    last = {each.text: each for each in told}
    assert list(last) == ["reading the journal", "adding up"]
    assert all(each.done == each.of for each in last.values())
    assert last["adding up"].of == 4 * len(list(entries(room.store, "ann")))


def test_nobody_has_an_empty_statement() -> None:
    assert not statement(small_day().store, "zoe", CLOCK).tables[0].rows


def test_meters_agree_with_their_entries_to_the_fraction(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A recorded night at three tables on two meters."""
    journal = unpack(RECORDED / "v1" / "meters", tmp_path)
    reader = open_reader(str(journal))
    report = reconciliation(reader, date(2026, 11, 16), HouseClock())
    assert len(report.tables[0].rows) == 4
    assert {row[4] for row in report.tables[0].rows} == {"0"}
    assert any(Fraction(str(row[3])).denominator > 1 for row in report.tables[0].rows)
    assert not reconciliation(reader, date(2026, 11, 15), HouseClock()).tables[0].rows
    reader.close()
    assert main(["office", "meters", str(journal), "--as", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["meters"][0]["difference"] == "0"
    assert main(["office", "statement", str(journal), "ann"]) == 0
    assert "By game" in capsys.readouterr().out
