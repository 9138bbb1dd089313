"""The commands, found by their modules: each module here with a `register(app)` adds its own.

A module is named after its command (`set_hand` is `cardroom set-hand`). Only the module of the
command being run is imported, and all of them for `--help`: a slow one does not delay the others.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Sequence
from typing import Final

import typer

from cardroom import cli

FIRST: Final = ("play", "settle", "rules", "games")
"""The order in `--help`; other commands follow by name."""

GROUPS: Final = {"audit": ["audit", "fairness"]}
"""Commands with several modules."""

NO_COMMANDS: Final = frozenset({"app", "common"})


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
    for module in wanted(modules(), arguments):
        register = getattr(importlib.import_module(f"cardroom.cli.{module}"), "register", None)
        if register is not None:
            register(app)
    return app


def modules() -> list[str]:
    found = {info.name for info in pkgutil.iter_modules(cli.__path__)} - NO_COMMANDS
    rest = sorted(name for name in found if name not in FIRST and not name.startswith("_"))
    return [name for name in FIRST if name in found] + rest


def wanted(found: Iterable[str], arguments: Sequence[str]) -> list[str]:
    """The modules of the command being run, or all modules."""
    names = list(found)
    command = next((word for word in arguments if not word.startswith("-")), "")
    module = command.replace("-", "_")
    return GROUPS.get(command, [module]) if module in names else names


def expected_errors() -> tuple[type[Exception], ...]:
    """User errors; anything else is a bug."""
    from cardroom.analysis.families import NotComputed, PlugInError
    from cardroom.cards import CardError
    from cardroom.cli.common import CommandError
    from cardroom.houses import HouseError
    from cardroom.money import MoneyError
    from cardroom.rules.options import OptionFaults
    from cardroom.scenario.source import ScenarioError
    from cardroom.store.errors import StoreError

    return (
        CardError, CommandError, HouseError, MoneyError, NotComputed, OptionFaults, OSError,
        PlugInError, ScenarioError, StoreError,
    )  # fmt: skip


def _version(asked: bool) -> None:
    if asked:
        from cardroom import __version__

        print(f"cardroom {__version__}")
        raise typer.Exit


def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and exit."
    ),
) -> None:
    """Casino card games played by the book, settled to the cent, priced exactly."""
