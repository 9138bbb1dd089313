"""Proof that an order was fixed before the first card, without showing a card too early.

The hash of a whole order would give it away near its end, when few orders are left to try. So
every card has a commitment of its own, with a secret salt, and the root of a tree over all of
them is published: each card can be opened alone, to those who may see it.
"""

from cardroom.fairness.commitment import (
    SALT_BYTES,
    Commitment,
    Opening,
    commit,
    open_card,
    verify_opening,
)
from cardroom.fairness.entropy import fresh_order, fresh_salts

__all__ = [
    "SALT_BYTES",
    "Commitment",
    "Opening",
    "commit",
    "fresh_order",
    "fresh_salts",
    "open_card",
    "verify_opening",
]
