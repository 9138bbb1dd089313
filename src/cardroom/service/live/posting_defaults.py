"""The room's defaults for the options of a table.

The game's own defaults leave the limits open. Used when a table is opened, and by the page to
show the defaults.
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
    """The room's defaults by option; the game's own apply to all others."""
    game = games.game(id)
    here = {**LIMITS, **game.table_defaults}
    return {spec.name: here[spec.name] for spec in game.catalogue if spec.name in here}


def posted(id: str, given: Mapping[str, Value]) -> dict[str, Value]:
    """The defaults with the requested changes."""
    return usual(id) | dict(given)
