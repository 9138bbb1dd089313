"""The shuffler: the only part of the tables with chance."""

from __future__ import annotations

import secrets

from cardroom.fairness import commit, fresh_order, fresh_salts
from cardroom.fairness.mixing import SECRET_BYTES
from cardroom.table.commands import CommitShoe
from cardroom.table.shoe import rack
from cardroom.table.table import Table


def committed_shoe(table: Table) -> CommitShoe:
    """The deck, or the discards in the middle of a round, shuffled with the operating system's
    entropy and committed to card by card."""
    cards = tuple(table.rules.deck) if table.round is None else rack(table.shoe, table.round)
    order = fresh_order(cards)
    salts = fresh_salts(len(order))
    secret = secrets.token_bytes(SECRET_BYTES)
    return CommitShoe(order, commit(order, salts).root.hex(), b"".join(salts), secret)
