"""Time that is paid for: half hours by the house's clock, and who owes for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from cardroom.play.time_fee import figure_of

SECONDS: Final = 1800
"""Half hours are those of the clock on the wall: on the hour, and at half past."""


class Hours(msgspec.Struct, frozen=True):
    half_hour: int = 0
    """The current one, counted from the epoch; 0 before the clock was first read."""
    hands: int = 0
    """The number of hands begun at the table when it started."""
    due: Mapping[str, int] = {}
    """Half hours that players who sit here have not paid yet."""

    def ended(self, half_hour: int, hands: int, seated: Iterable[str]) -> Hours:
        """Another one runs: those who sit here owe for the last, if a hand was begun in it."""
        owing = seated if self.half_hour and hands > self.hands else ()
        due = {**self.due, **{player: self.due.get(player, 0) + 1 for player in owing}}
        return Hours(half_hour, hands, due)

    def began(self, half_hour: int, hands: int, seated: Iterable[str]) -> Hours:
        """Another one runs, and is paid in advance: those who sit here owe for it with their next
        hand. What they owed for one without a hand is no longer due."""
        return Hours(half_hour, hands, dict.fromkeys(seated, 1))

    def without(self, players: Iterable[str]) -> Hours:
        """Those have paid, or left."""
        gone = set(players)
        due = {player: owed for player, owed in self.due.items() if player not in gone}
        return msgspec.structs.replace(self, due=due)

    def figures(self) -> Mapping[str, int]:
        """What the next hand must know of it."""
        return {figure_of(player): owed for player, owed in self.due.items()}
