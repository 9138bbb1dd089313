"""What a house allows in Three Card Poker, as values. A policy of None means "not offered"."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom.money import EXACT, Rounding
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet


class ThreeCard(msgspec.Struct, frozen=True):
    """The policies of Three Card Poker."""

    bonus: SideBet
    bank_shows: int = 1
    tie: Literal["push", "bank-wins"] = "push"
    ante_bonus: SideBet | None = None
    """The rows that pay the ante a bonus; it is no bet of its own."""
    rounding: Rounding = EXACT


def policies_of(rules: Ruleset) -> ThreeCard:
    """The policies of a game that is known to be of this family."""
    assert isinstance(rules.policies, ThreeCard)
    return rules.policies
