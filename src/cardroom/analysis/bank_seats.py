"""Who sits against a bank: wagers, collections, and every claim they may make, in cents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from cardroom.analysis.plan import NotReckoned
from cardroom.analysis.program import Ints
from cardroom.money import dollars
from cardroom.rules.coverage import in_order
from cardroom.rules.limits import Limits
from cardroom.rules.ruleset import Ruleset


class SeatFault(ValueError):
    """Wagers that this table does not take; the message says why."""


class Seats(NamedTuple):
    """Boxes from the bank's left on, each with its wagers by spot, in cents."""

    rules: Ruleset
    wagers: tuple[Mapping[str, int], ...]
    limits: Limits

    @property
    def main(self) -> str:
        return self.rules.spots[0].name

    @property
    def action(self) -> int:
        """All players' main wagers at the deal."""
        return sum(bets[self.main] for bets in self.wagers)

    def fee(self, box: int) -> int:
        """What the box pays before the first card."""
        schedule = self.rules.fees
        return sum(
            schedule.row(schedule.player, stake, self.limits).fee
            for spot, stake in self.wagers[box].items()
            if spot in schedule.spots and schedule.player
        )

    @property
    def bank_fee(self) -> int:
        schedule = self.rules.fees
        if not schedule.bank:
            return 0
        return schedule.row(schedule.bank, self.action, self.limits).fee


def seated(
    rules: Ruleset, wagers: Sequence[Mapping[str, int]], limits: Limits | None = None
) -> Seats:
    """The wagers at the table; `SeatFault` says what is wrong with them."""
    if rules.banking.limit == "none":
        whose = "nobody banks it" if rules.family == "poker" else "the house banks it"
        raise NotReckoned(f"{whose}; these are the odds of games that players bank")
    most = rules.boxes - 1
    if not 1 <= len(wagers) <= most:
        raise SeatFault(f"{len(wagers)} wagers; the table has 1 to {most} seats beside the bank's")
    found = Seats(rules, tuple(wagers), limits or rules.limits)
    for box, bets in enumerate(wagers, start=1):
        for spot, stake in bets.items():
            _check(found, box, spot, stake)
    return found


def _check(seats: Seats, box: int, spot: str, stake: int) -> None:
    placed = seats.rules.spot(spot)
    assert placed is not None, spot
    limits = placed.limits or seats.limits
    amount = f"seat {box}: ${dollars(stake)}"
    match limits.fault(stake):
        case "chip":
            raise SeatFault(f"{amount} is no multiple of the chip, ${dollars(limits.chip)}")
        case "least":
            raise SeatFault(f"{amount} is below the minimum, ${dollars(limits.least)}")
        case "most":
            raise SeatFault(f"{amount} is above the maximum, ${dollars(limits.most or 0)}")
        case _:
            why = spot in seats.rules.fees.spots and seats.rules.fees.refuses(stake)
            if why:
                raise SeatFault(f"seat {box}: {why}")


def orders(seats: Seats) -> Ints:
    """[box that is first, place] the boxes as a settlement goes through them, from 0."""

    boxes = range(len(seats.wagers))
    order = seats.rules.banking.order
    return np.array([in_order(order, boxes, first) for first in boxes], np.int64)
