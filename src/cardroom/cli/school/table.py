"""`cardroom school table`: deal a whole round by hand."""

from __future__ import annotations

import secrets
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from cardroom.cli.common import GameArgument, HouseOption, SetOption, console, given_options
from cardroom.cli.school.asking import JOURNAL, JournalOption, PersonOption, recording, scene
from cardroom.money import exact
from cardroom.school.grading import UnreadableAnswer
from cardroom.school.library import PostedAt
from cardroom.school.whole_table.dealer_action import HELP
from cardroom.school.whole_table.dealing import Departure, TableDealing, dealt
from cardroom.school.whole_table.rounds import RANDOM, WORKED, round_of


def table(
    game: GameArgument,
    round_file: Annotated[
        str,
        typer.Option(
            "--round",
            metavar="FILE",
            help="A scenario file with the round to deal; see docs/scenarios.md",
        ),
    ] = "",
    worked: Annotated[
        bool, typer.Option("--worked", help="One of the worked rounds instead of a random one.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, max=2**63 - 1, help="The seed (default: a random one)."),
    ] = None,
    house: HouseOption = "",
    settings: SetOption = None,
    person: PersonOption = "",
    journal: JournalOption = JOURNAL,
) -> None:
    """Deal a whole round: announcements, cards, takes, and payments.

    The players decide for themselves. The school marks every departure with its rule, its amount,
    and what it would have cost; then it does what was due, and the round goes on. "?" shows how
    actions are written, and ^D stops. Exit code 0: nothing was wrong. 1: something was.
    """
    options = given_options(game, settings)
    posting = PostedAt(house, tuple(sorted(options.items())))
    drawn = secrets.randbits(32) if seed is None else seed
    source = round_file or (WORKED if worked else RANDOM)
    dealing = TableDealing(round_of(game, source, posting, drawn))
    terminal = console()
    terminal.print(f"[bold]{dealing.played.rules.title}[/]  [dim]seed {drawn}; ? for help[/]")
    started = time.monotonic_ns()
    if not _deal(terminal, dealing):
        raise typer.Exit(1)
    millis = (time.monotonic_ns() - started) // 10**6
    with recording(person, journal) as record:
        if record is not None:
            record.write(dealt(dealing, source, posting, drawn, millis), time.time_ns())
    _result(terminal, dealing)
    if dealing.departures:
        raise typer.Exit(1)


def _deal(terminal: Console, dealing: TableDealing) -> bool:
    """Whether the round was dealt to its end."""
    shown = None
    while not dealing.over:
        if dealing.scene() != shown:
            shown = dealing.scene()
            terminal.print()
            scene(terminal, shown)
        try:
            text = input("> ").strip()
        except EOFError:
            return False
        if text in ("?", "help"):
            _help(terminal, dealing)
            continue
        try:
            done = dealing.do(text)
        except UnreadableAnswer as wrong:
            terminal.print(f"[yellow]{escape(str(wrong))}[/]")
            continue
        for each in done.departures:
            _tell(terminal, each)
    return True


def _help(terminal: Console, dealing: TableDealing) -> None:
    terminal.print(HELP)
    for row in dealing.menu():
        amount = "" if row.form == "plain" else " AMOUNT"
        sides = "pay, take, or push " if row.form == "settle" else ""
        texts = ", ".join(f"{each.write}{amount}" for each in row.choices)
        terminal.print(f"[dim]{escape(row.title)}: {sides}{escape(texts)}[/]")


def _tell(terminal: Console, each: Departure) -> None:
    terminal.print(f"[red]Not right[/]: the dealer should {escape(each.due)}.")
    for line in each.cost:
        terminal.print(f"   {escape(line)}")
    if each.clause is not None:
        terminal.print(f"   [dim]{escape(str(each.clause))}[/]")


def _result(terminal: Console, dealing: TableDealing) -> None:
    found = dealing.departures
    if not found:
        terminal.print(f"\n[green]Dealt without a mistake[/]: {dealing.due} steps.")
        return
    cost = exact(sum(each.amount for each in found))
    mistakes = "1 mistake" if len(found) == 1 else f"{len(found)} mistakes"
    terminal.print(f"\n{mistakes} in {dealing.due} steps; they would have cost {cost}.")
