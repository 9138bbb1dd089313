"""Files that open cards of a committed order."""

from __future__ import annotations

from collections.abc import Sequence

from cardroom.cards import Deck
from cardroom.fairness.commitment import Commitment, open_card
from cardroom.fairness.document import OpeningsFile, encode, written


def show(commitment: Commitment, positions: Sequence[int], deck: Deck | None = None) -> bytes:
    """The file that opens these positions, as JSON."""
    openings = tuple(written(open_card(commitment, position)) for position in positions)
    return encode(OpeningsFile(commitment.root.hex(), commitment.size, openings, deck))
