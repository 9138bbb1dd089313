"""Events of a shuffle: the house's order, the players' contributions, and what became of both."""

from __future__ import annotations

import msgspec

from cardroom.events import Event


class Contributor(msgspec.Struct, frozen=True):
    """A player who contributes to a shuffle, and the modulus that fixes what, in hex."""

    player: str
    modulus: str


class OpenedContribution(msgspec.Struct, frozen=True):
    """What a player contributed, in hex. `prime` proves it; it is empty if the player did not show
    it and the house found the value by squaring."""

    player: str
    value: str
    prime: str = ""


class ShoeCommitted(Event, frozen=True, tag="shoe-committed"):
    """The house has shuffled: `root` commits to the order, `dice` to the dice thrown with it."""

    shoe: int
    size: int
    root: str
    dice: str


class ContributionsClosed(Event, frozen=True, tag="contributions-closed"):
    shoe: int
    contributors: tuple[Contributor, ...] = ()
    squarings: int = 0


class ShoeLoaded(Event, frozen=True, tag="shoe-loaded"):
    """Only the root of the order is published; `how` is full, or discards (in mid-round). `seed`
    is what the opened contributions mix that order with."""

    shoe: int
    size: int
    root: str = ""
    how: str = "full"
    cut: int | None = None
    seed: str = ""
    opened: tuple[OpenedContribution, ...] = ()


class DiceOpened(Event, frozen=True, tag="dice-opened"):
    """The secret that this shoe's dice come from, so that everybody can check the throw."""

    shoe: int
    secret: str
    throw: int = 0
