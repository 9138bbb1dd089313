"""Sheets to print: what a posted game has, and the card of best play, which is computed first."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from cardroom.rules.ruleset import Ruleset
from cardroom.service import families

PLAIN: Final = ("sign", "rules", "layout")
"""What the posted game itself says."""
CARD: Final = "strategy"


class Card(msgspec.Struct, frozen=True):
    """The card of best play as a PDF. `none`: this game has none, and `why` says so."""

    status: Literal["ready", "none", "unavailable"]
    why: str = ""
    pdf: bytes = b""


def sheets(rules: Ruleset) -> tuple[str, ...]:
    """What can be printed of a posted game, by name."""
    return PLAIN if families.of(rules).strategy is None else (*PLAIN, CARD)
