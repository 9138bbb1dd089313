"""The clauses of poker that govern what the dealer does."""

from __future__ import annotations

from typing import Final

from cardroom.games.dealer_rules import DealerRules
from cardroom.games.poker import clauses as c

DEALER_RULES: Final[DealerRules] = {
    "ask:bet": c.ORDER.id,
    "ask:bet:heads-up": c.HEADS_UP.id,
    "ask:show": c.SHOW.id,
    "card": c.DEAL.id,
    "card:board": c.BOARD.id,
    "card:burn": c.BOARD.id,
    "collect": c.TIMED.id,
    "drop": c.DEALT_IN.id,
    "drop:short": c.MAIN_POT.id,
    "side-pot": c.SIDE.id,
    "turn": c.SHOW.id,
}
"""A card is burned as part of turning the board."""
