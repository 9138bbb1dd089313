"""Past rounds: step by step, with their hashes, and as scenarios that `settle` accepts."""

from __future__ import annotations

import json

import pytest

from cardroom import scenario
from tests.service.running_service import House, Table, refusal

ACTION = {"command", "who", "input", "box", "verb", "amount", "kind"}


@pytest.fixture(scope="module")
def table(house: House) -> Table:
    opened = house.guest().open(bots=2)
    opened.sit()
    for _ in range(3):
        opened.round()
    opened.do("place-bet", box=4, spot="main", stake=700)
    return opened


def test_rounds_are_listed_newest_first_with_their_hashes(house: House, table: Table) -> None:
    rows = table.guest.http.get(f"{table.url}/rounds").json()
    assert [row["number"] for row in rows] == [3, 2, 1]
    assert rows[0]["round"] == f"{table.id}-3"
    assert len({row["hash"] for row in rows}) == 3
    for row in rows:
        assert set(row["net"]) >= {table.guest.name}
    assert [past.hash for past in house.room.floor.rounds(table.id)] == [
        row["hash"] for row in reversed(rows)
    ]


def test_a_round_is_shown_step_by_step(table: Table) -> None:
    shown = table.guest.http.get(f"{table.url}/rounds/2").json()
    assert shown["round"] == f"{table.id}-2"
    assert shown["hash"] == shown["steps"][-1]["hash"]
    assert shown["layout"]["game"] == "blackjack"
    steps = shown["steps"]
    assert steps[0]["input"]["command"] == "close-bets"
    assert steps[-1]["input"]["command"] == "end-round"
    assert [step["seq"] for step in steps] == list(
        range(steps[0]["seq"], steps[0]["seq"] + len(steps))
    )
    assert all(step["view"]["table"]["round"] == 2 for step in steps)
    assert steps[-2]["view"]["results"]


def test_the_burn_card_stays_unseen_afterward(house: House, table: Table) -> None:
    path = f"{table.url}/rounds/1"
    mine = table.guest.http.get(path).json()["steps"][0]
    assert mine["view"]["places"]["burn"]["cards"] == ["??"]
    overseer = house.person("surveillance").http.get(path).json()["steps"][0]
    (burnt,) = overseer["view"]["places"]["burn"]["cards"]
    assert burnt != "??"


def test_a_round_becomes_a_scenario_that_settles_the_same(table: Table) -> None:
    for number in (1, 2, 3):
        answer = table.guest.http.get(f"{table.url}/rounds/{number}/scenario")
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("application/toml")
        outcome = scenario.run(scenario.parse(answer.text, f"round {number}"))
        assert not outcome.problems, outcome.problems


def test_a_round_that_was_not_is_not_found(table: Table) -> None:
    for number in ("0", "4", "99", "x", "-1", "9" * 30, "२"):
        for tail in ("", "/scenario"):
            answer = table.guest.http.get(f"{table.url}/rounds/{number}{tail}")
            assert answer.status_code == 404, answer.text
            assert refusal(answer) == "service.not-found"


def test_recall_shows_no_order_of_a_shoe(table: Table) -> None:
    """What is recalled holds actions, never the commands with what their givers alone knew."""
    for number in (1, 2, 3):
        text = table.guest.http.get(f"{table.url}/rounds/{number}").text
        assert '"order"' not in text
        assert '"salts"' not in text
        for step in json.loads(text)["steps"]:
            assert set(step["input"]) <= ACTION
