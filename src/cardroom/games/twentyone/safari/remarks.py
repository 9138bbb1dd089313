"""What a house should know before it posts Safari 21."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardroom.cards import decks_of
from cardroom.games.approval import Remark
from cardroom.games.twentyone.safari import clauses as c
from cardroom.rules.ruleset import Ruleset


def remarks(rules: Ruleset) -> Iterator[Remark]:
    o: dict[str, Any] = dict(rules.options)
    decks = rules.deck.packs
    if decks < 3 and o["bonus_suited_777"]:
        says = f"three suited sevens cannot occur in {decks_of(decks)}"
        yield Remark("warning", says, c.BONUS.id)
    joker = rules.spot("monte-carlo/joker")
    if joker is not None and o["jokers"] == "one" and decks > 1:
        says = f"one joker in {52 * decks + 1} cards at {joker.odds}: nobody should make that bet"
        yield Remark("warning", says, c.MC_PAYS.id)
    if o["monte_carlo"] and o["monte_carlo_burn"] and decks == 1 and o["shoe"] == "each-round":
        says = (
            "a card is burned before each box's first card; for a single deck that is shuffled"
            " before each hand the book recommends burning none"
        )
        yield Remark("warning", says, c.MC_BURN.id)
