"""A shoe with a given order, for tests."""

from __future__ import annotations

from cardroom.cards import CardError, parse_cards
from cardroom.fairness import commit, fresh_salts
from cardroom.service import errors
from cardroom.service.errors import refuse
from cardroom.table.commands import LoadShoe
from cardroom.table.table import Table


def stacked_shoe(table: Table, text: str) -> LoadShoe:
    """The given cards first, the rest of the deck after them."""
    try:
        first = parse_cards(text)
    except CardError as wrong:
        raise refuse(422, errors.FORM, str(wrong)) from None
    if (excess := table.rules.deck.excess(first)) is not None:
        raise refuse(422, errors.FORM, f"{excess} appears too often")
    rest = list(table.rules.deck)
    for card in first:
        rest.remove(card)
    order = (*first, *rest)
    salts = fresh_salts(len(order))
    return LoadShoe(order, commit(order, salts).root.hex(), b"".join(salts))
