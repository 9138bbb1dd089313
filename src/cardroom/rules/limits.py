"""What may be staked: the minimum, the maximum, the smallest chip, and on how many games."""

from __future__ import annotations

from typing import Final, Literal, assert_never

import msgspec

from cardroom.money import exact
from cardroom.rules.clauses import Clause

LimitFault = Literal["chip", "least", "most"]

FIVE_DOLLARS: Final = 500
"""Some laws count the games with larger wagers separately."""


class Limits(msgspec.Struct, frozen=True):
    """In cents; `most` is None if no maximum is posted."""

    least: int = 1
    most: int | None = None
    chip: int = 1

    def fault(self, stake: int) -> LimitFault | None:
        """The limit that a stake breaks."""
        if stake <= 0 or stake % self.chip:
            return "chip"
        if stake < self.least:
            return "least"
        if self.most is not None and stake > self.most:
            return "most"
        return None

    def says(self, fault: LimitFault, stake: int) -> str:
        """Why a stake with this fault is not taken."""
        match fault:
            case "chip" if stake <= 0:
                return f"{exact(stake)} is not above zero"
            case "chip":
                return f"{exact(stake)} is not a multiple of the smallest chip, {exact(self.chip)}"
            case "least":
                return f"{exact(stake)} is below the minimum of {exact(self.least)}"
            case "most":
                return f"{exact(stake)} is above the maximum of {exact(self.most or 0)}"
            case _:
                assert_never(fault)

    @property
    def lowest(self) -> int:
        """The lowest stake that chips can make."""
        return max(-(-self.least // self.chip), 1) * self.chip

    def nearest(self, wanted: int) -> int:
        """A stake in chips of about this amount: no more, except where the minimum is higher."""
        highest = wanted if self.most is None else min(wanted, self.most)
        return max(highest - highest % self.chip, self.lowest)


class GamesPerHand(msgspec.Struct, frozen=True):
    """How many games, as the law calls wagers, one hand of cards may be wagered on."""

    most: int
    above_five_max: int
    """How many of them with more than $5."""
    clause: Clause
    above_five_clause: Clause
