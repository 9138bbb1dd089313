"""The clauses of Three Card Poker that govern what the dealer does."""

from __future__ import annotations

from typing import Final

from cardroom.games.dealer_rules import DealerRules
from cardroom.games.three_card import clauses as c

DEALER_RULES: Final[DealerRules] = {
    "bank": c.QUALIFY.id,
    "card": c.DEAL.id,
    "collect": c.FEES.id,
    "cover": c.COVERAGE.id,
    "settle": c.ORDER.id,
    "take folded wagers": c.FOLDED_FIRST.id,
    "turn:bank": c.FOLDED_FIRST.id,
    "turn:bank:early": c.SHOWS.id,
    "turn:box": c.REVEAL.id,
}
"""The rule about forfeited wagers is the one that says when the bank's hand is revealed."""
