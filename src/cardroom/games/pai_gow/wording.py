"""What clauses of the pai gow games say under options that change it."""

from __future__ import annotations

from typing import Final

from cardroom.rules.wording import ANY, APART, Texts

TEXTS: Final[Texts] = {
    "affiliates_may_alternate": APART,
    "envy": {
        None: {},
        ANY: {"envy.pays": "an envy button is paid for each other player's hand with an award"},
    },
    "envy_stake": {
        ANY: {"envy.button": "a Fortune bet of the posted amount or more earns an envy button"}
    },
    "bank_limit": {
        "each-way": {
            "bank.coverage": "the bank can win at most, and lose at most, the amount it posted",
        },
    },
    "house_way_after_looking": {
        False: {
            "set.house-way-looked": "a player asks for the house way before looking, not after",
        },
    },
}
