"""What a round waits for at each of its steps, and what an input does there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, assert_never

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.events import Acted, CardDealt, CardShown, DiceRolled, FigureRead
from cardroom.events.words import place_words
from cardroom.money import exact
from cardroom.places import ALL
from cardroom.play import clauses
from cardroom.play.family import FamilyOf, S
from cardroom.play.inputs import Answer, Dice, Draw, Figure, Lapse, Proceed, RoundInput
from cardroom.play.round import (
    Ask,
    Await,
    Chance,
    DealerStep,
    Draft,
    DraftOf,
    Head,
    Over,
    Reading,
    Refusal,
    VerbOffer,
)
from cardroom.play.settle import arranged, end, settle
from cardroom.rules.steps import Deal, Read, Roll, Settle, Step, Turn


def advance(draft: DraftOf[S], family: FamilyOf[S]) -> Head:
    """Advance to the next step that waits for something."""
    while draft.agenda:
        step = draft.agenda[0]
        # Most steps are cards. That one is none is found out five times as fast as by `isinstance`,
        # here and wherever else every input comes by.
        if type(step) is Deal:
            return Chance(step.place, step.seen, named=step.named)
        shared = _HEADS.get(type(step))
        head = family.head(draft, step) if shared is None else shared(draft, step)
        if head is not None:
            return head
    end(draft)
    return Over()


def _to_turn(draft: Draft, step: Turn) -> Head:
    if draft.cards[step.place][step.position].card is UNSEEN:
        return Chance(step.place, turned=step.position)
    return DealerStep("turn", step)


_HEADS: Final[Mapping[type[Step], Callable[[Draft, Any], Head]]] = {
    Turn: _to_turn,
    Settle: lambda _, step: DealerStep("settle", step),
    Roll: lambda _, step: Chance("dice", dice=step.dice),
    Read: lambda _, step: Reading(step.name),
}
"""What a round waits for at a step that all families share, and that is not a card."""


def _not_now(draft: DraftOf[S], head: Head, entry: RoundInput) -> Refusal:
    given = type(entry).__name__.lower()
    if isinstance(entry, (Answer, Lapse)) and not isinstance(head, Await):
        return _not_asked(draft, head, entry)
    waits = waiting_for(head, draft.rules.banking.title)
    return Refusal(clauses.WAITS, f"the round is waiting for {waits}, not for a {given}")


def _not_asked(draft: DraftOf[S], head: Head, entry: Answer | Lapse) -> Refusal:
    waits = waiting_for(head, draft.rules.banking.title)
    why = f"box {entry.box} is not being asked; the round is waiting for {waits}"
    return Refusal(clauses.NOT_ASKED, why)


def waiting_for(head: Head, bank: str) -> str:
    """What a round waits for, in words; `bank` is what the bank is called."""
    match head:
        case Chance():
            if head.dice:
                return "dice"
            named = head.turned is not None and head.seen != ALL
            what = "the name of a card of" if named else "a card to"
            return f"{what} {place_words(head.place, bank)}"
        case Await():
            return " and ".join(f"box {ask.box} ({ask.topic})" for ask in head.asks)
        case DealerStep():
            return f"the dealer to {head.does}"
        case Reading():
            return f"the figure {head.name}"
        case Over():
            return "nothing: it is over"
        case _:
            assert_never(head)


def _chance(
    draft: DraftOf[S], head: Chance, entry: RoundInput, family: FamilyOf[S]
) -> Refusal | None:
    if head.dice:
        return _rolled(draft, head, entry, family)
    if type(entry) is not Draw:
        return _not_now(draft, head, entry)
    card = entry.card
    refusal = _bars_card(draft, head, card)
    if refusal is not None:
        return refusal
    step = draft.agenda.pop(0)
    if head.turned is not None:
        draft.show(head.place, head.turned, card, head.seen)
        draft.record(CardShown(head.place, head.turned, card, head.seen))
        return family.turned(draft, head.place, head.turned, card)
    assert isinstance(step, Deal)
    place, seen = step.place, step.seen
    if draft.returned:
        draft.returned = draft.returned[1:]
    draft.drawn += (card,)
    draft.lay(place, card, seen)
    draft.record(CardDealt(place, card, seen))
    family.dealt(draft, step, card)
    return None


def _rolled(
    draft: DraftOf[S], head: Chance, entry: RoundInput, family: FamilyOf[S]
) -> Refusal | None:
    if not isinstance(entry, Dice):
        return _not_now(draft, head, entry)
    if len(entry.dice) != head.dice or not all(1 <= die <= 6 for die in entry.dice):
        return Refusal(clauses.WAITS, f"the round is waiting for {head.dice} dice of one to six")
    draft.pop()
    draft.record(DiceRolled(entry.dice))
    family.rolled(draft, entry)
    return None


def _bars_card(draft: DraftOf[S], head: Chance, card: Card) -> Refusal | None:
    expected = draft.returned[0] if draft.returned and head.turned is None else UNSEEN
    if expected is not UNSEEN and expected is not card:
        # It may be a hidden card, so it is not named.
        return Refusal(clauses.RETURNED, f"a card that was put back must be dealt next, not {card}")
    if card is UNSEEN:
        if head.seen == "all" or head.named:
            place = place_words(head.place, draft.rules.banking.title)
            says = f"the card to {place} decides the play: say what it is"
            return Refusal(clauses.CARD, says)
        return None
    if expected is UNSEEN and not draft.holds_another(card):
        return Refusal(clauses.CARD, f"the shoe cannot hold another {card}")
    return None


def _answer(
    draft: DraftOf[S], head: Await, entry: RoundInput, family: FamilyOf[S]
) -> Refusal | None:
    if not isinstance(entry, (Answer, Lapse)):
        return _not_now(draft, head, entry)
    ask = head.ask(entry.box)
    if ask is None:
        return _not_asked(draft, head, entry)
    answer = entry if type(entry) is Answer else family.lapsed(draft, ask)
    refusal = bars_answer(ask, answer)
    if refusal is not None and refusal.clause is clauses.NO_VERB and not ask.option(answer.verb):
        governing = family.governs(draft.rules, answer.verb)
        refusal = refusal if governing is None else Refusal(governing, refusal.why)
    if refusal is None:
        refusal = family.answered(draft, ask, answer)
    if refusal is None and type(entry) is Lapse:
        last = next(event for event in reversed(draft.events) if isinstance(event, Acted))
        draft.events[draft.events.index(last)] = msgspec.structs.replace(last, forced="time-out")
    return refusal


def bars_answer(ask: Ask, answer: Answer) -> Refusal | None:
    """Why an answer is not among the offers, or None; a disabled button shows the same text."""
    option = ask.option(answer.verb)
    if option is None:
        for barred in ask.barred:
            if barred.verb == answer.verb:
                return Refusal(
                    barred.clause, f"box {ask.box} may not {answer.verb.replace('-', ' ')}"
                )
        offered = " or ".join(option.verb.replace("-", " ") for option in ask.options)
        verb = answer.verb.replace("-", " ")
        return Refusal(clauses.NO_VERB, f"box {ask.box} may {offered}, not {verb}")
    if answer.hand not in (0, ask.number):
        return Refusal(
            clauses.NOT_ASKED, f"hand {ask.number} is being asked, not hand {answer.hand}"
        )
    if answer.cards and not option.cards:
        return Refusal(clauses.NO_VERB, f"{answer.verb} names no cards")
    return _bars_amount(option, answer.amount)


def _bars_amount(option: VerbOffer, amount: int | None) -> Refusal | None:
    if option.least is None:
        if amount is None:
            return None
        return Refusal(clauses.RANGE, f"{option.verb} takes no amount")
    assert option.most is not None
    if amount is not None and option.least <= amount <= option.most and not amount % option.step:
        return None
    if option.counts:
        numbers = f"{option.least} to {option.most}"
        return Refusal(
            option.clause or clauses.RANGE, f"{option.verb} takes a {option.counts}: {numbers}"
        )
    bounds = f"it takes {exact(option.least)} to {exact(option.most)}"
    if option.least == option.most:
        bounds = f"it takes exactly {exact(option.most)}"
    elif option.step > 1:
        bounds += f" in steps of {exact(option.step)}"
    return Refusal(option.clause or clauses.RANGE, bounds)


def _proceed(
    draft: DraftOf[S], head: DealerStep, entry: RoundInput, family: FamilyOf[S]
) -> Refusal | None:
    if type(entry) is not Proceed:
        return _not_now(draft, head, entry)
    step = draft.agenda[0]
    if type(step) is Settle:
        draft.pop()
        settle(draft, arranged(step.order, family.claims(draft, step)))
    elif type(step) is Turn:
        draft.pop()
        card = draft.show(step.place, step.position)
        draft.record(CardShown(step.place, step.position, card))
        refusal = family.turned(draft, step.place, step.position, card)
        assert refusal is None, f"a card from the engine was refused: {refusal}"
    else:
        family.proceed(draft, step)
    return None


def _read(
    draft: DraftOf[S], head: Reading, entry: RoundInput, family: FamilyOf[S]
) -> Refusal | None:
    if not isinstance(entry, Figure) or entry.name != head.name:
        return _not_now(draft, head, entry)
    draft.pop()
    draft.record(FigureRead(entry.name, entry.value))
    return family.read(draft, entry)


TAKE: Final[Mapping[type[Head], Callable[[DraftOf[Any], Any, RoundInput, Any], Refusal | None]]] = {
    Chance: _chance,
    Await: _answer,
    DealerStep: _proceed,
    Reading: _read,
    Over: lambda draft, head, entry, _: _not_now(draft, head, entry),
}
"""What an input does at a head: it changes the draft, or is refused."""
