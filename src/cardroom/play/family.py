"""What a family of games tells the interpreter. All of it is pure: a draft in, a draft changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from cardroom.cards import Card
from cardroom.play.felt_state import Front, Middle
from cardroom.play.inputs import Answer, Dice, Figure, Intervene
from cardroom.play.round import Ask, Bet, Draft, Facts, Head, Refusal, Round
from cardroom.play.settle import Claim
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Deal, Settle, Step


class Remedy(NamedTuple):
    """What is done about one kind of irregularity."""

    apply: Callable[[Draft, Intervene], Refusal | None]
    card: Literal["none", "shoe", "table"] = "none"
    """Where the card that came out at the wrong moment is from: it is the next one of the shoe, or
    one that lies on the table already."""


class Family(Protocol):
    def clauses(self, rules: Ruleset) -> Clauses:
        """The clauses of a game of this family."""

    def bars_bet(
        self, rules: Ruleset, facts: Facts, bets: Sequence[Bet], bet: Bet
    ) -> Refusal | None:
        """What the game itself has against a bet before the deal, beside limits and the stack."""

    def begin(self, draft: Draft) -> None:
        """No more bets: put the procedure on the agenda."""

    def head(self, draft: Draft, step: Step) -> Head | None:
        """What a step of the family waits for; None if it was done (and taken off) at once."""

    def dealt(self, draft: Draft, step: Deal, card: Card) -> None:
        """A card fell; it already lies at its place."""

    def turned(self, draft: Draft, place: str, position: int, card: Card) -> Refusal | None:
        """A face-down card was turned for all; refused if it contradicts what was said of it."""

    def rolled(self, draft: Draft, dice: Dice) -> None: ...

    def read(self, draft: Draft, figure: Figure) -> Refusal | None: ...

    def answered(self, draft: Draft, ask: Ask, answer: Answer) -> Refusal | None:
        """A legal verb was answered; the amount is within its range."""

    def governs(self, rules: Ruleset, verb: str) -> Clause | None:
        """The clause that says when a verb is on offer at all; it is the reason when it is not."""

    def lapsed(self, draft: Draft, ask: Ask) -> Answer:
        """What happens to a box that lets its time run out."""

    def proceed(self, draft: Draft, step: Step) -> None:
        """The dealer does a step of the family."""

    def claims(self, draft: Draft, step: Settle) -> Sequence[Claim]:
        """What is owed on the bets of a settlement, box by box in the step's order."""

    def interventions(self) -> Mapping[str, Remedy]:
        """The irregularities of the family by their kind, which come before those of all games."""

    def labels(self, round: Round, cards: Mapping[str, Sequence[Card]]) -> Mapping[str, str]:
        """What the hands at these places are called. The viewer sees every card there."""

    def middle(self, round: Round) -> Middle:
        """What lies there beside cards and wagers."""

    def fronts(self, round: Round, cards: Sequence[Card]) -> Sequence[Front]:
        """What each choice of cards would make, for whoever holds them and is asked to choose."""
