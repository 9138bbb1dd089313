"""The words of a family's felt: whatever its players are asked, and its dealer does, has some."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest

from cardroom import games
from cardroom.events import Acted
from cardroom.events.words import tell
from cardroom.games import registry
from cardroom.games.felt import Felt
from cardroom.play.round import Await, DealerStep, VerbOffer
from cardroom.school import library
from cardroom.school.asks.dealing import STEPS

FAMILIES = tuple(registry.OURS)


class Asked(NamedTuple):
    """What came up in the worked rounds of a family."""

    topics: set[str]
    verbs: dict[str, VerbOffer]
    dealer_steps: set[str]


@cache
def asked(family: str) -> Asked:
    found = Asked(set(), {}, set())
    for game in registry.packages()[family].games:
        for file in library.files_of(game.id):
            played = library.play(library.told(file))
            for move in () if played is None else played.moves:
                head = move.before.head
                if isinstance(head, DealerStep):
                    found.dealer_steps.add(head.does)
                for ask in head.asks if isinstance(head, Await) else ():
                    found.topics.add(ask.topic)
                    found.verbs.update((option.verb, option) for option in ask.options)
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_every_topic_has_words_and_no_other_has(family: str) -> None:
    felt = registry.packages()[family].felt
    assert {each.topic for each in felt.topics} == asked(family).topics
    for topic in felt.topics:
        assert all((topic.asks, topic.waits, topic.decides)), topic


@pytest.mark.parametrize("family", FAMILIES)
def test_every_verb_has_words_and_no_other_has(family: str) -> None:
    felt = registry.packages()[family].felt
    assert {each.verb for each in felt.verbs} == set(asked(family).verbs)
    for verb in felt.verbs:
        assert all((verb.title, verb.key, verb.means)), verb
        # "box 1 even-moneys" says nothing.
        assert verb.verb.isalpha() or (verb.may and verb.does), verb
        assert verb.counts == asked(family).verbs[verb.verb].counts


@pytest.mark.parametrize("family", FAMILIES)
def test_every_step_of_the_dealer_has_words_and_no_other_has(family: str) -> None:
    felt = registry.packages()[family].felt
    assert felt.dealer_steps.keys() == asked(family).dealer_steps - STEPS.keys()


@pytest.mark.parametrize(
    ("game", "event", "says"),
    [
        ("texas-holdem", Acted(1, "raise", amount=600), "box 1 raises to $6"),
        ("blackjack", Acted(1, "insure", amount=500), "box 1 takes insurance for $5"),
        ("blackjack", Acted(1, "stand"), "box 1 stands"),
        ("double-hand-poker", Acted(2, "choose", amount=3), "box 2 chooses pile 3"),
    ],
)
def test_what_a_box_does_is_in_the_words_of_its_felt(game: str, event: Acted, says: str) -> None:
    assert tell(event, games.felt_of(games.ruleset(game)).verbs) == says


def test_what_a_felt_does_not_list_is_named_after_itself() -> None:
    felt = Felt()
    assert felt.topic("tip").decides == "decides (tip)"
    assert felt.verb("tip").title == "tip"
    assert tell(Acted(1, "tip", amount=500), felt.verbs) == "box 1 tips $5"
