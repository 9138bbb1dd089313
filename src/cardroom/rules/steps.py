"""Steps of a procedure that every family shares; a family adds its own.

A round has an agenda of steps. The interpreter deals with these; any other it hands to the family.
"""

from __future__ import annotations

import msgspec

from cardroom.places import ALL


class Step(msgspec.Struct, frozen=True):
    """Anything that can stand on an agenda."""


class Deal(Step, frozen=True):
    """One card from the shoe to a place, seen by `seen`."""

    place: str
    seen: str = ALL
    named: bool = False
    """The card must be named though not everybody sees it: its player's choices depend on it."""


class Turn(Step, frozen=True):
    """A card that lies face down at a place is turned for all to see."""

    place: str
    position: int


class Roll(Step, frozen=True):
    """Dice are thrown."""

    dice: int = 3


class Read(Step, frozen=True):
    """A figure from outside the round: a meter's amount, a clock."""

    name: str


class Settle(Step, frozen=True):
    """Claims on the named spots are worked out and folded over the bank, in `order`."""

    spots: tuple[str, ...]
    box: int | None = None
    order: str = "clockwise"
