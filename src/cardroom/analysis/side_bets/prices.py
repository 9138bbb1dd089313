"""Side bets priced exactly: every payment and its chance, as a fraction of the shoe.

Nothing here is a rule: which cards win, and what they are paid, is declared by the games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from cardroom.analysis.stakes import rounded, side_stake
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet, SideRow, net

FRESH: Final = "a full shoe, with no cards known"


class PricedBet(NamedTuple):
    """A bet's payments per unit staked, each with its chance; the chances add up to one."""

    spot: str
    title: str
    payments: Mapping[Fraction, Fraction]
    """Net of the stake, to its probability."""
    assumptions: tuple[str, ...]

    @property
    def edge(self) -> Fraction:
        """The bank's, per unit staked."""
        return -sum((net * chance for net, chance in self.payments.items()), Fraction(0))

    @property
    def hit_frequency(self) -> Fraction:
        return sum((chance for net, chance in self.payments.items() if net > 0), Fraction(0))

    @property
    def deviation(self) -> float:
        mean = -self.edge
        square = sum((net**2 * chance for net, chance in self.payments.items()), Fraction(0))
        return math.sqrt(square - mean**2)


Pays = Callable[[SideRow | None, Fraction], Fraction]
"""What a unit on a bet wins or loses by a row, and by what its meter shows, in stakes."""


def pays_at(rules: Ruleset, bet: SideBet, stake: int | None) -> Pays:
    """Rounded as in play, next to a wager of `stake` cents; awards of a meter are not rounded."""
    own = None if bet.meter is not None else side_stake(rules, bet.spot, stake)
    return lambda row, meter: rounded(rules, net(row, meter), own)


def payments(
    bet: SideBet,
    rows: Mapping[str, Fraction],
    meter: Fraction = Fraction(0),
    pays: Pays = net,
) -> dict[Fraction, Fraction]:
    """The results of a unit bet and their probabilities, from the probability of each row. `meter`
    is the amount of the bet's meter, in stakes.
    """
    found = {pays(None, meter): 1 - sum(rows.values(), Fraction(0))}
    for name, chance in rows.items():
        amount = pays(bet.named(name), meter)
        found[amount] = found.get(amount, Fraction(0)) + chance
    return found
