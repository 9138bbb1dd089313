"""What the felt shows of open side bets."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final

from cardroom.places import BANK
from cardroom.play.round import Round
from cardroom.rules.side_bet import Look, SideBet, SideRow

ENDINGS: Final[frozenset[Look]] = frozenset({"bank-up", "bank-busts"})


def rows_left(round: Round) -> Mapping[str, str]:
    """By spot, the one row that the bank's up card leaves of a pay table."""
    pile = round.at(BANK)
    found = {}
    for bet in round.rules.side_bets if pile else ():
        if ENDINGS.issuperset(bet.looks_at):
            rows = _rows(bet, {"bank-up": (pile[0],), "bank-busts": (False, True)})
            if len(rows) == 1:
                found[bet.name] = rows.pop().name
    return found


def _rows(bet: SideBet, seen: Mapping[Look, tuple[object, ...]]) -> set[SideRow]:
    """The rows that are possible with what each look may still be."""
    rows = (bet.row(*each) for each in product(*(seen[look] for look in bet.looks_at)))
    return {row for row in rows if row is not None}


def tucked_under(round: Round, box: int) -> str:
    """The spot whose open bet the cards of a hand that is settled lie under; "" for none.

    A bet that any hand of its box keeps alive outlives every one of them: over, surrendered, or a
    natural that was paid.
    """
    outlives = {bet.name for bet in round.rules.side_bets if bet.survives is not None}
    return next((bet.spot for bet in round.bets if bet.box == box and bet.spot in outlives), "")
