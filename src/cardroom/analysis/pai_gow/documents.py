"""Settings of pai gow hands and the mistakes of house ways as values: text and JSON read these.

The names and the order of the fields are those of `--json`.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from cardroom.cards import Card

Cards = tuple[Card, ...]


class HandSet(msgspec.Struct, frozen=True):
    """Seven cards as a house way sets them."""

    way: str
    front: Cards
    front_is: str
    back: Cards
    back_is: str
    rule: str
    """The rule of the way that decided, ..."""
    says: str
    """... and what it says."""


class SettingValue(msgspec.Struct, frozen=True):
    """One setting, and how many of the bank's hands it beats, ties or loses to."""

    front: Cards
    front_is: str
    back: Cards
    back_is: str
    won: int
    pushed: int
    lost: int
    value: float
    """What a wager brings, per unit."""
    exact: Fraction
    set_so_by: tuple[str, ...]
    """The ways that set the hand so, or so that it is worth the same."""

    @property
    def bank_hands(self) -> int:
        return self.won + self.pushed + self.lost

    @property
    def shares(self) -> tuple[float, float, float]:
        """The shares won, pushed, and lost."""
        won, pushed, lost = (n / self.bank_hands for n in (self.won, self.pushed, self.lost))
        return won, pushed, lost


class SettingValues(msgspec.Struct, frozen=True):
    """Every sensible setting of a hand against a bank that follows a house way, best first."""

    against: str
    ways: tuple[HandSet, ...]
    settings: tuple[SettingValue, ...]


class WayEstimate(msgspec.Struct, frozen=True):
    """A figure from a sample of hands, and its standard error."""

    value: float
    error: float


class MistakenHand(msgspec.Struct, frozen=True):
    """A hand for which the way does not choose the best setting."""

    cards: Cards
    plays: Cards
    """What the way puts in front, ..."""
    better: Cards
    """... and what would be better there."""
    cost: float
    exact: Fraction


class Mistake(msgspec.Struct, frozen=True):
    """Mistakes of one kind."""

    rule: str
    plays: str
    better: str
    seen: int
    share: WayEstimate
    """Of all hands."""
    cost: WayEstimate
    """Per wager, over all hands."""
    example: MistakenHand
    """The costliest that was found."""


class WayMistakes(msgspec.Struct, frozen=True):
    """How often a way's setting is not the best, and what that costs."""

    way: str
    against: str
    seed: int
    hands_looked_at: int
    hands_weighed: int
    method: str
    mistaken: WayEstimate
    """Share of all hands."""
    cost: WayEstimate
    """Of all mistakes, per wager."""
    value: WayEstimate
    """Of the way, per wager, against this bank."""
    kinds: tuple[Mistake, ...]
    """Those that are certain by four standard errors, the costliest first."""
    kinds_uncertain: int
    """Kinds that were seen, and are not in the list."""
