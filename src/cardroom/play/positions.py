"""Where the button and the blinds are, for games that deal to seats."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Seats = Mapping[int, str]
"""Players by their seats."""


class Positions(msgspec.Struct, frozen=True):
    """The button and the blinds of a hand, and who owes a blind after it."""

    button: int = 0
    """0 before the first hand."""
    small: int = 0
    """The seat whose turn it was, even if nobody sat there to post."""
    big: int = 0
    known: frozenset[str] = frozenset()
    """Players who have been dealt in since they sat down."""
    owes_big: frozenset[str] = frozenset()
    owes_small: frozenset[str] = frozenset()
