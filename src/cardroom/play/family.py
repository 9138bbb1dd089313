"""What a family of games tells the interpreter. All of it is pure: a draft in, a draft changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from cardroom.cards import Card
from cardroom.play.felt_state import FeltState, Front
from cardroom.play.inputs import Answer, Dice, Figure, Intervene
from cardroom.play.round import Ask, Bet, DraftOf, Facts, Head, Refusal, RoundOf
from cardroom.play.settle import Claim
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Deal, Settle, Step

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)


class RemedyOf(NamedTuple, Generic[S_contra]):
    """What is done about one kind of irregularity."""

    apply: Callable[[DraftOf[S_contra], Intervene], Refusal | None]
    card: Literal["none", "shoe", "table"] = "none"
    """Where the card that came out at the wrong moment is from: it is the next one of the shoe, or
    one that lies on the table already."""


Remedy = RemedyOf[object]
"""What is done in every game."""


class FamilyOf(Protocol[S]):
    """`S` is what the family keeps of a round besides cards and bets."""

    def clauses(self, rules: Ruleset) -> Clauses:
        """The clauses of a game of this family."""

    def bars_bet(
        self, rules: Ruleset, facts: Facts, bets: Sequence[Bet], bet: Bet
    ) -> Refusal | None:
        """What the game itself has against a bet before the deal, beside limits and the stack."""

    def opening(self, rules: Ruleset, facts: Facts, boxes: Collection[int]) -> S:
        """The state of a round before anything was dealt; `boxes` are those that play."""

    def begin(self, draft: DraftOf[S]) -> None:
        """No more bets: put the procedure on the agenda."""

    def head(self, draft: DraftOf[S], step: Step) -> Head | None:
        """What a step of the family waits for; None if it was done (and taken off) at once."""

    def dealt(self, draft: DraftOf[S], step: Deal, card: Card) -> None:
        """A card fell; it already lies at its place."""

    def turned(self, draft: DraftOf[S], place: str, position: int, card: Card) -> Refusal | None:
        """A face-down card was turned for all; refused if it contradicts what was said of it."""

    def rolled(self, draft: DraftOf[S], dice: Dice) -> None: ...

    def read(self, draft: DraftOf[S], figure: Figure) -> Refusal | None: ...

    def answered(self, draft: DraftOf[S], ask: Ask, answer: Answer) -> Refusal | None:
        """A legal verb was answered; the amount is within its range."""

    def governs(self, rules: Ruleset, verb: str) -> Clause | None:
        """The clause that says when a verb is on offer at all; it is the reason when it is not."""

    def lapsed(self, draft: DraftOf[S], ask: Ask) -> Answer:
        """What happens to a box that lets its time run out."""

    def proceed(self, draft: DraftOf[S], step: Step) -> None:
        """The dealer does a step of the family."""

    def claims(self, draft: DraftOf[S], step: Settle) -> Sequence[Claim]:
        """What is owed on the bets of a settlement, box by box in the step's order."""

    def interventions(self) -> Mapping[str, RemedyOf[S]]:
        """The irregularities of the family by their kind, which come before those of all games."""

    def labels(self, round: RoundOf[S], cards: Mapping[str, Sequence[Card]]) -> Mapping[str, str]:
        """What the hands at these places are called. The viewer sees every card there."""

    def hands(self, round: RoundOf[S], box: int) -> Sequence[int]:
        """The ids of a box's hands in playing order; none where a box never has several."""

    def felt_state(self, round: RoundOf[S]) -> FeltState:
        """What lies there beside cards and wagers."""

    def fronts(self, round: RoundOf[S], cards: Sequence[Card]) -> Sequence[Front]:
        """What each choice of cards would make, for whoever holds them and is asked to choose."""


Family = FamilyOf[object]
"""Any family, as the registry gives it for a posted game."""
