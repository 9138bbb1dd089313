"""What a round brought to each player, as the bank too, and what was collected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from cardroom.events import (
    BankPosted,
    Event,
    FeeTaken,
    PotFeeReturned,
    PotFeeTaken,
    RoundEnded,
)
from cardroom.events.table import RoundBegan

_COUNTED: Final = frozenset(
    {RoundBegan, BankPosted, FeeTaken, PotFeeTaken, PotFeeReturned, RoundEnded}
)
"""Only a few of a round's events matter here, and every event of every table comes by."""


class RoundResult(msgspec.Struct, frozen=True):
    """The events of a round, as far as they have come."""

    net: Mapping[str, int] = {}
    """By player, of wagers alone, before fees."""
    bank: int = 0
    """What the bank won."""
    banker: str = ""
    """The player who banks; "" is the house, or nobody where players play for a pot."""
    fees: Mapping[str, int] = {}
    """By player; what came out of pots is under ""."""
    void: bool = False

    def after(self, event: Event) -> RoundResult:
        if type(event) not in _COUNTED:
            return self
        match event:
            case RoundBegan():
                return RoundResult()
            case BankPosted():
                return msgspec.structs.replace(self, banker=event.owner)
            case FeeTaken():
                return self._collected(event.owner, event.amount)
            case PotFeeTaken():
                return self._collected("", event.amount)
            case PotFeeReturned():
                return self._collected("", -event.amount)
            case RoundEnded():
                return msgspec.structs.replace(
                    self, net=event.net, bank=event.bank, void=event.void
                )
            case _:
                return self

    def _collected(self, owner: str, amount: int) -> RoundResult:
        fees = {**self.fees, owner: self.fees.get(owner, 0) + amount}
        return msgspec.structs.replace(
            self, fees={owner: amount for owner, amount in fees.items() if amount}
        )

    def results(self) -> dict[str, int]:
        """By player, with the player's bank and less the player's fees: the change of the stack."""
        names = dict.fromkeys([*self.net, *([self.banker] if self.banker else []), *self.fees])
        return {
            name: self.net.get(name, 0)
            + (self.bank if name == self.banker else 0)
            - self.fees.get(name, 0)
            for name in names
            if name
        }
