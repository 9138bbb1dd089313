"""`cardroom school exam`, `verify`, `certificate` and `progress`."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from cardroom import games, houses
from cardroom.cli.common import (
    CommandError,
    GameArgument,
    HouseOption,
    JsonOption,
    SetOption,
    columns,
    console,
    given_options,
    print_json,
)
from cardroom.cli.school.asking import JOURNAL, JournalOption, ask, recording, reply
from cardroom.school import certificate as certificates
from cardroom.school import record as records
from cardroom.school.exam import LEVEL, PASSING_PERCENT, Examination, differences, find, needed
from cardroom.school.progress import Standing, answers, by_clause, by_drill, by_game
from cardroom.school.record import ExamBegun, ExamEnded, Recorded
from cardroom.signage import press
from cardroom.store import open_reader

JournalArgument = Annotated[Path, typer.Argument(metavar="JOURNAL", help="The journal.")]
WhoOption = Annotated[str, typer.Option("--person", metavar="NAME", help="The trainee.")]
ExamOption = Annotated[str, typer.Option("--exam", metavar="ID", help="The examination.")]


def exam(
    game: GameArgument,
    person: WhoOption,
    questions: Annotated[
        int, typer.Option("--questions", "-n", min=1, max=500, help="How many questions.")
    ] = 25,
    passing: Annotated[
        int, typer.Option("--pass", min=1, max=100, help="The percentage needed to pass.")
    ] = PASSING_PERCENT,
    level: Annotated[str, typer.Option("--level", metavar="NAME", help="The level.")] = LEVEL,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, max=2**63 - 1, help="The seed (default: a random one)."),
    ] = None,
    house: HouseOption = "",
    settings: SetOption = None,
    journal: JournalOption = JOURNAL,
) -> None:
    """Take an examination on a game: no help, and every answer is recorded.

    Questions come from all drills of the game for dealers and the floor. The result is shown at
    the end. Exit code 0: passed. 1: not passed.
    """
    games.game(game)
    options = given_options(game, settings)
    rules = houses.ruleset(game, options, house)
    drawn = secrets.randbits(63) if seed is None else seed
    told = ExamBegun(
        f"{game}-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{drawn % 9973}",
        game,
        rules.digest,
        level,
        drawn,
        questions,
        needed(questions, passing),
        house,
        options,
    )
    terminal = console()
    sitting = Examination(told)
    if level not in {each.name for course in sitting.courses for each in course.drill.level}:
        raise CommandError(f"no drill of {game} has a level {level!r}; see: cardroom school list")
    with recording(person, journal) as record:
        assert record is not None
        terminal.print(f"[bold]{rules.title}[/]: {questions} questions, {told.passing} right"
                       f" answers needed, level {level}.")  # fmt: skip
        record.write(told, time.time_ns())
        right = 0
        for number in range(questions):
            posed = sitting.question(number)
            ask(terminal, posed.question, f"{number + 1} of {questions}")
            given = reply(terminal, posed)
            if given is None:
                break
            given = msgspec.structs.replace(
                given, exam=told.exam, number=number, house=house, options=options
            )
            record.write(given, time.time_ns())
            right += given.verdict == "right"
        ended = ExamEnded(told.exam, right, right >= told.passing)
        entry = record.write(ended, time.time_ns())
    _result(terminal, told, ended, entry)
    if not ended.passed:
        raise typer.Exit(1)


def _result(terminal: Console, told: ExamBegun, ended: ExamEnded, entry: Recorded) -> None:
    word = "[green]Passed[/]" if ended.passed else "[red]Not passed[/]"
    terminal.print(f"\n{word}: {ended.right} of {told.questions} right, {told.passing} needed.")
    terminal.print(f"[dim]Examination {told.exam}, entry {entry.hash}[/]", soft_wrap=True)


def verify(journal: JournalArgument, person: WhoOption, exam: ExamOption) -> None:
    """Ask every question of an examination again, and grade the recorded answers.

    Exit code 0: the result is as recorded. 1: it is not. `cardroom audit verify` shows whether the
    journal itself was changed.
    """
    record = _record(journal, person)
    wrong = list(differences(record, exam))
    for line in wrong:
        typer.echo(line)
    if wrong:
        raise typer.Exit(1)
    begun, _, ended = find(record, exam)
    assert isinstance(begun.event, ExamBegun)
    assert isinstance(ended.event, ExamEnded)
    typer.echo(f"{exam}: every question and every grade is as recorded.")
    _result(console(), begun.event, ended.event, ended)
    typer.echo(f"Rules {begun.event.digest}")
    typer.echo("Compare the score, the entry, and the rules with the certificate.")


def certificate(
    journal: JournalArgument,
    person: WhoOption,
    exam: ExamOption,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The PDF to write.")],
) -> None:
    """Print the certificate of an examination that was passed, as a PDF."""
    record = _record(journal, person)
    wrong = next(differences(record, exam), None)
    if wrong is not None:
        raise CommandError(f"{exam} is not certified: {wrong}")
    out.write_bytes(press.pdf(certificates.sheet(person, record, exam)))
    typer.echo(str(out))


def _record(journal: Path, person: str) -> tuple[Recorded, ...]:
    reader = open_reader(str(journal))
    try:
        if person not in records.people(reader):
            known = ", ".join(records.people(reader)) or "nobody"
            raise CommandError(f"{journal} has no record of {person!r}; it has: {known}")
        return tuple(records.read(reader, person))
    finally:
        reader.close()


def progress(
    journal: JournalArgument,
    person: Annotated[str, typer.Option("--person", metavar="NAME", help="One trainee.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Show the progress of a class, or of one trainee by drill, game, and clause."""
    reader = open_reader(str(journal))
    try:
        everybody = records.people(reader)
        if person and person not in everybody:
            raise CommandError(f"{journal} has no record of {person!r}")
        if person:
            given = answers(records.read(reader, person))
            groups = {"drill": by_drill(given), "game": by_game(given), "clause": by_clause(given)}
            found = groups
        else:
            found = {name: by_game(answers(records.read(reader, name))) for name in everybody}
    finally:
        reader.close()
    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    terminal = console()
    for name, group in found.items():
        _standings(terminal, name, group)


def _standings(terminal: Console, name: str, group: Sequence[Standing]) -> None:
    rows = [
        (
            each.name,
            str(each.asked),
            f"{each.percent}%",
            str(each.late),
            f"{each.seconds:.0f} s",
            f"{each.trend:+.0%}" if each.trend else "",
        )
        for each in group
    ]
    columns(terminal, (name, "asked", "right", "late", "time", "trend"), rows)
    terminal.print()
