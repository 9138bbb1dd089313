"""Irregularities at a pai gow table, in addition to those of all games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from cardroom.cards import UNSEEN
from cardroom.events import HandEnded
from cardroom.games.pai_gow import clauses as c
from cardroom.games.pai_gow.state import (
    Draft,
    Remedy,
    announced,
    house_way,
    lay_out,
    setting_of,
)
from cardroom.games.pai_gow.steps import ReplaceExposed, SetBank
from cardroom.play import clauses
from cardroom.play.family import RemedyWords
from cardroom.play.inputs import Answer, Intervene
from cardroom.play.irregularities import (
    EXPOSED_WORDS,
    FACE_UP_WORDS,
    MISDEAL_WORDS,
    VOID_HAND_WORDS,
    bars_void_hand,
    record,
    void,
    void_bets,
)
from cardroom.play.round import Refusal
from cardroom.rules.clauses import Clause


def _misdeal(draft: Draft, entry: Intervene, clause: Clause = c.MISDEAL) -> Refusal | None:
    """The round is void; its collections pay for the redeal."""
    record(draft, entry, clause)
    void(draft, clause)
    return None


def _exposed(draft: Draft, entry: Intervene) -> Refusal | None:
    """One plain card is replaced after the deal; an ace, a joker or a second is a misdeal."""
    if entry.card is None or entry.card is UNSEEN:
        return Refusal(c.REPLACED, "say which card it is")
    if not any(isinstance(step, ReplaceExposed) for step in draft.agenda):
        return Refusal(c.REPLACED, "the deal is finished")
    if not any(dealt.card is entry.card for pile in draft.cards.values() for dealt in pile):
        return Refusal(c.REPLACED, f"{entry.card} has not been dealt")
    state = draft.state
    if state.exposed or entry.card.rank in (0, 1):
        return _misdeal(draft, entry)
    record(draft, entry, c.REPLACED)
    draft.state = msgspec.structs.replace(state, exposed=(entry.card,))
    return None


def _face_up(_: Draft, __: Intervene) -> Refusal | None:
    """Every card is dealt, so none can be removed from play as from a shoe."""
    return Refusal(c.REPLACED, "it is dealt, and replaced after the deal as a boxed card")


def _wrong_spot(draft: Draft, entry: Intervene) -> Refusal | None:
    if draft.state.dice:
        return Refusal(
            c.WRONG_SPOT, "the dice cup was closed already: the hands are moved to the right spots"
        )
    return _misdeal(draft, entry, c.WRONG_SPOT)


def _identical(draft: Draft, entry: Intervene) -> Refusal | None:
    return _misdeal(draft, entry, c.IDENTICAL)


def _misread(draft: Draft, entry: Intervene) -> Refusal | None:
    """Nothing to correct: hands are compared by their cards, not by what was announced."""
    record(draft, entry, c.MISREAD)
    return None


def _reset_bank(draft: Draft, entry: Intervene) -> Refusal | None:
    """The floor resets the bank's hand before any hand is opened: as it decides, or the house
    way."""
    bank = draft.facts.bank_box
    state = draft.state
    setting = state.settings.get(bank)
    if (setting is None and not state.foul_allowed) or draft.settled:
        return Refusal(c.BANK_FOUL, "the bank's hand is not set, or the settlement has begun")
    cards = draft.at(f"{bank}.1") if setting is None else setting.front + setting.back
    if len(set(entry.cards)) != len(entry.cards) or not set(entry.cards) <= set(cards):
        return Refusal(c.SET, "the bank does not hold these cards")
    reset = setting_of(cards, entry.cards) if entry.cards else house_way(draft, cards)
    if reset.foul:
        return Refusal(c.BANK_FOUL, "that setting is foul too")
    record(draft, entry, c.BANK_FOUL)
    draft.cards[f"{bank}.1"] = ()
    lay_out(draft, bank, reset, "all")
    settings = {**state.settings, bank: reset}
    draft.state = msgspec.structs.replace(state, settings=settings, foul_allowed=False)
    if draft.rules.as_read:
        draft.record(HandEnded(bank, 0, "reset", announced(reset)))
    if draft.agenda and isinstance(draft.agenda[0], SetBank):
        draft.pop()
    return None


def _bank_foul(draft: Draft, entry: Intervene) -> Refusal | None:
    """The dealer allowed a foul setting of the bank by mistake: it is recorded, and then the bank
    sets the hand again, or the floor resets it."""
    bank = draft.facts.bank_box
    if not (draft.agenda and isinstance(draft.agenda[0], SetBank)):
        return Refusal(c.BANK_FOUL, "the bank is not setting its hand")
    cards = draft.at(f"{bank}.1")
    if len(set(entry.cards)) != len(entry.cards) or not set(entry.cards) <= set(cards):
        return Refusal(c.SET, "the bank does not hold these cards")
    if not setting_of(cards, entry.cards).foul:
        return Refusal(c.BANK_FOUL, "that setting is not foul: the bank sets it itself")
    record(draft, entry, c.BANK_FOUL)
    draft.record(HandEnded(bank, 0, "foul", "foul"))
    draft.state = msgspec.structs.replace(draft.state, foul_allowed=True)
    return None


def _reset_hand(draft: Draft, entry: Intervene) -> Refusal | None:
    """A house-way hand that the dealer set wrong is set again: as the floor says, or by the way."""
    state, seat = draft.state, entry.box
    setting = state.settings.get(seat)
    asked = any(
        isinstance(one, Answer) and (one.box, one.verb) == (seat, "house-way")
        for one in draft.inputs
    )
    if seat == draft.facts.bank_box or setting is None or not asked:
        return Refusal(c.HOUSE_WAY, f"box {seat} has no open hand that was set the house way")
    if not draft.bets_on(seat):
        return Refusal(c.HOUSE_WAY, f"box {seat} is settled: rewind the round first")
    cards = setting.front + setting.back
    if len(set(entry.cards)) != len(entry.cards) or not set(entry.cards) <= set(cards):
        return Refusal(c.SET, f"box {seat} does not hold these cards")
    reset = setting_of(cards, entry.cards) if entry.cards else house_way(draft, cards)
    if reset.foul:
        return Refusal(c.HOUSE_WAY, "the house way is never foul")
    record(draft, entry, c.HOUSE_WAY)
    draft.cards[f"{seat}.1"] = ()
    lay_out(draft, seat, reset, "all")
    draft.state = msgspec.structs.replace(state, settings={**state.settings, seat: reset})
    draft.record(HandEnded(seat, 0, "reset", announced(reset)))
    return None


def _void_hand(draft: Draft, entry: Intervene) -> Refusal | None:
    state = draft.state
    open_bets = any(bet.box == entry.box for bet in draft.bets.values())
    settled = any(one.bet.box == entry.box for one in draft.settled) and draft.rules.as_read
    if (not open_bets and not settled) or entry.box in state.void or draft.void:
        return Refusal(clauses.UNKNOWN, f"box {entry.box} has no hand in play")
    refusal = bars_void_hand(entry)
    if refusal is not None:
        return refusal
    record(draft, entry, clauses.VOID_HAND)
    draft.state = msgspec.structs.replace(state, void=state.void | {entry.box})
    return void_bets(draft, entry, lambda bet: bet.box == entry.box)


REMEDIES: Final[Mapping[str, Remedy]] = {
    "misdeal": Remedy(_misdeal, words=MISDEAL_WORDS),
    "exposed-card": Remedy(_exposed, card="table", takes=("card",), words=EXPOSED_WORDS),
    "boxed-card": Remedy(
        _exposed, card="table", takes=("card",), words=RemedyWords("a card was found boxed")
    ),
    "face-up-card": Remedy(_face_up, words=FACE_UP_WORDS),
    "wrong-spot": Remedy(_wrong_spot, words=RemedyWords("a hand was delivered to the wrong spot")),
    "identical-cards": Remedy(_identical, words=RemedyWords("two identical cards were turned up")),
    "misread-hand": Remedy(_misread, words=RemedyWords("a hand was misread")),
    "bank-foul": Remedy(
        _bank_foul,
        takes=("cards",),
        refused="as-untrue",
        words=RemedyWords("the bank set a foul hand, and the dealer allowed it"),
    ),
    "reset-bank": Remedy(
        _reset_bank,
        takes=("cards",),
        words=RemedyWords(floor_does="the bank's hand is to be set again"),
    ),
    "reset-hand": Remedy(
        _reset_hand,
        takes=("box", "cards"),
        words=RemedyWords(floor_does="a hand is to be set again"),
    ),
    "void-hand": Remedy(
        _void_hand, until="clearing", takes=("box", "side_bets"), words=VOID_HAND_WORDS
    ),
}
