"""Money is conserved at every step, by the round and by its events alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties.books import Books, total, within
from tests.properties.budget import LONG, QUICK
from tests.properties.rounds import GAMES, OTHERS, SOME, Plan, plans, play


def conserve(plan: Plan) -> None:
    history = play(plan)
    if history is None:
        return
    books = Books(history.stacks)
    books.post(history.events)
    books.agree_with(history.opening)
    for step in history.steps:
        assert total(step.round) == sum(history.stacks.values()), step.entry
        assert min(step.round.stacks.values()) >= 0
        within(step.round.bank)
        books.post(step.events)
        books.agree_with(step.round)
    assert not history.last.bets


@pytest.mark.parametrize("game", SOME)
@QUICK
@given(data=st.data())
def test_money_is_conserved_at_every_step(game: str, data: st.DataObject) -> None:
    conserve(data.draw(plans(game=game)))


@pytest.mark.parametrize("game", OTHERS)
@QUICK
@given(data=st.data())
def test_money_is_conserved_whatever_dealer_and_floor_mend(game: str, data: st.DataObject) -> None:
    conserve(data.draw(plans(irregularities=4, game=game)))


@pytest.mark.prove
@pytest.mark.parametrize("game", GAMES)
@LONG
@given(data=st.data())
def test_money_is_conserved_in_many_rounds(game: str, data: st.DataObject) -> None:
    conserve(data.draw(plans(irregularities=6, game=game)))
