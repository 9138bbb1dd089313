"""The school: drills, questions, answers, and progress."""

from __future__ import annotations

from starlette.responses import Response

from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Route, aside
from cardroom.service.school.messages import (
    AnswerRequest,
    ClassRow,
    GradeView,
    ProgressView,
    QuestionRequest,
    QuestionView,
    SchoolView,
)


async def show_school(call: Call) -> Response:
    return reply(await aside(lambda: call.room.school.drills(call.who)))


async def ask_question(call: Call) -> Response:
    wanted: QuestionRequest = call.body
    desk, who = call.room.school, call.who
    return reply(await aside(lambda: desk.ask(who, wanted.drill, wanted.level, wanted.house)))


async def answer_question(call: Call) -> Response:
    told: AnswerRequest = call.body
    return reply(await aside(lambda: call.room.school.answer(call.who, told.id, told.given)))


async def show_progress(call: Call) -> Response:
    return reply(await aside(lambda: call.room.school.progress(call.who)))


async def show_class(call: Call) -> Response:
    return reply(await aside(call.room.school.everybody))


ROUTES = (
    Route(
        "GET",
        "/api/school",
        show_school,
        "The drills, and how many questions of each you have answered",
        duty="watch",
        gives={200: SchoolView},
    ),
    Route(
        "POST",
        "/api/school/questions",
        ask_question,
        "The next question of a drill",
        duty="watch",
        takes=QuestionRequest,
        gives={200: QuestionView},
        kind="commands",
    ),
    Route(
        "POST",
        "/api/school/answers",
        answer_question,
        "Answer the open question: the grade, the calculation, and the rule",
        duty="watch",
        takes=AnswerRequest,
        gives={200: GradeView},
        kind="commands",
    ),
    Route(
        "GET",
        "/api/school/progress",
        show_progress,
        "Your own progress by drill, game, and clause",
        duty="watch",
        gives={200: ProgressView},
    ),
    Route(
        "GET",
        "/api/school/class",
        show_class,
        "Everybody's progress by game, for the floor",
        duty="mend",
        gives={200: tuple[ClassRow, ...]},
    ),
)
