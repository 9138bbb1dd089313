"""A question, what the trainee sees, and the exact answer with its clause and calculation."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from cardroom.rules.clauses import Clause


class SceneHand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards at one place; a card that the dealer may not see is `??`."""

    name: str
    cards: tuple[str, ...]
    label: str = ""


class SceneBet(msgspec.Struct, frozen=True):
    """Money on the layout."""

    name: str
    stake: int


class Scene(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is on the table when the question is asked."""

    posted: tuple[str, ...] = ()
    """The options that differ from the game's defaults."""
    facts: tuple[str, ...] = ()
    """The bank's amount, the dice, the button ..."""
    hands: tuple[SceneHand, ...] = ()
    bets: tuple[SceneBet, ...] = ()
    story: tuple[str, ...] = ()
    """What happened so far, one line each."""
    naming_lines: tuple[int, ...] = ()
    """The lines of the story that name a hand, counted from 0."""


class AnswerForm(msgspec.Struct, frozen=True, tag_field="form"):
    """The exact answer, in the form in which it is given."""


class MoneyAnswer(AnswerForm, frozen=True, tag="money"):
    """An amount in cents. Two-sided: a payment to the player is positive, a take negative."""

    amount: int
    two_sided: bool = False
    tolerance: int = 0


class NumberAnswer(AnswerForm, frozen=True, tag="number"):
    """A count, or the number of a seat."""

    number: int


class OneOf(AnswerForm, frozen=True, tag="choice"):
    """One of these; several are right only where the rules do not tell them apart."""

    options: tuple[str, ...]
    right: tuple[int, ...]


class Boxes(AnswerForm, frozen=True, tag="boxes"):
    """A set of boxes; it may be empty."""

    boxes: tuple[int, ...]


class Order(AnswerForm, frozen=True, tag="order"):
    """Boxes in order."""

    boxes: tuple[int, ...]


class CardsAnswer(AnswerForm, frozen=True, tag="cards"):
    """Cards in any order. `equal`: other choices that make the same hands."""

    cards: tuple[str, ...]
    equal: tuple[tuple[str, ...], ...] = ()


class ChipsAnswer(AnswerForm, frozen=True, tag="chips"):
    """An amount in as few chips as possible: any choice of that number of chips is right."""

    amount: int
    chips: int


ExactAnswer = ChipsAnswer | MoneyAnswer | NumberAnswer | OneOf | Boxes | Order | CardsAnswer

YES_NO = ("yes", "no")


def yes(decided: object) -> OneOf:
    """A question that is answered by yes or no."""
    return OneOf(YES_NO, (0 if decided else 1,))


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """One question about a round of the engine."""

    text: str
    scene: Scene
    answer: ExactAnswer
    clauses: tuple[Clause, ...] = ()
    """The clause that decides it comes first; then those that the worked round is about."""
    case: str = ""
    """Which row or case of the clause it is: a row of a pay table, a bracket, a verb."""
    working: tuple[str, ...] = ()
    """The calculation, line by line."""
    decided: bool = False
    """Whether the engine named the first clause; otherwise the worked round cites it."""
    round: str = ""
    """The worked round that it was made from."""


Working = tuple[str, ...] | Callable[[], tuple[str, ...]]
"""The calculation, or what makes it: some have to play the round again."""


class OpenQuestion(NamedTuple):
    """A question whose scene is made when it is put to somebody; there are thousands of others."""

    text: str
    scene: Callable[[], Scene]
    answer: ExactAnswer
    clauses: tuple[Clause, ...] = ()
    case: str = ""
    working: Working = ()
    decided: bool = False

    @property
    def stratum(self) -> str:
        """Questions of one stratum ask the same rule about the same case."""
        clause = self.clauses[0].id if self.clauses else ""
        return f"{clause}:{self.case}"

    @property
    def selected_by(self) -> tuple[str, ...]:
        """The clause that decides; without one, those that the worked round is about."""
        return tuple(clause.id for clause in self.clauses[: 1 if self.decided else None])

    def put(self, tolerance: int, round: str) -> Question:
        """The question as somebody sees it."""
        answer = self.answer
        if isinstance(answer, MoneyAnswer):
            answer = msgspec.structs.replace(answer, tolerance=tolerance)
        working = self.working if isinstance(self.working, tuple) else self.working()
        rest = (self.clauses, self.case, working, self.decided)
        return Question(self.text, self.scene(), answer, *rest, round)
