"""What a table of this room posts where its opener says nothing.

The game's own defaults leave the limits open. Read where a table is opened, and where the page
tells beforehand what it will have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardroom import games
from cardroom.rules.options import Value

LIMITS: Final[Mapping[str, Value]] = {
    "wager_min": "5",
    "wager_max": "500",
    "bonus_min": "1",
    "smallest_chip": "0.50",
}


def usual(id: str) -> dict[str, Value]:
    """Options that are usual here, by name; the game's own defaults hold for all others."""
    game = games.game(id)
    here = {**LIMITS, **game.table_defaults}
    return {spec.name: here[spec.name] for spec in game.catalogue if spec.name in here}


def posted(id: str, given: Mapping[str, Value]) -> dict[str, Value]:
    """What is asked for changes that and nothing else."""
    return usual(id) | dict(given)
