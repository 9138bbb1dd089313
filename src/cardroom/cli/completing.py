"""What may come next on the command line: games, options of a game and their values, houses."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

COMPLETE: Final = "_CARDROOM_COMPLETE"
"""Set by a shell that asks how to complete a command."""


def completing() -> list[str]:
    """The words that a shell asks to complete, without the program's own name."""
    if COMPLETE not in os.environ:
        return []
    line = os.environ.get("_TYPER_COMPLETE_ARGS", "").split()
    return line[1:] or [""]


def games(incomplete: str) -> list[tuple[str, str]]:
    from cardroom.games import registry  # noqa: PLC0415 - only for a shell that completes

    return [(id, game.title) for id, game in registry.games().items() if id.startswith(incomplete)]


def settings(incomplete: str) -> list[tuple[str, str]]:
    """The options of the game that is already written, then the values of the one being written."""
    from cardroom.games import registry  # noqa: PLC0415 - only for a shell that completes
    from cardroom.rules.options import show  # noqa: PLC0415 - only for a shell that completes

    known = registry.games()
    # Before an option's value is complete, the parser does not know the arguments either.
    game = next((known[word] for word in completing() if word in known), None)
    if game is None:
        return []
    option, equals, _ = incomplete.partition("=")
    if not equals:
        return [
            (f"{spec.name}=", spec.about) for spec in game.catalogue if spec.name.startswith(option)
        ]
    found: list[tuple[str, str]] = []
    for spec in game.catalogue:
        if spec.name == option:
            values: Iterable[object] = getattr(spec.kind, "values", ()) or (spec.default,)
            found += [(f"{option}={show(value)}", spec.kind.expected()) for value in values]
    return [(text, about) for text, about in found if text.startswith(incomplete)]


def houses(incomplete: str) -> list[str]:
    from cardroom import houses  # noqa: PLC0415 - only for a shell that completes

    return [name for name in houses.names() if name.startswith(incomplete)] + files(incomplete)


def files(incomplete: str) -> list[str]:
    """TOML files, and the folders on the way to them."""
    start = Path(incomplete)
    folder = start if incomplete.endswith("/") else start.parent
    if not folder.is_dir():
        return []
    return sorted(
        f"{each}/" if each.is_dir() else str(each)
        for each in folder.iterdir()
        if str(each).startswith(incomplete.removeprefix("./"))
        and (each.is_dir() or each.suffix == ".toml")
        and not each.name.startswith(".")
    )
