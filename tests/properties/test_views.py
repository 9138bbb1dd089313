"""No view depends on a card that its viewer may not see.

Two rounds with the same public history and another hidden card must look the same to everybody who
may not see it, byte for byte, until the card is turned: cards, labels, options, refusals, events.
"""

from __future__ import annotations

import random
import re
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom import games
from cardroom.cards import Card
from cardroom.events import CardDealt, CardShown, Event, encode, sees, visible
from cardroom.hands.points import pip
from cardroom.places import ALL, NOBODY, box
from cardroom.play.inputs import Answer, Draw, Intervene, RoundInput
from cardroom.play.round import Refusal, Round
from cardroom.play.views import view
from cardroom.rules.options import Value, Whole
from cardroom.service.coach.questions import question
from tests.proofs import some_now
from tests.properties.budget import FEW, LONG
from tests.properties.rounds import GAMES, SOME, History, Plan, plans, play, specs
from tests.properties.test_options import VERBS

TEN = 10
Audience = frozenset[str]


def audiences(round: Round) -> list[Audience]:
    """The rail and the dealer, each box and the bank's, and all boxes together."""
    boxes = [frozenset({box(n)}) for n in (*round.players, round.facts.bank_box)]
    return [frozenset({"dealer"}), *boxes, frozenset().union(*boxes)]


def shown(round: Round, events: tuple[Event, ...], audience: Audience) -> list[bytes]:
    """All that an audience gets to see, refusals of its own answers included; and what its coach
    is asked, which is all that the coach gets to see."""
    seen = view(round, audience, games.family(round.rules))
    pages = [encode(seen)]
    pages += [encode(question(seen, ask, round.rules)) for ask in seen.asks]
    pages += [encode(visible(event, audience)) for event in events]
    for n in round.players:
        if box(n) in audience:
            tried = [games.apply(round, Answer(n, verb)) for verb in VERBS]
            pages += [str(one).encode() for one in tried if isinstance(one, Refusal)]
    return pages


class Hidden(NamedTuple):
    """A card that was dealt face down: by which input, and where it lies."""

    number: int
    place: str
    position: int
    card: Card
    seen: str


def hidden_draws(history: History) -> list[Hidden]:
    return [
        Hidden(number, event.place, len(step.round.cards[event.place]) - 1, event.card, event.seen)
        for number, step in enumerate(history.steps)
        for event in step.events
        if isinstance(event, CardDealt) and event.seen != ALL
    ]


def stand_in(history: History, hidden: Hidden) -> Card | None:
    """Another card for the hidden one that no input has, with the same answer to a peek."""
    used = {step.entry.card for step in history.steps if isinstance(step.entry, Draw)}
    # Nor one that makes or unmakes a natural: its holder turns it at once. The hand may have been
    # split since then, and have another second card.
    pair = {
        card
        for step in history.steps
        for n, card in enumerate(step.round.at(hidden.place)[:2])
        if n != hidden.position
    }
    for card in dict.fromkeys(history.opening.rules.deck):
        same = all(natural(other, card) == natural(other, hidden.card) for other in pair)
        if card not in used and pip(card) != pip(hidden.card) and same:
            return card
    return None


def natural(up: Card, under: Card) -> bool:
    return {pip(up), pip(under)} == {1, TEN}


def looks_the_same(history: History, hidden: Hidden, other: Card) -> None:
    """Plays the round again with the other card, until somebody may see it or it tells."""
    round = history.opening
    blind = [who for who in audiences(round) if not sees(hidden.seen, who)][-3:]
    for number, step in enumerate(history.steps):
        entry: RoundInput = Draw(other) if number == hidden.number else step.entry
        applied = games.apply(round, entry)
        if isinstance(applied, Refusal) and isinstance(entry, Answer):
            # Who sees the card decides by it: with the other one the hand may have 21.
            assert sees(hidden.seen, frozenset({box(entry.box)})), applied
            return
        assert not isinstance(applied, Refusal), applied
        round, events = applied
        # A hand that busts with one of the two cards is turned up, and reveals it.
        both = (*events, *step.events)
        turned = [(e.place, e.position) for e in both if isinstance(e, CardShown)]
        # In poker a hand is shown or mucked by what it holds: the showdown tells.
        if (hidden.place, hidden.position) in turned or (turned and round.rules.family == "poker"):
            return
        for who in blind if number >= hidden.number else ():
            assert shown(round, events, who) == shown(step.round, step.events, who), step.entry


