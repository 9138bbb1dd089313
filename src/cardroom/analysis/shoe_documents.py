"""What a cut card changes about the wagers of a game, as values."""

from __future__ import annotations

import msgspec


class SideShoeEdge(msgspec.Struct, frozen=True):
    """A side bet from a shoe with a cut card, simulated, made in every round."""

    spot: str
    title: str
    edge: float
    change: float
    """From the edge of a fresh shoe for every round."""
    error: float


class ShoeEdge(msgspec.Struct, frozen=True):
    """The main wager from a shoe with a cut card, simulated."""

    boxes: int
    """In play; all play alike."""
    dealt: float
    """How much of the shoe lies before the cut card."""
    edge: float
    change: float
    """From the edge of a fresh shoe for every round."""
    error: float
    """One standard error of both."""
    rounds: int
    """Simulated."""
    rounds_per_shoe: float
    side_bets: tuple[SideShoeEdge, ...] = ()
    """Those that are open in every round, and that the simulator can take."""


class ShoeEdges(msgspec.Struct, frozen=True):
    """What a real shoe changes about the main wager, by the number of boxes in play."""

    rows: tuple[ShoeEdge, ...]
    why: str
    """Why there are none; "" where there are."""
