"""What a house allows in pai gow poker, as values. A policy of None means "not offered"."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom.hands.house_way import HouseWay
from cardroom.hands.pai_gow import FortuneRow, also
from cardroom.money import EXACT, Rounding


class PaiGow(msgspec.Struct, frozen=True):
    """The policies of pai gow poker."""

    way: HouseWay
    royal_match: Literal["joker", "natural"] = "joker"
    envy: tuple[tuple[FortuneRow, int], ...] = ()
    """What an envy button is paid for another player's hand, in cents; none without a row."""
    envy_stake: int = 0
    """The lowest Fortune bet that earns an envy button, in cents."""
    rounding: Rounding = EXACT

    def envy_for(self, hand: FortuneRow) -> int:
        """A hand without an award of its own earns that of the lower hand that it also is."""
        awards = dict(self.envy)
        return next((awards[row] for row in also(hand) if row in awards), 0)
