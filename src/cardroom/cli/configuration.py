"""`--config FILE`: options of a command from a TOML file.

The keys are the names of the options. What the command line or the environment says wins over the
file, and the file wins over the defaults.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from cardroom.data_file import FileError, Source, suggested


def _take(context: typer.Context, value: Path | None) -> Path | None:
    if value is None or context.resilient_parsing:
        return value
    try:
        text = value.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise FileError(str(value), 0, f"cannot be read: {reason}") from None
    source = Source(text, str(value))
    found = source.parse()
    options = _options(context)
    for key, given in found.items():
        line = source.lines.get((key,), 0)
        if key not in options:
            raise FileError(str(value), line, f"unknown option {key!r}; {suggested(key, options)}")
        if wrong := _check(options[key], given, context):
            raise FileError(str(value), line, f"{key}: {wrong}")
    context.default_map = {
        **(context.default_map or {}),
        **{options[key].name or key: given for key, given in found.items()},
    }
    return value


def _options(context: typer.Context) -> dict[str, Any]:
    """Options by the name that a file uses: that of the command line, with underscores."""
    return {
        max(param.opts, key=len).lstrip("-").replace("-", "_"): param
        for param in context.command.params
        if param.param_type_name == "option"
        and not getattr(param, "hidden", False)
        and param.name not in ("config", "help")
    }


def _check(option: Any, given: object, context: typer.Context) -> str:
    """What is wrong with the value; empty if nothing is."""
    if option.multiple != isinstance(given, list):
        return "write a list of values" if option.multiple else "write one value, not a list"
    if option.is_flag != isinstance(given, bool):
        return "write true or false" if option.is_flag else "true and false are not values of it"
    try:
        option.process_value(context, given)
    except typer.BadParameter as wrong:
        return wrong.message
    return ""


ConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        is_eager=True,
        callback=_take,
        help="Options from a TOML file; the command line wins over it.",
    ),
]
