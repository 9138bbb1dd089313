"""The clauses of pai gow poker that govern what the dealer does."""

from __future__ import annotations

from typing import Final

from cardroom.games.dealer_rules import DealerRules
from cardroom.games.pai_gow import clauses as c

DEALER_RULES: Final[DealerRules] = {
    "ask:pile": c.CHOOSE.id,
    "ask:set": c.SET.id,
    "ask:set:bank": c.HIDDEN.id,
    "button:action": c.DICE.id,
    "button:envy": c.ENVY_BUTTON.id,
    "card:piles": c.PILES.id,
    "collect": c.FEES.id,
    "cover": c.COVERAGE.id,
    "dice": c.DICE.id,
    "foul": c.FOUL.id,
    "foul:bank": c.BANK_FOUL.id,
    "house-way": c.HOUSE_WAY.id,
    "pay envy": c.ENVY_PAYS.id,
    "settle": c.ACTION.id,
    "turn:bank": c.HIDDEN.id,
}
"""The dice say which box has the action button, and the seat only where settlement begins."""
