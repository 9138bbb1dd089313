"""Side bets whose rows are dealt, in part or in every round, because nothing counts them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

from cardroom.analysis.documents import WagerOdds
from cardroom.analysis.odds import exact_wager
from cardroom.analysis.side_bets.prices import payments, pays_at
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet

LOST: Final = ""
"""No row."""


class DealtRows(NamedTuple):
    rows: Counter[str]
    """How often each was made, and how often none was, `LOST`."""
    share: Fraction = Fraction(1)
    """Of all rounds, those that had to be dealt."""

    @property
    def number(self) -> int:
        return self.rows.total()


def dealt_wager(
    rules: Ruleset,
    bet: SideBet,
    counted: Mapping[str, Fraction],
    dealt: DealtRows,
    assumptions: tuple[str, ...],
    stake: int | None = None,
) -> WagerOdds:
    """`counted` are the chances of rows in the rounds that were not dealt."""
    chances = {
        row.name: counted.get(row.name, Fraction(0))
        + dealt.share * Fraction(dealt.rows[row.name], dealt.number)
        for row in bet.rows
    }
    pays = pays_at(rules, bet, stake)
    found = exact_wager(bet.name, bet.title, payments(bet, chances, pays=pays), assumptions)
    nets = {row.name: float(pays(row, Fraction(0))) for row in bet.rows}
    nets[LOST] = float(pays(None, Fraction(0)))
    mean = sum(nets[name] * times for name, times in dealt.rows.items()) / dealt.number
    square = sum(nets[name] ** 2 * times for name, times in dealt.rows.items()) / dealt.number
    error = float(dealt.share) * math.sqrt(max(0.0, square - mean**2) / dealt.number)
    return msgspec.structs.replace(
        found,
        exact=None,
        payments=tuple(msgspec.structs.replace(each, exact=None) for each in found.payments),
        method=_method(dealt, error),
        edge_error=error,
        deviation_method="simulated",
    )


def _method(dealt: DealtRows, error: float) -> str:
    if dealt.share == 1:
        return f"simulated, {dealt.number:,} rounds: edge ± {error:.4%}"
    return (
        f"exact where no pair is split; split rounds, {float(dealt.share):.2%} of all, are"
        f" simulated, {dealt.number:,} of them: edge ± {error:.4%}"
    )
