"""Options that every command has, added in one place: -q, --csv, --schema, and the examples."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Final, get_type_hints

import typer

from cardroom.cli.output import WANTED, OutputOptions
from cardroom.errors import CardroomError

CSV_ROWS: Final = {
    "audit accounts": "accounts",
    "audit fairness": "tables",
    "audit meter": "lines",
    "audit rounds": "",
    "audit statement": "",
    "bank": "banks",
    "check": "findings",
    "compare": "",
    "design": "",
    "doctor": "",
    "equity": "players",
    "games": "",
    "histories check": "others",
    "house-way": "kinds",
    "odds": "wagers",
    "rules": "options clauses",
    "school list": "",
    "school paper": "",
    "school progress": "",
    "session": "quantiles",
    "set-hand": "settings",
    "settle": "settled rounds",
    "simulate": "payments",
    "strategy": "departures lowest",
    "submit": "",
}
"""The table that `--csv` prints: where it is in what `--json` prints ("" for a list).

The second name is for what some arguments print in place of the first.
"""

QuietOption = Annotated[
    bool,
    typer.Option("--quiet", "-q", help="Print results only: no progress, notices, or hints."),
]
CsvOption = Annotated[
    bool, typer.Option("--csv", help="Print the main table as CSV, with every digit.")
]


def shared(command: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function of a command with the options that all commands share."""
    hints = get_type_hints(function, include_extras=True)
    signature = inspect.signature(function)
    own = [each.replace(annotation=hints[each.name]) for each in signature.parameters.values()]
    as_json = next((each.name for each in own if each.name in ("json", "as_json")), "")
    rows = CSV_ROWS.get(command)
    added = [_flag("quiet", QuietOption)]
    if rows is not None:
        added.append(_flag("csv", CsvOption))
    if as_json or "form" in signature.parameters:
        added.append(_flag("schema", _schema_option(command)))

    @wraps(function)
    def run(**given: Any) -> Any:
        given.pop("schema", None)
        by_row = given.pop("csv", False)
        if by_row and given[as_json]:
            raise CardroomError("--json and --csv: choose one of them")
        if by_row:
            given[as_json] = True
        silent = given.pop("quiet") or WANTED.get().quiet
        before = WANTED.set(OutputOptions(silent, rows if by_row else None))
        try:
            return function(**given)
        finally:
            WANTED.reset(before)

    parameters = [*own, *added]
    run.__dict__["__signature__"] = signature.replace(parameters=parameters)
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


def _flag(name: str, annotation: object) -> inspect.Parameter:
    keyword = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, keyword, default=False, annotation=annotation)


def _schema_option(command: str) -> object:
    def show(asked: bool) -> None:
        if asked:
            from cardroom.cli.schema import print_schema  # noqa: PLC0415 - slow to load

            print_schema(command)
            raise typer.Exit

    return Annotated[
        bool,
        typer.Option(
            "--schema", callback=show, is_eager=True, help="Print the JSON Schema of --json."
        ),
    ]
