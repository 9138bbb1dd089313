"""The house's chips at a table, its drop boxes, and what they should hold.

The tray holds what was counted into it, plus fills, less credits and the chips that players bought,
plus what the house won. The drop box holds the cash of the buy-ins and the collection. Both follow
the transfers of the ledger, so a count is compared with the books.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from cardroom.events import BankPosted, Event
from cardroom.events.office import Chips
from cardroom.events.table import ChipsBought, RoundCleared
from cardroom.ledger import accounts as at
from cardroom.ledger.transfers import transfers
from cardroom.table.office_commands import Prepared, RuleOnRound, VerifyJackpot

Pending: TypeAlias = Prepared | RuleOnRound | VerifyJackpot


class Tray(msgspec.Struct, frozen=True):
    """The chips of a table since its opener."""

    box: str
    opener: int
    fills: int = 0
    credits: int = 0
    bought: int = 0
    """Buy-ins: chips to the players, cash to the box."""
    won: int = 0
    """What the house won, less what it paid."""
    collected: int = 0
    """The collection, in the box."""
    player_bank: bool = False
    """Whether a player banks the current round."""

    @property
    def expected(self) -> int:
        return self.opener + self.fills - self.credits - self.bought + self.won

    @property
    def in_box(self) -> int:
        return self.bought + self.collected

    def after(self, table: str, events: Iterable[Event]) -> Tray:
        """What the events of one command did to the tray and the box."""
        bought, won, collected, banked = self.bought, self.won, self.collected, self.player_bank
        house, drop = at.house(table), at.drop(table)
        for event in events:
            if isinstance(event, BankPosted):
                banked = True
            if isinstance(event, ChipsBought):
                bought += event.amount
            for move in transfers(event, table, at.coverage(table) if banked else house, 0):
                amount = int(move.amount)
                won += amount * ((move.target == house) - (move.source == house))
                collected += amount * ((move.target == drop) - (move.source == drop))
            if isinstance(event, RoundCleared):
                banked = False
        return msgspec.structs.replace(
            self, bought=bought, won=won, collected=collected, player_bank=banked
        )


class Box(msgspec.Struct, frozen=True):
    """What a box that was taken from the table should hold, until it is counted."""

    cash: int
    collected: int

    @property
    def expected(self) -> int:
        return self.cash + self.collected


class Slip(msgspec.Struct, frozen=True):
    """A slip with one signature."""

    number: int
    kind: str
    command: Pending
    expected: int = 0
    """What a tray or a box should hold when it is counted."""


class Office(msgspec.Struct, frozen=True):
    """What the office has open at a table."""

    tray: Tray | None = None
    boxes: Mapping[str, Box] = {}
    """Boxes taken and not counted yet."""
    slips: tuple[Slip, ...] = ()
    """Slips that wait for their second signature."""
    next_slip: int = 1
    dealer: str = ""

    def slip(self, number: int) -> Slip | None:
        return next((slip for slip in self.slips if slip.number == number), None)

    def without(self, slip: Slip) -> Office:
        left = tuple(other for other in self.slips if other is not slip)
        return msgspec.structs.replace(self, slips=left)


def total(chips: Chips) -> int:
    return sum(value * pieces for value, pieces in chips)
