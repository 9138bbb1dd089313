"""The school in the service: the answer stays there, and nobody sees another person's grades."""

from __future__ import annotations

import time

from tests.service.running_service import House, refusal

DRILL = {"drill": "maxtime-21-pay", "level": "dealer"}


def test_a_question_comes_without_its_answer_and_is_graded(house: House) -> None:
    guest = house.guest()
    school = guest.http.get("/api/school").json()
    assert len(school["drills"]) >= 50
    assert not school["recorded"]
    asked = guest.http.post("/api/school/questions", json=DRILL).json()
    assert asked["form"] == "payment"
    assert not {"answer", "clauses", "working", "stratum"} & set(asked)
    again = guest.http.post("/api/school/questions", json=DRILL).json()
    assert again["id"] == asked["id"]
    assert again["left"] <= asked["left"]
    answer = {"id": asked["id"], "given": "seventeen"}
    assert guest.http.post("/api/school/answers", json=answer).json()["verdict"] == "unreadable"
    graded = guest.http.post("/api/school/answers", json={**answer, "given": "pay 0.01"}).json()
    assert graded["verdict"] == "wrong"
    assert graded["clause"]["id"]
    late = guest.http.post("/api/school/answers", json={**answer, "given": graded["answer"]})
    assert late.status_code == 409
    progress = guest.http.get("/api/school/progress").json()
    assert [(each["name"], each["asked"]) for each in progress["drills"]] == [(DRILL["drill"], 1)]
    assert house.guest().http.get("/api/school/progress").json()["drills"] == []


def test_the_next_question_appears_in_under_100_ms(house: House) -> None:
    guest = house.guest()
    times = []
    for _ in range(8):
        started = time.process_time(), time.monotonic()
        asked = guest.http.post("/api/school/questions", json=DRILL).json()
        times.append(time.monotonic() - started[1])
        guest.http.post("/api/school/answers", json={"id": asked["id"], "given": "0"})
    assert sorted(times[1:])[3] < 0.1


def test_a_name_of_a_file_is_neither_a_drill_nor_a_house(house: House) -> None:
    guest = house.guest()
    for wrong in ({"drill": "../x.toml"}, {**DRILL, "house": "/etc/passwd.toml"},
                  {**DRILL, "level": "none"}, {"drill": "nothing"}):  # fmt: skip
        answer = guest.http.post("/api/school/questions", json=wrong)
        assert answer.status_code == 409
        assert refusal(answer) == "service.form"


def test_only_the_floor_sees_the_class(house: House) -> None:
    dealer, floor = house.cast("dealer"), house.cast("floor")
    asked = dealer.http.post("/api/school/questions", json=DRILL).json()
    dealer.http.post("/api/school/answers", json={"id": asked["id"], "given": "0"})
    assert dealer.http.get("/api/school/class").status_code == 403
    rows = floor.http.get("/api/school/class").json()
    assert any(row["games"][0]["name"] == "maxtime-21" for row in rows)
