"""An examination: a fixed seed, no help, a passing score; and how anyone verifies it later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from cardroom.cards import Stream, shuffled
from cardroom.school.course import DrillCourse, Posed
from cardroom.school.drill import Audience, SchoolError, shipped_drills
from cardroom.school.grading import grade
from cardroom.school.library import PostedAt
from cardroom.school.record import ExamBegun, ExamEnded, QuestionAnswered, Recorded

LEVEL: Final = "dealer"
PASSING_PERCENT: Final = 80


class Examination:
    """The questions of an examination on one game, drawn from all its drills in turn."""

    def __init__(
        self, told: ExamBegun, audiences: Sequence[Audience] = ("dealer", "floor")
    ) -> None:
        self.told = told
        posted = exam_posting(told.house, told.options)
        self.courses = _courses(told.game, posted, audiences)
        order = shuffled(range(len(self.courses)), Stream(told.seed, 0).below)
        self.order = tuple(order)

    def question(self, number: int) -> Posed:
        """The question with this number, counted from 0."""
        lap, place = divmod(number, len(self.order))
        course = self.courses[self.order[place]]
        level = next((each for each in course.drill.level if each.name == self.told.level), None)
        return course.question(self.told.seed, lap, level or course.drill.level[-1])


def exam_posting(house: str, options: Mapping[str, Any] = MappingProxyType({})) -> PostedAt:
    """One set of rules for all questions."""
    return PostedAt(house, tuple(sorted(options.items())), "dropped")


def _courses(game: str, posted: PostedAt, audiences: Sequence[Audience]) -> tuple[DrillCourse, ...]:
    found = []
    for each in shipped_drills():
        if each.game == game and each.audience in audiences:
            try:
                found.append(DrillCourse(each, posted))
            except SchoolError:
                continue  # the posted rules leave this drill nothing to ask
    if not found:
        raise SchoolError(f"there is no drill for {game}; see: cardroom school list")
    return tuple(found)


def needed(questions: int, percent: int = PASSING_PERCENT) -> int:
    """The right answers that are needed; a part of one counts as a whole."""
    return -(-questions * percent // 100)


def find(
    record: Sequence[Recorded], exam: str
) -> tuple[Recorded, list[QuestionAnswered], Recorded]:
    """The beginning, the answers, and the end of a finished examination."""
    own = [each for each in record if getattr(each.event, "exam", "") == exam]
    begun = next((each for each in own if isinstance(each.event, ExamBegun)), None)
    ended = next((each for each in own if isinstance(each.event, ExamEnded)), None)
    if begun is None or ended is None:
        known = [each.event.exam for each in record if isinstance(each.event, ExamEnded)]
        there = f"finished are {', '.join(known)}" if known else "no examination is finished"
        raise SchoolError(f"there is no finished examination {exam!r}; {there}")
    answers = [each.event for each in own if isinstance(each.event, QuestionAnswered)]
    return begun, answers, ended


def differences(record: Sequence[Recorded], exam: str) -> Iterator[str]:
    """What the engine makes of a recorded examination that is not as it was recorded."""
    begun, answers, ended = find(record, exam)
    told, end = begun.event, ended.event
    assert isinstance(told, ExamBegun)
    assert isinstance(end, ExamEnded)
    sitting = Examination(told)
    rules = sitting.courses[0].rules
    if rules.digest != told.digest:
        yield f"the rules are no longer those of the examination ({told.digest[:16]})"
        return
    right = 0
    for number, answer in enumerate(answers):
        posed = sitting.question(number)
        if (posed.drill, posed.stratum) != (answer.drill, answer.stratum):
            yield f"question {number + 1} was about {answer.stratum}, not {posed.stratum}"
            continue
        late = answer.millis > posed.seconds * 1000
        found = grade(posed.question.answer, answer.given).right
        verdict = "late" if found and late else "right" if found else "wrong"
        right += verdict == "right"
        if verdict != answer.verdict:
            yield f"question {number + 1} was recorded as {answer.verdict}; it is {verdict}"
    if len(answers) > told.questions:
        yield f"{len(answers)} answers were recorded for {told.questions} questions"
    if right != end.right:
        yield f"{end.right} right answers were recorded; there are {right}"
    if end.passed != (right >= told.passing):
        yield f"{right} of {told.questions} right, {told.passing} needed: passed is recorded wrong"
