"""Events of the office: trays that are counted, slips that two people sign, dealers at a table."""

from __future__ import annotations

import msgspec

from cardroom.cards import Card
from cardroom.events import Event

Chips = tuple[tuple[int, int], ...]
"""Counted chips, or cash: the value of one piece in cents, and the number of pieces."""


class SlipPrepared(Event, frozen=True, tag="slip-prepared"):
    """A slip was written and signed by one person; it counts when a second person signs."""

    slip: int
    kind: str
    """opener, fill, credit, closer, box, or ruling."""
    by: str
    amount: int = 0
    chips: Chips = ()
    box: str = ""
    why: str = ""
    round: int = 0
    """The round that a ruling is about."""
    changes: dict[str, int] = msgspec.field(default_factory=dict)
    """What a ruling gives each player, or takes back."""


class SlipVoided(Event, frozen=True, tag="slip-voided"):
    """A slip without its second signature does not count."""

    slip: int
    by: str
    why: str


class TrayOpened(Event, frozen=True, tag="tray-opened"):
    """The opener: the counted chips of a table, and the drop box below it."""

    slip: int
    by: tuple[str, str]
    amount: int
    box: str
    chips: Chips = ()


class TrayFilled(Event, frozen=True, tag="tray-filled"):
    """Chips came from the cage."""

    slip: int
    by: tuple[str, str]
    amount: int
    chips: Chips = ()


class TrayCredited(Event, frozen=True, tag="tray-credited"):
    """Chips went to the cage."""

    slip: int
    by: tuple[str, str]
    amount: int
    chips: Chips = ()


class TrayClosed(Event, frozen=True, tag="tray-closed"):
    """The closer: counted and expected chips, and the box that goes to the count room."""

    slip: int
    by: tuple[str, str]
    counted: int
    expected: int
    box: str
    cash: int = 0
    """The buy-ins that the box should hold."""
    collected: int = 0
    """The collection that the box should hold."""
    why: str = ""
    """The explanation of a difference."""
    chips: Chips = ()


class BoxCounted(Event, frozen=True, tag="box-counted"):
    """The contents of a drop box, counted and expected."""

    slip: int
    by: tuple[str, str]
    box: str
    counted: int
    expected: int
    why: str = ""
    chips: Chips = ()


class RulingMade(Event, frozen=True, tag="ruling-made"):
    """A dispute about a settled round was decided; all changes add up to zero with the house's."""

    slip: int
    round: int
    ruling: str
    """void-hand, correct-card, correct-payment, pay-out-of-turn, or let-stand."""
    by: tuple[str, str]
    why: str
    clause: str
    changes: dict[str, int] = msgspec.field(default_factory=dict)
    """What each player gets; below zero is what a player gives back."""
    house: int = 0
    """What the house gets."""
    box: int = 0
    hand: int = 0


class JackpotVerified(Event, frozen=True, tag="jackpot-verified"):
    """Two people have compared an award of a meter with the cards of its round."""

    slip: int
    round: int
    by: tuple[str, str]
    meter: str
    row: str
    award: int
    """Frozen when it was won, in cents."""
    box: int
    player: str
    cards: tuple[Card, ...] = ()
    why: str = ""


class PlayerExcluded(Event, frozen=True, tag="player-excluded"):
    player: str
    why: str


class PlayerReadmitted(Event, frozen=True, tag="player-readmitted"):
    player: str
    why: str


class OwnLimitsSet(Event, frozen=True, tag="own-limits-set"):
    """What a player may lose, and how long they may play, in a gaming day; None is no limit."""

    player: str
    loss: int | None = None
    minutes: int | None = None
    since: int = 0
    """When they take effect: Unix time in nanoseconds."""


class DealerCame(Event, frozen=True, tag="dealer-came"):
    dealer: str


class DealerLeft(Event, frozen=True, tag="dealer-left"):
    dealer: str
