"""Sheets to print: those of a posted game, and its strategy card, which is computed first."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from cardroom.rules.ruleset import Ruleset
from cardroom.service import families

PLAIN: Final = ("sign", "rules", "layout")
"""The sheets that need no computation."""
CARD: Final = "strategy"


class StrategyCard(msgspec.Struct, frozen=True):
    """The strategy card as a PDF. `none`: this game has none, and `why` says so."""

    status: Literal["ready", "none", "unavailable"]
    why: str = ""
    pdf: bytes = b""


def sheets(rules: Ruleset) -> tuple[str, ...]:
    """The names of the sheets of a posted game."""
    return PLAIN if families.of(rules).strategy is None else (*PLAIN, CARD)
