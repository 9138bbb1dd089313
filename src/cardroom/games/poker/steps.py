"""The procedure of a hand of poker with a board."""

from __future__ import annotations

from typing import Literal

from cardroom.rules.steps import Step

Street = Literal["before the flop", "flop", "turn", "river"]


class Antes(Step, frozen=True):
    """Everybody who is dealt in puts in the ante, where one is posted."""


class Blinds(Step, frozen=True):
    """The seats left of the button put in forced bets before the deal."""


class HoleCards(Step, frozen=True):
    """Hole cards, one at a time, face down, from the left of the button."""


class BettingRound(Step, frozen=True):
    """A round of betting, clockwise."""

    street: Street


class ToBoard(Step, frozen=True):
    """A burn, then so many cards face up on the board."""

    cards: int


class Collect(Step, frozen=True):
    """The collection, from the main pot."""


class Showdown(Step, frozen=True):
    """Hands are opened, the last aggressor's first."""


class ShowHand(Step, frozen=True):
    """One seat opens its hand, or may throw it away."""

    seat: int


class OfferShow(Step, frozen=True):
    """Who won without a showdown may show what it was."""

    seat: int


class GivePots(Step, frozen=True):
    """The pots are given out, the main pot first."""


PROCEDURE: tuple[Step, ...] = (
    Antes(),
    Blinds(),
    HoleCards(),
    BettingRound("before the flop"),
    ToBoard(3),
    Collect(),
    BettingRound("flop"),
    ToBoard(1),
    BettingRound("turn"),
    ToBoard(1),
    BettingRound("river"),
    Showdown(),
    GivePots(),
)
