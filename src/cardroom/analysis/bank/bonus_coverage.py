"""A bonus bet by itself against what is left of a bank: exact.

Bonus bets are settled last, and their high rows pay more than most banks post. What a bank has
left by then depends on the whole table; what the bet is worth from there does not.
"""

from __future__ import annotations

from fractions import Fraction

from cardroom.analysis.bank.documents import BonusBet, BonusPayRow
from cardroom.analysis.side_bets.prices import PricedBet


def bonus_bet(bet: PricedBet, stake: int) -> BonusBet:
    """Every row that wins, the lowest first."""
    return BonusBet(
        spot=bet.spot,
        title=bet.title,
        stake=stake,
        edge=float(bet.edge),
        exact=str(bet.edge),
        rows=tuple(
            _row(bet, stake, net, chance) for net, chance in sorted(bet.payments.items()) if net > 0
        ),
    )


def _row(bet: PricedBet, stake: int, net: Fraction, chance: Fraction) -> BonusPayRow:
    needs = int(net * stake)
    edge = edge_with(bet, stake, needs)
    return BonusPayRow(float(net), float(chance), needs, float(edge), str(edge))


def edge_with(bet: PricedBet, stake: int, left: int) -> Fraction:
    """The bank's edge with this many cents left: it pays and takes no more."""
    most = Fraction(left, stake)
    return -sum(
        (max(-most, min(most, net)) * chance for net, chance in bet.payments.items()), Fraction(0)
    )
