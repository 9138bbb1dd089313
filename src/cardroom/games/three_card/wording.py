"""What clauses of Three Card Poker say under options that change it."""

from __future__ import annotations

from typing import Final

from cardroom.rules.wording import APART, Texts

TEXTS: Final[Texts] = {
    "affiliates_may_alternate": APART,
    "bank_shows": {0: {"deal.bank-shows": "the bank's cards stay face down until all have played"}},
    "tie": {"bank-wins": {"pay.tie": "the bank wins a tie if it qualifies"}},
    "order": {
        "from-action-seat": {
            "settle.losers-first": "wagers are settled clockwise from the action button",
        },
    },
    "fee_on_bonus": {False: {"fee.each-wager": "the ante pays a collection, the bonus none"}},
    "bank_limit": {
        "combined": {
            "bank.coverage": "together, what the bank pays and collects may not exceed the amount"
            " it posted",
        },
    },
}
