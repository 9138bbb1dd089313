"""An examination in the service, passed: certified, resumed after a restart, and verified."""

from __future__ import annotations

import msgspec
import pytest

from cardroom.school.exam import Examination
from cardroom.school.grading import show
from cardroom.school.record import ExamBegun
from cardroom.service.accounts.roles import Person
from cardroom.service.errors import ServiceError
from cardroom.service.school.exams import ExamDesk
from cardroom.service.school.messages import ExamRequest
from cardroom.service.school.open_work import OpenWork
from cardroom.service.school.postings import Postings
from cardroom.service.school.records import SchoolRecords
from cardroom.store.memory import MemoryStore

LEE = Person("Lee", "dealer")


def test_an_examination_that_was_not_passed_is_taken_again_after_an_hour() -> None:
    """Otherwise somebody could look at the first question, and begin again until it is easy."""
    now = [0]
    records = SchoolRecords(MemoryStore(), lambda: now[0])
    prepared = [True]
    work = OpenWork(None, lambda: 0.0)
    desk = ExamDesk(records, Postings(None), work, lambda: 0.0, lambda *_: prepared[0])
    begun = desk.begin(LEE, "maxtime-21", "", 25)
    assert begun is not None
    desk.give_up(LEE, begun.exam)
    now[0] = 90 * 10**9
    with pytest.raises(ServiceError, match="again after an hour: wait 59 min"):
        desk.begin(LEE, "maxtime-21", "", 25)
    prepared[0] = False
    assert desk.begin(LEE, "blackjack", "", 25) is None
    now[0] = 3600 * 10**9
    assert desk.begin(LEE, "maxtime-21", "", 25) is None


def test_an_examination_in_the_service_is_long_enough() -> None:
    with pytest.raises(msgspec.ValidationError, match="25"):
        msgspec.convert({"game": "blackjack", "questions": 24}, ExamRequest)
    assert msgspec.convert({"game": "blackjack"}, ExamRequest).questions == 25


def test_an_examination_goes_on_after_a_restart_and_is_certified() -> None:
    store = MemoryStore()

    def desk() -> tuple[SchoolRecords, ExamDesk]:
        records = SchoolRecords(store, lambda: 1)
        work = OpenWork(None, lambda: 0.0)
        return records, ExamDesk(records, Postings(None), work, lambda: 0.0, lambda *_: prepared[0])

    prepared = [False]
    records, first = desk()
    assert first.begin(LEE, "maxtime-21", "", 3) is None
    assert not records.of(LEE).events
    prepared[0] = True
    begun = first.begin(LEE, "maxtime-21", "", 3)
    assert begun is not None
    exam = begun.exam
    told = records.of(LEE).events[0].event
    assert isinstance(told, ExamBegun)
    right = [show(Examination(told).question(number).question.answer) for number in range(3)]
    shown = first.question(LEE, exam)
    assert shown is not None
    why, row = first.answer(LEE, exam, shown.question.id, right[0])
    assert (why, row.answered, row.ended) == ("", 1, False)
    records, second = desk()
    for number in (1, 2):
        prepared[0] = False
        assert second.question(LEE, exam) is None
        prepared[0] = True
        shown = second.question(LEE, exam)
        assert shown is not None
        assert shown.number == number + 1
        _, row = second.answer(LEE, exam, shown.question.id, right[number])
    assert (row.right, row.passed) == (3, True)
    pdf = second.certificate("Lee", records.of(LEE).events, exam)
    assert pdf.startswith(b"%PDF")
    with pytest.raises(ServiceError, match="no finished examination"):
        second.certificate("Lee", records.of(LEE).events, "another")
    with pytest.raises(ServiceError, match="finished"):
        second.question(LEE, exam)
