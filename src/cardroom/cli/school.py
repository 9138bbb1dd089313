"""`cardroom school ...`: drills for dealers and players, asked and graded by the engine."""

from __future__ import annotations

import time
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from cardroom import games
from cardroom.cards import Card
from cardroom.cli.common import (
    HouseOption,
    JsonOption,
    SeedOption,
    SetOption,
    columns,
    console,
    money,
    options_of,
    pretty_cards,
    print_json,
)
from cardroom.school.course import DrillCourse, Posed
from cardroom.school.drill import drill as drill_named
from cardroom.school.drill import shipped
from cardroom.school.grading import Grade, grade, hint, show
from cardroom.school.library import PostedAt
from cardroom.school.question import OneOf, Question

DrillArgument = Annotated[
    str, typer.Argument(metavar="DRILL", help="A drill; see: cardroom school list. Or a file.")
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
    """List the drills that ship."""

    if game:
        games.game(game)
    found = [each for each in shipped() if game in ("", each.game)]
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
) -> None:
    """Answer questions one by one. An empty answer skips the question; ^D stops.

    Exit code 0: every answered question was answered right and in time. 1: not every one.
    """
    course = _course(name, house, settings)
    chosen = course.drill.level_named(level)
    terminal = console()
    rules = course.rules
    terminal.print(f"[bold]{course.drill.title}[/]  [dim]{rules.title}, level {chosen.name},"
                   f" {chosen.seconds} seconds per question, seed {seed}[/]")  # fmt: skip
    marks: list[bool] = []
    for number in range(questions):
        posed = course.question(seed, number, chosen)
        _ask(terminal, posed.question, f"{number + 1} of {questions}")
        started = time.monotonic()
        given = _answer(terminal, posed.question)
        if given is None:
            break
        took = time.monotonic() - started
        marks.append(_tell(terminal, posed, given[1], took))
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
    answers: Annotated[bool, typer.Option("--answers", help="With answers and rules.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Print questions to be answered on paper; --answers prints the key."""
    course = _course(name, house, settings)
    chosen = course.drill.level_named(level)
    every = [course.question(seed, number, chosen) for number in range(questions)]
    if as_json:
        print_json([_document(posed, answers) for posed in every])
        return
    terminal = console()
    for posed in every:
        _ask(terminal, posed.question, str(posed.number + 1))
        if answers:
            _explain(terminal, posed.question)


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


def _course(name: str, house: str, settings: list[str] | None) -> DrillCourse:

    options: tuple[tuple[str, object], ...] = tuple(sorted(options_of(settings).items()))
    return DrillCourse(drill_named(name), PostedAt(house, options))


def _ask(terminal: Console, question: Question, number: str) -> None:

    terminal.print()
    _scene(terminal, question)
    terminal.print(f"[bold]{number}. {question.text}[/]")
    if isinstance(question.answer, OneOf):
        for place, option in enumerate(question.answer.options, start=1):
            terminal.print(f"   {place}  {_plain(option)}")


def _scene(terminal: Console, question: Question) -> None:

    scene = question.scene
    if scene.posted:
        terminal.print(f"[dim]Posted: {_plain(', '.join(scene.posted))}[/]")
    for fact in scene.facts:
        terminal.print(_plain(fact))
    table = Table(box=None, pad_edge=False, show_header=False)
    for hand in scene.hands:
        cards = pretty_cards(map(Card, hand.cards))
        table.add_row(f"[bold]{hand.name}[/]", cards, _plain(hand.label))
    for bet in scene.bets:
        table.add_row(bet.name, money(bet.stake), "")
    if scene.hands or scene.bets:
        terminal.print(table)
    for line in scene.story:
        terminal.print(f"[dim]- {_plain(line)}[/]")


def _answer(terminal: Console, question: Question) -> tuple[str, Grade] | None:
    """What the trainee wrote, asked again while it cannot be read; None at the end of the input."""

    while True:
        try:
            text = input("> ").strip()
        except EOFError:
            return None
        if not text:
            return text, Grade("wrong")
        found = grade(question.answer, text)
        if found.verdict != "unreadable":
            return text, found
        terminal.print(f"[yellow]{_plain(found.why)}[/]")


def _tell(terminal: Console, posed: Posed, found: Grade, took: float) -> bool:
    """Say whether it was right and in time, and why."""
    late = took > posed.seconds
    word = "[green]Right[/]" if found.right else "[red]Wrong[/]"
    if found.right and late:
        word = "[yellow]Right, but late[/]"
    terminal.print(f"{word}  [dim]{took:.0f} of {posed.seconds} seconds[/]")
    _explain(terminal, posed.question)
    return found.right and not late


def _explain(terminal: Console, question: Question) -> None:

    terminal.print(f"   Answer: [bold]{_plain(show(question.answer))}[/]")
    for line in question.working:
        terminal.print(f"   {_plain(line)}")
    if question.decided:
        terminal.print(f"   [dim]Rule: {_plain(str(question.clauses[0]))}[/]")
    elif question.clauses:
        terminal.print(f"   [dim]The round is an example of: {_plain(str(question.clauses[0]))}[/]")


def _plain(text: str) -> str:

    return escape(text)
