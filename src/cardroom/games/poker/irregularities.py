"""What the dealer and the floor may do in a hand of poker, in addition to every game's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from cardroom.events import PotFeeReturned
from cardroom.games.poker import clauses as c
from cardroom.games.poker.state import Draft, Remedy, live
from cardroom.games.poker.wagers import fold
from cardroom.play import clauses as table_clauses
from cardroom.play.family import RemedyWords
from cardroom.play.inputs import Intervene
from cardroom.play.irregularities import MISDEAL_WORDS, REMEDIES, VOID_ROUND_WORDS, record
from cardroom.play.round import Refusal

EARLY: Final = 2
"""After this number of actions a hand stands, misdealt or not."""


def _dead_hand(draft: Draft, entry: Intervene) -> Refusal | None:
    seats = live(draft)
    if entry.box not in seats or len(seats) == 1:
        return Refusal(table_clauses.UNKNOWN, f"seat {entry.box} has no hand that can be folded")
    record(draft, entry, c.DEAD_HAND)
    fold(draft, entry.box)
    state = draft.state
    waiting = tuple(seat for seat in state.waiting if seat != entry.box)
    draft.state = msgspec.structs.replace(state, waiting=waiting)
    return None


def _misdeal(draft: Draft, entry: Intervene) -> Refusal | None:
    answers = draft.state.answers
    if answers >= EARLY:
        return Refusal(c.MISDEAL, f"{answers} players have acted: the hand stands")
    return _void(draft, entry)


def _void(draft: Draft, entry: Intervene) -> Refusal | None:
    """The collection goes back to the pot, and every chip in the pot to its owner."""
    refusal = REMEDIES["void-round"].apply(draft, entry)
    state = draft.state
    if refusal is None and state.fee:
        draft.bank = msgspec.structs.replace(draft.bank, paid=draft.bank.paid - state.fee)
        draft.drop -= state.fee
        draft.record(PotFeeReturned(state.fee))
        draft.state = msgspec.structs.replace(state, fee=0)
    return refusal


INTERVENTIONS: Final[Mapping[str, Remedy]] = {
    "dead-hand": Remedy(
        _dead_hand,
        takes=("box",),
        words=RemedyWords("a hand has to be declared dead", asks="to declare a hand dead"),
    ),
    "misdeal": Remedy(_misdeal, words=MISDEAL_WORDS),
    "void-round": Remedy(_void, words=VOID_ROUND_WORDS),
}
