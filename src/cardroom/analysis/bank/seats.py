"""The players against a bank: wagers by seat and owner, and their collections, in cents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom import games
from cardroom.analysis.families import NotComputed, analysis_of, answered
from cardroom.analysis.simulation import NamedChart
from cardroom.errors import CardroomError
from cardroom.rules.coverage import in_order
from cardroom.rules.limits import Limits
from cardroom.rules.ruleset import Ruleset

USUAL_WAGER: Final = 5000
BACKLINE: Final = "bet.backline"
"""The clause about bets behind a seat."""


class SeatFault(CardroomError):
    """Wagers that this table does not take; the message says why."""


class BackedBox(NamedTuple):
    """A bet behind a box; `follows` names the verbs it follows."""

    box: int
    stake: int
    follows: tuple[str, ...] = ()


class WagerLine(NamedTuple):
    """One wager that the bank answers for: what its owner may win or lose by it."""

    owner: int
    """The box, from 0; who bets behind a box comes after all of them."""
    box: int
    spot: str
    stake: int
    """0 where a bonus costs nothing."""


class Seats(NamedTuple):
    """Boxes from the bank's left on, each with its wagers by spot, in cents."""

    rules: Ruleset
    wagers: tuple[Mapping[str, int], ...]
    limits: Limits
    behind: tuple[BackedBox, ...] = ()
    """In the order made."""
    insured: frozenset[int] = frozenset()
    """Boxes that take insurance whenever it is offered."""
    chart: NamedChart | None = None
    """Everybody plays by this chart; None is the best play."""

    @property
    def main(self) -> str:
        return self.rules.spots[0].name

    @property
    def action(self) -> int:
        """All players' main wagers at the deal, those behind a box included."""
        own = sum(bets[self.main] for bets in self.wagers)
        return own + sum(bet.stake for bet in self.behind)

    @property
    def owners(self) -> int:
        return len(self.wagers) + len(self.behind)

    def at_deal(self, owner: int) -> Mapping[str, int]:
        """The wagers that an owner makes before the first card."""
        if owner < len(self.wagers):
            return self.wagers[owner]
        return {self.main: self.behind[owner - len(self.wagers)].stake}

    def most_on(self, spot: str) -> int:
        """The highest stake of a box on a spot; 0 without any."""
        return max((bets.get(spot, 0) for bets in self.wagers), default=0)

    def fee(self, owner: int) -> int:
        """What an owner pays in collections before the first card."""
        return self.rules.fees.players_pay(self.at_deal(owner).items(), self.limits)

    @property
    def bank_fee(self) -> int:
        every = (each for owner in range(self.owners) for each in self.at_deal(owner).items())
        return self.rules.fees.bank_pays(every, self.limits)


def table_of(
    rules: Ruleset,
    wagers: Sequence[int],
    bonuses: Sequence[int] = (),
    behind: Sequence[BackedBox] = (),
    insured: Iterable[int] = (),
    chart: NamedChart | None = None,
) -> Seats:
    """A table from the main wagers of its seats; without any, every seat makes the usual wager."""
    answered(rules, analysis_of(rules).banking)
    own = wagers or [usual_wager(rules)] * (rules.boxes - 1)
    found = seated(rules, _with_bonus(rules, own, bonuses), behind, insured)
    return found._replace(chart=chart)


def usual_wager(rules: Ruleset) -> int:
    """$50, or the nearest amount that the table accepts."""
    return min(max(USUAL_WAGER, rules.limits.least), rules.limits.most or USUAL_WAGER)


def _with_bonus(
    rules: Ruleset, wagers: Sequence[int], bonuses: Sequence[int]
) -> list[dict[str, int]]:
    """Main wagers, and bonus bets of the same seats; 0 is none."""
    main = rules.spots[0].name
    spot = next((spot for spot in rules.spots if spot.needs_main), None)
    if bonuses and spot is None:
        raise SeatFault(f"{rules.title} has no bonus bet")
    if len(bonuses) not in (0, len(wagers)):
        raise SeatFault(
            f"{len(wagers)} seats and {len(bonuses)} bonus bets; write 0 for a seat without one"
        )
    found = [{main: stake} for stake in wagers]
    for bets, stake in zip(found, bonuses, strict=False):
        if stake and spot:
            bets[spot.name] = stake
    return found


def seated(
    rules: Ruleset,
    wagers: Sequence[Mapping[str, int]],
    behind: Sequence[BackedBox] = (),
    insured: Iterable[int] = (),
) -> Seats:
    """The wagers at the table; `SeatFault` says what is wrong with them."""
    if rules.banking.limit == "none":
        raise NotComputed(
            f"{rules.title} is banked by the house; these are the odds of games that players bank"
        )
    most = rules.boxes - 1
    if not 1 <= len(wagers) <= most:
        raise SeatFault(
            f"{len(wagers)} wagers; the table has 1 to {most} seats in addition to the bank's"
        )
    found = Seats(rules, tuple(wagers), rules.limits, tuple(behind), frozenset(insured))
    for box, bets in enumerate(wagers, start=1):
        for spot, stake in bets.items():
            _check(found, box, spot, stake)
    _check_others(found)
    return found


def _check_others(seats: Seats) -> None:
    rules, boxes = seats.rules, range(len(seats.wagers))
    if seats.behind and rules.backline is None:
        raise SeatFault(f"{rules.title} takes no bets behind a seat{_posts_backline(rules)}")
    if seats.insured and rules.insurance is None:
        raise SeatFault(f"{rules.title} offers no insurance")
    for box in [*(bet.box for bet in seats.behind), *seats.insured]:
        if box not in boxes:
            raise SeatFault(f"seat {box + 1} has no wager; seats are 1 to {len(boxes)}")
    for bet in seats.behind:
        _check(seats, bet.box + 1, seats.main, bet.stake)


def _posts_backline(rules: Ruleset) -> str:
    """How to post bets behind a seat, where the game has an option that does."""
    flags = (spec for spec in games.game(rules.game).catalogue if isinstance(spec.default, bool))
    option = next((spec.name for spec in flags if spec.clause == BACKLINE), None)
    return "" if option is None else f"; --set {option}=true posts them"


def _check(seats: Seats, box: int, spot: str, stake: int) -> None:
    placed = seats.rules.spot(spot)
    assert placed is not None, spot
    limits = seats.rules.limits_at(placed, seats.limits)
    fault = limits.fault(stake)
    why = seats.rules.fees.refuses(spot, stake) if fault is None else limits.says(fault, stake)
    if why is not None:
        raise SeatFault(f"seat {box}: {why}")


def orders(seats: Seats) -> NDArray[np.int64]:
    """[box that is first, place] the boxes as a settlement goes through them, from 0."""
    boxes = range(len(seats.wagers))
    order = seats.rules.banking.order
    return np.array([in_order(order, boxes, first) for first in boxes], np.int64)
