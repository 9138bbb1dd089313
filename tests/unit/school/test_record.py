"""Answers are journaled like play; progress and examinations are computed from the journal."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import Thread

import msgspec
import pytest

from cardroom.cli import main
from cardroom.school import certificate, record
from cardroom.school.course import DrillCourse
from cardroom.school.drill import SchoolError, drill
from cardroom.school.exam import Examination, differences, needed
from cardroom.school.grading import Grade, grade, show
from cardroom.school.progress import answers, by_clause, by_drill, due, next_question, percent_right
from cardroom.school.record import (
    ExamBegun,
    ExamEnded,
    QuestionAnswered,
    SchoolRecord,
    answered,
)
from cardroom.signage import press
from cardroom.store import Entry, open_store
from cardroom.store.memory import MemoryStore
from cardroom.table.journal import known_stream
from tests.pdf_text import pages

GAME = "maxtime-21"
RIGHT, WRONG = Grade("right"), Grade("wrong")


@pytest.fixture(scope="module")
def course() -> DrillCourse:
    return DrillCourse(drill(f"{GAME}-pay"))


def test_a_missed_case_comes_again_after_two_other_questions(course: DrillCourse) -> None:
    level = course.drill.level_named("")
    past: list[QuestionAnswered] = []
    asked = []
    for number in range(6):
        posed = next_question(course, past, 1, level)
        asked.append(posed.stratum)
        past.append(answered(posed, "", WRONG if number == 0 else RIGHT, 1000))
    assert asked[3] == asked[0]
    assert len(set(asked[:3])) == 3
    assert due(past[:1], course.drill.name) is None


def test_all_cases_come_up_for_somebody_who_is_always_right(course: DrillCourse) -> None:
    level = course.drill.level_named("")
    past: list[QuestionAnswered] = []
    for _ in range(2 * len(course.strata)):
        past.append(answered(next_question(course, past, 1, level), "", RIGHT, 1000))
    assert {each.stratum for each in past} == set(course.strata)


def test_a_late_answer_is_not_right(course: DrillCourse) -> None:
    posed = course.question(1, 0, course.drill.level_named("senior"))
    in_time = answered(posed, "0", RIGHT, posed.seconds * 1000)
    too_late = answered(posed, "0", RIGHT, posed.seconds * 1000 + 1)
    assert (in_time.verdict, too_late.verdict) == ("right", "late")
    (standing,) = by_drill([in_time, too_late])
    assert (standing.asked, standing.right, standing.late) == (2, 1, 1)


def test_the_weakest_clause_comes_first(course: DrillCourse) -> None:
    level = course.drill.level_named("")
    first, second = (course.question(1, number, level) for number in (0, 1))
    given = [answered(first, "", RIGHT, 1), answered(second, "", WRONG, 1)]
    assert by_clause(given)[0].name == f"{GAME} {second.question.clauses[0].id}"


def test_a_record_is_read_as_it_was_written_by_two_writers() -> None:
    store = MemoryStore()
    one, two = SchoolRecord(store, "Ana María"), SchoolRecord(store, "Ana María")
    one.write(ExamEnded("a", 1, passed=False), 5)
    two.write(ExamEnded("b", 2, passed=True), 3)
    assert [each.event for each in record.read(store, "Ana María")] == [
        ExamEnded("a", 1, passed=False),
        ExamEnded("b", 2, passed=True),
    ]
    assert record.people(store) == ("Ana María",)
    assert all(known_stream(name) for name in store.heads())


class BusyStore(MemoryStore):
    """Between a commit and its return, another thread may read the record."""

    def __init__(self) -> None:
        super().__init__()
        self.own: SchoolRecord | None = None
        self.readers: list[Thread] = []

    def append(self, batch: Sequence[Entry]) -> Future[tuple[Entry, ...]]:
        written = super().append(batch)
        assert self.own is not None
        self.readers.append(Thread(target=self.own.reload))
        self.readers[-1].start()
        self.readers[-1].join(0.05)
        return written


def test_an_answer_counts_once_though_another_thread_reads_the_record() -> None:
    store = BusyStore()
    store.own = own = SchoolRecord(store, "Lee")
    own.write(ExamEnded("a", 1, passed=False), 5)
    own.write(ExamEnded("b", 2, passed=True), 6)
    for reader in store.readers:
        reader.join()
    assert [each.event.exam for each in own.events if isinstance(each.event, ExamEnded)] == [
        "a",
        "b",
    ]


def sat(store: MemoryStore, wrong: int) -> SchoolRecord:
    """An examination of ten questions with some answers wrong."""
    own = SchoolRecord(store, "Lee")
    rules = DrillCourse(drill(f"{GAME}-pay")).rules
    told = ExamBegun("x1", GAME, rules.digest, "dealer", 77, 10, needed(10))
    own.write(told, 1)
    sitting = Examination(told)
    for number in range(10):
        posed = sitting.question(number)
        text = show(posed.question.answer) if number >= wrong else ""
        event = answered(posed, text, grade(posed.question.answer, text), 1000)
        own.write(msgspec.structs.replace(event, exam="x1", number=number), 2)
    own.write(ExamEnded("x1", 10 - wrong, 10 - wrong >= needed(10)), 86_400 * 10**9)
    return own


def test_an_examination_is_verified_from_its_record() -> None:
    own = sat(MemoryStore(), 2)
    assert list(differences(own.events, "x1")) == []
    (text,) = pages(press.pdf(certificate.sheet("Lee", own.events, "x1")))
    assert "Lee" in text
    assert "8of10" in text
    assert "1970-01-02" in text
    told = own.events[0].event
    assert isinstance(told, ExamBegun)
    assert told.digest in text


def test_a_changed_grade_is_found_out() -> None:
    own = sat(MemoryStore(), 3)
    with pytest.raises(SchoolError, match="7 of 10 right, 8 needed"):
        certificate.sheet("Lee", own.events, "x1")
    forged = [
        each._replace(event=msgspec.structs.replace(each.event, verdict="right"))
        if isinstance(each.event, QuestionAnswered)
        else each
        for each in own.events
    ]
    assert len(list(differences(forged, "x1"))) == 3
    with pytest.raises(SchoolError, match="finished are x1"):
        list(differences(own.events, "x2"))


def test_the_command_records_an_examination_and_certifies_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "school.db"
    sitting = Examination(ExamBegun("", GAME, "", "dealer", 5, 4, 4))
    replies = iter([show(sitting.question(number).question.answer) for number in range(4)])
    monkeypatch.setattr("builtins.input", lambda _: next(replies))
    exam = ["school", "exam", GAME, "--person", "Lee", "-n", "4", "--pass", "100", "--seed", "5"]
    assert main([*exam, "--journal", str(journal)]) == 0
    assert "Passed" in capsys.readouterr().out
    store = open_store(str(journal))
    (begun, *_) = record.read(store, "Lee")
    store.close()
    assert isinstance(begun.event, ExamBegun)
    named = ["--person", "Lee", "--exam", begun.event.exam]
    assert main(["school", "verify", str(journal), *named]) == 0
    assert "Compare the score, the entry, and the rules" in capsys.readouterr().out
    pdf = tmp_path / "lee.pdf"
    assert main(["school", "certificate", str(journal), *named, "--out", str(pdf)]) == 0
    assert pdf.read_bytes().startswith(b"%PDF")
    assert main(["school", "progress", str(journal), "--person", "Lee"]) == 0
    assert GAME in capsys.readouterr().out
    assert main(["school", "progress", str(journal), "--person", "Kim"]) == 2
    assert main(["audit", "verify", str(journal)]) == 0


def test_answers_of_a_person_are_counted_from_the_journal(course: DrillCourse) -> None:
    store = MemoryStore()
    own = SchoolRecord(store, "Lee")
    posed = course.question(1, 0, course.drill.level_named(""))
    own.write(answered(posed, "0", WRONG, 10), 1)
    assert answers(record.read(store, "Lee")) == answers(own.events)


def test_a_share_is_rounded_down_in_progress_and_on_the_certificate() -> None:
    """11 of 12 is 91.67%; 79.9% is not yet 80%."""
    assert [percent_right(11, 12), percent_right(799, 1000), percent_right(29, 29)] == [91, 79, 100]
    wrong = QuestionAnswered("drill", "maxtime-21", "", "", 0, 0, "", "", "wrong", 1000)
    right = msgspec.structs.replace(wrong, verdict="right")
    (drill,) = by_drill([wrong, *[right] * 11])
    assert drill.percent == 91
