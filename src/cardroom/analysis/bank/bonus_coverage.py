"""A bonus bet by itself against what is left of a bank: exact.

Bonus bets come last, and their high rows want more than most banks post. What a bank has left when
it comes to one hangs on the whole table; what the bet is worth from there does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from cardroom.analysis.bank.seats import Seats
from cardroom.analysis.pai_gow.odds import fortune_bets
from cardroom.analysis.side_bets.prices import SideBet, side_bets
from cardroom.games.pai_gow.options import ENVY_STAKE


class Row(NamedTuple):
    """A row of the pay table."""

    pays: Fraction
    """To one."""
    chance: Fraction
    needs: int
    """Cents that the bank must have left to pay it in full."""
    edge: Fraction
    """The bank's, with just so much left."""


class BonusReach(NamedTuple):
    spot: str
    title: str
    stake: int
    edge: Fraction
    """With everything left."""
    rows: tuple[Row, ...]


def bonus_reaches(seats: Seats) -> Iterator[BonusReach]:
    """Every kind of bonus bet on the table, for the highest stake there is on it."""
    rules = seats.rules
    priced = fortune_bets(rules) if rules.family == "pai-gow" else side_bets(rules)
    for bet in priced:
        # Envy costs nothing and pays amounts, not odds: it is priced by the stake that earns it.
        spot = "fortune" if bet.spot == "envy" else bet.spot
        stake = max((bets.get(spot, 0) for bets in seats.wagers), default=0)
        if bet.spot == "envy":
            stake = ENVY_STAKE if stake >= ENVY_STAKE and len(seats.wagers) > 1 else 0
        if stake:
            yield _reach(bet, stake)


def _reach(bet: SideBet, stake: int) -> BonusReach:
    rows = [
        Row(net, chance, int(net * stake), edge_with(bet, stake, int(net * stake)))
        for net, chance in sorted(bet.payments.items())
        if net > 0
    ]
    return BonusReach(bet.spot, bet.title, stake, bet.edge, tuple(rows))


def edge_with(bet: SideBet, stake: int, left: int) -> Fraction:
    """The bank's edge with so many cents left: it pays and takes no more."""
    most = Fraction(left, stake)
    return -sum(
        (max(-most, min(most, net)) * chance for net, chance in bet.payments.items()), Fraction(0)
    )
