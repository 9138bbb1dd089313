"""A family in a package of its own says how its hands end, and everybody reads it in its words."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest

from cardroom import games, scenario
from cardroom.events import HandEnded
from cardroom.events.words import names_hand, tell
from cardroom.games.felt import Ending, Felt
from cardroom.games.three_card.family import Draft, ThreeCardFamily
from cardroom.play.inputs import Answer
from cardroom.play.round import Ask, Refusal
from cardroom.school.scene import scene
from cardroom.service.view.felt import layout
from tests.unit.scenario.test_scenario_families import TRADING, install

THROWN_IN: Final = "thrown-in"
ENDING: Final = Ending(THROWN_IN, "throws in", in_name=" face up", gone=True)

FILE: Final = """
game = "trading"
shoe = "As 2d 3c 9h 8s 4d"
box = [{ box = 1, bets = { ante = "10" } }]
bank = { box = 8, amount = "1000" }
do = [{ box = 1, verb = "fold" }]
"""


class ThrowingFamily(ThreeCardFamily):
    """Three Card Poker in which a folded hand is turned up and thrown in."""

    def answered(self, draft: Draft, ask: Ask, answer: Answer) -> Refusal | None:
        refusal = super().answered(draft, ask, answer)
        assert isinstance(draft.events[-1], HandEnded)
        draft.events[-1] = HandEnded(ask.box, 1, THROWN_IN, "junk face up")
        return refusal


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> scenario.ScenarioOutcome:
    felt = Felt(endings=(ENDING,), hand_words={"junk": "a junk hand"})
    package = msgspec.structs.replace(TRADING, family=ThrowingFamily(), felt=felt)
    install(monkeypatch, package)
    return scenario.run(scenario.parse(FILE))


def test_its_hands_end_in_its_words(ended: scenario.ScenarioOutcome) -> None:
    felt = games.felt_of(ended.rules)
    (event,) = (event for event in ended.events if isinstance(event, HandEnded))
    assert tell(event, felt) == "box 1 throws in a junk hand"
    assert ended.round is not None
    assert "box 1 throws in a junk hand" in scene(ended.round, ended.events).story
    assert names_hand(event, felt)


def test_its_page_has_its_words(ended: scenario.ScenarioOutcome) -> None:
    # The layout is kept by its rules; those of other tests have another felt.
    laid = layout.__wrapped__(ended.rules)
    assert [(each.how, each.says, each.gone) for each in laid.endings] == [(THROWN_IN, "", True)]
    assert laid.hand_words == {"junk": "a junk hand"}
