"""A round is the fold of its inputs: replayed, stored and read back, taken back and done again."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom import games
from cardroom.events import RoundEvent, dec_hook, encode
from cardroom.play.inputs import Figure, Intervene, RoundInput
from cardroom.play.interpreter import replay
from cardroom.play.round import Refusal
from tests.properties.budget import FEW, LONG
from tests.properties.rounds import GAMES, OTHERS, SOME, History, fingerprint, plans, play


def replays(history: History) -> None:
    family = games.family(history.opening.rules)
    again = history.opening
    for step in history.steps:
        stored = encode(step.entry)
        entry = msgspec.json.decode(stored, type=RoundInput, dec_hook=dec_hook)
        assert entry == step.entry
        assert encode(entry) == stored
        applied = games.apply(again, entry)
        assert not isinstance(applied, Refusal), applied
        again, events = applied
        assert again == step.round
        assert events == step.events
        for event in events:
            assert msgspec.json.decode(encode(event), type=RoundEvent, dec_hook=dec_hook) == event
    if history.steps:
        assert history.last.origin == history.opening
        assert history.last.inputs == tuple(step.entry for step in history.steps)
        assert replay(history.opening, history.last.inputs, family) == history.last


def takes_inputs_on_one_draft(history: History) -> None:
    """Whether or not somebody looks at the round between two inputs, or is refused."""
    live = games.live(history.opening)
    for number, step in enumerate(history.steps):
        if number % 3 == 0:
            assert isinstance(live.take(Figure("no meter", 1)), Refusal)
        assert live.take(step.entry) == step.events
        assert live.head == step.round.head
        if number % 5 == 0:
            assert live.round == step.round
    assert live.round == history.last


def goes_back_and_forth(history: History, point: int) -> None:
    """Rewound to any point and given the same decisions, a round ends as it did."""
    if not history.steps:
        return
    back = point % len(history.steps)
    applied = games.apply(history.last, Intervene("rewind", to=back))
    assert not isinstance(applied, Refusal), applied
    round = applied[0]
    then = history.steps[back - 1].round if back else history.opening
    assert fingerprint(round) == fingerprint(then)
    assert then.drawn + round.returned == history.last.drawn
    for step in history.steps[back:]:
        again = games.apply(round, step.entry)
        assert not isinstance(again, Refusal), again
        round = again[0]
        assert fingerprint(round) == fingerprint(step.round)
        assert again[1] == step.events
    assert not round.returned


@pytest.mark.parametrize("game", SOME)
@FEW
@given(data=st.data())
def test_replay_equals_the_original_also_from_stored_inputs(game: str, data: st.DataObject) -> None:
    history = play(data.draw(plans(irregularities=3, game=game)))
    if history is not None:
        replays(history)
        takes_inputs_on_one_draft(history)


@pytest.mark.parametrize("game", OTHERS)
@FEW
@given(data=st.data())
def test_a_rewound_round_with_the_same_decisions_ends_as_it_did(
    game: str, data: st.DataObject
) -> None:
    history = play(data.draw(plans(game=game)))
    if history is not None:
        goes_back_and_forth(history, data.draw(st.integers(0, 1_000)))


@pytest.mark.prove
@pytest.mark.parametrize("game", GAMES)
@LONG
@given(data=st.data())
def test_many_rounds_replay_and_rewind(game: str, data: st.DataObject) -> None:
    plan = data.draw(plans(irregularities=6, game=game))
    history = play(plan)
    if history is not None:
        replays(history)
        takes_inputs_on_one_draft(history)
    calm = play(plan._replace(irregularities=()))
    if calm is not None:
        goes_back_and_forth(calm, data.draw(st.integers(0, 1_000)))
