"""`cardroom check`: a house learns everything that is wrong with what it posts, at once."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
import pytest

from cardroom import houses
from cardroom.houses import House, Posted
from cardroom.houses.check import Finding, check

HUNG = ("rules", "limits", "pay-tables", "four-wager-restriction", "collection")


def examined(game: str, state: str = "washington", **options: Any) -> list[Finding]:
    limits = ("5", "300") if state == "washington" else ("5", "50")
    posted = Posted(game, limits=limits, options=options, postings=HUNG)
    return list(check(House("a room", (posted,), "room", state, date(2013, 6, 3))))


@pytest.mark.parametrize("name", houses.names())
def test_the_houses_on_file_may_post_their_games(name: str) -> None:
    assert not [one for one in check(houses.house(name)) if one.level == "fault"]


def test_a_pay_table_that_favours_the_player_is_computed() -> None:
    found = examined("bet-the-set-21", decks=2, pay_table="BTS-01", allow_player_edge=True)
    # By hand: of 103 cards 1 makes a suited pair and 6 a plain one, all paid 15 to 1:
    # 16 * 7 / 103 - 1 = 9/103 = 8.74%.
    assert any("favours the player by 8.74%" in one.says for one in found)


def test_a_pay_table_that_favours_the_player_is_refused_unless_the_house_insists() -> None:
    (fault,) = examined("bet-the-set-21", decks=2, pay_table="BTS-01")
    assert fault.level == "fault"
    assert "allow_player_edge" in fault.says


@pytest.mark.parametrize(
    ("day", "level"),
    [(date(2008, 12, 31), "fault"), (date(2009, 1, 1), None), (date(2023, 1, 1), None)],
)
def test_the_wager_limit_is_that_of_the_day(day: date, level: str | None) -> None:
    house = msgspec.structs.replace(houses.house("washington"), day=day)
    found = [one for one in check(house) if one.cite == "WAC 230-15-140"]
    assert {one.level for one in found} == ({level} if level else set())


def test_rows_that_cannot_occur_are_named() -> None:
    assert any(
        "suited pair" in one.says for one in examined("bet-the-set-21", decks=1, pay_table="BTS-04")
    )
    assert any("suited sevens" in one.says for one in examined("safari-21", decks=2))
    found = examined("bet-the-set-21", decks=2, pay_table="BTS-06", blazing_7s=1)
    assert any("suited sevens" in one.says for one in found)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"blazing_meter_pays": "all", "blazing_contribution": 69}, "run dry"),
        ({"blazing_seed": 199}, "below the largest fixed award, 200"),
        ({"blazing_seed": 0}, "seed is zero"),
    ],
)
def test_a_meter_is_fed_and_seeded_well(options: dict[str, Any], says: str) -> None:
    assert any(says in one.says for one in examined("bet-the-set-21", blazing_7s=1, **options))


def test_a_meter_that_is_fed_and_seeded_well_passes() -> None:
    good: dict[str, Any] = {
        "blazing_meter_pays": "all",
        "blazing_contribution": 70,
        "blazing_seed": 200,
    }
    assert examined("bet-the-set-21", blazing_7s=1, **good) == []


@pytest.mark.parametrize(
    "option",
    [
        "option_1_bank_wins_17",
        "option_2_joker_2_or_12",
        "option_4_aces_natural",
        "option_5_over_ties_push",
    ],
)
def test_the_options_of_the_text_are_refused_in_california(option: str) -> None:
    found = examined("no-bust-joker", "california", **{option: True})
    assert [one.level for one in found] == ["fault"]
    assert examined("no-bust-joker", "california") == []


def test_more_jokers_than_one_a_deck_are_refused_in_california() -> None:
    assert [one.level for one in examined("no-bust-joker", "california", jokers_per_deck=2)] == [
        "fault"
    ]


def test_a_house_bank_is_refused_in_california_and_a_players_bank_in_washington() -> None:
    assert any(one.level == "fault" for one in examined("blackjack", "california"))
    assert any(one.level == "fault" for one in examined("three-card-poker", "washington"))


def test_the_four_game_rule_must_be_posted_on_the_layout() -> None:
    posted = Posted("safari-21", limits=("5", "300"), postings=("rules", "limits", "pay-tables"))
    (fault,) = check(House("a room", (posted,), "room", "washington", date(2013, 6, 3)))
    assert fault.cite == "Addendum"


def test_a_departure_from_the_approved_rules_is_marked() -> None:
    (found,) = examined("maxtime-21", decks=2)
    assert found.level == "deviation"


def test_all_faults_come_at_once() -> None:
    posted = Posted("safari-21", options={"decks": 9, "pay_table": "gold"}, postings=HUNG)
    found = check(House("a room", (posted,), "room", "washington", date(2013, 6, 3)))
    assert len(found) == 2
