"""Files for resuming a simulation."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from cardroom.errors import CardroomError

FORMAT: Final = 1
Found = TypeVar("Found")


class ResumeFault(CardroomError):
    """A file that another simulation cannot be resumed from; the message says why."""


def save(document: Mapping[str, Any], path: Path) -> None:
    """Write to another file, then rename it: an interruption leaves the old file or the new one."""
    part = path.with_name(path.name + ".part")
    text = json.dumps({"format": FORMAT, **document}, indent=1)
    part.write_text(text + "\n", encoding="utf-8")
    part.replace(path)


def load(
    path: Path,
    expected: Mapping[str, Any],
    names: Mapping[str, str],
    read: Callable[[dict[str, Any]], Found],
) -> Found:
    """The earlier counts, as `read` builds them from the document, if it was the same simulation.
    Fields that must equal `expected` are named to people by `names`.
    """
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept.pop("format") != FORMAT:
            raise ResumeFault(f"{path} was written by another version")
        other = [name for field, name in names.items() if kept.get(field) != expected[field]]
        if other:
            raise ResumeFault(f"{path} is of another simulation: {', '.join(other)} differ")
        return read(kept)
    except (ValueError, TypeError, KeyError, AttributeError) as wrong:
        if isinstance(wrong, ResumeFault):
            raise
        raise ResumeFault(f"{path} is not the file of a simulation") from None
