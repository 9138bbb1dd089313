"""The operating system's entropy: the only source of shuffles at tables where people play.

These functions take nothing about players, bets, or decisions, so none of that can influence a
shuffle.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from cardroom.cards import Card, shuffled
from cardroom.fairness.commitment import SALT_BYTES


def fresh_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards shuffled; every order is equally likely, because `randbelow` uses rejection."""
    return shuffled(tuple(cards), secrets.randbelow)


def fresh_salts(size: int) -> tuple[bytes, ...]:
    return tuple(secrets.token_bytes(SALT_BYTES) for _ in range(size))
