"""What a round has changed outside itself so far: its meter, and buttons for the next round.

This is read from the round's events. A rewind, a void round, and a void hand take changes back, and
a rewind that goes forward again restores them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, get_args

import msgspec

from cardroom.events import (
    BetSettled,
    Event,
    FreeCollectionGiven,
    Intervened,
    ProgressiveFact,
    ProgressiveReversed,
    ProgressiveWon,
    Rewound,
)

Kept = FreeCollectionGiven | ProgressiveFact
_CHANGING: Final = frozenset({Rewound, Intervened, BetSettled, *get_args(Kept)})
"""Only a few of a round's events matter here, and every step of every table checks."""


class Carryover(msgspec.Struct, frozen=True, gc=False):
    past: tuple[tuple[int, tuple[Kept, ...]], ...] = ()
    """The facts in force after a number of inputs, at each change."""

    @property
    def facts(self) -> tuple[Kept, ...]:
        return self.past[-1][1] if self.past else ()

    def at(self, inputs: int) -> tuple[Kept, ...]:
        """The facts in force after this number of inputs."""
        held: tuple[Kept, ...] = ()
        for when, facts in self.past:
            if when <= inputs:
                held = facts
        return held

    def add(self, events: Iterable[Event], inputs: int) -> Carryover:
        facts = self.facts
        for event in events:
            if type(event) not in _CHANGING:
                continue
            match event:
                case Rewound():
                    facts = self.at(event.to)
                case Intervened(kind="void-round" | "misdeal"):
                    facts = ()
                case Intervened(kind="void-hand"):
                    # A round that is over ends once more, and gives its buttons again.
                    facts = tuple(f for f in facts if not isinstance(f, FreeCollectionGiven))
                case BetSettled(paid=0, taken=0):
                    # The wager went back to its owner, so it neither fed nor won anything.
                    facts = tuple(fact for fact in facts if not _of(fact, event.bet))
                case _ if isinstance(event, Kept):
                    facts = (*facts, event)
                case _:
                    pass
        return self if facts == self.facts else Carryover((*self.past, (inputs, facts)))

    def corrections(self, events: Iterable[Event], inputs: int) -> tuple[Event, ...]:
        """What an irregularity among the events undoes and restores.

        The newest goes first, but awards go before everything: the meter must hold what goes out.
        """
        found = tuple(events)
        if not any(isinstance(event, Intervened) for event in found):
            return ()
        why = next(event.kind for event in found if isinstance(event, Intervened))
        then, now = self.facts, self.add(found, inputs).facts
        gone = [fact for fact in _progressive(then) if fact not in now][::-1]
        gone.sort(key=lambda fact: not isinstance(fact, ProgressiveWon))
        again = [fact for fact in _progressive(now) if fact not in then]
        return (
            *(ProgressiveReversed(fact, why) for fact in gone),
            *(fact for fact in again if fact not in found),
        )

    def buttons(self) -> Mapping[str, tuple[str, ...]]:
        """The players who get free collections for the next round, and for which brackets."""
        found: dict[str, tuple[str, ...]] = {}
        for fact in self.facts:
            if isinstance(fact, FreeCollectionGiven):
                found[fact.owner] = (*found.get(fact.owner, ()), fact.bracket)
        return found


def _of(fact: Kept, bet: int) -> bool:
    return isinstance(fact, ProgressiveFact) and fact.bet == bet


def _progressive(facts: Iterable[Kept]) -> Iterator[ProgressiveFact]:
    return (fact for fact in facts if isinstance(fact, ProgressiveFact))
