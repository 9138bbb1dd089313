"""Bets while the layout is open: what may be taken back, and what leaves the stacks."""

from __future__ import annotations

import pytest

from cardroom import games
from cardroom.play.betting import Betting, place, withdraw
from cardroom.play.round import Refusal


def layout() -> Betting:
    """Wagers on boxes 1 and 2, and a pair bet beside the first."""
    rules = games.ruleset("bet-the-set-21", {})
    betting = Betting(rules, {"ann": 500_00})
    for box, spot in ((1, "main"), (1, "bet-the-set"), (2, "main")):
        placed = place(betting, games.family(rules), box, spot, "ann", 10_00)
        assert isinstance(placed, Betting)
        betting = placed
    return betting


@pytest.mark.parametrize(
    ("spot", "left"),
    [
        ("bet-the-set", [(1, "main"), (2, "main")]),
        # The main wager takes those beside it along.
        ("main", [(2, "main")]),
        (None, [(2, "main")]),
    ],
)
def test_a_bet_is_taken_back_with_those_that_need_it(
    spot: str | None, left: list[tuple[int, str]]
) -> None:
    betting = withdraw(layout(), 1, spot)
    assert isinstance(betting, Betting)
    assert [(bet.box, bet.spot) for bet in betting.bets] == left


@pytest.mark.parametrize(("box", "spot"), [(2, "bet-the-set"), (3, None)])
def test_what_does_not_lie_there_is_not_taken_back(box: int, spot: str | None) -> None:
    refusal = withdraw(layout(), box, spot)
    assert isinstance(refusal, Refusal)
    assert refusal.clause.id == "bet.spot"
