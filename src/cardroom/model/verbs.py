"""What a verb does to a hand: which modes it leads to, whether a card follows, what it costs.

The procedure itself is play's (`games/*/turns.py`); this is its shadow for the tables, and the
differential tests hold the two together. A game with a new verb adds a row here.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from cardroom.games.twentyone.legality import Mode
from cardroom.hands.points import Key, pin

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


def stance_after(verb: str, stance: Stance, verbs: frozenset[str]) -> Stance:
    match verb:
        case "double":
            return stance._replace(doubled=1)
        case "max-bet":
            return stance._replace(bets=min(4, stance.bets + 1))
        case "hit" if "max-bet" in verbs:
            return stance._replace(waived=1)
        case _:
            return stance


def key_after(verb: str, key: Key) -> Key:
    """The hand after the verb and before its card: a Max Bet pins aces, and so does a double on
    ace and ten-value, where a game allows one."""
    ace_ten = key.size == 2 and key.hard == 11 and key.free > 0
    if verb == "max-bet" or (verb == "double" and ace_ten):
        return pin(key)
    return key
