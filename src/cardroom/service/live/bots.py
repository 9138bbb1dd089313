"""What a family's bot has to answer. Bots receive a view, never a round: what they cannot see they
cannot use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from cardroom.cards import UNSEEN, Card
from cardroom.play.inputs import Answer
from cardroom.play.views import AskView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.charts import Chart


class Hints(NamedTuple):
    """What a bot knows besides what it sees: odds, and a seed for its chance."""

    chart: Chart | None = None
    estimate: float | None = None
    """What its family's estimate says of the decision; None where that could not be had in time."""
    seed: int = 0


def first_offered(ask: AskView, verbs: Iterable[str] = ()) -> Answer:
    """The first of these verbs that is offered, for its least amount; else the first option."""
    offered = {option.verb: option for option in ask.options}
    found = next((offered[verb] for verb in verbs if verb in offered), ask.options[0])
    return Answer(ask.box, found.verb, amount=found.least)


def first_option(_view: View, ask: AskView, _rules: Ruleset, _hints: Hints) -> Answer:
    return first_offered(ask)


class Estimate(NamedTuple):
    """A figure that a bot waits for, but only briefly; computed in a process of its own."""

    decision: type
    """The struct that describes what the figure depends on."""
    read: Callable[[View, AskView, Ruleset], Any]
    """What to compute for a question; None where the bot needs no figure."""
    compute: Callable[[Any, Ruleset, int], float]
    """From the decision, the posted game and a seed."""
    warm: Callable[[], None]
    """Compile or load what the first figure would wait for."""


class Bot(NamedTuple):
    decide: Callable[[View, AskView, Ruleset, Hints], Answer] = first_option
    estimate: Estimate | None = None


def cards_at(view: View, place: str) -> tuple[Card, ...]:
    """The cards at a place, if all of them are seen."""
    pile = view.cards_at(place)
    return () if UNSEEN.text in pile else tuple(map(Card, pile))
