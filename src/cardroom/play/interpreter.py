"""One interpreter for all games: `apply(round, input) -> (round, events) | Refusal`.

At an automatic table a loop calls `apply`; a human dealer clicks each step. Both use this engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, Generic, NamedTuple, assert_never

import msgspec

from cardroom.cards import UNSEEN, Card
from cardroom.events import (
    Acted,
    CardDealt,
    CardShown,
    DiceRolled,
    Event,
    FigureRead,
)
from cardroom.events.words import place
from cardroom.money import exact
from cardroom.play import clauses
from cardroom.play.family import FamilyOf, S
from cardroom.play.inputs import (
    Answer,
    Dice,
    Draw,
    Figure,
    Intervene,
    Lapse,
    Proceed,
    RoundInput,
)
from cardroom.play.irregularities import SHUFFLES, intervene
from cardroom.play.rewind import rewound
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
    RoundOf,
    VerbOffer,
)
from cardroom.play.settle import arranged, end, settle
from cardroom.rules.steps import Deal, Read, Roll, Settle, Step, Turn

Applied = tuple[RoundOf[S], tuple[Event, ...]]


def apply(round: RoundOf[S], entry: RoundInput, family: FamilyOf[S]) -> Applied[S] | Refusal:
    """The round after an input, with its events; or the refusal, in the posted words."""
    live = LiveRound(round, family)
    events = live.take(entry)
    return events if isinstance(events, Refusal) else (live.round, events)


class LiveRound(Generic[S]):
    """A round that takes input after input on one draft; it is frozen where somebody looks at it.

    Nobody looks at most rounds: the dealer deals on until a player must decide.
    """

    __slots__ = ("_draft", "_family", "_round", "head")

    def __init__(self, round: RoundOf[S], family: FamilyOf[S]) -> None:
        self._round, self._family = round, family
        self._draft: DraftOf[S] | None = None
        self.head: Head = round.head

    @property
    def round(self) -> RoundOf[S]:
        """The round as it is now."""
        if self._draft is not None:
            self._round, self._draft = self._draft.freeze(self.head), None
        return self._round

    @property
    def now(self) -> RoundOf[S] | DraftOf[S]:
        """The same to look at once, without making a value of it."""
        return self._draft or self._round

    def take(self, entry: RoundInput) -> tuple[Event, ...] | Refusal:
        """The events of an input; or the refusal, in the posted words, and nothing has changed."""
        draft = self._changed(entry)
        if isinstance(draft, Refusal):
            return msgspec.structs.replace(draft, clause=self._round.rules.worded(draft.clause))
        self.head = advance(draft, self._family)
        if draft.origin is None:
            draft.origin = self._round
        draft.inputs += (entry,)
        self._draft = draft
        return draft.told()

    def _changed(self, entry: RoundInput) -> DraftOf[S] | Refusal:
        if isinstance(entry, Intervene):
            mend = _rewind if entry.kind == "rewind" else intervene
            return mend(self.round, entry, self._family)
        draft = self._draft or DraftOf(self._round)
        refusal = _take(draft, self.head, entry, self._family)
        if refusal is None:
            return draft
        # It throws the draft away; what was accepted since the last value is done again.
        accepted = draft.inputs[len(self._round.inputs) :]
        self._round, self._draft = replay(self._round, accepted, self._family), None
        return _by_rule(self._round, entry, self._family, refusal)


def _by_rule(
    round: RoundOf[S], entry: RoundInput, family: FamilyOf[S], refusal: Refusal
) -> Refusal:
    """The rule that forbids the answer, where the refusal says only that nobody was asked for it.

    A hand that a rule leaves no choice is never asked, so the rule is the reason, not the turn.
    """
    if refusal.clause is not clauses.NOT_ASKED or not isinstance(entry, Answer):
        return refusal
    return family.forbids(round, entry) or refusal


def begin(draft: DraftOf[S], family: FamilyOf[S]) -> RoundOf[S]:
    """The round at its first head."""
    family.begin(draft)
    return draft.freeze(advance(draft, family))


def after_shuffle(round: RoundOf[S], family: FamilyOf[S]) -> RoundOf[S]:
    """A round that has begun without any input, as it begins with newly shuffled cards."""
    assert not round.inputs, "a round that has begun to be dealt keeps its facts"
    draft = DraftOf(round)
    draft.facts = msgspec.structs.replace(round.facts, rounds_since_shuffle=0)
    draft.state = family.opening(draft.rules, draft.facts, draft.players)
    draft.agenda.clear()
    # What it says about stakes was recorded when the bets were closed.
    return begin(draft, family)


def advance(draft: DraftOf[S], family: FamilyOf[S]) -> Head:
    """Advance to the next step that waits for something."""
    while draft.agenda:
        step = draft.agenda[0]
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
    Deal: lambda _, step: Chance(step.place, step.seen, named=step.named),
    Turn: _to_turn,
    Settle: lambda _, step: DealerStep("settle", step),
    Roll: lambda _, step: Chance("dice", dice=step.dice),
    Read: lambda _, step: Reading(step.name),
}
"""What a round waits for at a step that all families share."""


def _take(draft: DraftOf[S], head: Head, entry: RoundInput, family: FamilyOf[S]) -> Refusal | None:
    match head:
        case Chance():
            return _chance(draft, head, entry, family)
        case Await():
            return _answer(draft, head, entry, family)
        case DealerStep():
            if not isinstance(entry, Proceed):
                return _not_now(head, entry)
            _proceed(draft, family)
            return None
        case Reading():
            if not isinstance(entry, Figure) or entry.name != head.name:
                return _not_now(head, entry)
            draft.pop()
            draft.record(FigureRead(entry.name, entry.value))
            return family.read(draft, entry)
        case Over():
            return _not_now(head, entry)
        case _:
            assert_never(head)


def _not_now(head: Head, entry: RoundInput) -> Refusal:
    given = type(entry).__name__.lower()
    if isinstance(entry, (Answer, Lapse)) and not isinstance(head, Await):
        return _not_asked(head, entry)
    return Refusal(clauses.WAITS, f"the round waits for {waiting_for(head)}, not for a {given}")


def _not_asked(head: Head, entry: Answer | Lapse) -> Refusal:
    why = f"box {entry.box} is not asked; the round waits for {waiting_for(head)}"
    return Refusal(clauses.NOT_ASKED, why)


def waiting_for(head: Head) -> str:
    """What a round waits for, in words."""
    match head:
        case Chance():
            return "dice" if head.dice else f"a card to {place(head.place)}"
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
        if not isinstance(entry, Dice):
            return _not_now(head, entry)
        if len(entry.dice) != head.dice or not all(1 <= die <= 6 for die in entry.dice):
            return Refusal(clauses.WAITS, f"the round waits for {head.dice} dice of one to six")
        draft.pop()
        draft.record(DiceRolled(entry.dice))
        family.rolled(draft, entry)
        return None
    if not isinstance(entry, Draw):
        return _not_now(head, entry)
    refusal = _bars_card(draft, head, entry.card)
    if refusal is not None:
        return refusal
    step = draft.pop()
    if head.turned is not None:
        draft.show(head.place, head.turned, entry.card)
        draft.record(CardShown(head.place, head.turned, entry.card))
        return family.turned(draft, head.place, head.turned, entry.card)
    assert isinstance(step, Deal)
    draft.returned = draft.returned[1:]
    draft.drawn += (entry.card,)
    draft.lay(step.place, entry.card, step.seen)
    draft.record(CardDealt(step.place, entry.card, step.seen))
    family.dealt(draft, step, entry.card)
    return None


def _bars_card(draft: DraftOf[S], head: Chance, card: Card) -> Refusal | None:
    expected = draft.returned[0] if draft.returned and head.turned is None else UNSEEN
    if expected not in (UNSEEN, card):
        # It may be a hidden card, so it is not named.
        return Refusal(clauses.RETURNED, f"a card that was put back must be dealt next, not {card}")
    if card is UNSEEN:
        if head.seen == "all" or head.named:
            return Refusal(
                clauses.CARD, f"the card to {place(head.place)} decides the play: say what it is"
            )
        return None
    if expected is UNSEEN and not draft.left(card):
        return Refusal(clauses.CARD, f"the shoe cannot hold another {card}")
    return None


def _answer(
    draft: DraftOf[S], head: Await, entry: RoundInput, family: FamilyOf[S]
) -> Refusal | None:
    if not isinstance(entry, (Answer, Lapse)):
        return _not_now(head, entry)
    ask = head.ask(entry.box)
    if ask is None:
        return _not_asked(head, entry)
    answer = family.lapsed(draft, ask) if isinstance(entry, Lapse) else entry
    refusal = bars_answer(ask, answer)
    if refusal is not None and refusal.clause is clauses.NO_VERB and not ask.option(answer.verb):
        governing = family.governs(draft.rules, answer.verb)
        refusal = refusal if governing is None else Refusal(governing, refusal.why)
    if refusal is None:
        refusal = family.answered(draft, ask, answer)
    if refusal is None and isinstance(entry, Lapse):
        last = next(event for event in reversed(draft.events) if isinstance(event, Acted))
        draft.events[draft.events.index(last)] = msgspec.structs.replace(last, forced="time-out")
    return refusal


def bars_answer(ask: Ask, answer: Answer) -> Refusal | None:
    """Why an answer is not among the offers, or None; a disabled button shows the same text."""
    option = ask.option(answer.verb)
    if option is None:
        for barred in ask.barred:
            if barred.verb == answer.verb:
                return Refusal(barred.clause, f"box {ask.box} may not {answer.verb}")
        offered = ", ".join(option.verb for option in ask.options)
        return Refusal(clauses.NO_VERB, f"box {ask.box} may {offered}; not {answer.verb}")
    if answer.hand not in (0, ask.number):
        return Refusal(clauses.NOT_ASKED, f"hand {ask.number} is asked, not {answer.hand}")
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
    bounds = f"{option.verb} takes {exact(option.least)} to {exact(option.most)}"
    if option.step > 1:
        bounds += f" in steps of {exact(option.step)}"
    return Refusal(option.clause or clauses.RANGE, bounds)


def _proceed(draft: DraftOf[S], family: FamilyOf[S]) -> None:
    step = draft.agenda[0]
    if isinstance(step, Settle):
        draft.pop()
        settle(draft, arranged(step.order, family.claims(draft, step)))
    elif isinstance(step, Turn):
        draft.pop()
        card = draft.show(step.place, step.position)
        draft.record(CardShown(step.place, step.position, card))
        refusal = family.turned(draft, step.place, step.position, card)
        assert refusal is None, f"a card from the engine was refused: {refusal}"
    else:
        family.proceed(draft, step)


class Move(NamedTuple, Generic[S]):
    """An input of a round, with the round before and after it."""

    before: RoundOf[S]
    entry: RoundInput
    after: RoundOf[S]
    events: tuple[Event, ...]


def moves(
    origin: RoundOf[S], inputs: Iterable[RoundInput], family: FamilyOf[S]
) -> Iterator[Move[S]]:
    """Replay accepted inputs one by one."""
    round = origin
    for entry in inputs:
        applied = apply(round, entry, family)
        assert not isinstance(applied, Refusal), f"{entry} was accepted once: {applied}"
        yield Move(round, entry, *applied)
        round = applied[0]


def replay(origin: RoundOf[S], inputs: Iterable[RoundInput], family: FamilyOf[S]) -> RoundOf[S]:
    """The round after these inputs; it is computed from them and nothing else."""
    live = LiveRound(origin, family)
    for entry in inputs:
        events = live.take(entry)
        assert not isinstance(events, Refusal), f"{entry} was accepted once: {events}"
    return live.round


def _rewind(round: RoundOf[S], entry: Intervene, family: FamilyOf[S]) -> DraftOf[S] | Refusal:
    """Rewind to the point after input `to`; the cards since then are dealt again in order."""
    inputs, origin = round.inputs, round.origin
    if origin is None or not 0 <= entry.to < len(inputs):
        return Refusal(clauses.REWIND, f"the round has only {len(inputs)} inputs, not {entry.to}")
    if any(isinstance(later, Intervene) and later.kind == SHUFFLES for later in inputs[entry.to :]):
        # Cards that lay on the table then are now in the shoe in another order, or in another hand.
        return Refusal(
            clauses.REWIND,
            "the discards were shuffled since then: declare void what cannot be corrected",
        )
    return rewound(round, replay(origin, inputs[: entry.to], family), entry)
