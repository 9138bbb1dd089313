"""The games that there are, and who posts them, as a result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from cardroom import houses
from cardroom.api.figure import Figure, PlottedBar, bars
from cardroom.api.frame import Frame, frame
from cardroom.api.result import Result
from cardroom.games import registry


class CatalogRow(NamedTuple):
    """One game."""

    game: str
    title: str
    options: int
    """How many options it has."""
    clauses: int
    houses: tuple[str, ...]
    """The houses that ship with cardroom and post it."""


@dataclass(frozen=True, slots=True, repr=False)
class Catalog(Result):
    """Every game that can be posted, those of installed plug-ins included."""

    games: tuple[CatalogRow, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What `cardroom.game` accepts."""
        return tuple(row.game for row in self.games)

    @property
    def summary(self) -> str:
        return f"{len(self.games)} games: {', '.join(self.names)}"

    @property
    def table(self) -> Frame:
        rows = [
            (row.game, row.title, row.options, row.clauses, ", ".join(row.houses))
            for row in self.games
        ]
        return frame("Games", ("game", "title", "options", "clauses", "houses"), rows)

    def to_dict(self) -> dict[str, Any]:
        return {"games": [{**row._asdict(), "houses": list(row.houses)} for row in self.games]}

    def plot(self) -> Figure:
        """How many options each game has."""
        shown = [PlottedBar(row.title, row.options) for row in self.games]
        return bars(shown, "Games", "options", "d")


def catalog() -> Catalog:
    """Every game that can be posted, and the houses that post it.

    Examples:
        >>> import cardroom as cr
        >>> cr.catalog().names[:3]
        ('blackjack', 'safari-21', 'maxtime-21')
    """
    posted = [houses.house(name) for name in houses.names()]
    return Catalog(
        tuple(
            CatalogRow(
                id,
                game.title,
                len(list(game.catalogue)),
                len(list(game.clauses)),
                tuple(each.name for each in posted if any(one.game == id for one in each.game)),
            )
            for id, game in registry.games().items()
        )
    )
