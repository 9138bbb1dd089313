"""`cardroom check`: what the law of a day says about a house's games."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import msgspec
import pytest

from cardroom import houses
from cardroom.data_file import FileError
from cardroom.houses import House, HouseError, Posted
from cardroom.houses.check import check
from cardroom.law import law
from tests.unit.houses.test_check import HUNG, examined, napa_valley


@pytest.mark.parametrize(
    ("day", "level"),
    [
        (date(2008, 12, 31), "fault"),
        (date(2009, 1, 1), "warning"),
        (date(2009, 12, 31), "warning"),
        (date(2010, 1, 1), None),
        (date(2023, 1, 1), None),
    ],
)
def test_the_wager_limit_is_that_of_the_day(day: date, level: str | None) -> None:
    """$300 came in 2009, on a day that is not on file."""
    house = msgspec.structs.replace(houses.house("washington"), day=day)
    found = [one for one in check(house) if one.clause == "bet.most"]
    assert {one.level for one in found} == ({level} if level else set())


@pytest.mark.parametrize(
    ("day", "level"),
    [
        (date(2023, 7, 19), "fault"),
        (date(2023, 7, 20), "warning"),
        (date(2023, 12, 31), "warning"),
        (date(2024, 1, 1), None),
    ],
)
def test_400_dollars_are_in_doubt_for_the_rest_of_2023(day: date, level: str | None) -> None:
    posted = Posted("blackjack", limits=("5", "400"), postings=HUNG)
    found = check(House("a room", (posted,), name="room", state="washington", day=day))
    assert [one.level for one in found] == ([level] if level else [])


@pytest.mark.parametrize(
    ("tables", "high", "faults"),
    [(5, 1, 0), (5, 2, 2), (6, 2, 0), (10, 3, 3), (11, 3, 0), (11, 4, 4)],
)
def test_some_tables_of_a_room_had_a_higher_limit_in_2005(
    tables: int, high: int, faults: int
) -> None:
    low = Posted("blackjack", limits=("5", "100"), postings=HUNG, tables=tables - high)
    raised = (Posted("blackjack", limits=("5", "200"), postings=HUNG),) * high
    house = House("a room", (low, *raised), name="room", state="washington", day=date(2005, 1, 1))
    found = check(house)
    assert [one.level for one in found] == ["fault"] * faults


def test_a_day_before_the_first_row_of_a_law_is_an_error_that_says_so() -> None:
    house = msgspec.structs.replace(houses.house("washington"), day=date(1999, 1, 1))
    with pytest.raises(HouseError, match="the first row of washington is from 2003-09-15"):
        check(house)


def test_an_unknown_state_is_an_error_and_none_is_a_warning() -> None:
    house = houses.house("washington")
    with pytest.raises(HouseError, match="did you mean 'washington'"):
        check(msgspec.structs.replace(house, state="washingtn"))
    found = check(msgspec.structs.replace(house, state=""))
    assert {one.game for one in found if "no law was checked" in one.says} == {
        posted.game for posted in house.game
    }


def test_a_stake_above_the_law_is_a_fault_wherever_it_is_posted() -> None:
    (fault,) = [
        one
        for one in examined("bet-the-set-21", blazing_7s=1, blazing_stake="400")
        if one.level == "fault"
    ]
    assert "Blazing 7's, stake $400; the law as of 2013-06-03 allows $300" in fault.says


@pytest.mark.parametrize(
    ("day", "games", "levels"),
    [(date(2007, 12, 31), 3, ["fault"]), (date(2008, 1, 1), 3, [])],
)
def test_side_bets_are_games_of_their_own(day: date, games: int, levels: list[str]) -> None:
    posted = Posted(
        "bet-the-set-21",
        limits=("5", "100"),
        options={"blazing_7s": 1, "blazing_reserve": 1},
        postings=HUNG,
    )
    found = check(House("a room", (posted,), name="room", state="washington", day=day))
    assert [one.level for one in found] == levels
    assert all(f"{games} games per hand" in one.says for one in found)
    # The game has no clause of its own about it, and none of another game is named.
    assert [one.clause for one in found] == ["games.per-hand"] * len(levels)


def test_a_house_bank_is_refused_in_california_and_a_players_bank_in_washington() -> None:
    assert any(one.level == "fault" for one in examined("blackjack", "california"))
    assert any(one.level == "fault" for one in examined("three-card-poker", "washington"))


@pytest.mark.parametrize(
    ("day", "games", "level"),
    [
        (date(2007, 12, 31), 3, "fault"),
        (date(2008, 1, 1), 3, None),
        (date(2008, 12, 31), 4, "fault"),
        (date(2009, 9, 13), 4, "fault"),
        (date(2009, 9, 14), 6, None),
        (date(2013, 6, 3), 7, "fault"),
    ],
)
def test_the_games_a_hand_may_be_wagered_on_are_those_of_the_day(
    day: date, games: int, level: str | None
) -> None:
    options = {"games_max": games, "legal_limit": "200", "wager_max": "200"}
    posted = Posted("safari-21", options=options, postings=HUNG)
    found = check(House("a room", (posted,), name="room", state="washington", day=day))
    wrong = [one for one in found if "WAC 230" in one.cite and one.clause == "games.four"]
    assert {one.level for one in wrong} == ({level} if level else set())
    assert all(one.clause == "games.four" for one in wrong)


def test_four_rates_of_the_book_are_a_note() -> None:
    changed = {"betting": "no-limit", "collection": "option-2"}
    (note,) = napa_valley("texas-holdem", changed)
    assert (note.level, "4 pot collection rates" in note.says) == ("note", True)


def test_four_rates_of_the_houses_own_are_a_warning() -> None:
    rows = {"25": "0.50", "50": "1", "75": "1.50", "100": "2"}
    found = napa_valley("no-bust-joker", {"collection": {"player": rows, "bank": {"100": "1"}}})
    assert [(one.level, one.clause) for one in found] == [
        ("deviation", "fee.before-deal"),
        ("warning", "fee.rates"),
    ]


def test_a_law_file_is_read_from_the_folder_of_the_house(tmp_path: Path) -> None:
    (tmp_path / "nevada.toml").write_text(
        'title = "Nevada"\nbanked_by = "house"\nbanked_by_cite = "NRS 463"\n'
        '[[wager]]\nfrom = 2000-01-01\nmost = "50"\ncite = "ours"\n'
    )
    file = tmp_path / "room.toml"
    file.write_text(
        'title = "A room"\nstate = "nevada.toml"\n[[game]]\ngame = "blackjack"\n'
        'limits = ["5", "60"]\n'
    )
    (fault,) = check(houses.house(str(file)))
    assert fault.says == "posted maximum $60; the law as of 2026-01-01 allows $50"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('most = "fifty"', "6: "),
        ("most = 50", "6: most: write text in quotes; not a whole number"),
        ('mots = "50"', "did you mean 'most'"),
        ("certain_from = 1999-01-01", "certain_from must be a day after"),
    ],
)
def test_a_wrong_law_file_is_refused_with_its_line(tmp_path: Path, line: str, says: str) -> None:
    kept = "" if "most" in line or "mots" in line else 'most = "50"\n'
    text = (
        'title = "Nevada"\nbanked_by = "house"\nbanked_by_cite = "NRS 463"\n'
        f'[[wager]]\nfrom = 2000-01-01\n{line}\n{kept}cite = "ours"\n'
    )
    (tmp_path / "nevada.toml").write_text(text)
    with pytest.raises(FileError, match=re.escape(says)):
        law("nevada.toml", tmp_path)


@pytest.mark.parametrize("posting", ["limits", "collection", "pay-tables"])
def test_what_a_california_house_must_post(posting: str) -> None:
    hung = tuple(name for name in HUNG if name != posting)
    posted = Posted("no-bust-joker", limits=("5", "100"), postings=hung)
    (fault,) = check(House("a room", (posted,), name="room", state="california"))
    assert fault.level == "fault"
    assert posting in fault.says


@pytest.mark.parametrize("posting", ["rules", "limits", "pay-tables"])
def test_what_a_washington_house_must_post(posting: str) -> None:
    hung = tuple(name for name in HUNG if name != posting)
    posted = Posted("blackjack", limits=("5", "300"), postings=hung)
    house = House("a room", (posted,), name="room", state="washington", day=date(2013, 6, 3))
    (fault,) = check(house)
    assert (fault.level, fault.cite) == ("fault", "WAC 230-15-060")
    assert posting in fault.says
