"""The words of a family's felt: whatever its players are asked, and its dealer does, has some."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest

from cardroom import games
from cardroom.cards import Card
from cardroom.events import Acted, BankEnded, CardDealt, CardShown, Event, HandEnded, Peeked
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
    endings: set[str]


@cache
def asked(family: str) -> Asked:
    found = Asked(set(), {}, set(), set())
    for game in registry.packages()[family].games:
        for file in library.files_of(game.id):
            played = library.play(library.told(file))
            for move in () if played is None else played.moves:
                head = move.before.head
                ended = (event for event in move.events if isinstance(event, HandEnded))
                found.endings.update(event.how for event in ended)
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


@pytest.mark.parametrize("family", FAMILIES)
def test_every_ending_has_words_and_no_other_has(family: str) -> None:
    felt = registry.packages()[family].felt
    assert {each.how for each in felt.endings} == asked(family).endings


@pytest.mark.parametrize(
    ("game", "event", "says"),
    [
        ("texas-holdem", Acted(1, "raise", amount=600), "box 1 raises to $6"),
        ("blackjack", Acted(1, "insure", amount=500), "box 1 takes insurance for $5"),
        ("blackjack", Acted(1, "stand"), "box 1 stands"),
        ("double-hand-poker", Acted(2, "choose", amount=3), "box 2 chooses pile 3"),
        ("blackjack", HandEnded(1, 1, "stood", "soft 18"), "box 1 has soft 18"),
        ("blackjack", HandEnded(2, 3, "over", "24, over"), "box 2, hand 3 busts with 24"),
        ("blackjack", HandEnded(1, 1, "paid", "natural"), "box 1 is settled: a natural"),
        ("blackjack", HandEnded(1, 1, "void", "18"), "box 1: the hand is void"),
        ("blackjack", BankEnded("natural"), "the dealer has a natural"),
        ("blackjack", CardDealt("bank", Card("Kh"), "all"), "Kh to the dealer"),
        ("three-card-poker", CardDealt("bank", Card("Kh"), "all"), "Kh to the bank"),
        ("three-card-poker", CardShown("bank", 0, Card("Kh"), "all"), "the bank shows Kh"),
        ("three-card-poker", BankEnded("king high"), "the bank has king high"),
        ("no-bust-joker", BankEnded("natural"), "the bank has a natural"),
        ("no-bust-joker", Peeked(natural=True), "the dealer peeks: a natural"),
        ("double-hand-poker", HandEnded(2, 0, "foul", "foul"), "box 2: the hand is foul"),
        ("texas-holdem", HandEnded(4, 1, "folded", ""), "box 4: the hand is folded"),
    ],
)
def test_what_happens_is_in_the_words_of_the_felt(game: str, event: Event, says: str) -> None:
    assert tell(event, games.felt_of(games.ruleset(game))) == says


def test_what_a_felt_does_not_list_is_named_after_itself() -> None:
    felt = Felt()
    assert felt.topic("tip").decides == "decides (tip)"
    assert felt.verb("tip").title == "tip"
    assert tell(Acted(1, "tip", amount=500), felt) == "box 1 tips $5"
    assert tell(HandEnded(1, 1, "stood", "soft 18"), felt) == "box 1: the hand is stood"
    assert tell(BankEnded("natural"), felt) == "the dealer has natural"
