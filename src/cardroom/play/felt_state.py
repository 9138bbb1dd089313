"""What everybody sees on the felt in addition to cards and wagers: pots, chips in front of the
boxes, buttons. And what a player may see of the choices for a hand."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cardroom.rules.clauses import Clause


class PotPart(msgspec.Struct, frozen=True):
    """What a box won from a pot; `side` is pot, high or low, `cause` the hand if all saw it, and
    `cards` the five that made it."""

    box: int
    amount: int
    side: str
    clause: Clause
    cause: str = ""
    cards: tuple[str, ...] = ()


class PotPile(msgspec.Struct, frozen=True):
    """A pot; the main pot is the first. `won` is filled when it has been awarded."""

    amount: int
    boxes: tuple[int, ...]
    """The boxes that may win it."""
    won: tuple[PotPart, ...] = ()


class FeltState(msgspec.Struct, frozen=True):
    pots: tuple[PotPile, ...] = ()
    front: Mapping[int, int] = {}
    """Chips in front of a box that are not in a pot yet."""
    buttons: tuple[tuple[str, int], ...] = ()
    """Buttons and their boxes, in addition to the table's own buttons."""
    said: Mapping[int, str] = {}
    """What a seat last did in this round of betting, in a word: called, raised. A seat that gave
    up its hand has the name of that ending: folded."""
    chosen: str = ""
    """A place that was chosen: the pile that is delivered first."""
    bank_busted: bool = False
    """The bank's hand has busted: it neither draws nor stands. Everybody sees it by its cards."""


EMPTY_FELT = FeltState()
"""Nothing but cards and wagers."""


class Front(msgspec.Struct, frozen=True):
    """What a choice of cards makes, in words, and whether it is foul."""

    cards: tuple[str, ...]
    label: str
    foul: bool
