"""Nothing that anybody is shown hangs on a card that he may not see.

Two rounds with the same public history and another hidden card must look the same to everybody,
byte for byte, until the card is turned: cards, labels, options, refusals and events.
"""

from __future__ import annotations

import pytest
from hypothesis import given

from cardroom import games
from cardroom.cards import Card
from cardroom.events import CardDealt, CardShown, Event, encode, visible
from cardroom.hands.points import pip
from cardroom.play.inputs import Answer, Draw, RoundInput
from cardroom.play.round import Refusal, Round
from cardroom.play.views import view
from cardroom.rules.steps import ALL, BANK, NOBODY, box
from tests.properties.budget import FEW, LONG, QUICK
from tests.properties.rounds import History, Plan, plans, play
from tests.properties.test_options import VERBS

TEN = 10


def audiences(round: Round) -> list[frozenset[str]]:
    boxes = [frozenset({box(n)}) for n in round.players]
    return [frozenset(), frozenset({"dealer"}), *boxes, frozenset().union(*boxes)]


def shown(round: Round, events: tuple[Event, ...]) -> list[bytes]:
    """All that each audience gets to see, refusals of its own answers included."""
    family = games.family(round.rules)
    pages = []
    for audience in audiences(round):
        pages.append(encode(view(round, audience, family)))
        pages.extend(encode(visible(event, audience)) for event in events)
    for n in round.players:
        for verb in VERBS:
            applied = games.apply(round, Answer(n, verb))
            if isinstance(applied, Refusal):
                pages.append(str(applied).encode())
    return pages


def hidden_draws(history: History) -> list[tuple[int, str]]:
    """Which inputs dealt a card that nobody saw, and where it went."""
    return [
        (number, event.place)
        for number, step in enumerate(history.steps)
        for event in step.events
        if isinstance(event, CardDealt) and event.seen == NOBODY
    ]


def stand_in(history: History, hidden: int, place: str) -> Card | None:
    """Another card for the hidden one that no later input has, with the same answer to a peek."""
    entries = [step.entry for step in history.steps]
    draw = entries[hidden]
    assert isinstance(draw, Draw)
    used = [entry.card for entry in entries if isinstance(entry, Draw)]
    up = history.last.at(BANK)[0]
    for card in history.opening.rules.deck:
        same = place != BANK or natural(up, card) == natural(up, draw.card)
        if pip(card) != pip(draw.card) and card not in used and same:
            return card
    return None


def natural(up: Card, under: Card) -> bool:
    return {pip(up), pip(under)} == {1, TEN}


def looks_the_same(history: History, hidden: int, other: Card) -> int:
    """Plays the round again with the other card; returns how many steps could be compared."""
    round = history.opening
    compared = 0
    for number, step in enumerate(history.steps):
        entry: RoundInput = Draw(other) if number == hidden else step.entry
        applied = games.apply(round, entry)
        assert not isinstance(applied, Refusal), applied
        round, events = applied
        if any(isinstance(event, CardShown) and event.place == BANK for event in events):
            break
        assert shown(round, events) == shown(step.round, step.events), step.entry
        compared += number >= hidden
    return compared


def hides(plan: Plan) -> None:
    history = play(plan)
    if history is None:
        return
    for hidden, place in hidden_draws(history):
        other = stand_in(history, hidden, place)
        if other is not None:
            assert looks_the_same(history, hidden, other) > 0


@FEW
@given(plans())
def test_nothing_shown_hangs_on_a_hidden_card(plan: Plan) -> None:
    hides(plan)


@QUICK
@given(plans(trouble=3))
def test_no_view_or_event_names_a_card_that_is_face_down(plan: Plan) -> None:
    """In a single deck every card is known by its name: a hidden one must not be found anywhere."""
    history = play(plan._replace(options={**plan.options, "decks": 1}))
    if history is None:
        return
    known: set[str] = set()
    for step in history.steps:
        known |= {
            dealt.card.text
            for pile in step.round.cards.values()
            for dealt in pile
            if dealt.seen == ALL
        }
        # What a rewind or an intervention put back was seen before, or is about to be.
        known |= {card.text for card in step.round.returned}
        face_down = {
            dealt.card.text
            for pile in step.round.cards.values()
            for dealt in pile
            if dealt.seen == NOBODY
        } - known
        pages = b" ".join(shown(step.round, step.events)).decode()
        assert not {card for card in face_down if f'"{card}"' in pages or f" {card}" in pages}


@pytest.mark.prove
@LONG
@given(plans())
def test_nothing_shown_hangs_on_a_hidden_card_in_many_rounds(plan: Plan) -> None:
    hides(plan)
