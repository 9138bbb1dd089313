"""The procedure of a hand of poker with a board."""

from __future__ import annotations

from typing import Literal

from cardroom.rules.steps import Step

StreetName = Literal["before the flop", "flop", "turn", "river"]


class Antes(Step, frozen=True):
    """Everybody who is dealt in puts in the ante, where one is posted."""


class Blinds(Step, frozen=True):
    """The seats left of the button put in forced bets before the deal."""


class HoleCards(Step, frozen=True):
    """Hole cards, one at a time, face down, from the left of the button."""


class BettingRound(Step, frozen=True):
    """A round of betting, clockwise."""

    street: StreetName


class ToBoard(Step, frozen=True):
    """A burn, then cards face up on the board; nothing if only one player is left."""

    cards: int


class Flop(ToBoard, frozen=True):
    """A burn, and three cards face up on the board: the flop."""

    cards: int = 3


class FourthCard(ToBoard, frozen=True):
    """A burn, and the fourth card of the board: the turn."""

    cards: int = 1


class FifthCard(ToBoard, frozen=True):
    """A burn, and the fifth card of the board: the river."""

    cards: int = 1


class Collect(Step, frozen=True):
    """The collection is taken from the pots, once, by the players dealt in."""


class Showdown(Step, frozen=True):
    """Hands are opened, the last aggressor's first."""


class ShowHand(Step, frozen=True):
    """One seat opens its hand, or may throw it away."""

    seat: int


class OfferShow(Step, frozen=True):
    """A player who won without a showdown may show the hand."""

    seat: int


class GivePots(Step, frozen=True):
    """The pots are given out, the main pot first."""


PROCEDURE: tuple[Step, ...] = (
    Antes(),
    Blinds(),
    HoleCards(),
    BettingRound("before the flop"),
    Flop(),
    Collect(),
    BettingRound("flop"),
    FourthCard(),
    BettingRound("turn"),
    FifthCard(),
    BettingRound("river"),
    Showdown(),
    GivePots(),
)
