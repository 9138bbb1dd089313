"""Questions in the terminal: shown, answered, explained, and recorded."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from cardroom.cards import Card
from cardroom.cli.common import given_options, money, pretty_cards
from cardroom.school.course import DrillCourse, Posed
from cardroom.school.drill import drill as drill_named
from cardroom.school.grading import Grade, grade, show
from cardroom.school.library import PostedAt
from cardroom.school.question import OneOf, Question, Scene
from cardroom.school.record import QuestionAnswered, SchoolRecord, answered
from cardroom.service.coach.adviser import AnyPlayerCourse, player_course
from cardroom.store import open_store

AnyDrill = DrillCourse | AnyPlayerCourse
JOURNAL: Final = Path("school.db")
PersonOption = Annotated[
    str, typer.Option("--person", metavar="NAME", help="Record the answers of this person.")
]
JournalOption = Annotated[
    Path, typer.Option("--journal", metavar="FILE", help="The journal to record answers in.")
]


def course_of(name: str, house: str, settings: list[str] | None) -> AnyDrill:
    drill = drill_named(name)
    options = given_options(drill.game, settings)
    posted = PostedAt(house, tuple(sorted(options.items())))
    if drill.computed:
        return player_course(drill, posted)
    return DrillCourse(drill, posted)


@contextmanager
def recording(person: str, journal: Path) -> Iterator[SchoolRecord | None]:
    """The person's record, if a person is named."""
    if not person:
        yield None
        return
    store = open_store(str(journal))
    try:
        yield SchoolRecord(store, person)
    finally:
        store.close()


def in_course(given: QuestionAnswered, course: AnyDrill) -> QuestionAnswered:
    """The answer with the posted rules that were chosen."""
    posted = course.posting
    return msgspec.structs.replace(given, house=posted.house, options=dict(posted.options))


def ask(terminal: Console, question: Question, number: str) -> None:
    terminal.print()
    scene(terminal, question.scene)
    terminal.print(f"[bold]{number}. {escape(question.text)}[/]")
    if isinstance(question.answer, OneOf):
        for place, option in enumerate(question.answer.options, start=1):
            terminal.print(f"   {place}  {escape(option)}")


def scene(terminal: Console, shown: Scene) -> None:
    if shown.posted:
        terminal.print(f"[dim]Posted: {escape(', '.join(shown.posted))}[/]")
    for fact in shown.facts:
        terminal.print(escape(fact))
    table = Table(box=None, pad_edge=False, show_header=False)
    for hand in shown.hands:
        cards = pretty_cards(map(Card, hand.cards))
        table.add_row(f"[bold]{hand.name}[/]", cards, escape(hand.label))
    for bet in shown.bets:
        table.add_row(bet.name, money(bet.stake), "")
    if shown.hands or shown.bets:
        terminal.print(table)
    for line in shown.story:
        terminal.print(f"[dim]- {escape(line)}[/]")


def reply(terminal: Console, posed: Posed) -> QuestionAnswered | None:
    """What was answered, asked again while it cannot be read; None at the end of the input."""
    started = time.monotonic_ns()
    while True:
        try:
            text = input("> ").strip()
        except EOFError:
            return None
        found = grade(posed.question.answer, text) if text else Grade("wrong")
        if found.verdict != "unreadable":
            millis = (time.monotonic_ns() - started) // 10**6
            return answered(posed, text, found, millis)
        terminal.print(f"[yellow]{escape(found.why)}[/]")


def tell(terminal: Console, posed: Posed, given: QuestionAnswered) -> None:
    """Say whether it was right and in time, and why."""
    words = {
        "right": "[green]Right[/]",
        "late": "[yellow]Right, but late[/]",
        "wrong": "[red]Wrong[/]",
    }
    took = f"{given.millis / 1000:.0f} of {posed.seconds} seconds"
    terminal.print(f"{words[given.verdict]}  [dim]{took}[/]")
    explain(terminal, posed.question)


def explain(terminal: Console, question: Question) -> None:
    terminal.print(f"   Answer: [bold]{escape(show(question.answer))}[/]")
    for line in question.working:
        terminal.print(f"   {escape(line)}")
    if question.clauses:
        about = "Rule" if question.decided else "The round is an example of"
        terminal.print(f"   [dim]{about}: {escape(str(question.clauses[0]))}[/]")
