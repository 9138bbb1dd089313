"""A round that was cleared, as a list of rounds shows it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class PastRound(msgspec.Struct, frozen=True):
    """A round that was cleared; `seq` and `hash` (empty if it is not published) are
    of the entry that cleared it."""

    number: int
    seq: int
    hash: str
    at: int
    rules: str
    net: Mapping[str, int]
    bank: int
    void: bool
    results: Mapping[str, int] = {}
    """The change of each player's stack: wagers, the bank, and fees."""
    banker: str = ""
    """The player who banked it; "" is the house, or nobody where players play for a pot."""
