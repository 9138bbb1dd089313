"""What a family's coach has to answer: how a decision is read, weighed and judged.

The coach never sees a round, only the view of the player who asks. `advise` runs in a process of
its own, so it may load the odds; everything else runs in the service and must not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from cardroom.play.inputs import Answer
from cardroom.play.views import AskView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service.coach.advice import Advice, Progress, Worth
from cardroom.service.coach.charts import Chart

Tell = Callable[[Progress], None]
NOTHING_TO_SAY: Final = "the coach has nothing to say about this question"
UNSEEN_CARD: Final = "a card of this hand has not been seen"
COMPILING: Final = Progress("The odds are being compiled. This takes a few seconds, once.")


def same_verb(_: Any, answer: Answer, advice: Advice) -> Worth | None:
    """The option with the verb of the answer."""
    return next((each for each in advice.options if each.verb == answer.verb), None)


class Coach(NamedTuple):
    """`Any` stands for the family's own description of a decision, a frozen struct."""

    decision: type
    """The struct that describes a decision: everything that its worth depends on."""
    read: Callable[[View, AskView, Ruleset], Any]
    """The decision that a player is asked for; or, as a string, why there is nothing to say."""
    advise: Callable[[Any, Ruleset, Tell], Advice]
    by_chart: Callable[[Any, Chart], str] = lambda _decision, _chart: ""
    """The verb that the chart of best play gives; empty where the chart does not cover it."""
    as_answered: Callable[[Any, Answer], Any] = lambda decision, _: decision
    """The decision by which an answer is judged: another one where the amount changes it, None
    where it cannot be weighed."""
    taken: Callable[[Any, Answer, Advice], Worth | None] = same_verb
    """The option that an answer took; None where it is none of those that were weighed."""


def tell_if_compiling(kernel: str, tell: Tell) -> None:
    from cardroom.analysis.result_cache import compiled  # noqa: PLC0415

    if not compiled(kernel):
        tell(COMPILING)
