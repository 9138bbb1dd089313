"""The shuffler: the only part of the tables with chance."""

from __future__ import annotations

import secrets

from cardroom.cards import shuffled
from cardroom.fairness import commit, fresh_salts
from cardroom.table.commands import LoadShoe
from cardroom.table.shoe import rack
from cardroom.table.table import Table


def fresh_shoe(table: Table) -> LoadShoe:
    """Cards shuffled with the operating system's entropy, committed to card by card."""
    if table.dealing == "physical":
        return LoadShoe()
    cards = tuple(table.rules.deck) if table.round is None else rack(table.shoe, table.round)
    if not cards:
        return LoadShoe()
    order = shuffled(cards, secrets.randbelow)
    salts = fresh_salts(len(order))
    return LoadShoe(order, commit(order, salts).root.hex(), b"".join(salts))
