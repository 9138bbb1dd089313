"""What a house allows, as values: a policy that is None is not offered."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom.hands.points import PointRule
from cardroom.money import EVEN, EXACT, Odds, Rounding


class Double(msgspec.Struct, frozen=True):
    """`totals` and `sizes` None are any; a total is the best one (soft 18 is 18)."""

    totals: tuple[int, ...] | None = None
    sizes: tuple[int, ...] | None = (2,)
    after_split: bool = True
    on_natural: bool = False


class Split(msgspec.Struct, frozen=True):
    """`hands_max` None is no limit."""

    hands_max: int | None = 4
    aces: Literal["one-card", "hit"] = "one-card"
    aces_again: bool = False


class Surrender(msgspec.Struct, frozen=True):
    """`early` is before the dealer is known to have no natural, `late` is after."""

    when: Literal["early", "late"] = "late"


class Insurance(msgspec.Struct, frozen=True):
    """Offered against an ace; `stake` up to half the wager, or exactly half."""

    stake: Literal["up-to-half", "half"] = "up-to-half"
    odds: Odds = Odds(2, 1)
    even_money: bool = False


class Hole(msgspec.Struct, frozen=True):
    """How the dealer's second card comes, and what a dealer natural takes."""

    card: Literal["peek", "none"] = "peek"
    natural_takes: Literal["all", "original"] = "all"


class BankDraws(msgspec.Struct, frozen=True):
    """The dealer draws below 17, on soft 17 too if `soft_17` says so, up to `size_max` cards."""

    soft_17: Literal["hit", "stand"] = "hit"
    size_max: int | None = None


class TwentyOne(msgspec.Struct, frozen=True):
    """The policies of a game of the 21 family."""

    points: PointRule = PointRule()
    natural: Odds = Odds(3, 2)
    double: Double | None = Double()
    split: Split | None = Split()
    surrender: Surrender | None = None
    insurance: Insurance | None = Insurance()
    hole: Hole = Hole()
    bank: BankDraws = BankDraws()
    charlie: int | None = None
    charlie_odds: Odds = EVEN
    rounding: Rounding = EXACT
