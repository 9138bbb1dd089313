"""What the approved rules of a game fix, and what a house should know before it posts the game.

`cardroom check` reads it, next to the law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple

from cardroom.rules.ruleset import Ruleset

Level = Literal["fault", "warning", "deviation"]
"""It may not be posted; the house should know; it departs from the approved rules."""


class Remark(NamedTuple):
    """Something to say about a posted game, by a clause of that game."""

    level: Level
    says: str
    clause: str
    cite: str = ""
    """Where it is not the clause's own."""


class Approval(NamedTuple):
    values: Mapping[str, tuple[object, ...]] = {}
    """The values of an option that the approved rules allow; any other one is a deviation."""
    postings: tuple[tuple[str, str], ...] = ()
    """What must be posted besides what the law asks for, each with its citation."""
    remarks: Callable[[Ruleset], Iterable[Remark]] = lambda _: ()
    """In any state."""
    remarks_in: Mapping[str, Callable[[Ruleset], Iterable[Remark]]] = {}
    """Only in a state, by its name."""
