"""The dispute desk on the command line: before and after, and what cannot be done."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardroom.cli import main
from tests.unit.office.test_daily import small_day


@pytest.fixture
def database(tmp_path: Path) -> str:
    place = str(tmp_path / "journal.sqlite")
    small_day(place).store.close()
    return place


def test_everyones_money_before_and_after(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["office", "dispute", database, "one:1", "--void", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in said]
    assert ["ann", "-$100", "$100", "$0"] in rows
    assert ["bob", "-$50", "-$50"] in rows
    assert ["house", "$150", "-$100", "$50"] in rows


def test_the_command_to_send(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["office", "dispute", database, "one:1", "--card", "1.1:2=9c", "--json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["changes"] == {"ann": 100_00}
    assert found["command"]["ruling"] == "correct-card"
    assert found["command"]["card"] == "9c"


def test_a_wager_is_paid_out_of_turn(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["office", "dispute", database, "one:1", "--out-of-turn", "bob=50", "--json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["command"]["ruling"] == "pay-out-of-turn"
    assert found["changes"] == {"bob": 50_00}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["one:1", "--card", "bank:2=7d"], "correct the payment, void the hand, or let it stand"),
        (["one:1", "--void", "x"], "write a box"),
        (["one:1", "--void", "1", "--pay", "ann=1"], "give one of"),
        (["one:1", "--pay", "ann"], "like ann=25"),
        (["one:1", "--pay", "ann=1", "--out-of-turn", "bob=1"], "give one of"),
        (["one:9"], "has no round 9"),
        (["one:x"], "is not a round"),
        (["one:1", "--clause", "none"], "is not a clause"),
    ],
)
def test_what_cannot_be_done_is_explained(
    database: str, words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["office", "dispute", database, *words]) == 2
    assert says in capsys.readouterr().err
