"""A hand's turn: what it is asked, and what its answers do."""

from __future__ import annotations

import msgspec

from cardroom.cards import Card
from cardroom.events import Acted, BetPlaced, BetRaised, HandEnded, HandSplit
from cardroom.games.twentyone import blackjack as bj
from cardroom.games.twentyone.game import Desk, desk
from cardroom.games.twentyone.state import Hand, State, bets_of, own_bet, put
from cardroom.games.twentyone.steps import PlayHand
from cardroom.hands.points import SPLIT, SPLIT_ACES, add, label, start
from cardroom.play.inputs import Answer
from cardroom.play.round import Ask, Await, Barred, Bet, Draft, Option
from cardroom.play.settle import Result, claim, settle
from cardroom.rules.clauses import Clause
from cardroom.rules.steps import Deal, hand_place


def head(draft: Draft, step: PlayHand) -> Await | None:
    """Ask the hand; with a single legal action it is not asked, and one that is done is passed."""
    state: State = draft.state
    hand = state.hand(step.box, step.hand)
    if hand.status != "live":
        draft.pop()
        return None
    options, barred = choices(draft, step.box, hand)
    if len(options) > 1:
        number = state.hands[step.box].index(hand) + 1
        return Await((Ask(step.box, "play", options, barred, hand.id, number),))
    verb = options[0].verb
    draft.record(Acted(step.box, verb, hand.id, forced="only action"))
    VERBS[verb](draft, step.box, hand)
    return None


def choices(draft: Draft, box: int, hand: Hand) -> tuple[tuple[Option, ...], tuple[Barred, ...]]:
    """Both halves of legality: mechanics, then the purse."""
    state: State = draft.state
    options: list[Option] = []
    barred: list[Barred] = []
    for verb, forbidden in desk(draft.rules).legality.verdicts(hand.key, hand.mode, state.up):
        clause = forbidden or _purse(draft, box, hand, verb)
        if clause is None:
            options.append(Option(verb))
        else:
            barred.append(Barred(verb, clause))
    return tuple(options), tuple(barred)


def _purse(draft: Draft, box: int, hand: Hand, verb: str) -> Clause | None:
    if verb not in COSTS:
        return None
    bet = own_bet(draft, box, hand.id)
    return COSTS[verb] if draft.stacks[bet.owner] < bet.stake else None


COSTS = {"double": bj.DOUBLE_STACK, "split": bj.SPLIT_STACK}
"""Verbs that take a second wager off the stack."""


def answered(draft: Draft, ask: Ask, answer: Answer) -> None:
    state: State = draft.state
    hand = state.hand(ask.box, ask.hand)
    draft.record(Acted(ask.box, answer.verb, hand.id, answer.amount))
    VERBS[answer.verb](draft, ask.box, hand)


def card_fell(draft: Draft, box: int, id: int, card: Card) -> None:
    """A card came to a hand; a hand that is decided now is settled now."""
    state: State = draft.state
    hand = state.hand(box, id)
    at = desk(draft.rules)
    key = add(at.policies.points, hand.key, card)
    hand = msgspec.structs.replace(hand, key=key)
    put(draft, box, hand)
    if key.size > 2 or key.origin:
        settle_instant(draft, at, box, hand)


def settle_instant(draft: Draft, at: Desk, box: int, hand: Hand) -> None:
    result = at.resolution.instant(hand.key, hand.mode, int(hand.status == "surrendered"))
    if result is not None:
        settle_hand(draft, box, hand, result)


def settle_hand(draft: Draft, box: int, hand: Hand, result: Result) -> None:
    """Pay or take the hand's bets at once; its cards go to the discard rack."""
    at = desk(draft.rules)
    put(draft, box, msgspec.structs.replace(hand, status="settled"))
    how = {bj.OVER_21.id: "over", bj.GIVEN_UP.id: "surrendered"}.get(result.clause.id, "paid")
    called = label(hand.key)
    draft.record(HandEnded(box, hand.id, how, called))
    rounding = at.policies.rounding
    settle(draft, [claim(bet, result, rounding, called) for bet in bets_of(draft, box, hand.id)])
    draft.racked |= {hand_place(box, hand.id)}


def _stand(draft: Draft, box: int, hand: Hand) -> None:
    put(draft, box, msgspec.structs.replace(hand, status="stood"))
    draft.record(HandEnded(box, hand.id, "stood", label(hand.key)))


def _hit(draft: Draft, box: int, hand: Hand) -> None:
    draft.push(Deal(hand_place(box, hand.id)))


def _double(draft: Draft, box: int, hand: Hand) -> None:
    """The hand's wager again, and one card."""
    bet = own_bet(draft, box, hand.id)
    amount = bet.stake
    draft.stacks[bet.owner] -= amount
    draft.bets[bet.id] = msgspec.structs.replace(
        bet, stake=bet.stake + amount, added=bet.added + amount
    )
    draft.record(BetRaised(bet.id, box, bet.owner, amount, bet.stake + amount))
    put(draft, box, msgspec.structs.replace(hand, mode=hand.mode._replace(doubled=1)))
    draft.push(Deal(hand_place(box, hand.id)))


def _split(draft: Draft, box: int, hand: Hand) -> None:
    """Two hands of one card each; the first is finished before the second gets its card."""
    state: State = draft.state
    at = desk(draft.rules)
    hands = state.hands[box]
    new = max(other.id for other in hands) + 1
    old_place, new_place = hand_place(box, hand.id), hand_place(box, new)
    kept, moved = draft.cards[old_place]
    draft.cards[old_place], draft.cards[new_place] = (kept,), (moved,)
    empty = start(at.policies.points, SPLIT_ACES if hand.key.pair == 1 else SPLIT)
    mode = hand.mode._replace(hands=len(hands) + 1)
    pair = (
        Hand(hand.id, add(at.policies.points, empty, kept.card), mode),
        Hand(new, add(at.policies.points, empty, moved.card), mode),
    )
    together: list[Hand] = []
    for other in hands:
        if other.id == hand.id:
            together.extend(pair)
        else:
            counted = other.mode._replace(hands=len(hands) + 1)
            together.append(msgspec.structs.replace(other, mode=counted))
    draft.state = msgspec.structs.replace(state, hands={**state.hands, box: tuple(together)})
    bet = own_bet(draft, box, hand.id)
    draft.stacks[bet.owner] -= bet.stake
    # Where a dealer natural takes original wagers only, a split hand's wager is added money.
    added = bet.stake if at.policies.hole.natural_takes == "original" else 0
    draft.bets[draft.next_bet] = Bet(draft.next_bet, "main", box, bet.owner, bet.stake, new, added)
    draft.record(HandSplit(box, hand.id, new, moved.card))
    draft.record(BetPlaced(draft.next_bet, "main", box, bet.owner, bet.stake, new))
    draft.next_bet += 1
    draft.pop()
    draft.push(Deal(old_place), PlayHand(box, hand.id), Deal(new_place), PlayHand(box, new))


def surrender(draft: Draft, box: int, hand: Hand) -> None:
    hand = msgspec.structs.replace(hand, status="surrendered")
    put(draft, box, hand)
    settle_instant(draft, desk(draft.rules), box, hand)


VERBS = {
    "hit": _hit,
    "stand": _stand,
    "double": _double,
    "split": _split,
    "surrender": surrender,
}
