"""The protocol of a family's coach: how a decision is read, evaluated and reviewed.

The coach never sees a round, only the view of the player who asks. `advise` runs in a separate
process, so it may load the odds; everything else runs in the service and must not.
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
NOTHING_TO_SAY: Final = "the coach has no advice for this decision"
UNSEEN_CARD: Final = "not all cards of this hand have been seen"
COMPILING: Final = Progress("The odds are being compiled. This takes a few seconds, once.")


def same_verb(_: Any, answer: Answer, advice: Advice) -> Worth | None:
    """The option with the verb of the answer."""
    return next((each for each in advice.options if each.verb == answer.verb), None)


class Coach(NamedTuple):
    """`Any` stands for the family's own description of a decision, a frozen struct."""

    decision: type
    """The struct that describes a decision: everything its value depends on."""
    read: Callable[[View, AskView, Ruleset], Any]
    """The player's decision; or, as a string, why there is no advice."""
    advise: Callable[[Any, Ruleset, Tell], Advice]
    by_chart: Callable[[Any, Chart], str] = lambda _decision, _chart: ""
    """The verb the strategy chart gives; empty if the chart does not cover the decision."""
    as_answered: Callable[[Any, Answer], Any] = lambda decision, _: decision
    """The decision by which an answer is reviewed: a different one if the amount changes it, None
    if it cannot be evaluated."""
    taken: Callable[[Any, Answer, Advice], Worth | None] = same_verb
    """The option an answer chose; None if it was not evaluated."""
    ranks: bool = True
    """Whether advice compares the options; otherwise no decision is reviewed."""


def tell_if_compiling(kernel: str, tell: Tell) -> None:
    from cardroom.analysis.result_cache import compiled  # noqa: PLC0415 - not in the server

    if not compiled(kernel):
        tell(COMPILING)
