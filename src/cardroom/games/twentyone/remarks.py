"""What a house should know before it posts a game of the 21 family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from cardroom.games.approval import Remark, Remarks
from cardroom.games.twentyone import chips
from cardroom.games.twentyone.blackjack import remarks as blackjack
from cardroom.games.twentyone.game import GAMES
from cardroom.games.twentyone.maxtime import remarks as maxtime
from cardroom.games.twentyone.safari import remarks as safari
from cardroom.rules.ruleset import Ruleset

OWN: Final[Mapping[str, Remarks]] = {
    "bet-the-set-21": blackjack.bet_the_set_remarks,
    "maxtime-21": maxtime.remarks,
    "safari-21": safari.remarks,
}


def _remarks(rules: Ruleset) -> Iterator[Remark]:
    yield from chips.remarks(rules)
    own = OWN.get(rules.game)
    if own is not None:
        yield from own(rules)


REMARKS: Final[Mapping[str, Remarks]] = dict.fromkeys(GAMES, _remarks)
