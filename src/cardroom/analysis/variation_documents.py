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
    simulated: str = ""
    """How the edge was sampled, with its error; "" where it is exact."""


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
    needs: str = ""
    """An option without which the house could not post this, such as `allow_player_edge`."""

    @property
    def name(self) -> str:
        return named(self.options)


def named(options: Mapping[str, str]) -> str:
    return ", ".join(f"{option} = {value}" for option, value in options.items())


class Variations(GameDocument, frozen=True):
    """Every option changed, one at a time, or with each value of another; or a grid."""

    wagers: tuple[WagerEdge, ...]
    variations: tuple[Variation, ...]
    """The greatest change of the first wager first; a grid in its own order."""
    unchanged: tuple[str, ...]
    """Options that change no wager."""
    stake: int | None
    paid: str
    by: str = ""
    """Each change was made with each value of this option. A change is then from the game with the
    same value; that of the value alone is from the posted game."""

    @property
    def values(self) -> tuple[str, ...]:
        """Of the option in `by`."""
        return tuple(dict.fromkeys(each.options[self.by] for each in self.variations))

    def rows(self) -> dict[str, dict[str, Variation]]:
        """By the change, then by the value of the option in `by`; "" is that value alone."""
        found: dict[str, dict[str, Variation]] = {}
        for each in self.variations:
            others = {name: value for name, value in each.options.items() if name != self.by}
            found.setdefault(named(others), {})[each.options[self.by]] = each
        return found

    def sorted_by(self, spot: str) -> tuple[Variation, ...]:
        """The variations that change a wager, the best for the player first."""
        found = [each for each in self.variations if each.changes.get(spot)]
        return tuple(sorted(found, key=lambda each: each.changes[spot]))

    def ranked_by(self, spot: str) -> tuple[Variation, ...]:
        """The variations that change a wager, the greatest change first."""
        return tuple(sorted(self.sorted_by(spot), key=lambda each: -abs(each.changes[spot])))
