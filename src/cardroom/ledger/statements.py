"""Statements for people: per player, table, and day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

import msgspec

from cardroom.events import (
    BankPosted,
    BetReversed,
    BetSettled,
    Event,
    FeeTaken,
    PotAwarded,
    PotFeeReturned,
    PotFeeTaken,
)
from cardroom.events.office import RulingMade
from cardroom.events.table import ChipsBought, ChipsCashed, RoundBegan

TABLE: Final = "house"
"""The table itself, where no player is meant."""


class Dated(msgspec.Struct, frozen=True):
    """The events of one entry, with their day and table."""

    day: str
    table: str
    events: tuple[Event, ...]
    round: int = 0


class StatementLine(msgspec.Struct, frozen=True):
    """One player at one table on one day; the player `house` is the table and its pots."""

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
    from_pots: int = 0
    """The part of the fees that came from pots; what players won of the pots is without it."""
    banked: int = 0
    """What the player won as the bank."""
    house_action: int = 0
    """The part of the action that the house banked."""
    win: int = 0
    """What the house won from the player as the bank; players' banks and pots are not its own."""

    ruled: int = 0
    """What rulings on settled rounds gave the player."""

    @property
    def net(self) -> int:
        """What the player won, as the bank too, and by rulings, less the fees that are still to be
        subtracted."""
        own_fees = self.fees - self.from_pots
        return self.paid - self.taken + self.banked + self.ruled - own_fees

    @property
    def drop(self) -> int:
        """The money that was turned into chips here."""
        return self.bought

    @property
    def hold(self) -> Fraction | None:
        """The house's win divided by the drop; None if nobody bought chips, or if the house has no
        stake."""
        return Fraction(self.win, self.drop) if self.drop and self.house_action else None


def lines(dated: Iterable[Dated]) -> tuple[StatementLine, ...]:
    """One line per day, table, and player, in this order.

    A reversed settlement is subtracted on the day it is reversed.
    """
    found: dict[tuple[str, str, str], StatementLine] = {}
    banks: dict[str, _Bank] = {}
    for each in dated:
        bank = banks.setdefault(each.table, _Bank())
        for event in each.events:
            for player, added in bank.changes(event):
                key = (each.day, each.table, player)
                line = found.get(key) or StatementLine(*key)
                more = {name: getattr(line, name) + amount for name, amount in added.items()}
                found[key] = msgspec.structs.replace(line, **more)
    return tuple(found[key] for key in sorted(found))


Change = tuple[str, dict[str, int]]
"""A player, and what is added to the player's line."""


class _Bank:
    """Who plays against the players of a table: the house, a player, or nobody, for a pot."""

    def __init__(self) -> None:
        self.owner = TABLE
        self.pots = False
        self.actions: dict[int, int] = {}

    def changes(self, event: Event) -> Iterator[Change]:  # noqa: C901
        match event:
            case RoundBegan():
                self.owner, self.pots = TABLE, False
            case BankPosted():
                self.owner = event.owner
            case PotAwarded():
                self.pots = True
            case ChipsBought():
                yield event.player, {"bought": event.amount}
            case ChipsCashed():
                yield event.player, {"cashed": event.amount}
            case FeeTaken():
                yield event.owner, {"fees": event.amount}
            case PotFeeTaken():
                yield TABLE, {"fees": event.amount, "from_pots": event.amount}
            case PotFeeReturned():
                yield TABLE, {"fees": -event.amount, "from_pots": -event.amount}
            case RulingMade():
                for player, amount in event.changes.items():
                    yield player, {"ruled": amount, "win": -amount}
            case BetSettled():
                self.actions[event.bet] = event.action
                yield from self._settled(event.owner, event.action, event.paid, event.taken)
            case BetReversed():
                action = self.actions.get(event.bet, 0)
                yield from self._settled(event.owner, -action, -event.paid, -event.taken)
            case _:
                pass

    def _settled(self, owner: str, action: int, paid: int, taken: int) -> Iterator[Change]:
        yield owner, {"action": action, "paid": paid, "taken": taken}
        if self.pots:
            return
        if self.owner == TABLE:
            yield owner, {"house_action": action, "win": taken - paid}
        else:
            yield self.owner, {"banked": taken - paid}


def summed(
    parts: Iterable[StatementLine], *, table: str = "", player: str = "", day: str = ""
) -> StatementLine:
    """The sum of the lines of a table, a player, or a day; an empty filter matches all."""
    chosen = [
        line
        for line in parts
        if table in ("", line.table) and player in ("", line.player) and day in ("", line.day)
    ]
    names = (
        *("bought", "cashed", "action", "paid", "taken"),
        *("fees", "from_pots", "banked", "house_action", "win", "ruled"),
    )
    added = {name: sum(getattr(line, name) for line in chosen) for name in names}
    return StatementLine(day, table, player, **added)
