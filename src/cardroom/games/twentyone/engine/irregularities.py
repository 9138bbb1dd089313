"""Irregularities at a 21 table, in addition to those of all games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from cardroom.cards import UNSEEN
from cardroom.events import CardShown, HandEnded
from cardroom.games.twentyone.engine.game_type import SharedClauses
from cardroom.games.twentyone.engine.offers import insurance_asks, surrender_asks
from cardroom.games.twentyone.engine.state import Draft, Hand, Remedy, all_void, put
from cardroom.games.twentyone.engine.steps import (
    BankDone,
    BankPlays,
    CardToBank,
    CardToEach,
    FirstCardToEach,
    OfferInsurance,
    OfferSurrender,
    Peek,
    PlayHand,
    SecondCardToEach,
    Turns,
)
from cardroom.games.twentyone.engine.turns import VERBS, called
from cardroom.games.twentyone.game import posted_game
from cardroom.hands.points import DEALT
from cardroom.places import ALL, BANK, BURN, DISCARD, NOBODY, hand_place, read_place
from cardroom.play import clauses
from cardroom.play.family import RemedyWords
from cardroom.play.inputs import Intervene
from cardroom.play.irregularities import (
    EXPOSED_WORDS,
    VOID_HAND_WORDS,
    bars_void_hand,
    next_card,
    record,
    void_bets,
)
from cardroom.play.round import Bet, Refusal
from cardroom.rules.steps import Deal, Step


def _terms(draft: Draft) -> SharedClauses:
    return posted_game(draft.rules).game.terms


def _hand(draft: Draft, entry: Intervene) -> Hand | None:
    """The hand that an intervention names, by its place in playing order; 0 is the first."""
    hands = draft.state.hands.get(entry.box, ())
    number = entry.hand or 1
    return hands[number - 1] if 1 <= number <= len(hands) else None


def _void_hand(draft: Draft, entry: Intervene) -> Refusal | None:
    """Any hand, one that was paid or has busted too."""
    hand = _hand(draft, entry)
    gone = ("void",) if draft.rules.as_read else ("settled", "void")
    if hand is None or hand.status in gone or draft.void:
        return Refusal(clauses.UNKNOWN, f"box {entry.box} has no such hand in play")
    refusal = bars_void_hand(entry)
    if refusal is not None:
        return refusal
    record(draft, entry, clauses.VOID_HAND)
    put(draft, entry.box, msgspec.structs.replace(hand, status="void"))
    draft.record(HandEnded(entry.box, hand.id, "void", called(draft, entry.box, hand)))
    place = hand_place(entry.box, hand.id)
    _deal_no_more(draft, place)
    draft.racked |= {place}
    last = all_void(draft.state.hands[entry.box])

    def rides(bet: Bet) -> bool:
        return bet.box == entry.box and (bet.hand == hand.id or (last and bet.hand == 0))

    return void_bets(draft, entry, rides)


def _stop(draft: Draft, box: int) -> None:
    """The box's hands take no more cards, not even the second one of a split hand."""
    for hand in draft.state.hands.get(box, ()):
        if hand.status != "live":
            continue
        VERBS["stand"](draft, box, hand, 0)
        if hand.key.origin != DEALT and hand.key.size == 1:
            _deal_no_more(draft, hand_place(box, hand.id))


def _deal_no_more(draft: Draft, place: str) -> None:
    draft.agenda = [
        step for step in draft.agenda if not (isinstance(step, Deal) and step.place == place)
    ]


def _exposed(draft: Draft, entry: Intervene) -> Refusal | None:
    """The card is the next one; boxes that refuse it draw no more."""
    strange = [box for box in entry.boxes if box not in draft.state.hands]
    if strange:
        return Refusal(clauses.UNKNOWN, f"box {strange[0]} has no hand")
    if entry.boxes and draft.rules.as_read and not _initial_deal_is_done(draft):
        why = "nobody can refuse a card before the initial deal is complete"
        return Refusal(clauses.EXPOSED, why)
    refusal = next_card(draft, entry, clauses.EXPOSED, ALL)
    if refusal is None:
        for box in entry.boxes:
            (_refuses_cards if draft.rules.as_read else _stop)(draft, box)
    return refusal


