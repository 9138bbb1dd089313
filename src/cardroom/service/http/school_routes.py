"""The school: drills, questions, answers, progress, examinations, whole tables, and the class."""

from __future__ import annotations

from starlette.responses import Response

from cardroom.service.http.games_routes import Computing
from cardroom.service.http.replies import reply
from cardroom.service.http.routes import Call, Route, aside, in_turn
from cardroom.service.school.messages import (
    AnswerRequest,
    ClassRow,
    DealingView,
    DeedRequest,
    ExamAnswer,
    ExamQuestion,
    ExamRequest,
    ExamRow,
    GradeView,
    Preparation,
    PreparationRequest,
    ProgressView,
    QuestionRequest,
    QuestionView,
    RecordEntry,
    RoundRequest,
    SchoolView,
)


async def show_school(call: Call) -> Response:
    return reply(await aside(lambda: call.room.school.drills(call.who)))


async def prepare_drills(call: Call) -> Response:
    told: PreparationRequest = call.body
    desk, who = call.room.school, call.who
    return reply(await aside(lambda: desk.prepare(who, told.game, told.house)))


async def ask_question(call: Call) -> Response:
    wanted: QuestionRequest = call.body
    desk, who = call.room.school, call.who
    told = desk.drill(wanted.drill)
    if told.computed:
        return _ready(await desk.ask_player(who, told, wanted.level, wanted.house))
    return _ready(await aside(lambda: desk.ask(who, told, wanted.level, wanted.house)))


async def answer_question(call: Call) -> Response:
    told: AnswerRequest = call.body
    return reply(await aside(lambda: call.room.school.answer(call.who, told.id, told.given)))


async def show_progress(call: Call) -> Response:
    return reply(await aside(lambda: call.room.school.progress(call.who)))


async def export_record(call: Call) -> Response:
    answer = reply(await aside(lambda: call.room.school.export(call.who)))
    answer.headers["content-disposition"] = 'attachment; filename="school.json"'
    return answer


async def show_exams(call: Call) -> Response:
    return reply(await aside(lambda: call.room.school.exams.list(call.who)))


async def begin_exam(call: Call) -> Response:
    told: ExamRequest = call.body
    desk, who = call.room.school.exams, call.who
    return _ready(await aside(lambda: desk.begin(who, told.game, told.house, told.questions)))


async def ask_exam_question(call: Call) -> Response:
    desk, exam = call.room.school.exams, call.path("exam")
    return _ready(await aside(lambda: desk.question(call.who, exam)))


async def answer_exam_question(call: Call) -> Response:
    told: AnswerRequest = call.body
    desk, exam = call.room.school.exams, call.path("exam")
    found = await aside(lambda: desk.answer(call.who, exam, told.id, told.given))
    return reply(ExamAnswer(*found))


async def give_up_exam(call: Call) -> Response:
    desk, exam = call.room.school.exams, call.path("exam")
    return reply(await aside(lambda: desk.give_up(call.who, exam)))


async def own_certificate(call: Call) -> Response:
    desk, exam = call.room.school, call.path("exam")
    return _pdf(await in_turn(call.room, lambda: desk.own_certificate(call.who, exam)), exam)


async def begin_round(call: Call) -> Response:
    told: RoundRequest = call.body
    desk, who = call.room.school.tables, call.who
    return reply(await aside(lambda: desk.begin(who, told.game, told.house, told.source)))


async def do_deed(call: Call) -> Response:
    told: DeedRequest = call.body
    desk, id = call.room.school.tables, call.path("round")
    return reply(await aside(lambda: desk.do(call.who, id, told.did)))


async def show_class(call: Call) -> Response:
    return reply(await aside(call.room.school.everybody))


async def show_trainee(call: Call) -> Response:
    name = call.path("person")
    return reply(await aside(lambda: call.room.school.trainee(name)))


