"""Which entries a file need not have, as the family's notation says."""

from __future__ import annotations

import pytest

from cardroom import games
from cardroom.games import registry
from cardroom.games.notation import Notation
from cardroom.play.round import Ask, VerbOffer
from cardroom.scenario.entries import unless_given_up

YIELDS = Notation(given_up_by={"turn": "yield"})


@pytest.mark.parametrize(
    ("topic", "verbs", "done"),
    [
        ("turn", ("yield", "stay"), "stay"),
        ("turn", ("stay", "yield"), "stay"),
        ("turn", ("yield", "stay", "go"), None),
        ("turn", ("yield",), None),
        ("turn", ("stay",), None),
        ("offer", ("yield", "stay"), None),
    ],
)
def test_a_hand_that_is_not_given_up_does_the_only_other_thing(
    topic: str, verbs: tuple[str, ...], done: str | None
) -> None:
    ask = Ask(1, topic, tuple(map(VerbOffer, verbs)))
    assert unless_given_up(ask, YIELDS) == done
    assert unless_given_up(ask, Notation()) is None


def test_only_21_has_a_verb_that_gives_a_hand_up() -> None:
    notations = {
        game: registry.package(games.ruleset(game, {})).notation
        for game in ("blackjack", "three-card-poker", "fortune-pai-gow", "omaha")
    }
    assert {game for game, it in notations.items() if it.given_up_by} == {"blackjack"}
    asked = Ask(1, "play", (VerbOffer("stand"), VerbOffer("surrender")))
    assert unless_given_up(asked, notations["blackjack"]) == "stand"
