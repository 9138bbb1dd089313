"""Who stands against the players, and how far that money reaches."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom.rules.coverage import reach

Limit = Literal["none", "combined", "each-way"]
Order = Literal["clockwise", "right-to-left", "from-action-seat", "losers-first"]


class Banking(msgspec.Struct, frozen=True):
    """`limit` none is the house's bank.

    `combined`: what the bank paid and what it collected, added up, may not exceed its amount.
    `each-way`: paid and collected are limited separately.
    """

    limit: Limit = "none"
    order: Order = "clockwise"

    @property
    def together(self) -> int:
        """1 where both ways use one amount."""
        return int(self.limit == "combined")


HOUSE = Banking()


class Bank(msgspec.Struct, frozen=True):
    """The money against the players during one round."""

    banking: Banking = HOUSE
    owner: str = "house"
    posted: int = 0
    paid: int = 0
    collected: int = 0
    returned: int = 0
    """What went back to the owner when the round was over."""

    @property
    def held(self) -> int:
        """What lies in the bank now; the house's bank starts from nothing and may be short."""
        return self.posted + self.net - self.returned

    @property
    def net(self) -> int:
        return self.collected - self.paid

    def can_pay(self) -> int | None:
        """Cents that may still be paid; None is no limit."""
        return self._left(self.paid, self.collected)

    def can_collect(self) -> int | None:
        return self._left(self.collected, self.paid)

    def _left(self, one_way: int, other_way: int) -> int | None:
        if self.banking.limit == "none":
            return None
        return reach(self.posted, one_way, other_way, self.banking.together)