def _initial_deal_is_done(draft: Draft) -> bool:
    """Every box has its two cards, and the bank those that it gets before the players act."""
    hole = posted_game(draft.rules).policies.hole.card
    bank = len(draft.cards.get(BANK, ()))
    return bank >= (1 if hole == "none" else 2) and all(
        hand.key.size >= 2 or hand.key.origin != DEALT or hand.status == "void"
        for _, hand in draft.state.every()
    )


def _refuses_cards(draft: Draft, box: int) -> None:
    """The box gets no further card and keeps what takes none: to stand, surrender and insure."""
    for hand in draft.state.hands[box]:
        if hand.status != "live":
            continue
        put(draft, box, msgspec.structs.replace(hand, refuses=True, declared=""))
        _deal_no_more(draft, hand_place(box, hand.id))


def _surplus(draft: Draft, entry: Intervene) -> Refusal | None:
    """A card that was exposed and that no hand needs: the bank's hand is finished, or the card was
    left over when the round had been reconstructed."""
    rewound = any(isinstance(one, Intervene) and one.kind == "rewind" for one in draft.inputs)
    if not rewound and any(isinstance(step, DEALING) for step in draft.agenda):
        return Refusal(clauses.SURPLUS, "cards are still to be dealt: it is the next card")
    card = draft.returned[0] if draft.returned else entry.card
    if card is None or card is UNSEEN or entry.card not in (None, card):
        return Refusal(clauses.SURPLUS, "say which card it is")
    if not draft.returned and not draft.left(card):
        return Refusal(clauses.CARD, f"the shoe cannot hold another {card}")
    record(draft, msgspec.structs.replace(entry, card=card), clauses.SURPLUS)
    draft.returned = draft.returned[1:]
    draft.lay(DISCARD, card, NOBODY)
    draft.drawn += (card,)
    return None


DEALING: Final = (
    BankPlays,
    CardToBank,
    CardToEach,
    Deal,
    FirstCardToEach,
    PlayHand,
    SecondCardToEach,
    Turns,
)
"""Steps that may still need a card."""


def _burn_shown(draft: Draft, entry: Intervene) -> Refusal | None:
    """The first burned card that still lies face down is turned for everybody."""
    pile = draft.cards.get(BURN, ())
    hidden = [position for position, dealt in enumerate(pile) if dealt.seen != ALL]
    if not hidden:
        return Refusal(clauses.BURN_SHOWN, "no burned card of this round lies face down")
    known = pile[hidden[0]].card
    card = entry.card if known is UNSEEN else known
    if card is None or card is UNSEEN or entry.card not in (None, card):
        return Refusal(clauses.BURN_SHOWN, "say which card it is")
    if known is UNSEEN and not draft.left(card):
        return Refusal(clauses.CARD, f"the shoe cannot hold another {card}")
    record(draft, msgspec.structs.replace(entry, card=card), clauses.BURN_SHOWN)
    draft.record(CardShown(BURN, hidden[0], draft.show(BURN, hidden[0], card)))
    return None


def _absent(draft: Draft, entry: Intervene) -> Refusal | None:
    if entry.box not in draft.state.hands:
        return Refusal(clauses.UNKNOWN, f"box {entry.box} has no hand")
    record(draft, entry, clauses.ABSENT)
    _stop(draft, entry.box)
    return None


def _to_come(draft: Draft, *offers: type[Step]) -> bool:
    """Whether an offer to all, or the dealer's peek, is still on the agenda."""
    return any(isinstance(step, offers) and not getattr(step, "box", 0) for step in draft.agenda)


def _before_second_card(draft: Draft) -> bool:
    """Nobody has looked at the bank's second card yet, if there is one."""
    if posted_game(draft.rules).policies.hole.card == "peek":
        return _to_come(draft, Peek)
    return not _second_is_open(draft)