def hides(plan: Plan) -> None:
    history = play(plan)
    if history is None:
        return
    found = hidden_draws(history)
    for hidden in random.Random(plan.seed).sample(found, min(2, len(found))):
        other = stand_in(history, hidden)
        if other is not None:
            looks_the_same(history, hidden, other)


SEEN = [game for game in GAMES if game != "no-bust-joker"]


def names_nothing_hidden(plan: Plan) -> None:
    """In a single deck every card is known by its name: a hidden one must not be found anywhere.

    A game that needs two decks is played with two.
    """
    decks = [spec for spec in specs(plan.game) if spec.name == "decks"]
    fewest = {spec.name: spec.kind.least for spec in decks if isinstance(spec.kind, Whole)}
    history = play(plan._replace(options={**plan.options, **fewest}))
    if history is None:
        return
    known: set[str] = set()
    for step in history.steps:
        lying = [dealt for pile in step.round.cards.values() for dealt in pile]
        known |= {dealt.card.text for dealt in lying if dealt.seen == ALL}
        # What a rewind or an intervention put back was seen before, or is about to be.
        known |= {card.text for card in step.round.returned}
        if isinstance(step.entry, Intervene) and step.entry.card is not None:
            known.add(step.entry.card.text)
        face_down = {dealt.card.text for dealt in lying if dealt.seen == NOBODY} - known
        # All boxes together see whatever one of them sees.
        everybody = audiences(step.round)[-1]
        pages = b" ".join(shown(step.round, step.events, everybody)).decode()
        # As a word of its own: the ace of diamonds is not in "Addendum".
        words = set(re.findall(r"[A-Za-z0-9]+", pages))
        assert not face_down & words


@pytest.mark.parametrize("game", SOME)
@FEW
@given(data=st.data())
def test_nothing_shown_depends_on_a_hidden_card(game: str, data: st.DataObject) -> None:
    hides(data.draw(plans(game=game)))


@pytest.mark.parametrize("game", some_now(SEEN, (2, 3, 5, 6, 8, 10)))
@FEW
@given(data=st.data())
def test_no_view_or_event_names_a_card_that_is_face_down(game: str, data: st.DataObject) -> None:
    names_nothing_hidden(data.draw(plans(irregularities=3, game=game)))


def test_a_player_who_sees_their_card_decides_by_it() -> None:
    """Two aces face down are hit; with an ace and another card that makes 21 they would not be."""
    options: dict[str, Value] = {"dealing": "face-down", "blazing_third_card": "dealer-up"}
    hides(Plan("bet-the-set-21", options, {1: 0}, seed=0, rich="A", choices=(0,) * 12))


def test_a_card_of_a_split_pair_gets_no_stand_in_that_would_have_been_a_natural() -> None:
    """Two kings are split, and the first one gets a seven: an ace would go with that, but not with
    the other king."""
    options: dict[str, Value] = {"dealing": "face-down", "surrender": "late"}
    choices = (133, *(0,) * 11)
    stakes = dict.fromkeys((1, 2, 3, 4), 0)
    hides(Plan("bet-the-set-21", options, stakes, seed=896, rich="6789", choices=choices))


@pytest.mark.prove
@pytest.mark.parametrize("game", GAMES)
@LONG
@given(data=st.data())
def test_nothing_shown_depends_on_a_hidden_card_in_many_rounds(
    game: str, data: st.DataObject
) -> None:
    hides(data.draw(plans(game=game)))
