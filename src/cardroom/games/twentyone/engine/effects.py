"""What a verb does to a hand before its card is dealt; both play and the tables read it."""

from __future__ import annotations

from typing import Final

from cardroom.games.twentyone.engine.legality import Mode
from cardroom.games.twentyone.policies import TwentyOne
from cardroom.hands.points import Key, pin

BETS_MAX: Final = 4
"""The most Max Bets a hand can have: the fifth card ends it."""


def mode_after(verb: str, mode: Mode, policies: TwentyOne) -> Mode:
    match verb:
        case "double":
            return mode._replace(doubled=1)
        case "max-bet":
            return mode._replace(bets=min(BETS_MAX, mode.bets + 1))
        case "hit" if policies.max_bet is not None:
            return mode._replace(waived=1)
        case _:
            return mode


def key_after(verb: str, key: Key) -> Key:
    """A Max Bet pins the aces of the hand, and so does a double on ace and ten-value, where a game
    allows one. Where there is no ace there is nothing to pin."""
    ace_ten = key.size == 2 and key.hard == 11
    if verb == "max-bet" or (verb == "double" and ace_ten):
        return pin(key)
    return key
