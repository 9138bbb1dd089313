"""The verbs of the tables, by number: whether a card follows, and what a hand has been through.

What a verb does to a hand is `games.twentyone.effects`'; when cards come is the procedure's
(`turns`), and the differential tests hold the two together. A new verb adds a row here.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from cardroom.games.twentyone.engine.effects import mode_after
from cardroom.games.twentyone.engine.legality import Mode
from cardroom.rules.policies import TwentyOne

HIT, STAND, DOUBLE, SPLIT, SURRENDER, MAX_BET = range(6)
VERBS: Final = ("hit", "stand", "double", "split", "surrender", "max-bet")
"""A verb's number is its place here; in `legal` it is the bit of that number."""

Then = Literal["card", "end", "split", "give-up"]
THEN: Final[dict[str, Then]] = {
    "hit": "card",
    "stand": "end",
    "double": "card",
    "split": "split",
    "surrender": "give-up",
    "max-bet": "card",
}


class Stance(NamedTuple):
    """`Mode` without the number of hands, which only the right to split may ask."""

    doubled: int = 0
    bets: int = 0
    waived: int = 0

    def mode(self, hands: int) -> Mode:
        return Mode(self.doubled, hands, self.bets, self.waived)

    @property
    def added(self) -> int:
        """Wagers on the hand beside its own; the best Max Bet is nothing or all of a wager."""
        return self.doubled + self.bets

    def after(self, verb: str, policies: TwentyOne) -> Stance:
        """As play has it."""
        mode = mode_after(verb, self.mode(1), policies)
        return Stance(mode.doubled, mode.bets, mode.waived)
