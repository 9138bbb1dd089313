"""The protocol of a family's bot. Bots receive a view, never a round: they cannot use what they
cannot see."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from cardroom.cards import UNSEEN, Card
from cardroom.play.inputs import Answer
from cardroom.play.views import AskView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.charts import Chart


class Hints(NamedTuple):
    """What a bot knows in addition to its view: odds, and a random seed."""

    chart: Chart | None = None
    estimate: float | None = None
    """Its family's estimate for the decision; None if it did not come in time."""
    seed: int = 0


def first_offered(ask: AskView, verbs: Iterable[str] = ()) -> Answer:
    """The first of these verbs on offer, for its minimum amount; otherwise the first option."""
    offered = {option.verb: option for option in ask.options}
    found = next((offered[verb] for verb in verbs if verb in offered), ask.options[0])
    return Answer(ask.box, found.verb, amount=found.least)


def first_option(_view: View, ask: AskView, _rules: Ruleset, _hints: Hints) -> Answer:
    return first_offered(ask)


class Estimate(NamedTuple):
    """An estimate that a bot waits for briefly; computed in a separate process."""

    decision: type
    """The struct that describes what the estimate depends on."""
    read: Callable[[View, AskView, Ruleset], Any]
    """What to compute for a question; None if the bot needs no estimate."""
    compute: Callable[[Any, Ruleset, int], float]
    """From the decision, the posted game and a seed."""
    warm: Callable[[], None]
    """Compile or load what the first estimate would have to wait for."""


class Bot(NamedTuple):
    decide: Callable[[View, AskView, Ruleset, Hints], Answer] = first_option
    estimate: Estimate | None = None


def cards_at(view: View, place: str) -> tuple[Card, ...]:
    """The cards at a place, if all of them are visible."""
    pile = view.cards_at(place)
    return () if UNSEEN.text in pile else tuple(map(Card, pile))