def _second_is_open(draft: Draft) -> bool:
    return any(dealt.seen == ALL for dealt in draft.cards.get(BANK, ())[1:])


def _missed_insurance(draft: Draft, entry: Intervene) -> Refusal | None:
    state = draft.state
    if state.up != 1 or not _before_second_card(draft) or _to_come(draft, OfferInsurance):
        return Refusal(_terms(draft).insure_ace, "the offer is still to come, or has lapsed")
    answered = state.answered - {("insurance", entry.box)}
    draft.state = msgspec.structs.replace(state, answered=answered)
    asked = entry.box in state.hands and insurance_asks(draft, entry.box)
    if draft.bets_on(entry.box, "insurance") or not asked:
        return Refusal(_terms(draft).insure_ace, f"box {entry.box} has nothing to insure")
    record(draft, entry, _terms(draft).insure_ace)
    if not _to_come(draft, BankPlays):
        # Every hand had busted, so no bet asked for the second card that decides insurance.
        draft.push(BankDone())
        draft.push(BankPlays())
    draft.push(OfferInsurance(entry.box))
    return None


def _card_is_due(draft: Draft, box: int) -> bool:
    """Whether the box has asked for a card that is not dealt yet."""
    return any(isinstance(step, Deal) and read_place(step.place)[0] == box for step in draft.agenda)


def _missed_surrender(draft: Draft, entry: Intervene) -> Refusal | None:
    """Made up while the hand has its first two cards and the bank's second is not known; where the
    house reads the book literally, while either is so."""
    state = draft.state
    policy = posted_game(draft.rules).policies.surrender
    if policy is None:
        return Refusal(_terms(draft).surrender_offered, "the house offers no surrender")
    too_soon = _to_come(draft, OfferSurrender, *((Peek,) if policy.when == "late" else ()))
    too_late = _second_is_open(draft) and policy.missed == "strict"
    if too_soon or too_late or state.up < 0 or state.peeked == 1 or _card_is_due(draft, entry.box):
        return Refusal(_terms(draft).surrender_first, "the offer is still to come, or has lapsed")
    if policy.ups is not None and state.up not in policy.ups:
        return Refusal(
            _terms(draft).surrender_offered, "surrender is not offered against this card"
        )
    answered = state.answered - {("surrender", entry.box)}
    draft.state = msgspec.structs.replace(state, answered=answered)
    if entry.box not in state.hands or not surrender_asks(draft, entry.box):
        return Refusal(_terms(draft).surrender_first, f"box {entry.box} has nothing to surrender")
    record(draft, entry, _terms(draft).surrender_first)
    draft.push(OfferSurrender(entry.box))
    return None


REMEDIES: Final[Mapping[str, Remedy]] = {
    "void-hand": Remedy(
        _void_hand, until="clearing", takes=("box", "hand", "side_bets"), words=VOID_HAND_WORDS
    ),
    "exposed-card": Remedy(_exposed, card="shoe", takes=("card", "boxes"), words=EXPOSED_WORDS),
    "surplus-card": Remedy(
        _surplus,
        card="next",
        until="clearing",
        takes=("card",),
        words=RemedyWords(
            "a card was dealt that no hand needs",
            asks="to remove an exposed card as one that no hand needs",
        ),
    ),
    "burn-card-shown": Remedy(
        _burn_shown,
        until="clearing",
        takes=("card",),
        called_by="player",
        words=RemedyWords("a player asks to see the burned card"),
    ),
    "absent-player": Remedy(
        _absent,
        takes=("box",),
        called_by="absence",
        words=RemedyWords("a player has left the table"),
    ),
    "missed-insurance": Remedy(
        _missed_insurance,
        takes=("box",),
        makes_up="insurance",
        words=RemedyWords("insurance was not offered"),
    ),
    "missed-surrender": Remedy(
        _missed_surrender,
        takes=("box",),
        makes_up="surrender",
        words=RemedyWords("surrender was not offered"),
    ),
}
