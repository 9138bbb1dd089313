"""The folder of what is kept between runs, and which sources decide a kept thing.

This module imports nothing heavy: an answer that is in the cache is found without numpy.
CARDROOM_CACHE names another place than the user's cache directory.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent.parent
IMPORTS: Final = re.compile(r"^\s*from (cardroom[\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)


def root() -> Path:
    """The user's cache directory, or what CARDROOM_CACHE names."""
    if named := os.environ.get("CARDROOM_CACHE"):
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "cardroom"


def writable(place: Path) -> bool:
    """A read-only home compiles at every start, and works."""
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(place, os.W_OK)


@cache
def closure(module: Path) -> tuple[Path, ...]:
    """A module and everything of this package that it imports, and that they import."""
    found, waiting = {module}, [module]
    while waiting:
        source = waiting.pop().read_text(encoding="utf-8")
        for match in IMPORTS.finditer(source):
            parent = PACKAGE.parent.joinpath(*match[1].split("."))
            names = re.findall(r"\w+", match[2])
            inner = {parent / f"{name}.py" for name in names} | {
                parent / name / "__init__.py" for name in names
            }
            inner = {path for path in inner if path.exists()}
            # A package itself counts where a name of its own is imported, not for its modules.
            own = parent.with_suffix(".py") if not parent.is_dir() else parent / "__init__.py"
            new = inner if len(inner) == len(set(names)) else inner | {own}
            waiting += new - found
            found |= new
    return tuple(sorted(found))
