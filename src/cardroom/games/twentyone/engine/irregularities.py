"""Irregularities at a 21 table, in addition to those of all games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from cardroom.events import HandEnded
from cardroom.games.twentyone.engine.game_type import SharedClauses
from cardroom.games.twentyone.engine.offers import insurance_asks, surrender_asks
from cardroom.games.twentyone.engine.state import Draft, Hand, Remedy, all_void, put
from cardroom.games.twentyone.engine.steps import OfferInsurance, OfferSurrender, Peek
from cardroom.games.twentyone.engine.turns import VERBS, called
from cardroom.games.twentyone.game import posted_game
from cardroom.hands.points import DEALT
from cardroom.places import ALL, BANK, hand_place
from cardroom.play import clauses
from cardroom.play.inputs import Intervene
from cardroom.play.irregularities import give_back, next_card, record
from cardroom.play.round import Refusal
from cardroom.rules.steps import Deal, Step


def _terms(draft: Draft) -> SharedClauses:
    return posted_game(draft.rules).game.terms


def _hand(draft: Draft, entry: Intervene) -> Hand | None:
    """The hand that an intervention names, by its place in playing order; 0 is the first."""
    hands = draft.state.hands.get(entry.box, ())
    number = entry.hand or 1
    return hands[number - 1] if 1 <= number <= len(hands) else None


def _void_hand(draft: Draft, entry: Intervene) -> Refusal | None:
    hand = _hand(draft, entry)
    if hand is None or hand.status in ("settled", "void"):
        return Refusal(clauses.UNKNOWN, f"box {entry.box} has no such hand in play")
    record(draft, entry, clauses.VOID_HAND)
    put(draft, entry.box, msgspec.structs.replace(hand, status="void"))
    draft.record(HandEnded(entry.box, hand.id, "void", called(draft, entry.box, hand)))
    place = hand_place(entry.box, hand.id)
    _deal_no_more(draft, place)
    draft.racked |= {place}
    last = all_void(draft.state.hands[entry.box])
    beside = [
        bet
        for bet in draft.bets.values()
        if bet.box == entry.box and (bet.hand == hand.id or (last and bet.hand == 0))
    ]
    give_back(draft, beside, clauses.VOID_HAND)
    return None


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
    refusal = next_card(draft, entry, clauses.EXPOSED, ALL)
    if refusal is None:
        for box in entry.boxes:
            _stop(draft, box)
    return refusal


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
    draft.push(OfferInsurance(entry.box))
    return None


def _missed_surrender(draft: Draft, entry: Intervene) -> Refusal | None:
    """Made up while the hand has its first two cards and the bank's second is not known."""
    state = draft.state
    policy = posted_game(draft.rules).policies.surrender
    if policy is None:
        return Refusal(_terms(draft).surrender_offered, "the house offers no surrender")
    too_soon = _to_come(draft, OfferSurrender, *((Peek,) if policy.when == "late" else ()))
    if too_soon or _second_is_open(draft) or state.up < 0 or state.peeked == 1:
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
    "void-hand": Remedy(_void_hand),
    "exposed-card": Remedy(_exposed, card="shoe"),
    "absent-player": Remedy(_absent),
    "missed-insurance": Remedy(_missed_insurance),
    "missed-surrender": Remedy(_missed_surrender),
}
