"""Events of this version next to those that a journal has of an earlier one, which said less."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from cardroom.events import Acted, BetSettled, Event

TOLD_SINCE: Final[Mapping[type[Event], str]] = {Acted: "clause", BetSettled: "row"}
"""What events did not say in version 0.1.0: the clause that forced a hand, the row that paid."""


def as_recorded(recorded: Sequence[Event], now: tuple[Event, ...]) -> tuple[Event, ...]:
    """Events of today as a journal has them that was written before they said more."""
    if tuple(recorded) == now or len(recorded) != len(now):
        return now
    return tuple(_as_recorded(old, new) for old, new in zip(recorded, now, strict=True))


def _as_recorded(old: Event, new: Event) -> Event:
    added = TOLD_SINCE.get(type(new))
    if added is None or type(old) is not type(new) or getattr(old, added):
        return new
    return msgspec.structs.replace(new, **{added: ""})
