"""The program, put together from the index of the commands (`commands`).

Only the command being run is the real one. Of the others, `--help` needs a name and a line of help,
and their modules are not imported: a slow one does not delay the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import typer

from cardroom import __version__
from cardroom.cli.commands import COMMANDS, GROUPS, Command


def build(arguments: Sequence[str]) -> typer.Typer:
    app = typer.Typer(
        name="cardroom",
        help="Casino card games played by the book, settled to the cent, priced exactly.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
    )
    app.callback()(_root)
    # No option before a command takes a value: the first words are the command.
    words = [word for word in arguments if not word.startswith("-")]
    first, second = (*words, "", "")[:2]
    add(app, COMMANDS, first)
    for group in GROUPS:
        inner = typer.Typer(help=group.help, no_args_is_help=True)
        inner.callback()(_group)
        add(inner, group.commands, second if group.name == first else "")
        app.add_typer(inner, name=group.name)
    return app


def add(app: typer.Typer, commands: Iterable[Command], running: str) -> None:
    for command in commands:
        if command.name == running:
            app.command(command.name)(command.function())
        else:
            app.command(command.name, help=command.help)(_not_run)


def _not_run() -> None:
    """A command that is only listed."""


def _group() -> None:
    """A group does nothing itself."""


def expected_errors() -> tuple[type[Exception], ...]:
    """User errors; anything else is a bug."""
    from cardroom.analysis.families import NotComputed, PlugInError
    from cardroom.cards import CardError
    from cardroom.cli.common import CommandError
    from cardroom.data_file import FileError
    from cardroom.houses import HouseError
    from cardroom.money import MoneyError
    from cardroom.rules.options import OptionFaults
    from cardroom.scenario.source import ScenarioError
    from cardroom.school.drill import SchoolError
    from cardroom.store.errors import StoreError

    return (
        CardError, CommandError, FileError, HouseError, MoneyError, NotComputed, OptionFaults,
        OSError, PlugInError, ScenarioError, SchoolError, StoreError,
    )  # fmt: skip


def _version(asked: bool) -> None:
    if asked:
        print(f"cardroom {__version__}")
        raise typer.Exit


def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and exit."
    ),
) -> None:
    """Casino card games played by the book, settled to the cent, priced exactly."""
