"""The protocol between a family of games and the interpreter. All of it is pure."""

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


Given = Literal["box", "hand", "card", "boxes", "cards", "side_bets"]
"""A field of `Intervene` that the floor fills in."""
Caller = Literal["floor", "player", "absence"]
"""Who calls for a remedy: only the floor, or any player in the round too, who asks the dealer for
it; or the house too, for a box whose player is away."""


class RemedyWords(NamedTuple):
    """An irregularity in the words of people who learn to deal; without any, its kind has to do."""

    happened: str = ""
    """What happened: a card was exposed. The school asks what is to be done about it."""
    floor_does: str = ""
    """What the floor does, if the kind is named after that: the floor declares a hand void."""
    asks: str = ""
    """What the floor is asked to do, if it is not to act on what happened: to declare a hand
    void."""


class RemedyOf(NamedTuple, Generic[S_contra]):
    """The remedy for one kind of irregularity."""

    apply: Callable[[DraftOf[S_contra], Intervene], Refusal | None]
    card: Literal["none", "shoe", "next", "table"] = "none"
    """Where the card in question comes from: it is the next card of the shoe, the next card to be
    dealt (one that was put back comes first), or it already lies on the table."""
    until: Literal["settlement", "clearing"] = "settlement"
    """Whether it is still possible when everything is settled, until the cards are cleared."""
    takes: tuple[Given, ...] = ()
    """What the floor may give with it, in the order of the form; a note is always possible."""
    called_by: Caller = "floor"
    makes_up: str = ""
    """The topic of the offer that it makes up, if it is the remedy for one that was not made."""
    refused: Literal["by-rule", "as-untrue"] = "by-rule"
    """Why it is refused, if it is: a rule forbids it, or what was reported has not happened. Only
    of the former does the school ask whether it is allowed."""
    words: RemedyWords = RemedyWords()


Remedy = RemedyOf[object]
"""The remedies that every game shares."""


class FamilyOf(Protocol[S]):
    """`S` is what the family keeps about a round in addition to cards and bets."""

    def clauses(self, rules: Ruleset) -> Clauses:
        """The clauses of a game of this family."""

    def bars_bet(
        self, rules: Ruleset, facts: Facts, bets: Sequence[Bet], bet: Bet
    ) -> Refusal | None:
        """The game's own bar against a bet; limits and stacks are checked before this."""

    def opening(self, rules: Ruleset, facts: Facts, boxes: Collection[int]) -> S:
        """The state of a round before the deal; `boxes` are the ones in play."""

    def begin(self, draft: DraftOf[S]) -> None:
        """No more bets: put the procedure on the agenda."""

    def head(self, draft: DraftOf[S], step: Step) -> Head | None:
        """What a step of the family waits for; None if it was done at once and removed."""

    def dealt(self, draft: DraftOf[S], step: Deal, card: Card) -> None:
        """A card was dealt; it already lies at its place."""

    def turned(self, draft: DraftOf[S], place: str, position: int, card: Card) -> Refusal | None:
        """A face-down card was turned up; refused if it contradicts what was announced."""

    def rolled(self, draft: DraftOf[S], dice: Dice) -> None: ...

    def read(self, draft: DraftOf[S], figure: Figure) -> Refusal | None: ...

    def answered(self, draft: DraftOf[S], ask: Ask, answer: Answer) -> Refusal | None:
        """A box answered with a legal verb; the amount is within its range."""

    def governs(self, rules: Ruleset, verb: str) -> Clause | None:
        """The clause that says when a verb is offered at all; the reason when it is not."""

    def forbids(self, round: RoundOf[S], answer: Answer) -> Refusal | None:
        """The rule that keeps a box from doing this, where it is not asked; None: it is not its
        turn, or it has answered."""

    def lapsed(self, draft: DraftOf[S], ask: Ask) -> Answer:
        """What happens to a box that runs out of time."""

    def proceed(self, draft: DraftOf[S], step: Step) -> None:
        """The dealer does a step of the family."""

    def claims(self, draft: DraftOf[S], step: Settle) -> Sequence[Claim]:
        """The claims of a settlement, box by box in the step's order."""

    def interventions(self) -> Mapping[str, RemedyOf[S]]:
        """The family's irregularities by kind; they take precedence over the shared ones."""

    def labels(self, round: RoundOf[S], cards: Mapping[str, Sequence[Card]]) -> Mapping[str, str]:
        """The names of the hands at these places. The viewer sees every card there."""

    def hands(self, round: RoundOf[S], box: int) -> Sequence[int]:
        """The ids of a box's hands in playing order; none where a box never has several."""

    def felt_state(self, round: RoundOf[S]) -> FeltState:
        """What lies on the felt in addition to cards and wagers."""

    def fronts(self, round: RoundOf[S], cards: Sequence[Card]) -> Sequence[Front]:
        """What each choice of cards would make, for the player who is asked to choose: at least one
        where an option takes cards."""


Family = FamilyOf[object]
"""Any family, as the registry gives it for a posted game."""
