"""The stake that figures are for: payments are rounded as the posted game rounds them in play.

Without a stake, figures are exact shares of a wager. If the house posts chips or rounding, they are
for the table's minimum wager, or for $5 where no minimum is posted.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from cardroom.analysis.families import NotComputed
from cardroom.games.common import rounding_of
from cardroom.money import EXACT, Ratio, exact, owed
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.spots import Spot

USUAL: Final = 500
"""Cents of a wager at a table without a minimum: the least that most tables take."""


def stake_of(rules: Ruleset, asked: int | None = None) -> int | None:
    """The wager in cents that figures are for; None where they are exact shares of any wager."""
    if asked is not None:
        return _allowed(rules, asked)
    rounding = rounding_of(rules)
    if rounding == EXACT:
        return None
    least = rules.limits.least if rules.limits.least > 1 else USUAL
    return _up(max(least, rounding.chip), rules.limits.chip)


def side_stake(rules: Ruleset, spot: Spot, stake: int | None) -> int | None:
    """What is staked on a side bet next to a wager of `stake`: as much, where its limits allow."""
    if stake is None:
        return None
    limits = rules.limits_at(spot, rules.limits)
    most = stake if limits.most is None else min(stake, limits.most)
    return spot.stake or max(most // limits.chip * limits.chip, _up(limits.least, limits.chip))


def rounded(rules: Ruleset, net: Fraction, stake: int | None) -> Fraction:
    """What a stake wins or loses, per unit of it, if it is owed `net`."""
    if stake is None:
        return net
    cents = owed(stake, Ratio(net.numerator, net.denominator), rounding_of(rules))
    return Fraction(cents, stake)


def in_words(rules: Ruleset, stake: int | None) -> str:
    """The stake, and how payouts are rounded; "" where figures are exact."""
    if stake is None:
        return ""
    rounding, parts = rounding_of(rules), []
    if rounding.chip > 1:
        parts.append(f"payouts rounded down to {exact(rounding.chip)}")
    if rounding.smallest > 1:
        parts.append(f"chips of {exact(rounding.smallest)}")
    return f"for a wager of {exact(stake)}: {', '.join(parts) or 'payouts to the cent'}"


def _allowed(rules: Ruleset, asked: int) -> int:
    fault = rules.limits.fault(asked)
    if fault is not None:
        raise NotComputed(f"--stake: {rules.limits.says(fault, asked)}")
    return asked


def _up(amount: int, chip: int) -> int:
    """The least amount of chips that is no less."""
    return -(-amount // chip) * chip


def mean_in_dollars(mean: float) -> str:
    """A mean over many rounds, in cents: not an amount that anybody is paid."""
    return f"{'-' if mean < 0 else ''}${abs(mean) / 100:,.2f}"
