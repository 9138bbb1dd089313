"""What ante, play and bonus of Three Card Poker are owed; play and odds ask here.

How a hand stands against the bank's is one of four things, and with the hand's own value it decides
everything: a finite table, which the odds fill in and play looks up cell by cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, NamedTuple

from cardroom.games.three_card import clauses as c
from cardroom.games.three_card.bonus import bonus_row, odds_of
from cardroom.games.three_card.policies import ThreeCard
from cardroom.hands.three_card import ThreeCardValue, qualifies
from cardroom.money import LOSE, PUSH, WIN, Ratio, owed, pays
from cardroom.rules.clauses import Clause


class AgainstBank(IntEnum):
    """A hand that played on against the bank's."""

    UNOPPOSED = 0
    """The bank does not qualify."""
    WINS = 1
    TIES = 2
    LOSES = 3


def standing(own: ThreeCardValue, bank: ThreeCardValue) -> AgainstBank:
    if not qualifies(bank):
        return AgainstBank.UNOPPOSED
    if own == bank:
        return AgainstBank.TIES
    return AgainstBank.WINS if own > bank else AgainstBank.LOSES


RESULTS: Final[Mapping[tuple[str, AgainstBank], tuple[Ratio, Clause]]] = {
    ("ante", AgainstBank.UNOPPOSED): (WIN, c.NO_QUALIFY),
    ("play", AgainstBank.UNOPPOSED): (PUSH, c.NO_QUALIFY_PLAY),
    ("ante", AgainstBank.WINS): (WIN, c.WINS),
    ("play", AgainstBank.WINS): (WIN, c.WINS),
    ("ante", AgainstBank.TIES): (PUSH, c.TIE),
    ("play", AgainstBank.TIES): (PUSH, c.TIE),
    ("ante", AgainstBank.LOSES): (LOSE, c.LOSES),
    ("play", AgainstBank.LOSES): (LOSE, c.LOSES),
}


class Owed(NamedTuple):
    """Cents; both where a lost ante earns its bonus."""

    win: int
    lose: int
    clause: Clause
    row: str = ""
    """The row of the bonus that pays it."""


def owed_on(
    spot: str, policies: ThreeCard, own: ThreeCardValue, stands: AgainstBank, stake: int
) -> Owed:
    """What the bet of a hand that was not folded wins and loses."""
    paid = None
    if spot == "bonus":
        paid = bonus_row(policies.bonus, own)
        ratio, clause = (
            (LOSE, c.BONUS_LOSES) if paid is None else (pays(odds_of(paid)), c.BONUS_PAYS)
        )
    else:
        ratio, clause = RESULTS[spot, stands]
        if stands is AgainstBank.TIES and policies.tie == "bank-wins":
            ratio = LOSE
    net = owed(stake, ratio, policies.rounding)
    extra = 0
    if spot == "ante" and policies.ante_bonus is not None:
        paid = bonus_row(policies.ante_bonus, own)
        if paid is not None:
            extra = policies.rounding.winnings(stake, odds_of(paid))
            # An ante that wins is paid by its own clause; what comes with any other is the bonus.
            clause = clause if net > 0 else c.ANTE_BONUS
    return Owed(max(net, 0) + extra, max(-net, 0), clause, "" if paid is None else paid.name)


def forfeited(spot: str, stake: int) -> Owed:
    """What a folded hand gives up."""
    return Owed(0, stake, c.FOLD if spot == "ante" else c.FOLD_BONUS)
