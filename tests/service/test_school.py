"""The school in the service: the answer stays there, and nobody sees another person's grades."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardroom.scenario import Scenario
from cardroom.school import library
from cardroom.school.drill import SchoolError, in_folder
from cardroom.school.library import play
from cardroom.school.played import LessonRound
from tests.service.running_service import FAST, PATIENCE_SECONDS, Guest, House, refusal, running

DRILL = {"drill": "maxtime-21-pay", "level": "dealer"}
GAME = {"game": "maxtime-21"}


def post(who: Guest, path: str, **body: Any) -> Any:
    """What was asked for; while it is being prepared, the service says so at once."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (answer := who.http.post(f"/api/school/{path}", json=body)).status_code == 202:
        assert answer.json() == {"status": "computing"}
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_question_comes_without_its_answer_and_is_graded(house: House) -> None:
    guest = house.guest()
    school = guest.http.get("/api/school").json()
    assert len(school["drills"]) >= 50
    assert not school["recorded"]
    asked = post(guest, "questions", **DRILL)
    assert asked["form"] == "payment"
    assert not {"answer", "clauses", "working", "stratum"} & set(asked)
    again = post(guest, "questions", **DRILL)
    assert again["id"] == asked["id"]
    assert again["left"] <= asked["left"]
    assert post(guest, "answers", id=asked["id"], given="seventeen")["verdict"] == "unreadable"
    graded = post(guest, "answers", id=asked["id"], given="pay 0.01")
    assert graded["verdict"] == "wrong"
    assert graded["clause"]["id"]
    answer = {"id": asked["id"], "given": graded["answer"]}
    assert guest.http.post("/api/school/answers", json=answer).status_code == 409
    progress = guest.http.get("/api/school/progress").json()
    assert [(each["name"], each["asked"]) for each in progress["drills"]] == [(DRILL["drill"], 1)]
    assert house.guest().http.get("/api/school/progress").json()["drills"] == []


