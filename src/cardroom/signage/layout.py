"""The layout sheet: what is printed on the felt, for approval and for ordering it."""

from __future__ import annotations

from typing import Any

from cardroom import games
from cardroom.rules.ruleset import Ruleset
from cardroom.signage.sheet import Posting, Sheet, head


def sheet(posting: Posting) -> Sheet:
    rules = posting.rules
    felt = games.felt_of(rules)
    line, sub = felt.lettering(rules)
    spots = places(rules)
    body = {
        "line": line,
        "sub": sub,
        "boxes": rules.boxes,
        # Seats at a poker table have no spots: bets go to the middle.
        "seen": f"{rules.boxes} boxes, each with {', '.join(spots)}"
        if spots
        else f"{rules.boxes} seats",
        "bank": "Dealer" if rules.banking.limit == "none" else "Bank",
        "main": "".join(spots[:1]),
        "beside": spots[1:],
        "board": felt.board is not None,
        "limits": [f"{name}: {words}" for name, words in felt.limits(rules)],
    }
    return Sheet("layout", head(posting), body)


def places(rules: Ruleset) -> list[str]:
    """The spots of a box before the deal; bets of one kind share a spot, as at the table."""
    found: dict[str, Any] = {}
    for spot in rules.spots:
        if spot.opens == "before-deal":
            found[spot.group or spot.title] = None
    return list(found)
