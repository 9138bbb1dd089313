"""The steps of a procedure that all families share; a family adds its own.

A round has an agenda of steps. The interpreter handles these and passes any other to the family.
"""

from __future__ import annotations

import msgspec

from cardroom.places import ALL


class Step(msgspec.Struct, frozen=True, gc=False):
    """Anything that can be on an agenda."""


class Deal(Step, frozen=True):
    """Deal one card from the shoe to a place, visible to the audience `seen`."""

    place: str
    seen: str = ALL
    named: bool = False
    """The card must be named though not everybody sees it: its player's choices depend on it."""


class Turn(Step, frozen=True):
    """Turn up a face-down card for everybody to see."""

    place: str
    position: int


class Roll(Step, frozen=True):
    """Roll this number of dice."""

    dice: int = 3


class Read(Step, frozen=True):
    """Read a figure from outside the round: a meter's amount, a clock."""

    name: str


class Settle(Step, frozen=True):
    """Compute the claims on the named spots and settle them against the bank, in `order`."""

    spots: tuple[str, ...]
    box: int | None = None
    order: str = "clockwise"
