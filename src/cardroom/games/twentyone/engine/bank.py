"""The bank's hand: what the open bets need of it, and whether it takes another card."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.events import ButtonPlaced
from cardroom.games.twentyone.engine import offers, side_bets
from cardroom.games.twentyone.engine.state import ON_HAND, Draft, all_void, bets_of
from cardroom.games.twentyone.engine.steps import BankPlays
from cardroom.games.twentyone.game import PostedGame, posted_game
from cardroom.hands.points import Key, add, pip, start
from cardroom.places import BANK, NOBODY, hand_place
from cardroom.play.round import Bet
from cardroom.rules.ruleset import Ruleset
from cardroom.rules.steps import Deal, Turn


def card_fell(draft: Draft, card: Card) -> None:
    state = draft.state
    if card is UNSEEN:
        return
    at = posted_game(draft.rules)
    bank = add(at.policies.points, state.bank, card)
    up = card.rank if bank.size == 1 else state.up
    draft.state = msgspec.structs.replace(state, bank=bank, up=up)
    if bank.size == 2 and at.policies.hole.card == "none":
        second_known(draft, card)


def second_known(draft: Draft, card: Card) -> None:
    """The bank's second card is seen: it decides insurance, and places the action button."""
    offers.settle_insurance(draft, draft.state.bank.natural, card)
    if draft.rules.banking.order != "from-action-seat":
        return
    # A void hand has no wager left and is not counted; with no hands left there is no button.
    boxes = [box for box, hands in draft.state.hands.items() if not all_void(hands)]
    if boxes:
        action = action_box(draft.rules, boxes, card)
        draft.state = msgspec.structs.replace(draft.state, action=action)
        draft.record(ButtonPlaced("action", action))


def action_box(rules: Ruleset, boxes: Sequence[int], card: Card) -> int:
    """Where the action button goes: the bank's second card counts off the boxes with a wager, from
    the bank's left and around. Faces count ten, a joker one, an ace one or eleven as posted."""
    if card.rank == 1:
        count = int(str(rules.options.get("action_ace", 1)))
    else:
        count = 1 if card.rank == 0 else pip(card)
    return boxes[(count - 1) % len(boxes)]


def head(draft: Draft, _: BankPlays) -> None:
    """Open the hole card, then draw as long as the rules and an open bet ask for it."""
    pile = draft.cards.get(BANK, ())
    need = needs(draft)
    for position, dealt in enumerate(pile):
        # A hole card that nobody has named is opened only if some bet needs it.
        if dealt.seen == NOBODY and (need or dealt.card is not UNSEEN):
            draft.push(Turn(BANK, position))
            return
    if (need and len(pile) < 2) or (need == "final" and _draws(draft)):
        draft.push(Deal(BANK))
    else:
        draft.pop()


def needs(draft: Draft) -> str:
    """What the open bets need of the bank: its `final` hand, its `second` card, or nothing."""
    need = ""
    for bet in draft.bets.values():
        needed = _needs_of_hand(draft, bet) if bet.spot in ON_HAND else _needs_of_bet(draft, bet)
        if needed == "final":
            return needed
        if needed:
            need = needed
    return need


def _needs_of_hand(draft: Draft, bet: Bet) -> str:
    hand = draft.state.hand(bet.box, bet.hand)
    return "second" if hand.key.natural or hand.status == "surrendered" else "final"


def _needs_of_bet(draft: Draft, bet: Bet) -> str:
    spot = draft.rules.spot(bet.spot)
    assert spot is not None
    if "bank-final" in spot.needs and not side_bets.lost(draft, bet):
        return "final"
    return "second" if "bank-second" in spot.needs else ""


def _draws(draft: Draft) -> bool:
    at = posted_game(draft.rules)
    if not at.game.bank_draws(at.policies, draft.state.bank):
        return False
    return at.policies.bank.idle == "draw" or draw_matters(draft, at)


def draw_matters(draft: Draft, at: PostedGame) -> bool:
    """Whether some open wager could settle differently if the bank drew on."""
    state = draft.state
    live = [(box, hand) for box, hand in state.every() if bets_of(draft, box, hand.id)]
    piles = [draft.cards[hand_place(box, hand.id)] for box, hand in live]
    if any(dealt.seen == NOBODY for pile in piles for dealt in pile):
        return True
    for _, hand in live:
        now = at.resolution.compare(hand.key, hand.mode, hand.done, state.bank)
        for bank in final_hands(at, state.bank):
            then = at.resolution.compare(hand.key, hand.mode, hand.done, bank)
            if (then.original, then.added) != (now.original, now.added):
                return True
    return False


def final_hands(at: PostedGame, bank: Key) -> frozenset[Key]:
    """Every hand the bank may end with from here, whatever cards come."""
    seen: set[Key] = set()
    final: set[Key] = set()
    waiting = [bank]
    while waiting:
        key = waiting.pop()
        if key in seen:
            continue
        seen.add(key)
        if at.game.bank_draws(at.policies, key):
            waiting += [add(at.policies.points, key, card) for card in ONE_OF_EACH]
        else:
            final.add(key)
    return frozenset(final)


ONE_OF_EACH = tuple(Card(rank + "s") for rank in "A23456789T")
"""Suits and faces do not matter to a bank's hand."""


def no_natural(at: PostedGame) -> Key:
    """A bank hand that is not a natural: the empty one."""
    return start(at.policies.points)
