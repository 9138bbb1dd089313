"""A hand's turn: what it is asked, and what its answers do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.events import Acted, BetRaised, CardShown, HandEnded, HandSplit
from cardroom.games.twentyone.engine import side_bets
from cardroom.games.twentyone.engine.effects import key_after, mode_after
from cardroom.games.twentyone.engine.legality import Legality, Mode
from cardroom.games.twentyone.engine.state import Draft, Hand, bets_of, own_bet, put
from cardroom.games.twentyone.engine.steps import PlayHand
from cardroom.games.twentyone.game import PostedGame, posted_game
from cardroom.games.twentyone.safari import max_bet
from cardroom.hands.points import SPLIT, SPLIT_ACES, Key, add, label, pin, start
from cardroom.places import ALL, NOBODY, hand_place
from cardroom.places import box as own
from cardroom.play import clauses as table_clauses
from cardroom.play.inputs import Answer
from cardroom.play.round import Ask, Await, Barred, Bet, VerbOffer
from cardroom.play.settle import Result, claim, settle
from cardroom.rules.clauses import Clause
from cardroom.rules.steps import Deal

Do = Callable[[Draft, int, Hand, int], None]
"""Draft, box, hand, amount (0 where the verb has none)."""


def head(draft: Draft, step: PlayHand) -> Await | None:
    """Ask the hand; with one legal action it is not asked, and a finished hand is passed over."""
    state = draft.state
    hand = state.hand(step.box, step.hand)
    if hand.status != "live":
        draft.pop()
        return None
    if hand.declared:
        verb = hand.declared
        hand = msgspec.structs.replace(hand, declared="")
        VERBS[verb](draft, step.box, hand, 0)
        return None
    options, barred, _ = choices(draft, step.box, hand)
    # Passing over a face-down hand would show that it has 21.
    if len(options) > 1 or hidden(draft, step.box, hand.id):
        number = state.hands[step.box].index(hand) + 1
        return Await((Ask(step.box, "play", options, barred, hand.id, number),))
    verb = options[0].verb
    clause = left_no_choice(verb, barred)
    draft.record(Acted(step.box, verb, hand.id, forced="only action", clause=clause))
    VERBS[verb](draft, step.box, hand, 0)
    return None


OPPOSITE: Final = {"stand": "hit", "hit": "stand"}
"""What a forced verb leaves open: a hand that must stand may not hit, and the reverse."""


def left_no_choice(verb: str, barred: Iterable[Barred]) -> str:
    """The clause because of which a hand with one legal action is not asked."""
    by_verb = {each.verb: each.clause.id for each in barred}
    return by_verb.get(OPPOSITE.get(verb, ""), "")


PLAIN: Final = {
    verb: VerbOffer(verb) for verb in ("hit", "stand", "double", "split", "surrender", "max-bet")
}
"""Verbs that take no amount."""


class Choices(NamedTuple):
    """What a hand may do, and what it may not."""

    options: tuple[VerbOffer, ...]
    barred: tuple[Barred, ...]
    for_chips: frozenset[str] = frozenset()
    """The options that cost chips."""


def choices(draft: Draft, box: int, hand: Hand) -> Choices:
    """Both halves of legality: the rules, then the player's chips."""
    state = draft.state
    legality = posted_game(draft.rules).legality
    by_rules = _by_rules(legality, hand.key, hand.mode, state.up)
    if not hand.refuses and _affords(draft, box, hand, by_rules.for_chips):
        return by_rules
    options: list[VerbOffer] = []
    barred: list[Barred] = []
    for verb, forbidden in legality.verdicts(hand.key, hand.mode, state.up):
        bar = REFUSES.get(verb, forbidden) if hand.refuses else forbidden
        offer = bar or _purse(draft, box, hand, verb)
        if isinstance(offer, VerbOffer):
            options.append(offer)
        else:
            barred.append(Barred(verb, offer))
    return Choices(tuple(options), tuple(barred))


@lru_cache(maxsize=4096)
def _by_rules(legality: Legality, key: Key, mode: Mode, up: int) -> Choices:
    """With chips for everything; made once for all hands that are alike."""
    verdicts = legality.verdicts(key, mode, up)
    allowed = [verb for verb, forbidden in verdicts if forbidden is None]
    return Choices(
        tuple(PLAIN[verb] for verb in allowed),
        tuple(Barred(verb, forbidden) for verb, forbidden in verdicts if forbidden is not None),
        _COST_CHIPS & set(allowed),
    )


def _affords(draft: Draft, box: int, hand: Hand, verbs: frozenset[str]) -> bool:
    """Whether the player's stack covers any of these; a Max Bet is always looked at by itself."""
    if not verbs:
        return True
    bet = own_bet(draft, box, hand.id)
    return "max-bet" not in verbs and draft.stacks[bet.owner] >= bet.stake


