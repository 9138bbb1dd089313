"""A dealer for tests: a loop over `apply` until somebody must decide."""

from __future__ import annotations

from collections.abc import Callable

from cardroom.cards import Card
from cardroom.events import Event
from cardroom.play.family import FamilyOf, S
from cardroom.play.inputs import Draw, Proceed
from cardroom.play.interpreter import apply
from cardroom.play.round import Chance, DealerStep, Refusal, RoundOf


def deal(
    round: RoundOf[S], draw: Callable[[], Card], family: FamilyOf[S]
) -> tuple[RoundOf[S], tuple[Event, ...]]:
    """Deal and do the dealer's steps until the round waits for a box, a reading, dice, or is over.

    `draw` gives the shoe's next card; cards that were put back come before it.
    """
    events: list[Event] = []
    while True:
        head = round.head
        if isinstance(head, Chance) and not head.dice:
            card = round.returned[0] if round.returned and head.turned is None else draw()
            applied = apply(round, Draw(card), family)
        elif isinstance(head, DealerStep):
            applied = apply(round, Proceed(), family)
        else:
            return round, tuple(events)
        if isinstance(applied, Refusal):
            raise ValueError(str(applied))
        round, more = applied
        events.extend(more)
