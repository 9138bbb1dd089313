"""The verbs of the tables, by number: whether a card follows, and what has happened to a hand.

`games.twentyone.engine.effects` says what a verb does to a hand, and the procedure
(`games.twentyone.engine.turns`) says when cards are dealt; differential tests compare the two. A
new verb needs a row here.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from cardroom.games.twentyone.engine.effects import mode_after
from cardroom.games.twentyone.engine.legality import Mode
from cardroom.games.twentyone.policies import TwentyOne

HIT, STAND, DOUBLE, SPLIT, SURRENDER, MAX_BET = range(6)
VERBS: Final = ("hit", "stand", "double", "split", "surrender", "max-bet")
"""A verb's number is its index here; in `legal` it is the bit with that number."""

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
    """`Mode` without the number of hands, which only splitting may depend on."""

    doubled: int = 0
    bets: int = 0
    waived: int = 0

    def mode(self, hands: int) -> Mode:
        return Mode(self.doubled, hands, self.bets, self.waived)

    @property
    def added(self) -> int:
        """The wagers added to the hand's own; the best Max Bet is none or a full wager."""
        return self.doubled + self.bets

    def after(self, verb: str, policies: TwentyOne) -> Stance:
        """The mode that play uses."""
        mode = mode_after(verb, self.mode(1), policies)
        return Stance(mode.doubled, mode.bets, mode.waived)
