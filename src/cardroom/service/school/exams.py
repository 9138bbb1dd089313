"""Examinations in the service: no help, one question at a time, and a certificate at the end."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final, NamedTuple

import msgspec

from cardroom import games, houses
from cardroom.data_file import FileError
from cardroom.rules.options import OptionFaults
from cardroom.school import certificate
from cardroom.school.course import Posed
from cardroom.school.drill import SchoolError
from cardroom.school.exam import LEVEL, Examination, differences, exam_posting, needed
from cardroom.school.grading import grade
from cardroom.school.library import PostedAt
from cardroom.school.record import (
    ExamBegun,
    ExamEnded,
    QuestionAnswered,
    Recorded,
    answered,
)
from cardroom.service import errors
from cardroom.service.accounts.roles import Person
from cardroom.service.errors import refuse
from cardroom.service.school.messages import ExamQuestion, ExamRow, question_view
from cardroom.service.school.open_work import OpenItem, OpenWork
from cardroom.service.school.postings import Postings
from cardroom.service.school.records import SchoolRecords, forget
from cardroom.signage import press

SITTINGS_MAX: Final = 200
UNREADABLE: Final = "unreadable"
AGAIN_SECONDS: Final = 3600
"""So that nobody ends one examination after another until the questions are easy."""
NOT_YET: Final = "an examination that was not passed can be taken again after an hour"
NOT_OPEN: Final = (
    "this question has ended, because the room was restarted or it was answered in another window"
)


class AwaitedExamAnswer(NamedTuple):
    id: str
    posed: Posed
    asked_at: float


class ExamQuestionAsked(msgspec.Struct, frozen=True):
    """A question that waits for its answer, as it is kept."""

    number: int
    posed: Posed


class ExamDesk:
    """Every method may block. What was answered is in the journal, so a sitting can be resumed."""

    def __init__(
        self,
        records: SchoolRecords,
        postings: Postings,
        work: OpenWork,
        clock: Callable[[], float],
        prepared: Callable[[str, PostedAt], bool],
    ) -> None:
        """`prepared`: whether the worked rounds of a game were looked through; if not, they are."""
        self._records, self._postings, self._clock = records, postings, clock
        self._work, self._prepared = work, prepared
        self._sittings: OrderedDict[tuple[str, str], Examination] = OrderedDict()
        self._lock = Lock()

    def begin(self, person: Person, game: str, house: str, questions: int) -> ExamRow | None:
        """A new examination; one that is not finished goes on instead. None: not prepared yet."""
        own = self.list(person)
        unfinished = [row for row in own if not row.ended]
        if unfinished:
            return unfinished[0]
        for row in own:
            wait = row.at + AGAIN_SECONDS - self._records.date() // 10**9
            if row.game == game and not row.passed and wait > 0:
                raise refuse(409, errors.FORM, f"{NOT_YET}: wait {-(-wait // 60)} min")
        posted = self._postings.posted(house)
        seed = secrets.randbits(63)
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
        try:
            rules = houses.ruleset(game, {}, posted.house)
            if not self._prepared(game, exam_posting(posted.house)):
                return None
            told = ExamBegun(
                f"{game}-{stamp}-{seed % 9973}", game, rules.digest, LEVEL, seed, questions,
                needed(questions), posted.house,
            )  # fmt: skip
            self._sitting(person.name, told)
        except (SchoolError, OptionFaults, houses.HouseError, FileError) as wrong:
            raise refuse(409, errors.FORM, str(wrong)) from None
        self._records.write(person, told)
        return self._row(person, told.exam)

    def list(self, person: Person) -> tuple[ExamRow, ...]:
        """A person's own examinations, the latest first."""
        return rows(self._records.of(person).events)

    def question(self, person: Person, exam: str) -> ExamQuestion | None:
        """The next question; one that is open is shown again, and its clock runs on.

        None while the worked rounds are looked through, after a restart.
        """
        told, number = self._state(person, exam)
        if not self._prepared(told.game, exam_posting(told.house, told.options)):
            return None
        with self._lock:
            open_ = self._awaited(person, exam, number)
            if open_ is None:
                posed = self._sitting(person.name, told).question(number)
                body = msgspec.json.encode(ExamQuestionAsked(number, posed))
                put = self._work.put(person.name, slot_of(exam), secrets.token_hex(8), body)
                open_ = _read(put)
        left = open_.posed.seconds - (self._clock() - open_.asked_at)
        title = games.game(told.game).title
        shown = question_view(open_.id, open_.posed, title, max(left, 0.0))
        return ExamQuestion(shown, number + 1, told.questions)

    def answer(self, person: Person, exam: str, id: str, given: str) -> tuple[str, ExamRow]:
        """Why an answer cannot be read, or nothing; and how far the examination is."""
        told, number = self._state(person, exam)
        open_ = self._awaited(person, exam, number)
        if open_ is None or open_.id != id:
            raise refuse(409, errors.FORM, NOT_OPEN)
        found = grade(open_.posed.question.answer, given)
        if found.verdict == UNREADABLE and given.strip():
            return found.why, self._row(person, exam)
        if not self._work.take(person.name, slot_of(exam), id):
            raise refuse(409, errors.FORM, NOT_OPEN)
        millis = round((self._clock() - open_.asked_at) * 1000)
        event = msgspec.structs.replace(
            answered(open_.posed, given[:200], found, millis),
            exam=exam, number=number, house=told.house, options=told.options,
        )  # fmt: skip
        self._records.write(person, event)
        if number + 1 == told.questions:
            self._end(person, told)
        return "", self._row(person, exam)

    def give_up(self, person: Person, exam: str) -> ExamRow:
        told, _ = self._state(person, exam)
        self._end(person, told)
        return self._row(person, exam)

    def certificate(self, name: str, record: Sequence[Recorded], exam: str) -> bytes:
        """Printed only if every question and grade is as recorded."""
        try:
            wrong = next(differences(record, exam), None)
            sheet = certificate.sheet(name, record, exam)
        except SchoolError as no:
            raise refuse(404, errors.NOT_FOUND, str(no)) from None
        if wrong is not None:
            raise refuse(409, errors.FORM, f"{exam} is not certified: {wrong}")
        return press.pdf(sheet)

    def _end(self, person: Person, told: ExamBegun) -> None:
        self._work.drop(person.name, slot_of(told.exam))
        self._sittings.pop((person.name, told.exam), None)
        events = self._records.of(person).events
        own = [each.event for each in events if getattr(each.event, "exam", "") == told.exam]
        right = sum(isinstance(each, QuestionAnswered) and each.verdict == "right" for each in own)
        self._records.write(person, ExamEnded(told.exam, right, right >= told.passing))

    def _awaited(self, person: Person, exam: str, number: int) -> AwaitedExamAnswer | None:
        """The open question, if it is the one that is due."""
        found = self._work.find(person.name, slot_of(exam))
        if found is None:
            return None
        due = msgspec.json.decode(found.body, type=ExamQuestionAsked).number == number
        return _read(found) if due else None

    def _state(self, person: Person, exam: str) -> tuple[ExamBegun, int]:
        """An examination that is not finished, and how many questions were answered."""
        row = self._row(person, exam)
        if row.ended:
            raise refuse(409, errors.FORM, "this examination is finished")
        events = (each.event for each in self._records.of(person).events)
        told = next(e for e in events if isinstance(e, ExamBegun) and e.exam == exam)
        return told, row.answered

    def _row(self, person: Person, exam: str) -> ExamRow:
        found = next((row for row in self.list(person) if row.exam == exam), None)
        if found is None:
            raise refuse(404, errors.NOT_FOUND, f"you have no examination {exam[:60]!r}")
        return found

    def _sitting(self, name: str, told: ExamBegun) -> Examination:
        key = (name, told.exam)
        if key not in self._sittings:
            self._sittings[key] = Examination(told)
            forget(self._sittings, SITTINGS_MAX)
        return self._sittings[key]


