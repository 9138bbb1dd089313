"""Commands of the office at a table. What moves the house's money is a slip: one person prepares
it, and it counts when another person signs it."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom.cards import Card
from cardroom.events.office import Chips


class OfficeRequest(
    msgspec.Struct, frozen=True, tag_field="command", omit_defaults=True, forbid_unknown_fields=True
):
    """A request of the office, which may be refused."""


class OpenTray(OfficeRequest, frozen=True, tag="open-tray"):
    """The counted chips that a table starts with, and the number of its drop box."""

    by: str
    chips: Chips
    box: str


class FillTray(OfficeRequest, frozen=True, tag="fill-tray"):
    """Chips from the cage."""

    by: str
    chips: Chips


class CreditTray(OfficeRequest, frozen=True, tag="credit-tray"):
    """Chips to the cage."""

    by: str
    chips: Chips


class CloseTray(OfficeRequest, frozen=True, tag="close-tray"):
    """The closing count; `why` explains a difference."""

    by: str
    chips: Chips
    why: str = ""


class CountBox(OfficeRequest, frozen=True, tag="count-box"):
    """The contents of a drop box that was taken from the table; `why` explains a difference."""

    by: str
    box: str
    chips: Chips
    why: str = ""


Ruling = Literal["void-hand", "correct-card", "correct-payment", "pay-out-of-turn", "let-stand"]


class RuleOnRound(OfficeRequest, frozen=True, tag="rule-on-round"):
    """A decision about a round that was settled and cleared.

    `changes` is what each player gets (or gives back); the house gets the rest. For a void hand and
    a corrected card it is what the rules of the round give.
    """

    by: str
    round: int
    ruling: Ruling
    why: str
    clause: str
    changes: dict[str, int] = {}
    box: int = 0
    hand: int = 0
    side_bets: Literal["stand", "void"] = "stand"
    """Whether the settled side bets of a void hand stand."""
    place: str = ""
    """Where the wrong card was entered: box.hand, or bank."""
    position: int = 0
    """Which card there, from 1."""
    card: Card | None = None
    """What it was."""


class VerifyJackpot(OfficeRequest, frozen=True, tag="verify-jackpot"):
    """An award of a meter in a round that was cleared, compared with the cards.

    Everything but the reason is what the round itself says; the floor checks it again.
    """

    by: str
    round: int
    box: int
    meter: str = ""
    row: str = ""
    award: int = 0
    player: str = ""
    cards: tuple[Card, ...] = ()
    why: str = ""


class SignSlip(OfficeRequest, frozen=True, tag="sign-slip"):
    """The second signature: now the slip counts."""

    by: str
    slip: int


class VoidSlip(OfficeRequest, frozen=True, tag="void-slip"):
    """The slip is not signed, and does not count."""

    by: str
    slip: int
    why: str


class DealerIn(OfficeRequest, frozen=True, tag="dealer-in"):
    """A dealer comes to the table, and the one before leaves."""

    dealer: str


class DealerOut(OfficeRequest, frozen=True, tag="dealer-out"):
    dealer: str


Prepared = OpenTray | FillTray | CreditTray | CloseTray | CountBox
"""Commands that prepare a slip."""
SignedOfficeCommand = Prepared | RuleOnRound | VerifyJackpot | SignSlip | VoidSlip
"""Commands that name the person who signs."""
OfficeCommand = SignedOfficeCommand | DealerIn | DealerOut