_COST_CHIPS: Final = frozenset({"double", "split", "max-bet"})


REFUSES: Final[Mapping[str, Clause | None]] = {
    **dict.fromkeys(("hit", "double", "split", "max-bet"), table_clauses.EXPOSED),
    "stand": None,
}
"""What a player who has refused an exposed card may not do, and may do on any total."""


def _purse(draft: Draft, box: int, hand: Hand, verb: str) -> VerbOffer | Clause:
    """The verb as the player's stack allows it, or the clause about money that forbids it."""
    if verb == "max-bet":
        return max_bet.offer(draft, box, hand)
    if verb in ("double", "split"):
        bet = own_bet(draft, box, hand.id)
        if draft.stacks[bet.owner] < bet.stake:
            terms = posted_game(draft.rules).game.terms
            return terms.double_stack if verb == "double" else terms.split_stack
    return PLAIN[verb]


def answered(draft: Draft, ask: Ask, answer: Answer) -> None:
    state = draft.state
    hand = state.hand(ask.box, ask.hand)
    draft.record(Acted(ask.box, answer.verb, hand.id, answer.amount))
    VERBS[answer.verb](draft, ask.box, hand, answer.amount or 0)


def card_fell(draft: Draft, box: int, id: int, card: Card, seen: str) -> None:
    """A card was dealt to a hand; if that decides the hand, it is settled now."""
    state = draft.state
    hand = state.hand(box, id)
    at = posted_game(draft.rules)
    # An unnamed card counts when it is turned.
    key = hand.key if card is UNSEEN else add(at.policies.points, hand.key, card)
    hand = msgspec.structs.replace(hand, key=key)
    put(draft, box, hand)
    if seen == NOBODY:
        # Nobody knows the hand: it waits for settlement, whatever it holds.
        put(draft, box, msgspec.structs.replace(hand, status="stood"))
        draft.record(HandEnded(box, id, "stood", "a card face down"))
    elif key.size > 2 or key.origin:
        settle_instant(draft, at, box, hand)


def card_turned(draft: Draft, box: int, id: int, position: int, card: Card) -> None:
    """A face-down card of a hand is turned; it counts from now on if it was unnamed."""
    hand = draft.state.hand(box, id)
    if hand.key.size == position:
        key = add(posted_game(draft.rules).policies.points, hand.key, card)
        put(draft, box, msgspec.structs.replace(hand, key=key))


def hidden(draft: Draft, box: int, id: int) -> bool:
    """Whether some card of the hand is not seen by all."""
    return any(dealt.seen != ALL for dealt in draft.cards.get(hand_place(box, id), ()))


def open_hand(draft: Draft, box: int, id: int) -> None:
    """The player turns over face-down cards: a hand is decided with its cards in sight of all."""
    place, only_the_player = hand_place(box, id), own(box)
    for position, dealt in enumerate(draft.cards.get(place, ())):
        if dealt.seen == only_the_player:
            draft.record(CardShown(place, position, draft.show(place, position)))


def called(draft: Draft, box: int, hand: Hand) -> str:
    """The hand as it is announced; one that lies face down is not."""
    return "face down" if hidden(draft, box, hand.id) else label(hand.key)


def settle_instant(draft: Draft, at: PostedGame, box: int, hand: Hand) -> None:
    result = at.resolution.instant(hand.key, hand.mode, hand.done)
    if result is not None:
        settle_hand(draft, box, hand, result)


def settle_hand(draft: Draft, box: int, hand: Hand, result: Result) -> None:
    """Pay or take the hand's bets at once; its cards go to the discard rack."""
    at = posted_game(draft.rules)
    open_hand(draft, box, hand.id)
    put(draft, box, msgspec.structs.replace(hand, status="settled"))
    cause = label(hand.key)
    ends = at.resolution.ends.get(result.clause.id, "paid")
    draft.record(HandEnded(box, hand.id, ends, cause))
    rounding = at.policies.rounding
    settle(draft, [claim(bet, result, rounding, cause) for bet in bets_of(draft, box, hand.id)])
    draft.racked |= {hand_place(box, hand.id)}
    if draft.rules.as_read:
        side_bets.take_lost(draft, box)


def _stand(draft: Draft, box: int, hand: Hand, _: int) -> None:
    hand = msgspec.structs.replace(hand, status="stood")
    at = posted_game(draft.rules)
    if at.resolution.instant(hand.key, hand.mode, hand.done) is not None:
        settle_instant(draft, at, box, hand)
        return
    put(draft, box, hand)
    draft.record(HandEnded(box, hand.id, "stood", called(draft, box, hand)))


