"""Questions for the coach: a decision at a posted game, as one player sees it.

Equal questions have equal answers, so an answer is kept by its question.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cardroom.play.views import AskView, View
from cardroom.rules.ruleset import Ruleset
from cardroom.service import families


class FamilyQuestion(msgspec.Struct, frozen=True):
    family: str
    rules: bytes
    """The document of the posted game."""
    decision: Any
    """As the family's coach or bot describes it."""

    @classmethod
    def of(cls, rules: Ruleset, decision: object) -> FamilyQuestion:
        return cls(rules.family, rules.stored, decision)


class Received(msgspec.Struct, frozen=True):
    """A question read from a pipe, with the family's own type of decision."""

    family: str
    rules: bytes
    decision: msgspec.Raw

    def read(self, kind: type) -> Any:
        return msgspec.json.decode(self.decision, type=kind)


def question(view: View, ask: AskView, rules: Ruleset) -> FamilyQuestion | str:
    """The question for this decision; or, as a string, why there is no advice."""
    coach = families.of(rules).coach
    if coach is None:
        return f"the coach does not know {rules.title}"
    decision = coach.read(view, ask, rules)
    return decision if isinstance(decision, str) else FamilyQuestion.of(rules, decision)
