"""A cache of results between runs, by ruleset and everything else that could change them."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

from cardroom import __version__
from cardroom.analysis.cache_folder import PACKAGE, closure, root, writable
from cardroom.analysis.documents import builtins, typed
from cardroom.analysis.families import is_built_in
from cardroom.rules.ruleset import Ruleset

Kind = TypeVar("Kind")

DECIDES: Final = ("cards.py", "money.py", "hands", "rules", "games", "model", "analysis")
"""Parts of the package that a figure depends on: an edit there makes every kept result stale."""


def results() -> Path:
    return root() / "results"


@cache
def engine() -> str:
    """The version of the code that computes: the release, and the sources to the byte."""
    found = hashlib.sha256(__version__.encode())
    for part in DECIDES:
        place = PACKAGE / part
        for path in sorted(place.rglob("*.py")) if place.is_dir() else (place,):
            found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def cached(
    name: str, digest: str, asked: object, kind: type[Kind], build: Callable[[], Kind]
) -> Kind:
    """The result of an earlier run, or a new one; a file that cannot be read is built again.

    `asked` is the rest of the question, such as a shoe or a chart.
    """
    path = _place(name, digest, asked)
    known = _read(path, kind)
    if known is not None:
        return known
    document = build()
    if writable(path.parent):
        # A disk that fills up, or a folder that is emptied, costs the next run its time and this
        # one nothing.
        with contextlib.suppress(OSError):
            _write(path, json.dumps(builtins(document)))
    return document


def kept(name: str, digest: str, asked: object, kind: type[Kind]) -> Kind | None:
    """The result of an earlier run, for those who can do without it."""
    return _read(_place(name, digest, asked), kind)


def _place(name: str, digest: str, asked: object) -> Path:
    question = json.dumps([name, digest, builtins(asked), engine()], sort_keys=True).encode()
    return results() / f"{name}-{hashlib.sha256(question).hexdigest()[:24]}.json"


def _read(path: Path, kind: type[Kind]) -> Kind | None:
    try:
        return typed(json.loads(path.read_bytes()), kind)
    except (OSError, ValueError):
        return None


def cached_for(
    rules: Ruleset, name: str, asked: object, kind: type[Kind], build: Callable[[], Kind]
) -> Kind:
    """`cached` for a posted game of any family; of an installed family, always a new result.

    The cache knows when our own sources change, and nothing about those of a plug-in.
    """
    if not is_built_in(rules):
        return build()
    return cached(name, rules.digest, asked, kind, build)


def _write(path: Path, content: str) -> None:
    """To a temporary file that is renamed: another process never sees half a file."""
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.stem}-", suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(number, "w", encoding="utf-8") as out:
            out.write(content)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def compiled(kernel: str) -> bool:
    """Whether a module of kernels has been compiled before; if not, its first use takes seconds.

    A directory's name depends on its tables, which are not known until they are built; anything
    compiled after the last edit of a kernel is taken as a sign.
    """
    module = PACKAGE / "analysis" / "kernels" / f"{kernel}.py"
    edited = max(source.stat().st_mtime for source in closure(module))
    found = root().rglob(f"{kernel}.*.o")
    return any(path.stat().st_mtime >= edited for path in found)