def next_card(draft: Draft, box: int, hand: Hand) -> Deal:
    """The hand's next card; a house may keep the fifth one face down."""
    policies = posted_game(draft.rules).policies
    hidden = policies.fifth_card == "face-down" and hand.key.size == 4
    return Deal(hand_place(box, hand.id), NOBODY if hidden else ALL)


def _hit(draft: Draft, box: int, hand: Hand, _: int) -> None:
    mode = mode_after("hit", hand.mode, posted_game(draft.rules).policies)
    if mode != hand.mode:
        put(draft, box, msgspec.structs.replace(hand, mode=mode))
    draft.push(next_card(draft, box, hand))


def _max_bet(draft: Draft, box: int, hand: Hand, amount: int) -> None:
    """The card that it buys lies face up, even as a fifth one."""
    hand = max_bet.place(draft, box, hand, amount)
    face_up = Deal(hand_place(box, hand.id))
    draft.push(face_up if draft.rules.as_read else next_card(draft, box, hand))


def _double(draft: Draft, box: int, hand: Hand, _: int) -> None:
    """The hand's wager again, and one card."""
    open_hand(draft, box, hand.id)
    for bet in _following(draft, box, hand, "double"):
        amount = bet.stake
        draft.stacks[bet.owner] -= amount
        draft.bets[bet.id] = msgspec.structs.replace(
            bet, stake=bet.stake + amount, added=bet.added + amount
        )
        draft.record(BetRaised(bet.id, box, bet.owner, amount, bet.stake + amount))
    key = key_after("double", hand.key)
    mode = mode_after("double", hand.mode, posted_game(draft.rules).policies)
    put(draft, box, msgspec.structs.replace(hand, key=key, mode=mode))
    draft.push(Deal(hand_place(box, hand.id)))


def _split(draft: Draft, box: int, hand: Hand, _: int) -> None:
    """Two hands of one card each; the first is finished before the second gets its card."""
    open_hand(draft, box, hand.id)
    state = draft.state
    at = posted_game(draft.rules)
    hands = state.hands[box]
    new = max(other.id for other in hands) + 1
    old_place, new_place = hand_place(box, hand.id), hand_place(box, new)
    kept, moved = draft.cards[old_place]
    draft.cards[old_place], draft.cards[new_place] = (kept,), (moved,)
    empty = start(at.policies.points, SPLIT_ACES if hand.key.pair == 1 else SPLIT)
    # A Max Bet made before the second card stays with the first hand.
    first = hand.mode._replace(hands=len(hands) + 1)
    second = first._replace(bets=0, waived=0)
    kept_key = add(at.policies.points, empty, kept.card)
    pair = (
        Hand(hand.id, pin(kept_key) if first.bets else kept_key, first),
        Hand(new, add(at.policies.points, empty, moved.card), second),
    )
    together: list[Hand] = []
    for other in hands:
        if other.id == hand.id:
            together.extend(pair)
        else:
            counted = other.mode._replace(hands=len(hands) + 1)
            together.append(msgspec.structs.replace(other, mode=counted))
    draft.state = msgspec.structs.replace(state, hands={**state.hands, box: tuple(together)})
    _split_wager(draft, at, box, hand, new)
    draft.record(HandSplit(box, hand.id, new, moved.card))
    draft.pop()
    draft.push(Deal(old_place), PlayHand(box, hand.id), Deal(new_place), PlayHand(box, new))


def _split_wager(draft: Draft, at: PostedGame, box: int, hand: Hand, new: int) -> None:
    for bet in _following(draft, box, hand, "split"):
        # Where a dealer natural takes original wagers only, a split hand's wager is added money.
        added = bet.stake if at.policies.hole.natural_takes == "original" else 0
        draft.place_bet(msgspec.structs.replace(bet, id=draft.next_bet, hand=new, added=added))


def _following(draft: Draft, box: int, hand: Hand, verb: str) -> list[Bet]:
    """The hand's own wager, and the backline bets that follow this verb and can pay for it."""
    return [
        bet
        for bet in bets_of(draft, box, hand.id)
        if bet.spot == "main"
        and (not bet.backline or (verb in bet.follows and draft.stacks[bet.owner] >= bet.stake))
    ]


def surrender(draft: Draft, box: int, hand: Hand, _: int = 0) -> None:
    hand = msgspec.structs.replace(hand, status="surrendered")
    put(draft, box, hand)
    settle_instant(draft, posted_game(draft.rules), box, hand)


VERBS: Final[Mapping[str, Do]] = {
    "hit": _hit,
    "stand": _stand,
    "double": _double,
    "split": _split,
    "surrender": surrender,
    "max-bet": _max_bet,
}
