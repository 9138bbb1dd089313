"""What a house allows, as values: a policy that is None is not offered."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom.hands.points import PointRule
from cardroom.money import EVEN, EXACT, Odds, Rounding
from cardroom.rules.paytable import PayTable


class Double(msgspec.Struct, frozen=True):
    """`totals` and `sizes` None are any; a total is the best one (soft 18 is 18)."""

    totals: tuple[int, ...] | None = None
    sizes: tuple[int, ...] | None = (2,)
    after_split: bool = True
    ace_ten_as_11: bool = False
    """Ace and ten-value may be doubled as well; the ace then counts 1."""


class Split(msgspec.Struct, frozen=True):
    """`hands_max` None is no limit."""

    hands_max: int | None = 4
    aces: Literal["one-card", "hit"] = "one-card"
    aces_again: bool = False


class Surrender(msgspec.Struct, frozen=True):
    """`early` is before the dealer is known to have no natural, `late` is after.

    `sizes`: on the first two cards, or on any number of them, split and doubled hands included.
    """

    when: Literal["early", "late"] = "late"
    sizes: Literal["first-two", "any", "any-doubled"] = "first-two"
    ups: tuple[int, ...] | None = None
    """Ranks of the bank's up card against which it is offered; None is all."""


class Insurance(msgspec.Struct, frozen=True):
    """Offered against an ace; `stake` up to half the wager, or exactly half."""

    stake: Literal["up-to-half", "half"] = "up-to-half"
    odds: Odds = Odds(2, 1)
    even_money: bool = False
    on_ten: Literal["win", "push"] = "win"
    """What a plain ten under the ace means; faces always win."""
    paid_naturals: bool = False
    """Open also to boxes whose natural has been paid."""
    settled: Literal["at-once", "in-turn"] = "at-once"
    """When the bank's second card is known, or when the seat's turn of payment comes."""


class Hole(msgspec.Struct, frozen=True):
    """How the dealer's second card comes, and what a dealer natural takes."""

    card: Literal["peek", "no-peek", "none"] = "peek"
    natural_takes: Literal["all", "original"] = "all"


class BankDraws(msgspec.Struct, frozen=True):
    """The dealer draws below 17, on soft 17 too if `soft_17` says so, up to `size_max` cards."""

    soft_17: Literal["hit", "stand"] = "hit"
    size_max: int | None = None
    idle: Literal["draw", "no-effect"] = "draw"
    """`no-effect`: no card is drawn that could not change any open wager."""


class MaxBet(msgspec.Struct, frozen=True):
    """More money before each further card, up to the original wager and the Max Bet before it."""

    resume: tuple[int, int] | None = None
    """Cents within which it may be taken up again after a card without it."""
    before_second_card: bool = False
    earns_bonus: bool = False
    games_max: int = 4
    games_above_max: int = 3
    above: int = 500
    """At most so many games a hand, and so many of them above that amount (in cents)."""


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
    natural_suited: tuple[int, Odds] | None = None
    """A natural all in this suit is paid these odds."""
    naturals: Literal["in-turn", "at-once"] = "in-turn"
    """`at-once`: paid on the deal, whatever the bank has."""
    draws_to: int = 0
    """A hand of this total or less must draw."""
    size_max: int | None = None
    """So many cards end a hand."""
    fifth_card: Literal["face-up", "face-down"] = "face-up"
    bonus: PayTable | None = None
    """Odds of winning hands by what they are made of; the better row where two apply."""
    five_card_equal: Literal["lose", "push"] = "lose"
    """Equal totals against a bank of five cards."""
    long_21: Odds | None = None
    """Five or more cards of 21 win this at once."""
    six_card_win: Literal["compulsory", "optional"] | None = None
    max_bet: MaxBet | None = None
    stands_at: int | None = None
    """A hand of this total or more must stand."""
    joker_hand: Literal["equal-21", "beats-21"] = "equal-21"
    bank_wins_17: Literal["none", "ties"] = "none"
    over_ties: Literal["bank", "push"] = "bank"
    three_card_push: tuple[int, ...] | None = None
    """Totals over 21 of three cards that push when they are closer; empty is any of them."""
    rounding: Rounding = EXACT


class ThreeCard(msgspec.Struct, frozen=True):
    """The policies of Three Card Poker."""

    bonus: PayTable
    bank_shows: int = 1
    tie: Literal["push", "bank-wins"] = "push"
    ante_bonus: PayTable | None = None
    rounding: Rounding = EXACT


class PaiGow(msgspec.Struct, frozen=True):
    """The policies of pai gow poker."""

    way: str
    """The house way, by name."""
    conflict: Literal["best-pay", "rank-order"] = "best-pay"
    royal_match: Literal["joker", "natural"] = "joker"
    rounding: Rounding = EXACT


class PotFee(msgspec.Struct, frozen=True):
    """A row of a collection: so much from the pot where at least so many players were dealt in."""

    players: int
    fee: int


class Poker(msgspec.Struct, frozen=True):
    """The policies of a poker game with a board; amounts in cents, 0 is none."""

    hole_cards: int = 2
    plays: Literal["any", "two"] = "any"
    """How many hole cards a hand has: as many as one likes, or exactly two."""
    low: Literal["none", "eight-or-better"] = "none"
    betting: Literal["limit", "no-limit"] = "limit"
    small_bet: int = 200
    big_bet: int = 400
    small_blind: int = 100
    big_blind: int = 200
    ante: int = 0
    collection: tuple[PotFee, ...] = ()
    """From the most players down."""
    half_hour: int = 0
    """What each seated player pays at each half hour."""
    short_all_ins: Literal["alone", "together"] = "alone"
    """`together`: several that add up to a full raise reopen the betting."""
    shows_first: Literal["hand", "last-round"] = "hand"
    """The last aggressor of the whole hand, or of the last round of betting."""
    winner_shows: Literal["never", "may"] = "never"
    """Whether who won without a showdown is asked to show."""
    button: Literal["moving", "dead"] = "moving"
