"""The probability of each row of a side bet, where the cards alone decide it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from cardroom.analysis.families import NotComputed, analysis_of, answered
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet


class RowsPart(Protocol):
    """A family's answer."""

    def __call__(self, rules: Ruleset, bet: SideBet) -> Mapping[str, Fraction] | None:
        """The probability of each row; None if play decides it or there is too much to count."""


def row_chances(rules: Ruleset, bet: SideBet) -> Mapping[str, Fraction]:
    """`NotComputed` where the cards alone do not decide the bet."""
    found = answered(rules, analysis_of(rules).side_bet_rows)(rules, bet)
    if found is None:
        raise NotComputed(f"{bet.title} depends on the play of the hand; its rows are not counted")
    return found
