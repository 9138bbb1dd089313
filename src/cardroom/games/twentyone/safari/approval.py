"""What the approved rules of Safari 21 fix, and what a house should know of its options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from cardroom.games.approval import Approval, Remark
from cardroom.games.twentyone.safari import clauses as c
from cardroom.rules.ruleset import Ruleset


def _remarks(rules: Ruleset) -> Iterator[Remark]:
    o: dict[str, Any] = dict(rules.options)
    decks = rules.deck.packs
    if decks < 4:
        yield Remark("warning", f"{decks} decks; the book has four to eight", c.DECKS.id)
    if decks < 3 and o["bonus_suited_777"]:
        says = f"three suited sevens cannot occur in {decks} decks"
        yield Remark("warning", says, c.BONUS.id)
    if o["monte_carlo"] == "table-b" and o["jokers"] == "one" and decks > 1:
        says = f"one joker in {52 * decks + 1} cards at 45 to 1: nobody should make that bet"
        yield Remark("warning", says, c.MC_PAYS.id)


def _washington(rules: Ruleset) -> Iterator[Remark]:
    o: dict[str, Any] = dict(rules.options)
    if o["games_max"] > 4 or o["games_above_five"] > 3:
        says = "more than four games a hand, or three above $5: the approval of 2013 allows fewer"
        yield Remark("deviation", says, c.FOUR_GAMES.id)


APPROVAL: Final = Approval(
    values={"decks": (4, 5, 6, 7, 8), "games_max": (4,), "games_above_five": (3,)},
    postings=(("four-wager-restriction", "Addendum"),),
    remarks=_remarks,
    remarks_in={"washington": _washington},
)
