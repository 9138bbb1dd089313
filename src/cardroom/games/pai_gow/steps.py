"""The procedure of pai gow poker."""

from __future__ import annotations

from cardroom.rules.steps import Step


class DealPiles(Step, frozen=True):
    """Seven piles of seven, one card at a time; four cards are left over."""


class ReplaceExposed(Step, frozen=True):
    """A boxed or exposed card is replaced by the first of those left over."""


class ChoosePile(Step, frozen=True):
    """The bank chooses the pile that is delivered first."""


class AskHouseWay(Step, frozen=True):
    """Where the house posts it: players ask for the house way before they look."""


class Deliver(Step, frozen=True):
    """The chosen pile to the seat that the dice named, the rest clockwise."""


class NameCard(Step, frozen=True):
    """The dealer of real cards names a player's card that nobody knew, for that player only."""

    box: int
    position: int


class SetHands(Step, frozen=True):
    """All players at once; nobody sees another's setting."""


class SetBank(Step, frozen=True):
    """The bank's hand lies open, and the bank sets it."""


class PayFromActionSeat(Step, frozen=True):
    """Hand by hand, clockwise from the action seat."""


class OpenHand(Step, frozen=True):
    """A player's hand is opened when the settlement reaches it."""

    box: int


class PayEnvy(Step, frozen=True):
    """Envy buttons, when all wagers are reconciled."""
