"""Lanes, a game for tests of what an installed family can ask: a player names a lane, or walks.

The bank turns a card up; every player names a lane from 2 to 4, or walks away with the wager. The
bank's second card says which lane wins: 2, 3, and 4 follow one another through the ranks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import msgspec

from cardroom.cards import Card, Deck
from cardroom.events import Acted, BankEnded
from cardroom.games.common import LEGAL_LIMIT, limits_of, money_options, rounding
from cardroom.games.felt import Felt, Topic, Verb
from cardroom.games.game import SimpleGame
from cardroom.games.procedure import settled
from cardroom.games.registry import FamilyPackage
from cardroom.money import Rounding
from cardroom.places import ALL, BANK
from cardroom.play import clauses as table_clauses
from cardroom.play.family import RemedyOf
from cardroom.play.felt_state import FeltState, Front
from cardroom.play.inputs import Answer, Dice, Figure
from cardroom.play.round import (
    Ask,
    Await,
    Bet,
    DraftOf,
    Facts,
    Head,
    Refusal,
    RoundOf,
    VerbOffer,
)
from cardroom.play.settle import LOSE, PUSH, WIN, Claim, claim, plain
from cardroom.rules.clauses import Clause, Clauses
from cardroom.rules.options import Catalogue, document
from cardroom.rules.ruleset import Ruleset, ShoeRule
from cardroom.rules.spots import Spot
from cardroom.rules.steps import Deal, Settle, Step

NAMES: Final = Clause("lane.names", "Rule 1", "a player names a lane from 2 to 4, or walks")
WINS: Final = Clause("lane.wins", "Rule 2", "the lane of the bank's second card wins")
LOSES: Final = Clause("lane.loses", "Rule 2", "every other lane loses")
WALKS: Final = Clause("lane.walks", "Rule 3", "a player who walks takes the wager back")
CLAUSES: Final = Clauses((NAMES, WINS, LOSES, WALKS))

WALK: Final = 0
LANE: Final = Verb("lane", "Name a lane", "l", means="name the lane that wins", counts="lane")
FELT: Final = Felt(
    verbs=(LANE, Verb("walk", "Walk", "w", means="take the wager back")),
    topics=(Topic("lane", "Which lane?", "to name a lane", "names a lane"),),
)

Lanes = Mapping[int, int]
"""The lane that each box has named."""
Draft = DraftOf[Lanes]
Round = RoundOf[Lanes]


class AskLanes(Step, frozen=True):
    """Every box names a lane."""


class Posted(msgspec.Struct, frozen=True):
    rounding: Rounding


def lane_of(card: Card) -> int:
    return 2 + card.rank % 3


class LanesFamily:
    def clauses(self, rules: Ruleset) -> Clauses:
        return CLAUSES

    def bars_bet(
        self, rules: Ruleset, facts: Facts, bets: Sequence[Bet], bet: Bet
    ) -> Refusal | None:
        return None

    def opening(self, rules: Ruleset, facts: Facts, boxes: Collection[int]) -> Lanes:
        return {}

    def begin(self, draft: Draft) -> None:
        draft.push(*draft.rules.procedure)

    def head(self, draft: Draft, step: Step) -> Head | None:
        waits = [box for box in sorted(draft.players) if box not in draft.state]
        if waits:
            options = (LANE.offer(2, 4, NAMES), VerbOffer("walk"))
            return Await(tuple(Ask(box, "lane", options) for box in waits))
        draft.pop()
        return None

    def dealt(self, draft: Draft, step: Deal, card: Card) -> None:
        return None

    def turned(self, draft: Draft, place: str, position: int, card: Card) -> Refusal | None:
        return None

    def rolled(self, draft: Draft, dice: Dice) -> None:
        raise AssertionError("lanes have no dice")

    def read(self, draft: Draft, figure: Figure) -> Refusal | None:
        return Refusal(table_clauses.WAITS, "lanes need no figures")

    def answered(self, draft: Draft, ask: Ask, answer: Answer) -> Refusal | None:
        draft.state = {**draft.state, ask.box: answer.amount or WALK}
        draft.record(Acted(ask.box, answer.verb, amount=answer.amount))
        return None

    def governs(self, rules: Ruleset, verb: str) -> Clause | None:
        return NAMES

    def forbids(self, round: Round, answer: Answer) -> Refusal | None:
        return None

    def lapsed(self, draft: Draft, ask: Ask) -> Answer:
        return Answer(ask.box, "walk")

    def proceed(self, draft: Draft, step: Step) -> None:
        raise AssertionError("lanes have no step for the dealer")

    def claims(self, draft: Draft, step: Settle) -> Sequence[Claim]:
        posted, won = draft.rules.policies, lane_of(draft.at(BANK)[1])
        assert isinstance(posted, Posted)
        draft.record(BankEnded(f"lane {won}"))
        owed = {WALK: plain(PUSH, WALKS), won: plain(WIN, WINS)}
        return [
            claim(bet, owed.get(draft.state[bet.box], plain(LOSE, LOSES)), posted.rounding)
            for bet in draft.bets.values()
        ]

    def interventions(self) -> Mapping[str, RemedyOf[Lanes]]:
        return {}

    def labels(self, round: Round, cards: Mapping[str, Sequence[Card]]) -> Mapping[str, str]:
        return {}

    def hands(self, round: Round, box: int) -> Sequence[int]:
        return ()

    def felt_state(self, round: Round) -> FeltState:
        return FeltState()

    def fronts(self, round: Round, cards: Sequence[Card]) -> Sequence[Front]:
        return ()


OPTIONS: Final = Catalogue("lanes", (*money_options("lane.wins"), LEGAL_LIMIT))


def ruleset(given: Mapping[str, object], house: str = "", edition: str = "1") -> Ruleset:
    o: dict[str, Any] = OPTIONS.read(given)
    return Ruleset(
        game="lanes",
        title="Lanes",
        family="lanes",
        house=house,
        edition=edition,
        source="Made up for tests",
        options=o,
        changed=OPTIONS.changed(o),
        deck=Deck(1),
        shoe=ShoeRule("each-round", 0),
        policies=Posted(rounding(o)),
        procedure=(Deal(BANK, ALL), AskLanes(), Deal(BANK, ALL), Settle(("main",))),
        spots=(Spot("main", "Wager", odds="1 to 1"),),
        boxes=7,
        limits=limits_of(o),
        stored=document("lanes", house, edition, OPTIONS.pinned(o)),
    )


def words(rules: Ruleset, step: Step) -> str:
    if isinstance(step, Settle):
        return settled(rules, step)
    return "Every player names a lane." if isinstance(step, AskLanes) else "A card to the bank."


GAME: Final = SimpleGame("lanes", "Lanes", CLAUSES, OPTIONS, ruleset)
PACKAGE: Final = FamilyPackage("lanes", LanesFamily(), (GAME,), step_words=words, felt=FELT)
