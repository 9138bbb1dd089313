"""The desk of the school: what a person may know of their own record."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from cardroom.school.record import ExamBegun, QuestionAnswered, SchoolRecord
from cardroom.service.accounts.roles import Person
from cardroom.service.school.desk import SchoolDesk
from cardroom.service.settings import Settings
from cardroom.store.memory import MemoryStore

LEE = Person("Lee", "floor")
GAME = "maxtime-21"
SITTING = ExamBegun("x1", GAME, "", "dealer", 7, 25, 20)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def desk(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> Iterator[SchoolDesk]:
    """Without the worked rounds of all games, which are looked through in the background."""
    monkeypatch.setattr(SchoolDesk, "prepare_all", lambda _: None)
    opened = SchoolDesk(store, Settings(solver=False), lambda: 0.0, lambda: 1)
    yield opened
    asyncio.run(opened.close())


def answered(exam: str) -> QuestionAnswered:
    return QuestionAnswered(
        f"{GAME}-pay", GAME, "dealer", "", 1, 0, "main", "0", "right", 10, ("pay.over",), exam=exam
    )


def test_grades_of_an_examination_are_hidden_until_it_has_ended(
    desk: SchoolDesk, store: MemoryStore
) -> None:
    """Nothing that its own examinee can read counts them: not the class either, for a floor."""
    book = SchoolRecord(store, "Lee")
    for event in (answered(""), SITTING, answered("x1")):
        book.write(event, 1)

    def told() -> list[int]:
        mine, trained = desk.progress(LEE), desk.trainee("Lee")
        (row,) = (each for each in desk.drills(LEE).drills if each.name == f"{GAME}-pay")
        (member,) = desk.everybody()
        every = (*mine.drills, *mine.games, *mine.clauses, *trained.drills, *member.games)
        return [row.asked, row.right, member.asked, *(each.asked for each in every)]

    assert set(told()) == {1}
    assert [type(each.event) for each in desk.export(LEE)] == [QuestionAnswered]
    desk.exams.give_up(LEE, "x1")
    assert set(told()) == {2}
    assert len(desk.export(LEE)) == 4
