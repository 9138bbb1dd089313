"""The incident log: what happened apart from play, by dealer, table, and shift."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardroom.cli import main
from cardroom.houses.clock import HouseClock
from cardroom.office.incidents import incident_log
from cardroom.play.inputs import Intervene
from cardroom.table import commands as c
from tests.unit.office.test_daily import CLOCK, HOUR, Room, small_day
from tests.unit.table.test_rulings import ruling


def bad_evening(place: str = ":memory:") -> Room:
    """Deb deals. A round is void, somebody spills a drink, and a ruling lets round 1 stand."""
    room = small_day(place)
    room.do("one", c.DealerIn("deb"), c.PlaceBet("ann", 1, "main", 10_00), c.CloseBets())
    room.do("one", c.Play(Intervene("void-round", note="two cards stuck")), c.EndRound())
    room.now += HOUR
    room.do("one", c.Pause("a spilled drink"), c.Resume())
    room.do("one", ruling("let-stand", {}), c.SignSlip("fay", 3))
    return room


def test_incidents_are_listed_in_order() -> None:
    log = incident_log(bad_evening().store, "", CLOCK)
    assert log.title == "Incident log, 2026-11-17"
    kinds = [(row[1], row[2], row[4], row[5]) for row in log.tables[0].rows]
    assert kinds == [
        ("late", "one", "deb", "irregularity"),
        ("late", "one", "deb", "void round"),
        ("late", "one", "deb", "pause"),
        ("late", "one", "deb", "ruling"),
    ]
    assert "two cards stuck" in str(log.tables[0].rows[0])
    assert ("deb", 4) in log.tables[1].rows


def test_a_notice_and_a_change_say_what_changes() -> None:
    room = small_day()
    room.do("one", c.ChangeRules("blackjack", {"decks": 1, "burn": 0, "natural_pays": "6:5"}))
    room.round("one", "Ts 9s 9h 8s 8d Td", ("ann", 1, 10_00))
    log = incident_log(room.store, "", CLOCK)
    noticed, changed = (str(row[6]) for row in log.tables[0].rows)
    assert noticed.startswith("Blackjack after round ")
    assert noticed.endswith(changed.removeprefix("Blackjack"))
    assert "instead of" in changed


def test_a_change_of_limits_says_both() -> None:
    room = small_day()
    room.do("one", c.PostLimits(10_00, 200_00))
    log = incident_log(room.store, "", CLOCK)
    assert [row[6] for row in log.tables[0].rows] == ["$10 to $200"]


def test_both_people_who_signed_are_named() -> None:
    log = incident_log(bad_evening().store, "", CLOCK)
    assert str(log.tables[0].rows[-1][7]).endswith(" and fay")


def test_a_quiet_day_has_no_incidents() -> None:
    log = incident_log(small_day().store, "2026-11-17", HouseClock())
    assert not log.tables[0].rows


def test_clauses_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "journal.sqlite")
    bad_evening(place).store.close()
    assert main(["office", "incidents", place]) == 0
    assert "[office.ruling]" in " ".join(capsys.readouterr().out.split())
