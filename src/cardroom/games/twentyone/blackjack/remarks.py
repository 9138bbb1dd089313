"""What a house should know before it posts a pay table of Bet the Set 21."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from cardroom.cards import decks_of
from cardroom.games.approval import Remark
from cardroom.games.twentyone.blackjack import bet_the_set
from cardroom.games.twentyone.blazing import remarks as blazing
from cardroom.rules.ruleset import Ruleset

DESIGNED: Final[Mapping[str, tuple[int, ...]]] = {
    "BTS-01": (1,),
    "BTS-02": (2,),
    "BTS-03": (4, 5, 6, 7, 8),
    "BTS-04": (4, 5, 6, 7, 8),
    "BTS-05": (1,),
    "BTS-06": (2, 4, 5, 6, 8),
}
"""The numbers of decks that each pay table was designed for, as it is printed."""


def bet_the_set_remarks(rules: Ruleset) -> Iterator[Remark]:
    table, decks = str(rules.options["pay_table"]), rules.deck.packs
    if table in DESIGNED and decks not in DESIGNED[table]:
        *fewer, most = DESIGNED[table]
        designed = " or ".join((*map(str, fewer), decks_of(most)))
        says = f"{table} is designed for {designed}, not for {decks_of(decks)}"
        yield Remark("warning", says, bet_the_set.EDGE.id)
    pair = rules.side_bet(bet_the_set.BET.file.name)
    if decks == 1 and pair and any(row.name == "suited-pair" for row in pair.rows):
        says = "a suited pair cannot occur in one deck"
        yield Remark("warning", says, bet_the_set.SUITED.id)
    yield from blazing.remarks(rules)
