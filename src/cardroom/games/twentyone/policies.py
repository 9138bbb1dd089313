"""What a house allows in games of 21, as values. A policy of None means "not offered"."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom.hands.points import PointRule
from cardroom.money import EVEN, EXACT, Odds, Rounding
from cardroom.rules.paytable import PayTable


class Double(msgspec.Struct, frozen=True):
    """`totals` and `sizes` of None mean any; a total is the best total (soft 18 is 18)."""

    totals: tuple[int, ...] | None = None
    sizes: tuple[int, ...] | None = (2,)
    after_split: bool = True
    rescue: bool = False
    """A doubled hand may be surrendered instead of standing."""
    ace_ten_as_11: bool = False
    """An ace with a ten-value may also be doubled; the ace then counts 1."""


class Split(msgspec.Struct, frozen=True):
    """`hands_max` of None means no limit."""

    hands_max: int | None = 4
    aces: Literal["one-card", "hit"] = "one-card"
    aces_again: bool = False


class Surrender(msgspec.Struct, frozen=True):
    """`early` is before the dealer has checked for a natural, `late` is after.

    `sizes`: on the first two cards, or on any number of cards, split hands included. In the No-Bust
    games `any-doubled` includes doubled hands.
    """

    when: Literal["early", "late"] = "late"
    sizes: Literal["first-two", "any", "any-doubled"] = "first-two"
    ups: tuple[int, ...] | None = None
    """Ranks of the up card against which surrender is offered; None means all."""
    missed: Literal["strict", "literal"] = "strict"
    """An offer that was missed is made up while the player has no further card and the bank no
    second one (`strict`), or while either is so (`literal`)."""


class Insurance(msgspec.Struct, frozen=True):
    """Offered against an ace; the stake is up to half the wager, or exactly half."""

    stake: Literal["up-to-half", "half"] = "up-to-half"
    odds: Odds = Odds(2, 1)
    even_money: bool = False
    on_ten: Literal["win", "push"] = "win"
    """What a plain 10 as the second card does; face cards always win."""
    paid_naturals: bool = False
    """Also open to boxes whose natural has been paid."""
    settled: Literal["at-once", "in-turn"] = "at-once"
    """As soon as the bank's second card is known, or at the seat's turn to be paid."""


class Hole(msgspec.Struct, frozen=True):
    """How the dealer's second card is dealt, and what a dealer natural takes."""

    card: Literal["peek", "no-peek", "none", "face-up"] = "peek"
    natural_takes: Literal["all", "original"] = "all"


class BankDraws(msgspec.Struct, frozen=True):
    """The dealer draws below 17, and on soft 17 if `soft_17` is `hit`, up to `size_max` cards."""

    soft_17: Literal["hit", "stand"] = "hit"
    size_max: int | None = None
    idle: Literal["draw", "no-effect"] = "draw"
    """`no-effect`: the dealer draws only if a card could change an open wager."""


class MaxBet(msgspec.Struct, frozen=True):
    """More money before each further card, up to the original wager and the last Max Bet."""

    resume: tuple[int, int] | None = None
    """Least and most cents of a Max Bet after a card without one; None if it cannot resume."""
    before_second_card: bool = False
    earns_bonus: bool = False
    count: Literal["together", "each"] = "together"
    """Whether all Max Bets of a box, or each by itself, are compared with $5."""


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
    both_naturals: Literal["push", "win", "lose"] = "push"
    """What becomes of a natural against a dealer natural."""
    equal: Literal["push", "lose"] = "push"
    """What becomes of equal totals that are not naturals."""
    bank_22: Literal["bust", "push"] = "bust"
    player_21: Literal["compared", "wins"] = "compared"
    """`wins`: a hand of 21 wins at once, whatever the dealer has."""
    charlie: int | None = None
    natural_suited: tuple[int, Odds] | None = None
    """The odds of a natural entirely in this suit."""
    naturals: Literal["in-turn", "at-once"] = "in-turn"
    """`at-once`: naturals are paid on the deal, whatever the bank has."""
    draws_to: int = 0
    """A hand of this total or less must draw."""
    size_max: int | None = None
    """A hand with this many cards is finished."""
    fifth_card: Literal["face-up", "face-down"] = "face-up"
    bonus: PayTable | None = None
    """The odds of winning hands by their cards; where two rows apply, the better one pays."""
    bonus_doubled: bool = False
    """Whether a doubled hand earns its row, too, on all its money."""
    five_card_equal: Literal["lose", "push"] = "lose"
    """What an equal total does against a five-card bank hand."""
    long_21: Odds | None = None
    """A 21 of five or more cards wins at once, at these odds."""
    six_card_win: Literal["compulsory", "optional"] | None = None
    six_cards: Odds = EVEN
    max_bet: MaxBet | None = None
    stands_at: int | None = None
    """A hand of this total or more must stand."""
    joker_hand: Literal["equal-21", "beats-21"] = "equal-21"
    bank_wins_17: Literal["none", "ties"] = "none"
    over_ties: Literal["bank", "push"] = "bank"
    three_card_push: tuple[int, ...] | None = None
    """Busted three-card totals that push if closer than the bank's; empty means any."""
    rounding: Rounding = EXACT