def slot_of(exam: str) -> str:
    return f"exam/{exam}"


def _read(item: OpenItem) -> AwaitedExamAnswer:
    kept = msgspec.json.decode(item.body, type=ExamQuestionAsked)
    return AwaitedExamAnswer(item.id, kept.posed, item.at)


def without_unfinished(record: Sequence[Recorded]) -> list[Recorded]:
    """Without an examination that has not ended: its grades say how well it goes, and its seed
    makes its questions, and their answers."""
    ended = {"", *(each.event.exam for each in record if isinstance(each.event, ExamEnded))}
    return [each for each in record if getattr(each.event, "exam", "") in ended]


def rows(record: Sequence[Recorded]) -> tuple[ExamRow, ...]:
    """The examinations in a record; while one goes on, nothing says how well."""
    found = []
    for begun in record:
        told = begun.event
        if not isinstance(told, ExamBegun):
            continue
        own = [each for each in record if getattr(each.event, "exam", "") == told.exam]
        ended = next((each for each in own if isinstance(each.event, ExamEnded)), None)
        end = None if ended is None else ended.event
        finished = isinstance(end, ExamEnded)
        found.append(
            ExamRow(
                told.exam,
                told.game,
                games.game(told.game).title,
                houses.house(told.house).title if told.house else "",
                told.questions,
                told.passing,
                sum(isinstance(each.event, QuestionAnswered) for each in own),
                finished,
                end.right if isinstance(end, ExamEnded) else 0,
                end.passed if isinstance(end, ExamEnded) else False,
                (begun if ended is None else ended).at // 10**9,
                "" if ended is None else ended.hash,
            )
        )
    return tuple(reversed(found))
