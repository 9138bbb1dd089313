"""The playing book and the rotation record of a small evening, worked out by hand."""

from __future__ import annotations

import json
import lzma
from datetime import date
from pathlib import Path

import pytest

from cardroom.cli import main
from cardroom.houses.clock import HouseClock
from cardroom.office.banking import BankBook, bank_books, playing_book, rotation_record
from cardroom.table import Actor
from cardroom.table import commands as c
from tests.unit.office.test_daily import Room

DAY = date(2026, 11, 17)


def evening(place: str = ":memory:") -> Room:
    """Bob declines the bank, and ann, of Acme, takes it with $50."""
    room = Room(place)
    room.do("bj", c.OpenTable("bj", "no-bust-joker"))
    for seat, person in enumerate(("bob", "ann", "cy"), start=1):
        room.give(person, 200_00)
        room.do("bj", c.SitDown(person, seat), c.BuyIn(person, 200_00))
    room.do("bj", c.NoteCompany("ann", "Acme", "A-17"))
    while (asked := room.floor.table("bj")) and asked.rotation.asked != "ann":
        room.do("bj", c.DeclineBank(asked.rotation.asked), actor=Actor(asked.rotation.asked))
    room.do("bj", c.PostBank("ann", 50_00), actor=Actor("ann"))
    return room


def book(room: Room) -> BankBook:
    (found,) = bank_books(room.store)
    return found


def test_every_step_of_the_rotation_is_recorded() -> None:
    record = rotation_record([book(evening())], DAY, HouseClock())
    steps = [(row[3], row[4], row[5], row[6]) for row in record.tables[0].rows]
    assert steps == [
        ("offered", "bob", "", None),
        ("declined", "bob", "", None),
        ("offered", "ann", "Acme", None),
        ("accepted", "ann", "Acme", 50_00),
    ]


def test_bots_have_no_part_in_the_rotation_record() -> None:
    room = Room()
    room.do("bj", c.OpenTable("bj", "no-bust-joker"))
    for seat, person in enumerate(("bot-ada-1", "bot-bo-1"), start=1):
        room.give(person, 200_00)
        room.do("bj", c.SitDown(person, seat), c.BuyIn(person, 200_00))
    asked = room.floor.table("bj")
    assert asked is not None
    room.do("bj", c.PostBank(asked.rotation.asked, 50_00), actor=Actor(asked.rotation.asked))
    assert book(room).rotation == []


def test_a_bank_that_the_house_declines_has_lapsed() -> None:
    room = evening()
    room.do("bj", c.LeaveSeat("ann"))
    asked = room.floor.table("bj")
    assert asked is not None
    room.do("bj", c.DeclineBank(asked.rotation.asked))
    turns = [entry for entry in book(room).rotation if entry.what == "lapsed"]
    assert [(turn.player, turn.by) for turn in turns] == [(asked.rotation.asked, "house")]


def test_nothing_is_in_the_book_of_another_day() -> None:
    books = [book(evening())]
    assert not playing_book(books, date(2026, 11, 18), HouseClock()).tables[0].rows
    assert not rotation_record(books, date(2026, 11, 18), HouseClock()).tables[0].rows


def test_the_reports_can_be_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "journal.sqlite")
    evening(place).store.close()
    assert main(["office", "rotation", place, "--as", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rotation"][-1]["posted"] == 50_00
    assert main(["office", "bank", place]) == 0
    assert "No player banked." in capsys.readouterr().out


def test_no_figure_is_cut_off_on_a_narrow_screen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = Path(__file__).parents[2] / "journals/recorded/v1/banks/journal.sqlite.xz"
    place = tmp_path / "journal.sqlite"
    place.write_bytes(lzma.decompress(recorded.read_bytes()))
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["office", "bank", str(place)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "banker ann, from 18:02:47, to 18:06:23" in shown
    assert "uncovered $69, fees $1.50, result -$12.50" in shown
    assert "…" not in shown
