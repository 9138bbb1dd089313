"""One interpreter for all games: `apply(round, input) -> (round, events) | Refusal`.

At an automatic table a loop feeds a `LiveRound`; a human dealer clicks each step. Both use this
engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple

import msgspec

from cardroom.events import Event
from cardroom.play import clauses
from cardroom.play.family import FamilyOf, S
from cardroom.play.heads import TAKE, advance
from cardroom.play.inputs import Answer, Intervene, RoundInput
from cardroom.play.irregularities import SHUFFLES, intervene
from cardroom.play.rewind import rewound
from cardroom.play.round import DraftOf, Head, Refusal, RoundOf

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
        """The round as it is now; made again only if it has taken an input since."""
        draft = self._draft
        if draft is not None and draft.inputs is not self._round.inputs:
            self._round = draft.freeze(self.head)
        return self._round

    @property
    def now(self) -> RoundOf[S] | DraftOf[S]:
        """The same to look at once, without making a value of it."""
        return self._draft or self._round

    def take(self, entry: RoundInput) -> tuple[Event, ...] | Refusal:
        """The events of an input; or the refusal, in the posted words, and nothing has changed."""
        family = self._family
        if type(entry) is Intervene:
            mended = (_rewind if entry.kind == "rewind" else intervene)(self.round, entry, family)
            if isinstance(mended, Refusal):
                return self._worded(mended)
            draft = mended
        else:
            draft, head = self._draft or DraftOf(self._round), self.head
            refusal = TAKE[type(head)](draft, head, entry, family)
            if refusal is not None:
                return self._refused(draft, entry, refusal)
        self.head = advance(draft, family)
        if draft is not self._draft:
            self._draft = draft
            draft.origin = draft.origin or self._round
        draft.inputs += (entry,)
        events = tuple(draft.events)
        draft.events.clear()
        return events

    def _refused(self, draft: DraftOf[S], entry: RoundInput, refusal: Refusal) -> Refusal:
        """The draft is thrown away; what it took since the last value is taken again."""
        accepted = draft.inputs[len(self._round.inputs) :]
        self._round, self._draft = replay(self._round, accepted, self._family), None
        return self._worded(_by_rule(self._round, entry, self._family, refusal))

    def _worded(self, refusal: Refusal) -> Refusal:
        clause = self._round.rules.worded(refusal.clause)
        return msgspec.structs.replace(refusal, clause=clause)


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
