"""Side bets at a 21 table: what they look at, whether they are open, and what they are owed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cardroom.cards import Card
from cardroom.games.twentyone.engine.state import Draft
from cardroom.hands.points import over
from cardroom.places import BANK, hand_place
from cardroom.play.round import Bet, Facts, Refusal
from cardroom.play.settle import LOSE, Claim, Result, plain, settle
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.side_bet import FinalHand, Look, SideBet, SideRow


def barred(rules: Ruleset, facts: Facts, bet: Bet) -> Refusal | None:
    """Why a side bet is not open in this round, or None."""
    side, rounds = rules.side_bet(bet.spot), facts.rounds_since_shuffle
    if side is None or side.first_round is None or rounds == 0:
        return None
    return Refusal(side.first_round, f"this is round {rounds + 1} since the shuffle")


def row_of(draft: Draft, side: SideBet, box: int) -> SideRow | None:
    """The row that the cards on the table make of a box's bet.

    After a split, a bet on the box's hand is asked about each of them.
    """
    rows = []
    for hand in draft.state.hands[box]:
        if hand.status == "void":
            continue
        own = FinalHand(tuple(draft.at(hand_place(box, hand.id))), hand.key)
        seen = (own if look == "own-hand" else LOOKS[look](draft, box) for look in side.looks_at)
        rows.append(side.row(*seen))
    return side.of_hands(rows)


def owed(draft: Draft, side: SideBet, bet: Bet) -> Result:
    """What a bet that pays odds is owed."""
    if side.survives is not None and lost(draft, bet):
        return plain(LOSE, side.survives.lost)
    return plain(*side.owes(row_of(draft, side, bet.box)))


def lost(draft: Draft, bet: Bet) -> bool:
    """Whether no hand of the box keeps alive a bet that needs one, or still may: the bank plays on
    without it."""
    side = draft.rules.side_bet(bet.spot)
    if side is None or side.survives is None:
        return False
    hands = [hand for hand in draft.state.hands[bet.box] if hand.status != "void"]
    counted = hands[:1] if side.survives.hands == "first" else hands
    return not any(hand.status == "live" or side.survives.when(hand.key) for hand in counted)


def take_lost(draft: Draft, box: int) -> None:
    """A bet that no hand of its box keeps alive any longer is taken at once."""
    gone = [bet for bet in draft.bets.values() if bet.box == box and lost(draft, bet)]
    sides = [(bet, draft.rules.side_bet(bet.spot)) for bet in gone]
    settle(
        draft,
        [
            Claim(bet, 0, bet.stake, side.survives.lost)
            for bet, side in sides
            if side is not None and side.survives is not None
        ],
    )


def _first(draft: Draft, box: int) -> Card:
    return draft.at(hand_place(box))[0]


def _second(draft: Draft, box: int) -> Card:
    """As it was dealt: the second card of a pair that was split begins the second hand."""
    split = draft.at(hand_place(box, 2))
    return split[0] if split else draft.at(hand_place(box))[1]


def _third(draft: Draft, box: int) -> Card | None:
    """The first card the box drew: to its only hand, or to the first hand of a split pair."""
    own = draft.at(hand_place(box))
    order = [hand.id for hand in draft.state.hands[box]]
    if 3 in order and order.index(3) < order.index(2):
        # The first hand was split again: that card is the first of the hand it made.
        return draft.at(hand_place(box, 3))[0]
    position = 1 if len(order) > 1 else 2
    return own[position] if len(own) > position else None


LOOKS: Final[Mapping[Look, Callable[[Draft, int], object]]] = {
    "own-first": _first,
    "own-second": _second,
    "own-third": _third,
    "bank-up": lambda draft, _: draft.at(BANK)[0],
    "bank-second": lambda draft, _: draft.at(BANK)[1],
    "bank-hand": lambda draft, _: FinalHand(tuple(draft.at(BANK)), draft.state.bank),
    "bank-busts": lambda draft, _: over(draft.state.bank),
}