async def class_certificate(call: Call) -> Response:
    desk, name, exam = call.room.school, call.path("person"), call.path("exam")
    return _pdf(await in_turn(call.room, lambda: desk.class_certificate(name, exam)), exam)


def _ready(found: object | None) -> Response:
    """No request waits for what is being computed; the page asks again."""
    return reply(Computing(), 202) if found is None else reply(found)


def _pdf(printed: bytes, exam: str) -> Response:
    headers = {"content-disposition": f'inline; filename="{exam}.pdf"'}
    return Response(printed, media_type="application/pdf", headers=headers)


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
        "/api/school/preparations",
        prepare_drills,
        "Prepare the questions about a game, so that the first one appears at once",
        duty="watch",
        takes=PreparationRequest,
        gives={200: Preparation},
        kind="commands",
    ),
    Route(
        "POST",
        "/api/school/questions",
        ask_question,
        "The next question of a drill; 202 while the first one is being prepared",
        duty="watch",
        takes=QuestionRequest,
        gives={200: QuestionView, 202: Computing},
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
        "/api/school/record",
        export_record,
        "Your own record, entry by entry, with the hashes of the journal",
        own=True,
        gives={200: tuple[RecordEntry, ...]},
    ),
    Route(
        "GET",
        "/api/school/exams",
        show_exams,
        "Your own examinations, the latest first",
        own=True,
        gives={200: tuple[ExamRow, ...]},
    ),
    Route(
        "POST",
        "/api/school/exams",
        begin_exam,
        "Begin an examination, or go on with an unfinished one; 202 while it is being prepared",
        own=True,
        takes=ExamRequest,
        gives={200: ExamRow, 202: Computing},
        kind="commands",
    ),
    Route(
        "POST",
        "/api/school/exams/{exam}/questions",
        ask_exam_question,
        "The next question of your examination; 202 while it is being prepared",
        own=True,
        gives={200: ExamQuestion, 202: Computing},
        kind="commands",
    ),
    Route(
        "POST",
        "/api/school/exams/{exam}/answers",
        answer_exam_question,
        "Answer the open question; the result is shown at the end",
        own=True,
        takes=AnswerRequest,
        gives={200: ExamAnswer},
        kind="commands",
    ),
    Route(
        "POST",
        "/api/school/exams/{exam}/end",
        give_up_exam,
        "End your examination; questions that were not answered count as wrong",
        own=True,
        gives={200: ExamRow},
        kind="commands",
    ),
    Route(
        "GET",
        "/api/school/exams/{exam}/certificate",
        own_certificate,
        "The certificate of an examination that you passed, as a PDF",
        own=True,
        gives={200: str},
        media="application/pdf",
        kind="recalls",
    ),
    Route(
        "POST",
        "/api/school/rounds",
        begin_round,
        "Begin to deal a whole round",
        duty="watch",
        takes=RoundRequest,
        gives={200: DealingView},
        kind="recalls",
    ),
    Route(
        "POST",
        "/api/school/rounds/{round}/actions",
        do_deed,
        "Do something as the dealer of your round: departures come with rule, amount, and cost",
        duty="watch",
        takes=DeedRequest,
        gives={200: DealingView},
        kind="commands",
    ),
    Route(
        "GET",
        "/api/school/class",
        show_class,
        "Everybody's progress by game, rounds dealt, and examinations, for the floor",
        duty="mend",
        gives={200: tuple[ClassRow, ...]},
    ),
    Route(
        "GET",
        "/api/school/class/{person}",
        show_trainee,
        "One trainee's progress by drill, game, and clause, for the floor",
        duty="mend",
        gives={200: ProgressView},
    ),
    Route(
        "GET",
        "/api/school/class/{person}/exams/{exam}/certificate",
        class_certificate,
        "The certificate of a trainee who passed, as a PDF, for the floor",
        duty="mend",
        gives={200: str},
        media="application/pdf",
        kind="recalls",
    ),
)
