"""What the approved rules of Three Card Poker 1.3 fix."""

from __future__ import annotations

from typing import Final

from cardroom.games.approval import Approval

APPROVAL: Final = Approval(
    values={"ante_bonus": (None,), "bank_shows": (1,), "bonus_table": ("1.3",)}
)
