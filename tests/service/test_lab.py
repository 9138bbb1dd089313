"""The laboratory over HTTP: its form, its files, its sheets, and tables with its side bets."""

from __future__ import annotations

import tomllib

import pytest

from cardroom import games
from cardroom.analysis.families import NotComputed
from cardroom.games import registry
from cardroom.progress import silent
from cardroom.service.lab.messages import PACK, LabState
from cardroom.service.lab.parts import PARTS, LabQuestion
from cardroom.service.lab.states import rules_of
from tests.service.running_service import House, refusal
from tests.unit.service.lab.test_lab import BET

STATE = {"game": "blackjack", "options": {"decks": "2"}}


def test_without_a_solver_it_says_so_and_still_finds_faults(house: House) -> None:
    guest = house.guest()
    asked = {**STATE, "parts": ["odds", "changes"]}
    answer = guest.http.post("/api/lab/results", json=asked).json()
    assert [part["status"] for part in answer["parts"].values()] == ["none", "none"]
    wrong = guest.http.post("/api/lab/results", json={**asked, "options": {"decks": "99"}}).json()
    assert wrong["faults"] == ["decks = 99: it must be a whole number from 1 to 8"]


def test_the_form_names_the_houses_to_start_from(house: House) -> None:
    form = house.guest().http.get("/api/lab/games/safari-21").json()
    assert [start["name"] for start in form["starts"]] == ["room", "washington"]
    table = next(option for option in form["options"] if option["name"] == "pay_table")
    assert table["kind"] == "rows"
    assert set(table["posted"]["standard"]) <= {row["name"] for row in table["rows"]}


def test_a_house_is_written_and_a_sheet_is_printed(house: House) -> None:
    guest = house.guest()
    made = guest.http.post("/api/lab/house", json={**STATE, "name": "ours"}).json()
    assert made["file"] == "ours.toml"
    assert tomllib.loads(made["text"])["game"][0]["options"]["decks"] == 2
    sheet = guest.http.post("/api/lab/sheets/sign", json=STATE)
    assert sheet.status_code == 200
    assert sheet.content.startswith(b"%PDF")
    for path, body in (
        ("/api/lab/sheets/poster", STATE),
        ("/api/lab/sheets/sign", {**STATE, "game": "bridge"}),
        ("/api/lab/house", {**STATE, "name": "x", "state": "../washington.toml"}),
    ):
        answer = guest.http.post(path, json=body)
        assert answer.status_code == 404
        assert refusal(answer) == "service.not-found"
    assert guest.http.post("/api/lab/house", json={**STATE, "name": "../x"}).status_code == 422


def test_a_submission_needs_the_solver_and_a_game_without_faults(house: House) -> None:
    asked = {**STATE, "name": "ours", "state": "washington"}
    answer = house.guest().http.post("/api/lab/submission", json=asked)
    assert answer.status_code == 409
    assert refusal(answer) == "service.submission"
    state = LabState(game="maxtime-21", state="washington")
    question = LabQuestion(PACK, rules_of(state).stored, state, name="ours")
    with pytest.raises(NotComputed, match="posted maximum \\$500"):
        PARTS[PACK](rules_of(state), question, lambda _: None)


def test_the_lobby_asks_for_edges_and_the_floor_for_the_rules_of_a_table(house: House) -> None:
    guest = house.guest()
    rows = guest.http.get("/api/lab/edges").json()
    assert {row["game"] for row in rows} == set(registry.games())
    assert all(row["ready"] and row["edge"] is None for row in rows)
    table = guest.open(options={"decks": "2", "wager_max": "700"})
    posted = guest.http.get(f"/api/lab/tables/{table.id}").json()
    assert posted == {"game": "blackjack", "options": {"decks": "2", "wager_max": "700"}}


def test_a_table_opens_with_a_side_bet_from_the_page(house: House) -> None:
    table = house.guest().open(side_bets=[BET])
    layout = table.guest.http.get(table.url).json()["layout"]
    assert "lucky-pair" in {spot["name"] for spot in layout["boxes"][0]["spots"]}
    wrong = table.guest.http.post(
        "/api/tables", json={"game": "blackjack", "side_bets": ["name = 1"]}
    )
    assert wrong.status_code == 422
    assert refusal(wrong) == "service.options"


def test_a_part_gives_the_edges_of_a_real_shoe_or_says_why_there_are_none() -> None:
    """A game without a cut card has none; nothing is simulated for it."""
    rules = games.ruleset("three-card-poker", {})
    question = LabQuestion("shoe", rules.stored)
    with pytest.raises(NotComputed, match="no cut card"):
        PARTS["shoe"](rules, question, silent)
