"""A spot: a kind of bet that the layout offers."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom.rules.limits import Limits
from cardroom.rules.paytable import PayTable

Opens = Literal["before-deal", "offered", "in-turn"]
Need = Literal["bank-second", "bank-final"]
"""What of the bank's hand must be known before a bet is settled."""


def group_of(spot: str) -> str:
    """The title of a spot's group, `group/name`; "" for a spot that is not in one."""
    group, slash, _ = spot.partition("/")
    return group.replace("-", " ").title() if slash else ""


class Spot(msgspec.Struct, frozen=True):
    """When the bet opens, what of the bank it needs, what may be staked, and what it pays.

    The bank plays out its hand if an open bet needs the bank's final hand.
    """

    name: str
    title: str
    opens: Opens = "before-deal"
    needs: frozenset[Need] = frozenset()
    limits: Limits | None = None
    stake: int | None = None
    """The fixed stake, if one is posted."""
    pays: PayTable | None = None
    odds: str = ""
    """What a spot with a single row pays."""
    meter: str = ""
    """The progressive meter that it is a bet on."""
    rows: tuple[tuple[str, str], ...] = ()
    """The posted rows of a pay table in which some awards are shares of a meter."""
    head: str = "Hand"
    """What the rows of its pay table are."""
    needs_main: bool = False
    """Whether it needs a main wager on the same box."""

    @property
    def group(self) -> str:
        """The title of its group of bets; "" for a bet on its own."""
        return group_of(self.name)
