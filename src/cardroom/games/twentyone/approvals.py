"""What the approved rules of each game of the 21 family fix."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardroom.games.approval import Approval
from cardroom.games.twentyone.blackjack import approval as blackjack
from cardroom.games.twentyone.maxtime import approval as maxtime
from cardroom.games.twentyone.no_bust import approval as no_bust
from cardroom.games.twentyone.safari import approval as safari

APPROVALS: Final[Mapping[str, Approval]] = {
    "bet-the-set-21": blackjack.BET_THE_SET,
    "maxtime-21": maxtime.APPROVAL,
    "no-bust-joker": no_bust.JOKER,
    "no-bust-bonus-ace": no_bust.BONUS_ACE,
    "safari-21": safari.APPROVAL,
}