def test_the_questions_of_a_game_are_prepared_before_the_first_is_asked(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then a question plays a round or two, and looks through no others."""
    guest = house.guest()
    deadline = time.monotonic() + 60
    while not post(guest, "preparations", **GAME, house="washington")["ready"]:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    played: list[Scenario] = []

    def noted(round: Scenario) -> LessonRound | None:
        played.append(round)
        return play(round)

    monkeypatch.setattr(library, "play", noted)
    for name in ("pay", "who-wins"):
        asked = post(guest, "questions", drill=f"maxtime-21-{name}", house="washington")
        post(guest, "answers", id=asked["id"], given="")
    # Other games may be prepared at the same time.
    assert sum(round.game == "maxtime-21" and bool(round.house) for round in played) < 10


def test_a_name_of_a_file_is_neither_a_drill_nor_a_house(house: House) -> None:
    guest = house.guest()
    for path, wrong in (
        ("questions", {"drill": "../x.toml"}),
        ("questions", {**DRILL, "house": "/etc/passwd.toml"}),
        ("questions", {**DRILL, "level": "none"}),
        ("questions", {"drill": "nothing"}),
        ("questions", {"drill": "blackjack-best-play"}),
        ("preparations", {"game": "nothing"}),
        ("rounds", {"game": "nothing"}),
        ("rounds", {**GAME, "house": "/etc/passwd.toml"}),
    ):
        answer = guest.http.post(f"/api/school/{path}", json=wrong)
        assert answer.status_code == 409, wrong
        assert refusal(answer) == "service.form"


def test_a_trainee_deals_a_round_and_its_departures_are_recorded(house: House) -> None:
    dealer = house.cast("dealer")
    dealt = post(dealer, "rounds", **GAME)
    assert not dealt["over"]
    actions = f"rounds/{dealt['id']}/actions"
    assert post(dealer, actions, did="fly")["why"]
    wrong = post(dealer, actions, did="dice")
    assert [mark["clause"]["id"] for mark in wrong["marks"]] == ["bet.closed"]
    now = wrong
    while not now["over"]:
        now = post(dealer, actions, did="over")
    assert now["departures"] == now["due"] - 1
    assert dealer.http.post(f"/api/school/{actions}", json={"did": "over"}).status_code == 409
    (table,) = dealer.http.get("/api/school/progress").json()["tables"]
    assert (table["name"], table["right"]) == ("maxtime-21", 1)


def test_an_examination_gives_no_help_and_its_result_is_its_owners(house: House) -> None:
    dealer, floor, other = house.cast("dealer"), house.cast("floor"), house.cast("player")
    short = dealer.http.post("/api/school/exams", json={**GAME, "questions": 24})
    assert refusal(short) == "service.form"
    begun = post(dealer, "exams", **GAME)
    path = f"exams/{begun['exam']}"
    for number in range(1, 26):
        shown = post(dealer, f"{path}/questions")
        assert (shown["number"], shown["questions"]) == (number, 25)
        question = shown["question"]
        told = post(dealer, f"{path}/answers", id=question["id"], given="")
        assert "verdict" not in told
        assert told["exam"]["right"] == 0
        record = dealer.http.get("/api/school/record")
        assert ("exam-begun" in record.text) == (number == 25)
        if number == 1:
            # One that is not finished goes on.
            assert post(dealer, "exams", **GAME)["exam"] == begun["exam"]
    assert told["exam"]["ended"]
    assert not told["exam"]["passed"]
    again = dealer.http.post("/api/school/exams", json=GAME)
    assert refusal(again) == "service.form", "an hour later"
    assert dealer.http.get(f"/api/school/{path}/certificate").status_code == 404
    assert other.http.get("/api/school/exams").json() == []
    assert other.http.post(f"/api/school/{path}/questions").status_code == 404
    assert house.guest().http.post("/api/school/exams", json=GAME).status_code == 403
    ours = f"/api/school/class/{dealer.name}"
    assert floor.http.get(ours).status_code == 200
    assert floor.http.get(f"{ours}/exams/{begun['exam']}/certificate").status_code == 404
    assert other.http.get(ours).status_code == 403


def test_only_the_floor_sees_the_class(house: House) -> None:
    dealer, floor = house.cast("dealer"), house.cast("floor")
    asked = post(dealer, "questions", **DRILL)
    post(dealer, "answers", id=asked["id"], given="0")
    assert dealer.http.get("/api/school/class").status_code == 403
    rows = floor.http.get("/api/school/class").json()
    assert any(row["games"] and row["games"][0]["name"] == "maxtime-21" for row in rows)
    assert floor.http.get("/api/school/class/nobody").status_code == 404


OWN = """
title = "Naturals at our tables"
game = "maxtime-21"
asks = ["pay"]
house = "washington"
[[level]]
name = "dealer"
seconds = 20
"""


def test_a_room_offers_the_drills_that_its_house_has_written(tmp_path: Path) -> None:
    (tmp_path / "our-naturals.toml").write_text(OWN)
    with running(msgspec.structs.replace(FAST, drills=tmp_path)) as room:
        guest = room.guest()
        own = guest.http.get("/api/school").json()["drills"][0]
        assert (own["name"], own["title"]) == ("our-naturals", "Naturals at our tables")
        asked = post(guest, "questions", drill="our-naturals")
        assert any("wager" in line for line in asked["scene"]["posted"])
        assert post(guest, "questions", drill="our-naturals")["id"] == asked["id"]
        assert post(guest, "answers", id=asked["id"], given="0.01")["asked"] == 1


def test_a_drill_of_a_house_has_a_name_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(SchoolError, match="no drill in"):
        in_folder(tmp_path)
    (tmp_path / "maxtime-21-pay.toml").write_text(OWN)
    with pytest.raises(SchoolError, match="give it another"):
        in_folder(tmp_path)
