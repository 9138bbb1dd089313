"""What a house allows in pai gow poker, as values. A policy of None means "not offered"."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardroom.money import EXACT, Rounding


class PaiGow(msgspec.Struct, frozen=True):
    """The policies of pai gow poker."""

    way: str
    """The house way, by name."""
    royal_match: Literal["joker", "natural"] = "joker"
    rounding: Rounding = EXACT
