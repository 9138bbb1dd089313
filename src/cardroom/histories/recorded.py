"""A hand that another program recorded: what was posted, dealt and done, and what everybody won.

Seats are numbered from the left of the button, so the button is the last one.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Literal

import msgspec

from cardroom.cards import UNSEEN, Card, CardError, parse_cards
from cardroom.errors import CardroomError

RecordedVerb = Literal["fold", "call", "raise"]
"""`call` is also a check, `raise` also a bet."""


class Unreadable(CardroomError):
    """A record that is damaged or has another form; the message says why."""


class NotOurs(CardroomError):
    """A record of something that our games do not have; the message names it."""


class RecordedAction(msgspec.Struct, frozen=True):
    seat: int
    verb: RecordedVerb
    street: int
    """How many cards were on the board."""
    to: int = 0
    """What the seat has in the betting round after a bet or a raise."""


class RecordedHand(msgspec.Struct, frozen=True):
    """Amounts are cents."""

    id: str
    game: str
    betting: Literal["limit", "no-limit"]
    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    """[seat - 1]; what somebody posts who missed the small blind is among them."""
    blinds: tuple[int, ...]
    """[seat - 1]; the blind of a player who came late is among them."""
    bets: tuple[int, int]
    """Fixed limit: the small and the big bet."""
    holes: Mapping[int, tuple[Card, ...]]
    """Cards by seat, as far as they are known; `UNSEEN` otherwise."""
    board: tuple[Card, ...]
    actions: tuple[RecordedAction, ...]
    mucked: frozenset[int]
    """Seats that showed no cards at the end."""
    won: Mapping[int, int] | None = None
    """From the pots, by seat, ..."""
    stacks_after: tuple[int, ...] | None = None
    """... or the stacks at the end."""
    rake: int | None = None
    """What was taken from the pots, if the record says so."""


def cents_of(amount: object) -> int:
    """An amount of a file; what is not a multiple of a cent is refused."""
    if isinstance(amount, bool) or not isinstance(amount, (int, float, Decimal, str)):
        raise Unreadable(f"{amount!r} is not an amount")
    try:
        cents = Decimal(str(amount)) * 100
    except ArithmeticError:
        raise Unreadable(f"{amount!r} is not an amount") from None
    if not cents.is_finite() or cents != int(cents):
        raise NotOurs(f"{amount} is not a multiple of a cent")
    return int(cents)


def cards_of(text: str) -> tuple[Card, ...]:
    """ "AsKd", or "????" for cards that are not known."""
    pairs = [text[place : place + 2] for place in range(0, len(text), 2)]
    try:
        return tuple(UNSEEN if pair == "??" else parse_cards(pair)[0] for pair in pairs)
    except (CardError, IndexError):
        raise Unreadable(f"{text!r} is not a list of cards") from None
