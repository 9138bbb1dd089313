"""Proof that the order of a shoe was committed before the first card, revealing no card early.

A hash of the whole order would give it away near the end of the shoe, when few orders are left to
try. So every card has its own commitment with a secret salt, and the root of a tree over all
commitments is published. Each card can then be opened separately, to the people who may see it.
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
