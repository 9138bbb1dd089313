"""What the 21 family keeps of a round in addition to cards and bets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

import msgspec

from cardroom.games.twentyone.engine.legality import Mode
from cardroom.games.twentyone.engine.resolution import LIVE, STOOD, SURRENDERED
from cardroom.hands.points import Key, PointRule, start
from cardroom.play.family import RemedyOf
from cardroom.play.round import Bet, DraftOf, RoundOf
from cardroom.play.settle import Claim

HandStatus = Literal["live", "stood", "surrendered", "settled", "void"]
DONE: Final = {"surrendered": SURRENDERED, "stood": STOOD}


ON_HAND: Final = ("main", "max-bet")
"""Spots whose bets belong to one hand and are settled by its result."""


class Hand(msgspec.Struct, frozen=True, gc=False):
    id: int
    key: Key
    mode: Mode = Mode()
    status: HandStatus = "live"
    declared: str = ""
    """What a natural's holder chose instead of being paid."""
    refuses: bool = False
    """Its player refused an exposed card, so it gets no further card."""

    @property
    def done(self) -> int:
        return DONE.get(self.status, LIVE)


class TwentyOneState(msgspec.Struct, frozen=True, gc=False):
    hands: Mapping[int, tuple[Hand, ...]]
    """By box, in playing order."""
    bank: Key
    up: int = -1
    """Rank of the bank's up card."""
    answered: frozenset[tuple[str, int]] = frozenset()
    """Offers that were answered: topic and box."""
    peeked: int | None = None
    """What the dealer said after looking: 1 for a natural, 0 for none."""
    action: int = 0
    """The box with the action button; 0 where there is none."""
    figures: Mapping[str, int] = {}
    """Readings taken in this round."""
    judged: Mapping[int, Claim] = {}
    """What bets on a meter are owed, by bet, since they were judged."""

    def hand(self, box: int, id: int) -> Hand:
        for hand in self.hands[box]:
            if hand.id == id:
                return hand
        raise AssertionError(f"box {box} has no hand {id}")

    def every(self) -> Iterator[tuple[int, Hand]]:
        for box, hands in self.hands.items():
            for hand in hands:
                yield box, hand


Draft = DraftOf[TwentyOneState]
Round = RoundOf[TwentyOneState]
Remedy = RemedyOf[TwentyOneState]


def state_of(round: RoundOf[object]) -> TwentyOneState:
    """The state of a round that is known to be of this family."""
    assert isinstance(round.state, TwentyOneState)
    return round.state


def opening(boxes: list[int], rule: PointRule) -> TwentyOneState:
    empty = start(rule)
    return TwentyOneState({box: (Hand(1, empty),) for box in boxes}, empty)


def all_void(hands: tuple[Hand, ...]) -> bool:
    """Whether nothing is left of a box."""
    return all(hand.status == "void" for hand in hands)


def put(draft: Draft, box: int, hand: Hand) -> None:
    """Replace the box's hand of the same id."""
    state = draft.state
    hands = state.hands[box]
    # Few boxes have more than one hand, and every card comes by here.
    one = len(hands) == 1
    hands = (hand,) if one else tuple([hand if old.id == hand.id else old for old in hands])
    draft.state = msgspec.structs.replace(state, hands={**state.hands, box: hands})


def bets_of(draft: Draft, box: int, hand: int) -> list[Bet]:
    """The open bets of a hand: its wager first, then Max Bets in their order."""
    return [
        bet
        for bet in draft.bets.values()
        if bet.hand == hand and bet.box == box and bet.spot in ON_HAND
    ]


def own_bet(draft: Draft, box: int, hand: int) -> Bet:
    """The hand's own wager."""
    for bet in bets_of(draft, box, hand):
        if bet.spot == "main" and not bet.backline:
            return bet
    raise AssertionError(f"hand {hand} of box {box} has no wager")
