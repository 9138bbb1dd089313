"""The desk of the school: asks one question at a time of each person, and grades the answer.

The service keeps the answer and the time; the page only shows the question. Answers of people with
an account are journaled; those of guests are forgotten when the service stops.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock
from typing import Final, NamedTuple

import msgspec

from cardroom import games, houses
from cardroom.data_file import FileError
from cardroom.rules.options import OptionFaults
from cardroom.school.course import DrillCourse, Posed, drill_posting
from cardroom.school.drill import COUNT, Drill, DrillLevel, SchoolError, in_folder, shipped_drills
from cardroom.school.exam import exam_posting
from cardroom.school.grading import grade, show
from cardroom.school.library import PostedAt
from cardroom.school.progress import (
    GradedAnswer,
    answers,
    by_clause,
    by_drill,
    by_game,
    by_table,
    next_question,
    percent_right,
)
from cardroom.school.record import Recorded
from cardroom.school.record import answered as as_answered
from cardroom.service import errors
from cardroom.service.accounts.roles import Person
from cardroom.service.errors import refuse
from cardroom.service.school import exams
from cardroom.service.school.exams import NOT_OPEN, ExamDesk
from cardroom.service.school.messages import (
    ClassRow,
    DrillRow,
    GradeView,
    LevelRow,
    Preparation,
    ProgressView,
    QuestionView,
    RecordEntry,
    SchoolView,
    question_view,
)
from cardroom.service.school.open_work import OpenItem, OpenWork
from cardroom.service.school.player_process import PlayerAsk, PlayerProcesses
from cardroom.service.school.player_stock import PlayerStocks
from cardroom.service.school.postings import Postings
from cardroom.service.school.preparations import Preparations
from cardroom.service.school.records import SchoolRecords, forget
from cardroom.service.school.tables import DealingDesk
from cardroom.service.settings import Settings
from cardroom.store import Store
from cardroom.store.rows import Rows

COURSES_MAX: Final = 256
QUESTION: Final = "question"
UNAVAILABLE: Final = "this service runs without its solver, which player drills need"
NO_COUNTING: Final = "this house does not permit a coach, so there are no counting drills"
COUNTING_NEEDS: Final = "coach"
"""Counting is practiced where the house permits a coach."""
WRONG: Final = (SchoolError, OptionFaults, houses.HouseError, FileError)


class WaitingQuestion(msgspec.Struct, frozen=True):
    """A question that waits for its answer, as it is kept."""

    posed: Posed
    posting: PostedAt


class AwaitedAnswer(NamedTuple):
    id: str
    posed: Posed
    posting: PostedAt
    asked_at: float


class SchoolDesk:
    """Every method may block; call it aside from the event loop."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        clock: Callable[[], float],
        date: Callable[[], int],
        shared: Rows | None = None,
    ) -> None:
        """`shared`: where the workers of a room keep what all of them must see."""
        self._clock = clock
        self._work = OpenWork(shared, clock)
        self._players = PlayerStocks(PlayerProcesses()) if settings.solver else None
        self._help = settings.help_max
        self._records = SchoolRecords(store, date, None if shared is None else self._work)
        self._postings = Postings(settings.house)
        own = () if settings.drills is None else in_folder(settings.drills)
        self._own = frozenset(each.name for each in own)
        self._drills: Mapping[str, Drill] = {each.name: each for each in (*own, *shipped_drills())}
        self._preparations = Preparations("process" if settings.solver else "thread")
        self.exams = ExamDesk(
            self._records, self._postings, self._work, clock, self._preparations.first
        )
        self.tables = DealingDesk(self._records, self._postings, self._work, clock)
        self._courses: OrderedDict[tuple[str, str], DrillCourse] = OrderedDict()
        self._building = Lock()

    async def close(self) -> None:
        await asyncio.to_thread(self._preparations.close)
        if self._players is not None:
            await self._players.close()
        self._work.close()

    def prepare(self, person: Person, game: str, house: str) -> Preparation:
        """Look through the worked rounds of a game in the background."""
        posted = self._postings.posted(house)
        if game not in {each.game for each in self._drills.values()}:
            raise refuse(409, errors.FORM, f"there is no drill about {game[:40]!r}")
        if person.role != "guest":
            self._preparations.first(game, exam_posting(posted.house))
        return Preparation(self._preparations.first(game, posted))

    def prepare_all(self) -> None:
        """Look through the worked rounds of every game, if this has not begun yet."""
        self._preparations.all()

    def drills(self, person: Person) -> SchoolView:
        """What can be practiced, and how the person did so far."""
        self.prepare_all()
        done = {each.name: each for each in by_drill(answers(self._shown(person)))}
        rows = []
        for each in self._drills.values():
            if each.computed and self._bars(each):
                continue
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
        return SchoolView(
            tuple(rows),
            self._postings.names(),
            recorded=person.role != "guest",
            house_titles=self._postings.titles(),
        )

    def drill(self, name: str) -> Drill:
        """A drill that ships, or of the house; a name is never a path."""
        found = self._drills.get(name)
        if found is None:
            raise refuse(409, errors.FORM, f"there is no drill {name[:40]!r}")
        return found

    def ask(self, person: Person, told: Drill, level: str, house: str) -> QuestionView | None:
        """The next question of a drill; one that is open is asked again, and its clock runs on.

        None while the worked rounds are looked through, which no request waits for.
        """
        posted, chosen = self._chosen(told, level, house)
        posting = drill_posting(told, posted)
        asked = self._asked(person, told.name, chosen.name, posting)
        if asked is None:
            if not self._preparations.first(told.game, posting, told.rounds):
                return None
            try:
                course = self._course(told, posted)
            except WRONG as wrong:
                raise refuse(409, errors.FORM, str(wrong)) from None
            past = answers(self._shown(person))
            posed = next_question(course, past, _seed(person.name), chosen)
            asked = self._await(person, posed, course.posting)
        return self._view(asked, told.title)

    async def ask_player(
        self, person: Person, told: Drill, level: str, house: str
    ) -> QuestionView | None:
        """The next question of a player drill; None while the solver computes it."""
        if self._players is None:
            raise refuse(409, errors.FORM, UNAVAILABLE)
        due = await asyncio.to_thread(self._player_due, person, told, level, house)
        if isinstance(due, QuestionView):
            return due
        found = await self._players.due(person.name, due)
        if found is None:
            return None
        if not found.posed:
            raise refuse(409, errors.FORM, found.why)
        asked = await asyncio.to_thread(self._await, person, found.posed[0], due.posting)
        return self._view(asked, told.title)

    def _player_due(
        self, person: Person, told: Drill, level: str, house: str
    ) -> QuestionView | PlayerAsk:
        """The question that is open, or what decides the next one."""
        barred = self._bars(told)
        if barred:
            raise refuse(409, errors.FORM, barred)
        posted, chosen = self._chosen(told, level, house)
        asked = self._asked(person, told.name, chosen.name, posted)
        if asked is not None:
            return self._view(asked, told.title)
        past = answers(self._shown(person))
        own = (each for each in past if each.drill == told.name)
        seen = tuple(GradedAnswer(each.drill, each.stratum, each.verdict) for each in own)
        file = told.file if told.name in self._own else told.name
        return PlayerAsk(file, chosen.name, posted, _seed(person.name), seen)

    def _chosen(self, told: Drill, level: str, house: str) -> tuple[PostedAt, DrillLevel]:
        posted = self._postings.posted(house)
        try:
            return posted, told.level_named(level)
        except SchoolError as wrong:
            raise refuse(409, errors.FORM, str(wrong)) from None

    def _bars(self, told: Drill) -> str:
        """Why a player drill is not asked here; empty if it is."""
        if self._players is None:
            return UNAVAILABLE
        return NO_COUNTING if COUNT in told.asks and self._help != COUNTING_NEEDS else ""

    def _asked(
        self, person: Person, drill: str, level: str, posted: PostedAt
    ) -> AwaitedAnswer | None:
        """The question that is open, if it is of this drill and level."""
        open_ = self._awaited(person)
        if open_ is None:
            return None
        same = (open_.posed.drill, open_.posed.level, open_.posting.house)
        return open_ if same == (drill, level, posted.house) else None

    def _await(self, person: Person, posed: Posed, posting: PostedAt) -> AwaitedAnswer:
        body = msgspec.json.encode(WaitingQuestion(posed, posting))
        return _read(self._work.put(person.name, QUESTION, secrets.token_hex(8), body))

    def _awaited(self, person: Person) -> AwaitedAnswer | None:
        """The question that is open, whichever worker has asked it."""
        found = self._work.find(person.name, QUESTION)
        return None if found is None else _read(found)

    def _view(self, asked: AwaitedAnswer, title: str) -> QuestionView:
        left = asked.posed.seconds - (self._clock() - asked.asked_at)
        return question_view(asked.id, asked.posed, title, max(left, 0.0))

    def answer(self, person: Person, id: str, given: str) -> GradeView:
        """The grade, with the answer, its calculation and its rule."""
        open_ = self._awaited(person)
        if open_ is None or open_.id != id:
            raise refuse(409, errors.FORM, NOT_OPEN)
        posed = open_.posed
        found = grade(posed.question.answer, given)
        if found.verdict == "unreadable" and given.strip():
            return GradeView("unreadable", found.why)
        if not self._work.take(person.name, QUESTION, id):
            raise refuse(409, errors.FORM, NOT_OPEN)
        millis = round((self._clock() - open_.asked_at) * 1000)
        event = msgspec.structs.replace(
            as_answered(posed, given[:200], found, millis),
            house=open_.posting.house,
            options=dict(open_.posting.options),
        )
        self._records.write(person, event)
        past = answers(self._shown(person))
        own = [each for each in past if each.drill == posed.drill]
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
        return _progress(self._shown(person), self._drills.values())

    def export(self, person: Person) -> tuple[RecordEntry, ...]:
        """A person's own record, entry by entry; an examination only when it has ended."""
        own = self._shown(person)
        return tuple(RecordEntry(each.at, each.hash, each.event) for each in own)

    def _shown(self, person: Person) -> list[Recorded]:
        """What a person may know of their own record."""
        return exams.without_unfinished(self._records.of(person).events)

    def everybody(self) -> tuple[ClassRow, ...]:
        """The class, for the trainer."""
        found = []
        for name in self._records.people():
            record = self._records.named(name)
            given = by_game(answers(exams.without_unfinished(record)))
            asked = sum(each.asked for each in given)
            right = sum(each.right for each in given)
            found.append(
                ClassRow(
                    name,
                    tuple(given),
                    tuple(by_table(record)),
                    exams.rows(record),
                    record[-1].at // 10**9,
                    asked,
                    percent_right(right, asked) if asked else 0,
                )
            )
        return tuple(found)

    def trainee(self, name: str) -> ProgressView:
        """One person's progress, for the trainer."""
        return _progress(exams.without_unfinished(self._of_class(name)), self._drills.values())

    def own_certificate(self, person: Person, exam: str) -> bytes:
        return self.exams.certificate(person.name, self._records.of(person).events, exam)

    def class_certificate(self, name: str, exam: str) -> bytes:
        return self.exams.certificate(name, self._of_class(name), exam)

    def _of_class(self, name: str) -> tuple[Recorded, ...]:
        if name not in self._records.people():
            raise refuse(404, errors.NOT_FOUND, f"{name[:40]!r} has no record in the school")
        return self._records.named(name)

    def _course(self, told: Drill, posted: PostedAt) -> DrillCourse:
        key = (told.name, posted.house)
        with self._building:
            if key not in self._courses:
                self._courses[key] = DrillCourse(told, posted)
                forget(self._courses, COURSES_MAX)
            self._courses.move_to_end(key)
            return self._courses[key]


def _read(item: OpenItem) -> AwaitedAnswer:
    kept = msgspec.json.decode(item.body, type=WaitingQuestion)
    return AwaitedAnswer(item.id, kept.posed, kept.posting, item.at)


def _progress(record: Sequence[Recorded], offered: Iterable[Drill]) -> ProgressView:
    given = answers(record)
    found = (by_drill(given, offered), by_game(given), by_clause(given), by_table(record))
    return ProgressView(*map(tuple, found))


def _seed(name: str) -> int:
    """Everybody has an order of questions of their own."""
    return int.from_bytes(name.encode()[-7:], "big")
