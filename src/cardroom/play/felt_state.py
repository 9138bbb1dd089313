"""What lies on the felt beside cards and wagers, for everybody to see: pots, chips before the
boxes, buttons. And what a box may be told of its own choices."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cardroom.rules.clauses import Clause


class PotPart(msgspec.Struct, frozen=True):
    """What a box won of a pot; `side` is pot, high or low, `cause` the hand if all have seen it."""

    box: int
    amount: int
    side: str
    clause: Clause
    cause: str = ""


class PotPile(msgspec.Struct, frozen=True):
    """The main pot is the first. `won` is filled when it has been given out."""

    amount: int
    boxes: tuple[int, ...]
    """Who may win it."""
    won: tuple[PotPart, ...] = ()


class FeltState(msgspec.Struct, frozen=True):
    pots: tuple[PotPile, ...] = ()
    front: Mapping[int, int] = {}
    """Chips before a box that are not in a pot yet."""
    buttons: tuple[tuple[str, int], ...] = ()
    """Buttons and their boxes, beside those of the table itself."""
    chosen: str = ""
    """A place that somebody chose: the pile that is delivered first."""


EMPTY_FELT = FeltState()
"""Nothing but cards and wagers."""


class Front(msgspec.Struct, frozen=True):
    """What a choice of cards makes, in words; whether the rules call it foul."""

    cards: tuple[str, ...]
    label: str
    foul: bool
