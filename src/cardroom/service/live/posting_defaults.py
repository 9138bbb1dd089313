"""What a table of this room posts where whoever opens it says nothing.

The game's own defaults leave the limits open. Read where a table is opened, and where the page
tells beforehand what it will have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardroom import games
from cardroom.rules.options import Value

MOST: Final = "500"
MOST_BY_GAME: Final[Mapping[str, str]] = {
    "safari-21": "300",
    "no-bust-joker": "100",
    "no-bust-bonus-ace": "100",
    "three-card-poker": "100",
}
"""The legal limit of its text; the last row of its collection."""


def usual(game: str) -> dict[str, Value]:
    """Options that are usual here, by name; the game's own defaults hold for all others."""
    here: dict[str, Value] = {
        "wager_min": "5",
        "wager_max": MOST_BY_GAME.get(game, MOST),
        "bonus_min": "1",
        "smallest_chip": "0.50",
    }
    return {spec.name: here[spec.name] for spec in games.game(game).catalogue if spec.name in here}


def posted(game: str, given: Mapping[str, Value]) -> dict[str, Value]:
    """What is asked for changes that and nothing else."""
    return usual(game) | dict(given)
