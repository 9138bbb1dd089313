"""The games of a room as it posts them: by its house, or by the room's own defaults."""

from __future__ import annotations

from typing import Final

from cardroom import games
from cardroom.games import registry
from cardroom.houses import House
from cardroom.rules.clauses import Clause
from cardroom.rules.options import OptionFaults
from cardroom.rules.ruleset import Ruleset
from cardroom.service import errors
from cardroom.service.errors import refuse
from cardroom.service.live.posting_defaults import default_options

QUOTED: Final = 40
"""Letters of an unknown game's name that a refusal repeats; no game has a longer one."""


def bar_unknown(id: str, status: int = 404, clause: Clause = errors.NOT_FOUND) -> None:
    """Refuse a name that is no game's, with the names there are."""
    try:
        games.game(id[:QUOTED])
    except OptionFaults as wrong:
        raise refuse(status, clause, str(wrong)) from None


class PostedGames:
    """For one room. A game that the house does not post is one that people open for practice."""

    def __init__(self, house: House | None) -> None:
        self._house = house
        self._by_house = () if house is None else tuple(each.game for each in house.game)
        self._rules: dict[str, Ruleset] = {}

    def offered(self) -> tuple[str, ...]:
        """The games of the lobby: what the house posts, or every game."""
        return self._by_house or tuple(registry.games())

    def ids(self) -> tuple[str, ...]:
        """Every game, those of the lobby first."""
        return tuple(dict.fromkeys([*self.offered(), *registry.games()]))

    def house_of(self, id: str) -> str:
        """The house that posts the game; empty if it is played by the room's defaults."""
        return self._house.name if self._house is not None and id in self._by_house else ""

    def rules(self, id: str) -> Ruleset:
        if id not in self._rules:
            house = self._house if self.house_of(id) else None
            made = games.ruleset(id, default_options(id)) if house is None else house.ruleset(id)
            self._rules[id] = made
        return self._rules[id]
