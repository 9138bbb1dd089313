"""The room's defaults for the options of a table, and what its opener may change.

The game's own defaults leave the limits open. Used when a table is opened, and by the page to
show the defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardroom import games
from cardroom.rules.options import OptionFaults, Value
from cardroom.table.posting import built

LIMITS: Final[Mapping[str, Value]] = {
    "wager_min": "5",
    "wager_max": "500",
    "bonus_min": "1",
    "smallest_chip": "0.50",
}

ODDLESS: Final = frozenset(
    {"wager_min", "wager_max", "bonus_min", "spot_limits", "boxes", "house_text", "notices"}
    | {"disputes"}
)
"""Options that change no odds."""


def default_options(id: str) -> dict[str, Value]:
    """The room's defaults by option; the game's own apply to all others."""
    game = games.game(id)
    here = {**LIMITS, **game.table_defaults}
    return {spec.name: here[spec.name] for spec in game.catalogue if spec.name in here}


def posted(id: str, given: Mapping[str, Value]) -> dict[str, Value]:
    """The defaults with the requested changes."""
    return default_options(id) | dict(given)


def house_odds(
    id: str, options: Mapping[str, object], posted: Mapping[str, object], bots: int
) -> bool:
    """Whether nobody plays for the house's money at odds that the house does not post.

    With a side bet or a pay table of their own, people could win what they like. The house's money
    is its bank, and what it gives to bots that bank. For a pot, or against a bank of other people,
    players may play as they please.
    """
    catalogue = games.game(id).catalogue
    try:
        here, there = catalogue.read(options), catalogue.read(posted)
        if all(here[name] == there[name] for name in here.keys() - ODDLESS):
            return True
        rules = built(id, options)
    except OptionFaults:
        return False
    return rules.deals_to_seats or (not rules.house_banked and not bots)
