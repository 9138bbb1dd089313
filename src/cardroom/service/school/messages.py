"""What the page of the school receives and sends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

from cardroom.games.felt_drawing import Theme
from cardroom.rules.clauses import Clause
from cardroom.school.course import Posed
from cardroom.school.grading import hint
from cardroom.school.progress import Standing
from cardroom.school.question import ExactAnswer, MoneyAnswer, OneOf, Scene
from cardroom.school.record import AnySchoolEvent
from cardroom.school.whole_table.dealing import Departure
from cardroom.school.whole_table.menu import MenuRow
from cardroom.service.view.felt import theme

QuestionSource = Literal["random", "worked"]
AnswerInput = Literal["payment", "money", "choice", "text"]
"""How an answer is given: a payment or a take, an amount, one of several, or any text."""


QUESTIONS_MIN: Final = 25
"""Of an examination. Nobody makes their own one so short that luck decides."""


class LevelRow(msgspec.Struct, frozen=True):
    name: str
    seconds: int


class DrillRow(msgspec.Struct, frozen=True):
    name: str
    title: str
    game: str
    game_title: str
    audience: str
    about: str
    levels: tuple[LevelRow, ...]
    asked: int
    """How many of its questions the person has answered."""
    right: int


class SchoolView(msgspec.Struct, frozen=True):
    drills: tuple[DrillRow, ...]
    houses: tuple[str, ...]
    """Houses whose posted rules can be asked."""
    recorded: bool
    """Whether answers are kept; those of a guest are not."""
    house_titles: Mapping[str, str] = {}
    """What the houses are called."""


class QuestionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    drill: Annotated[str, msgspec.Meta(max_length=100)]
    level: Annotated[str, msgspec.Meta(max_length=100)] = ""
    house: Annotated[str, msgspec.Meta(max_length=100)] = ""


class PreparationRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, msgspec.Meta(max_length=100)]
    house: Annotated[str, msgspec.Meta(max_length=100)] = ""


class Preparation(msgspec.Struct, frozen=True):
    ready: bool
    """Whether the next question of this game appears at once."""


class AnswerRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Annotated[str, msgspec.Meta(max_length=40)]
    given: Annotated[str, msgspec.Meta(max_length=200)]


class QuestionView(msgspec.Struct, frozen=True):
    """A question without its answer."""

    id: str
    drill: str
    title: str
    game: str
    level: str
    seconds: int
    left: float
    """Seconds until an answer is late."""
    text: str
    scene: Scene
    form: AnswerInput
    options: tuple[str, ...]
    write: str
    """How an answer is written."""
    theme: Theme


class GradeView(msgspec.Struct, frozen=True, omit_defaults=True):
    verdict: Literal["right", "wrong", "late", "unreadable"]
    why: str = ""
    answer: str = ""
    working: tuple[str, ...] = ()
    clause: Clause | None = None
    decided: bool = False
    """Whether the clause decides the question; otherwise the round is an example of it."""
    millis: int = 0
    right: int = 0
    asked: int = 0


class ProgressView(msgspec.Struct, frozen=True):
    drills: tuple[Standing, ...]
    games: tuple[Standing, ...]
    clauses: tuple[Standing, ...]
    tables: tuple[Standing, ...]
    """Whole rounds that the person dealt, by game."""


class ExamRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, msgspec.Meta(max_length=100)]
    house: Annotated[str, msgspec.Meta(max_length=100)] = ""
    questions: Annotated[int, msgspec.Meta(ge=QUESTIONS_MIN, le=100)] = QUESTIONS_MIN


class ExamRow(msgspec.Struct, frozen=True):
    """An examination; `right` and `passed` are filled when it has ended."""

    exam: str
    game: str
    title: str
    house: str
    questions: int
    passing: int
    """The right answers that are needed."""
    answered: int
    ended: bool
    right: int
    passed: bool
    at: int
    """Unix seconds: when it began, or when it ended."""
    entry: str
    """The journal entry of its end."""


class ExamQuestion(msgspec.Struct, frozen=True):
    question: QuestionView
    number: int
    questions: int


class ExamAnswer(msgspec.Struct, frozen=True):
    """No help: whether an answer was right is not said before the end."""

    why: str
    """Why the answer cannot be read; then it is asked for again."""
    exam: ExamRow


class RoundRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, msgspec.Meta(max_length=100)]
    house: Annotated[str, msgspec.Meta(max_length=100)] = ""
    source: QuestionSource = "random"


class DeedRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    did: Annotated[str, msgspec.Meta(max_length=200)]


class DealingView(msgspec.Struct, frozen=True):
    """A round that is being dealt. The menu has everything that can be done, right or wrong."""

    id: str
    game: str
    title: str
    scene: Scene
    menu: tuple[MenuRow, ...]
    over: bool
    due: int
    """How many things there are to do in the whole round."""
    departures: int
    cost: int
    said: str
    """What was just done, in words."""
    marks: tuple[Departure, ...]
    """Where that departed from the rules."""
    why: str
    """Why the last text was no action."""
    theme: Theme


class ClassRow(msgspec.Struct, frozen=True):
    person: str
    games: tuple[Standing, ...]
    tables: tuple[Standing, ...]
    exams: tuple[ExamRow, ...]
    last: int
    """Unix seconds of the last entry."""
    asked: int = 0
    """Questions of all games."""
    percent: int = 0
    """Of their answers, right."""


class RecordEntry(msgspec.Struct, frozen=True):
    """An entry of a person's record, as it is exported."""

    at: int
    hash: str
    event: AnySchoolEvent


def question_view(id: str, posed: Posed, title: str, left: float) -> QuestionView:
    question = posed.question
    answer = question.answer
    return QuestionView(
        id,
        posed.drill,
        title,
        posed.game,
        posed.level,
        posed.seconds,
        round(left, 3),
        question.text,
        question.scene,
        _form(answer),
        answer.options if isinstance(answer, OneOf) else (),
        hint(answer),
        theme(posed.game),
    )


def _form(answer: ExactAnswer) -> AnswerInput:
    match answer:
        case OneOf():
            return "choice"
        case MoneyAnswer():
            return "payment" if answer.two_sided else "money"
        case _:
            return "text"
