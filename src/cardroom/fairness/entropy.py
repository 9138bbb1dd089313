"""The operating system's entropy: the only source of orders at a table where people play.

Nothing about players, bets or decisions is an argument here, so nothing of them can have a say.
"""

from __future__ import annotations

import secrets

from cardroom.cards import Card, Deck, shuffled
from cardroom.fairness.commitment import SALT_BYTES


def fresh_order(deck: Deck) -> tuple[Card, ...]:
    """An order of the deck; every order is equally likely, as `randbelow` rejects."""
    return shuffled(tuple(deck), secrets.randbelow)


def fresh_salts(size: int) -> tuple[bytes, ...]:
    return tuple(secrets.token_bytes(SALT_BYTES) for _ in range(size))
