"""The bank: whose money plays against the players, and how far it reaches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from cardroom.rules.coverage import Covered, cover, reach

BankLimit = Literal["none", "combined", "each-way"]
SettlementOrder = Literal["clockwise", "right-to-left", "from-action-seat", "losers-first"]


class Banking(msgspec.Struct, frozen=True, gc=False):
    """How far a bank reaches. The house's bank has no limit.

    `combined`: the sum of what the bank paid and what it collected may not exceed its amount.
    `each-way`: what it paid and what it collected are limited separately.
    """

    limit: BankLimit = "none"
    order: SettlementOrder = "clockwise"

    @property
    def title(self) -> str:
        """What the bank's hand is called. In a player-banked game the dealer only deals."""
        return "Dealer" if self.limit == "none" else "Bank"

    @property
    def together(self) -> int:
        """1 if payments and collections share one amount, else 0."""
        return int(self.limit == "combined")


HOUSE_BANKING = Banking()


class Bank(msgspec.Struct, frozen=True, gc=False):
    """The money that plays against the players during one round."""

    banking: Banking = HOUSE_BANKING
    owner: str = "house"
    posted: int = 0
    paid: int = 0
    collected: int = 0
    returned: int = 0
    """What went back to the owner at the end of the round."""

    @property
    def held(self) -> int:
        """What the bank holds now. The house's bank starts at zero and may go negative."""
        return self.posted + self.net - self.returned

    @property
    def net(self) -> int:
        return self.collected - self.paid

    def cover(self, stake: int, win: int, lose: int) -> Covered:
        """How much of a claim its money covers."""
        if self.banking.limit == "none":
            return Covered(stake, win, lose)
        return cover(stake, win, lose, self.can_pay(), self.can_collect())

    def can_pay(self) -> int | None:
        """The cents that may still be paid; None means no limit."""
        return self._left(self.paid, self.collected)

    def can_collect(self) -> int | None:
        return self._left(self.collected, self.paid)

    def _left(self, one_way: int, other_way: int) -> int | None:
        if self.banking.limit == "none":
            return None
        return reach(self.posted, one_way, other_way, self.banking.together)


def not_followed(verbs: Iterable[str], may_follow: Sequence[str]) -> str | None:
    """What is wrong with the verbs that a bet behind a box is to follow, or None."""
    wrong = next((verb for verb in verbs if verb not in may_follow), None)
    follows = " and ".join(may_follow) or "nothing"
    return None if wrong is None else f"follows {follows}, not {wrong!r}"
