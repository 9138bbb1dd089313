"""Statements for people: per player, table, and day."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from cardroom.events import BetReversed, BetSettled, Event, FeeTaken
from cardroom.events.table import ChipsBought, ChipsCashed


class Dated(msgspec.Struct, frozen=True):
    """The events of one entry, with their day and table."""

    day: str
    table: str
    events: tuple[Event, ...]
    round: int = 0


class Line(msgspec.Struct, frozen=True):
    """One player at one table on one day; the player `house` is the table itself."""

    day: str
    table: str
    player: str
    bought: int = 0
    cashed: int = 0
    action: int = 0
    """The stakes settled with action, pushes included (the handle)."""
    paid: int = 0
    taken: int = 0
    fees: int = 0

    @property
    def net(self) -> int:
        """What the player won, less fees."""
        return self.paid - self.taken - self.fees

    @property
    def win(self) -> int:
        """What the bank won from the player."""
        return self.taken - self.paid

    @property
    def drop(self) -> int:
        """The money that was turned into chips here."""
        return self.bought

    @property
    def hold(self) -> Fraction | None:
        """The win divided by the drop; None if nobody bought chips."""
        return Fraction(self.win, self.drop) if self.drop else None


def lines(dated: Iterable[Dated]) -> tuple[Line, ...]:
    """One line per day, table, and player, in this order.

    A reversed settlement is subtracted on the day it is reversed.
    """
    found: dict[tuple[str, str, str], Line] = {}
    actions: dict[tuple[str, int], int] = {}
    for each in dated:
        for event in each.events:
            if isinstance(event, BetSettled):
                actions[each.table, event.bet] = event.action
            change = _change(event, actions.get((each.table, getattr(event, "bet", 0)), 0))
            if change is None:
                continue
            player, added = change
            key = (each.day, each.table, player)
            line = found.get(key) or Line(*key)
            more = {name: getattr(line, name) + amount for name, amount in added.items()}
            found[key] = msgspec.structs.replace(line, **more)
    return tuple(found[key] for key in sorted(found))


def _change(event: Event, action: int) -> tuple[str, dict[str, int]] | None:
    match event:
        case ChipsBought():
            return event.player, {"bought": event.amount}
        case ChipsCashed():
            return event.player, {"cashed": event.amount}
        case FeeTaken():
            return event.owner, {"fees": event.amount}
        case BetSettled():
            return event.owner, {
                "action": event.action,
                "paid": event.paid,
                "taken": event.taken,
            }
        case BetReversed():
            return event.owner, {"action": -action, "paid": -event.paid, "taken": -event.taken}
        case _:
            return None


def summed(parts: Iterable[Line], *, table: str = "", player: str = "", day: str = "") -> Line:
    """The sum of the lines of a table, a player, or a day; an empty filter matches all."""
    chosen = [
        line
        for line in parts
        if table in ("", line.table) and player in ("", line.player) and day in ("", line.day)
    ]
    names = ("bought", "cashed", "action", "paid", "taken", "fees")
    added = {name: sum(getattr(line, name) for line in chosen) for name in names}
    return Line(day, table, player, **added)
