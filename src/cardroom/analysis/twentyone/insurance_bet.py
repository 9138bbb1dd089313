"""Insurance as a bet on four cards, taken whenever it is offered."""

from __future__ import annotations

from typing import Final

from cardroom.analysis.twentyone.solver.plan import plan_of
from cardroom.cards import CARDS, Card
from cardroom.model import Tables
from cardroom.model.course import course_of
from cardroom.money import Odds
from cardroom.rules.clauses import Clause
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import SideBet, SideRow

INSURANCE: Final = "insurance"
NO_CLAUSE: Final = Clause(INSURANCE, "", "insurance, for figures only")
PLAIN_TEN: Final = 10


def insurance_bet(rules: Ruleset, tables: Tables) -> SideBet:
    """Rounds in which it is not offered bring nothing."""
    makes = plan_of(tables).natural_seconds
    cls, rank = tables.cards.cls.tolist(), tables.cards.rank.tolist()
    keys, paid_too = tables.keys, course_of(rules).insures_paid

    def against(up: Card) -> bool:
        return bool(tables.ups.cls[up.rank] == tables.insured)

    def offered(first: Card, second: Card, up: Card) -> bool:
        if not against(up):
            return False
        one = keys.child[keys.dealt, cls[first.index]]
        return bool(paid_too or not keys.natural[keys.child[one, cls[second.index]]])

    def returned(hole: Card) -> bool:
        return bool(tables.insurance_ten_pushes) and hole.rank == PLAIN_TEN

    def idle(first: Card, second: Card, up: Card, hole: Card) -> bool:
        return not offered(first, second, up) or (natural(up, hole) and returned(hole))

    def natural(up: Card, hole: Card) -> bool:
        return bool(makes[rank[up.index]][rank[hole.index]] > 0)

    def wins(_first: Card, _second: Card, up: Card, hole: Card) -> bool:
        return natural(up, hole)

    own = tuple(cls)
    ups = tuple(rank[card.index] if against(card) else -1 for card in CARDS)
    holes = tuple(2 * rank[card.index] + returned(card) for card in CARDS)
    pays, per = tables.insurance_pays
    return SideBet(
        INSURANCE,
        "Insurance",
        ("own-first", "own-second", "bank-up", "bank-second"),
        (
            SideRow("not offered", idle, Odds(0, 1), NO_CLAUSE),
            SideRow("wins", wins, Odds(pays, per), NO_CLAUSE),
        ),
        NO_CLAUSE,
        "main",
        kinds=(own, own, ups, holes),
    )
