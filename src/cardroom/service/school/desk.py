"""The desk of the school: asks one question at a time of each person, and grades the answer.

The service keeps the answer and the time; the page only shows the question. Answers of people with
an account are journaled; those of guests are forgotten when the service stops.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, Final, NamedTuple

import msgspec

from cardroom import games, houses
from cardroom.data_file import FileError
from cardroom.houses import House
from cardroom.rules.options import OptionFaults
from cardroom.school import record as records
from cardroom.school.course import DrillCourse, Posed
from cardroom.school.drill import SchoolError, drill, shipped
from cardroom.school.grading import grade, show
from cardroom.school.library import PostedAt
from cardroom.school.progress import (
    Standing,
    answers,
    by_clause,
    by_drill,
    by_game,
    next_question,
)
from cardroom.school.record import SchoolRecord, answered
from cardroom.service import errors
from cardroom.service.accounts.roles import Person
from cardroom.service.errors import refuse
from cardroom.service.school.messages import (
    ClassRow,
    DrillRow,
    GradeView,
    LevelRow,
    ProgressView,
    QuestionView,
    SchoolView,
    question_view,
)
from cardroom.store import Store
from cardroom.store.memory import MemoryStore

COURSES_MAX: Final = 64
PEOPLE_MAX: Final = 2000
"""Records in memory; the oldest is read again from the journal when its owner comes back."""


class AwaitedAnswer(NamedTuple):
    id: str
    posed: Posed
    course: DrillCourse
    asked_at: float


class SchoolDesk:
    """Every method may block; call it aside from the event loop."""

    def __init__(
        self,
        store: Store,
        house: House | None,
        clock: Callable[[], float],
        date: Callable[[], int],
    ) -> None:
        self._store, self._house = store, house
        self._clock, self._date = clock, date
        self._guests = MemoryStore()
        self._courses: OrderedDict[tuple[str, str], DrillCourse] = OrderedDict()
        self._records: OrderedDict[tuple[str, str], SchoolRecord] = OrderedDict()
        self._open: OrderedDict[str, AwaitedAnswer] = OrderedDict()
        self._lock, self._building = Lock(), Lock()

    def drills(self, person: Person) -> SchoolView:
        """What can be practiced, and how the person did so far."""
        done = {each.name: each for each in by_drill(answers(self._record(person).events))}
        rows = []
        for each in shipped():
            if each.best_play:
                continue  # it needs exact odds, which this process never loads
            standing = done.get(each.name)
            rows.append(
                DrillRow(
                    each.name,
                    each.title,
                    each.game,
                    games.game(each.game).title,
                    each.audience,
                    each.about,
                    tuple(LevelRow(level.name, level.seconds) for level in each.level),
                    standing.asked if standing else 0,
                    standing.right if standing else 0,
                )
            )
        return SchoolView(tuple(rows), self._houses(), recorded=person.role != "guest")

    def ask(self, person: Person, name: str, level: str, house: str) -> QuestionView:
        """The next question of a drill; one that is open is asked again, and its clock runs on."""
        posted = self._posted(house)
        try:
            course = self._course(name, posted)
            chosen = course.drill.level_named(level)
        except (SchoolError, OptionFaults, houses.HouseError, FileError) as wrong:
            raise refuse(409, errors.FORM, str(wrong)) from None
        with self._lock:
            open_ = self._open.get(person.name)
            same = open_ is not None and (open_.course, open_.posed.level) == (course, chosen.name)
            if open_ is None or not same:
                past = answers(self._record(person).events)
                posed = next_question(course, past, _seed(person.name), chosen)
                open_ = AwaitedAnswer(secrets.token_hex(8), posed, course, self._clock())
                self._open[person.name] = open_
                _forget(self._open, PEOPLE_MAX)
        left = open_.posed.seconds - (self._clock() - open_.asked_at)
        return question_view(open_.id, open_.posed, course.drill.title, max(left, 0.0))

    def answer(self, person: Person, id: str, given: str) -> GradeView:
        """The grade, with the answer, its calculation and its rule."""
        with self._lock:
            open_ = self._open.get(person.name)
            if open_ is None or open_.id != id:
                raise refuse(409, errors.FORM, "this question is not open any longer; ask for one")
            posed = open_.posed
            found = grade(posed.question.answer, given)
            if found.verdict == "unreadable" and given.strip():
                return GradeView("unreadable", found.why)
            del self._open[person.name]
        millis = round((self._clock() - open_.asked_at) * 1000)
        posting = open_.course.posting
        event = msgspec.structs.replace(
            answered(posed, given[:200], found, millis),
            house=posting.house,
            options=dict(posting.options),
        )
        record = self._record(person)
        record.write(event, self._date())
        own = [each for each in answers(record.events) if each.drill == posed.drill]
        question = posed.question
        return GradeView(
            event.verdict,
            "",
            show(question.answer),
            question.working,
            question.clauses[0] if question.clauses else None,
            question.decided,
            millis,
            sum(each.verdict == "right" for each in own),
            len(own),
        )

    def progress(self, person: Person) -> ProgressView:
        """A person's own progress; nobody else is shown it."""
        given = answers(self._record(person).events)
        return ProgressView(tuple(by_drill(given)), tuple(by_game(given)), tuple(by_clause(given)))

    def everybody(self) -> tuple[ClassRow, ...]:
        """The class, for the trainer."""
        found = []
        for name in records.people(self._store):
            standings: list[Standing] = by_game(answers(records.read(self._store, name)))
            found.append(ClassRow(name, tuple(standings)))
        return tuple(found)

    def _houses(self) -> tuple[str, ...]:
        own = () if self._house is None else (self._house.name,)
        return tuple(dict.fromkeys((*own, *houses.names())))

    def _posted(self, house: str) -> PostedAt:
        """Only the room's own house and those that ship: a name is never a path."""
        if not house:
            return PostedAt()
        if self._house is not None and house == self._house.name:
            return PostedAt(self._house.file or house)
        if house not in houses.names():
            raise refuse(409, errors.FORM, f"there is no house {house[:40]!r} here")
        return PostedAt(house)

    def _course(self, name: str, posted: PostedAt) -> DrillCourse:
        """Made once; the worked rounds of a game take about a second to look through."""
        if name.endswith(".toml"):
            raise SchoolError(f"there is no drill {name[:40]!r}")
        key = (name, posted.house)
        with self._building:
            if key not in self._courses:
                self._courses[key] = DrillCourse(drill(name), posted)
                _forget(self._courses, COURSES_MAX)
            self._courses.move_to_end(key)
            return self._courses[key]

    def _record(self, person: Person) -> SchoolRecord:
        guest = person.role == "guest"
        key = ("guest" if guest else "person", person.name)
        record = self._records.get(key)
        if record is None:
            record = SchoolRecord(self._guests if guest else self._store, person.name)
            self._records[key] = record
            _forget(self._records, PEOPLE_MAX)
        return record


def _seed(name: str) -> int:
    """Everybody has an order of questions of their own."""
    return int.from_bytes(name.encode()[-7:], "big")


def _forget(kept: OrderedDict[Any, Any], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)
