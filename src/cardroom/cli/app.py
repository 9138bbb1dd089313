"""The program, put together from the index of the commands (`commands`).

Only the command being run is the real one. Of the others, `--help` needs a name and a line of help,
and their modules are not imported: a slow one does not delay the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from inspect import cleandoc
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from cardroom import __version__
from cardroom.cli.commands import SECTIONS, CommandRow
from cardroom.cli.completing import completing
from cardroom.cli.examples import shown_examples
from cardroom.cli.output import WANTED, OutputOptions
from cardroom.cli.shared import QuietOption, shared
from cardroom.errors import CardroomError

EXIT_CODES: Final = (
    "Exit codes: 0 done. 1 a check found something. 2 the command or a file is wrong."
    " 70 the program failed. 130 interrupted."
)


class _Command(TyperCommand):
    def get_params(self, ctx: Any) -> list[Any]:
        return _flags_alone(super().get_params(ctx))


class _Group(TyperGroup):
    def get_params(self, ctx: Any) -> list[Any]:
        return _flags_alone(super().get_params(ctx))


def _flags_alone(parameters: list[Any]) -> list[Any]:
    """Help shows a flag without `<bool>`, which would look like a value that it wants."""
    for each in parameters:
        if getattr(each, "is_flag", False):
            each.metavar = ""
    return parameters


def build(arguments: Sequence[str]) -> typer.Typer:
    asked = completing()
    app = typer.Typer(
        name="cardroom",
        cls=_Group,
        help="Casino card games played by the book, settled to the cent, priced exactly.",
        no_args_is_help=True,
        add_completion=bool(asked),
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog=EXIT_CODES,
    )
    app.callback()(_root)
    # No option before a command takes a value: the first words are the command.
    words = [word for word in asked or arguments if not word.startswith("-")]
    first, second = (*words, "", "")[:2]
    for section in SECTIONS:
        add(app, section.commands, first, heading=section.title)
        for group in section.groups:
            inner = typer.Typer(cls=_Group, help=group.help, no_args_is_help=True)
            inner.callback()(_group)
            add(inner, group.commands, second if group.name == first else "", f"{group.name} ")
            app.add_typer(inner, name=group.name, rich_help_panel=section.title)
    return app


def add(
    app: typer.Typer,
    commands: Iterable[CommandRow],
    running: str,
    group: str = "",
    *,
    heading: str | None = None,
) -> None:
    for command in commands:
        if command.name == running:
            path = group + command.name
            run = shared(path, command.function())
            app.command(
                command.name, cls=_Command, help=flowed(run.__doc__), epilog=shown_examples(path)
            )(run)
        else:
            app.command(command.name, help=command.help, rich_help_panel=heading)(_not_run)


def flowed(docstring: str | None) -> str:
    """As paragraphs that fill the terminal; indented lines stay as they are."""
    paragraphs = cleandoc(docstring or "").split("\n\n")
    return "\n\n".join(
        each if "\n " in each or each.startswith(" ") else each.replace("\n", " ")
        for each in paragraphs
    )


def _not_run() -> None:
    """A command that is only listed."""


def _group() -> None:
    """A group does nothing itself."""


def expected_errors() -> tuple[type[Exception], ...]:
    """User errors; anything else is a bug."""
    from cardroom.store.errors import StoreError  # noqa: PLC0415 - slow to load

    return (CardroomError, OSError, StoreError)


def _version(asked: bool) -> None:
    if asked:
        print(f"cardroom {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[  # noqa: ARG001 - its callback is the option
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
    quiet: QuietOption = False,
) -> None:
    """Casino card games played by the book, settled to the cent, priced exactly."""
    WANTED.set(OutputOptions(quiet=quiet))
