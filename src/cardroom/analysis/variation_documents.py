"""Variations of a posted game as values: text, JSON, CSV, and plots read these."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cardroom.analysis.documents import GameDocument


class WagerEdge(msgspec.Struct, frozen=True):
    """A wager of the posted game."""

    spot: str
    title: str
    edge: float
    deviation: float | None


class Variation(msgspec.Struct, frozen=True):
    """The game with other options, and what that does to each wager."""

    options: Mapping[str, str]
    """As they are written with `--set`."""
    edges: Mapping[str, float]
    """By spot; a wager that is not offered is left out."""
    changes: Mapping[str, float]
    """Of the edge, where the posted game has the wager, too."""
    unpriced: str = ""
    """Why nothing is priced."""
    paid: str = ""
    """The stake and the rounding, if not those of the posted game."""

    @property
    def name(self) -> str:
        return ", ".join(f"{option} = {value}" for option, value in self.options.items())


class Variations(GameDocument, frozen=True):
    """Every option changed, one at a time; or every point of a grid."""

    wagers: tuple[WagerEdge, ...]
    variations: tuple[Variation, ...]
    """The greatest change of the first wager first; a grid in its own order."""
    unchanged: tuple[str, ...]
    """Options that change no wager."""
    stake: int | None
    paid: str

    def sorted_by(self, spot: str) -> tuple[Variation, ...]:
        """The variations that change a wager, the best for the player first."""
        found = [each for each in self.variations if each.changes.get(spot)]
        return tuple(sorted(found, key=lambda each: each.changes[spot]))

    def ranked_by(self, spot: str) -> tuple[Variation, ...]:
        """The variations that change a wager, the greatest change first."""
        return tuple(sorted(self.sorted_by(spot), key=lambda each: -abs(each.changes[spot])))
