"""A request to open a table, and the tables that the room opens itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec

from cardroom import games
from cardroom.games import registry
from cardroom.houses import Posted
from cardroom.service.lab.messages import SideBetTexts
from cardroom.service.settings import Settings
from cardroom.table import commands
from cardroom.table.commands import Help

HOUSE_BOTS: Final = 2
"""Two, so that one of them can always bank."""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to open a table."""

    game: str
    options: Mapping[str, str | int | bool | None] = {}
    house: Annotated[str, msgspec.Meta(max_length=60)] = ""
    title: Annotated[str, msgspec.Meta(max_length=60)] = ""
    bots: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    dealing: commands.Dealing = "automatic"
    help: Help | None = None
    """The permitted help; None is the default for such a table."""
    side_bets: SideBetTexts = ()
    """Side bets of the player's own, as the texts of their files."""
    shoe: Annotated[str, msgspec.Meta(max_length=4000)] = ""
    """A given order of cards, first card first. Only where the service runs for tests."""


def own_tables(settings: Settings) -> list[tuple[NewTable, Posted | None]]:
    """The room's own tables: what its house posts, or one of each game."""
    found: list[tuple[NewTable, Posted | None]] = []
    if settings.house is None:
        own = registry.games() if settings.games is None else settings.games
        return [(NewTable(id, title=games.game(id).title, bots=HOUSE_BOTS), None) for id in own]
    ids = [posted.game for posted in settings.house.game for _ in range(posted.tables)]
    for posted in settings.house.game:
        for _ in range(posted.tables):
            title = games.game(posted.game).title
            if ids.count(posted.game) > 1:
                title += f" {1 + sum(wanted.game == posted.game for wanted, _ in found)}"
            given: dict[str, Any] = posted.given()
            wanted = NewTable(posted.game, given, settings.house.name, title, HOUSE_BOTS)
            found.append((wanted, posted))
    return found
