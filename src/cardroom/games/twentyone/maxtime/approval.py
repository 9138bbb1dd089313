"""What the approved rules of MaxTime 21 fix."""

from __future__ import annotations

from typing import Final

from cardroom.games.approval import Approval

APPROVAL: Final = Approval(
    values={
        "decks": (1,),
        "dealer_hits_soft_17": (True,),
        "six_card_win": ("compulsory",),
        "maxtyme": (True,),
    }
)
