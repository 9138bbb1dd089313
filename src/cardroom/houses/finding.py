"""One finding about a posted game, and the case it was found in."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from cardroom import games
from cardroom.games.approval import FindingLevel
from cardroom.houses import House, Posted
from cardroom.rules.ruleset import Ruleset


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong with a posted game, or that its house should know."""

    game: str
    level: FindingLevel
    says: str
    clause: str
    cite: str
    line: int = 0
    """Of the house's file, where one line of it is at fault."""


def cited(game: str, clause: str) -> str:
    """Where a clause stands in the game's book."""
    known = games.game(game).clauses
    return known[clause].cite if clause in known else "All games"


class Case(NamedTuple):
    """One posted game under examination."""

    house: House
    posted: Posted
    rules: Ruleset

    @property
    def options(self) -> dict[str, Any]:
        return dict(self.rules.options)

    def finding(self, level: FindingLevel, says: str, clause: str, cite: str = "") -> Finding:
        """With the clause's own citation, if no other is given."""
        return Finding(self.rules.game, level, says, clause, cite or cited(self.rules.game, clause))
