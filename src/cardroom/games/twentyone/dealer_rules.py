"""The clauses of the 21 games that govern what the dealer does."""

from __future__ import annotations

from typing import Final

from cardroom.games.dealer_rules import DealerRules

DEALER_RULES: Final[DealerRules] = {
    "ask:play": "deal.turns",
    "bank": "bank.draws",
    "button:action": "action.button",
    "card:bank": "deal.order",
    "card:bank:drawn": "bank.draws",
    "card:bank:second": "deal.bank-second",
    "card:burn": "deal.burn",
    "card:drawn": "deal.turns",
    "card:first": "deal.order",
    "collect": "fee.before-deal",
    "collect:button": "fee.button",
    "cover": "bank.coverage",
    "cut card": "deal.cut-card",
    "cut card first": "deal.cut-card-first",
    "cut-card-missing": "irregularity.10",
    "damaged-card": "irregularity.8",
    "draw": "bank.draws",
    "free": "fee.free-collection",
    "pay naturals": "natural.at-once",
    "peek": "bank.peek",
    "settle": "settle.from-action-seat",
    "shuffle-missed": "irregularity.9",
    "turn:bank": "deal.bank-hole",
    "turn:box": "deal.fifth-face-down",
}
"""The games have different books, and none has all of these clauses."""
