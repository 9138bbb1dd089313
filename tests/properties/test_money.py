"""Money is conserved at every step, by the round and by its events alone."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.properties.books import Books, total
from tests.properties.budget import LONG, QUICK
from tests.properties.rounds import STACK, Plan, plans, play


def conserve(plan: Plan) -> None:
    history = play(plan)
    if history is None:
        return
    books = Books({f"p{n}": STACK for n in range(3)})
    books.post(history.events)
    books.agree_with(history.opening)
    for step in history.steps:
        assert total(step.round) == 3 * STACK, step.entry
        assert min(step.round.stacks.values()) >= 0
        books.post(step.events)
        books.agree_with(step.round)
    assert not history.last.bets


@QUICK
@given(plans())
def test_money_is_conserved_at_every_step(plan: Plan) -> None:
    conserve(plan)


@QUICK
@given(plans(trouble=4))
def test_money_is_conserved_whatever_dealer_and_floor_mend(plan: Plan) -> None:
    conserve(plan)


@pytest.mark.prove
@LONG
@given(plans(trouble=6))
def test_money_is_conserved_in_many_rounds(plan: Plan) -> None:
    conserve(plan)
