"""MaxTyme: a side bet on a blackjack in diamonds, in the first round after a shuffle."""

from __future__ import annotations

from typing import Final

from cardroom.cards import SUITS, Card
from cardroom.games.twentyone.maxtime.clauses import (
    BONUS_BESIDE,
    BONUS_LOSES,
    BONUS_PAYS,
    BONUS_ROUND,
)
from cardroom.hands.points import PointRule, add, start
from cardroom.money import Odds
from cardroom.rules.side_bet import SideBet, SideRow

DIAMONDS: Final = SUITS.index("d")
POINTS: Final = PointRule(tracks_suits=True)


def blackjack_in_diamonds(first: Card, second: Card) -> bool:
    """By the two cards as they were dealt, whatever the box does with them later."""
    key = add(POINTS, add(POINTS, start(POINTS), first), second)
    return bool(key.natural) and key.suit == DIAMONDS


MAXTYME: Final = SideBet(
    "maxtyme",
    "MaxTyme",
    ("own-first", "own-second"),
    (SideRow("blackjack-in-diamonds", blackjack_in_diamonds, Odds(300), BONUS_PAYS),),
    BONUS_LOSES,
    "deal",
    beside=BONUS_BESIDE,
    first_round=BONUS_ROUND,
)
