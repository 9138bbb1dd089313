"""`cardroom school ...`: drills for dealers and players, asked and graded by the engine."""

from __future__ import annotations

import time
from typing import Annotated, Any

import msgspec
import typer

from cardroom import games
from cardroom.cli.common import (
    HouseOption,
    JsonOption,
    SeedOption,
    SetOption,
    columns,
    console,
    print_json,
)
from cardroom.cli.school.asking import (
    JOURNAL,
    JournalOption,
    PersonOption,
    ask,
    course_of,
    explain,
    in_course,
    recording,
    reply,
    tell,
)
from cardroom.school.course import Posed
from cardroom.school.drill import shipped_drills
from cardroom.school.grading import hint, show
from cardroom.school.progress import answers as answers_of
from cardroom.school.progress import next_question

DrillArgument = Annotated[
    str,
    typer.Argument(
        metavar="DRILL", help="A drill, or the path of a drill file; see: cardroom school list"
    ),
]
LevelOption = Annotated[
    str, typer.Option("--level", metavar="NAME", help="The level (default: the first one).")
]
CountOption = Annotated[
    int, typer.Option("--questions", "-n", min=1, max=1000, help="How many questions.")
]


def list_drills(
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Only this game.")] = "",
    as_json: JsonOption = False,
) -> None:
    """List the drills that come with cardroom."""

    if game:
        games.game(game)
    found = [each for each in shipped_drills() if game in ("", each.game)]
    if as_json:
        shown = [
            {
                "name": each.name,
                "title": each.title,
                "game": each.game,
                "audience": each.audience,
                "asks": list(each.asks),
                "levels": [level.name for level in each.level],
            }
            for each in found
        ]
        print_json(shown)
        return
    rows = [(each.name, each.game, each.audience, each.title) for each in found]
    columns(console(), ("drill", "game", "for", "what is asked"), rows)


def drill(
    name: DrillArgument,
    level: LevelOption = "",
    questions: CountOption = 10,
    seed: SeedOption = 1,
    house: HouseOption = "",
    settings: SetOption = None,
    person: PersonOption = "",
    journal: JournalOption = JOURNAL,
) -> None:
    """Answer questions one by one, against the clock.

    An empty answer counts as wrong, and ^D stops. With --person, answers are recorded, and missed
    cases come up again. Exit code 0: every answer was right and in time. 1: some were wrong or
    late.
    """
    course = course_of(name, house, settings)
    chosen = course.drill.level_named(level)
    terminal = console()
    rules = course.rules
    terminal.print(f"[bold]{course.drill.title}[/]  [dim]{rules.title}, level {chosen.name},"
                   f" {chosen.seconds} seconds per question, seed {seed}[/]")  # fmt: skip
    marks: list[bool] = []
    with recording(person, journal) as record:
        for number in range(questions):
            past = [] if record is None else answers_of(record.events)
            posed = (
                course.question(seed, number, chosen)
                if record is None
                else next_question(course, past, seed, chosen)
            )
            ask(terminal, posed.question, f"{number + 1} of {questions}")
            given = reply(terminal, posed)
            if given is None:
                break
            if record is not None:
                record.write(in_course(given, course), time.time_ns())
            tell(terminal, posed, given)
            marks.append(given.verdict == "right")
    right = sum(marks)
    terminal.print(f"\n{right} of {len(marks)} right.")
    if right < len(marks) or not marks:
        raise typer.Exit(1)


def paper(
    name: DrillArgument,
    level: LevelOption = "",
    questions: CountOption = 10,
    seed: SeedOption = 1,
    house: HouseOption = "",
    settings: SetOption = None,
    answers: Annotated[
        bool, typer.Option("--answers", help="Also print the answers and the rules.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Print questions to be answered on paper; --answers prints the key."""
    course = course_of(name, house, settings)
    chosen = course.drill.level_named(level)
    every = [course.question(seed, number, chosen) for number in range(questions)]
    if as_json:
        print_json([_document(posed, answers) for posed in every])
        return
    terminal = console()
    for posed in every:
        ask(terminal, posed.question, str(posed.number + 1))
        if answers:
            explain(terminal, posed.question)


def _document(posed: Posed, answers: bool) -> dict[str, Any]:

    question = posed.question
    shown: dict[str, Any] = {
        "drill": posed.drill,
        "game": posed.game,
        "digest": posed.digest,
        "level": posed.level,
        "seed": posed.seed,
        "number": posed.number,
        "question": question.text,
        "scene": msgspec.to_builtins(question.scene),
        "write": hint(question.answer),
    }
    if answers:
        shown["answer"] = show(question.answer)
        shown["clauses"] = [clause.id for clause in question.clauses]
        shown["working"] = list(question.working)
    return shown
