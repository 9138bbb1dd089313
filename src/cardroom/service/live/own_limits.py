"""Limits that players set for themselves, and what they have done in the gaming day so far.

A player who has bought more chips than they have cashed has put the difference at risk: it is never
more than the limit. Time counts while a player has a seat. What happened is read from the journal,
so a restart changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from threading import Lock
from typing import Final

import msgspec

from cardroom.events.table import ChipsBought, ChipsCashed, PlayerSat, SeatLeft
from cardroom.houses.clock import HouseClock
from cardroom.money import exact
from cardroom.play.round import Refusal
from cardroom.store import Reader
from cardroom.table import clauses
from cardroom.table.cashier import TAKES_PART, Cashier, OwnLimits
from cardroom.table.commands import BuyIn, TableCommand
from cardroom.table.journal import TABLES, read_table

MINUTE: Final = 60 * 10**9
DAY: Final = 24 * 60 * MINUTE
"""A wider limit waits this long."""
_READ: Final = re.compile(rb'"(?:player-sat|seat-left|chips-bought|chips-cashed)"')


class PlayerDay(msgspec.Struct):
    """What one player has done since the day began, and the seats they have."""

    moves: list[tuple[int, int]] = []
    """When, and the chips that were bought (or, below zero, cashed)."""
    sittings: list[tuple[int, int]] = []
    seats: int = 0
    since: int = 0
    """When the player took the first of these seats."""

    def at_risk(self, begin: int) -> int:
        """The chips bought since a time, less those cashed after they were bought."""
        risk = 0
        for at, amount in self.moves:
            if at >= begin:
                # Chips of an earlier day that are cashed do not make room for new ones.
                risk = max(0, risk + amount)
        return risk

    def played(self, begin: int, now: int) -> int:
        """The time at tables since a time."""
        spans = [*self.sittings, *([(self.since, now)] if self.seats else [])]
        return sum(max(0, end - max(start, begin)) for start, end in spans)


class DayBook:
    """Everybody's day, as the journal has it."""

    def __init__(self, store: Reader, clock: HouseClock) -> None:
        self._store, self.clock = store, clock
        self._following = Lock()
        """A table asks on the event loop, and a page on a thread; each entry counts once."""
        self._read: dict[str, int] = {}
        self._days: dict[str, PlayerDay] = {}

    def day_of(self, player: str) -> PlayerDay:
        """Follows what is new in the journal first."""
        with self._following:
            for stream, head in self._store.heads().items():
                if stream.startswith(TABLES) and head.seq > self._read.get(stream, 0):
                    self._follow(stream)
            return deepcopy(self._days.get(player, PlayerDay()))

    def begin(self, now: int) -> int:
        return self.clock.begins(self.clock.day(now))

    def _follow(self, stream: str) -> None:
        for entry in self._store.read(stream, self._read.get(stream, 0)):
            self._read[stream] = entry.seq
            if _READ.search(entry.body) is None:
                continue
            for event in read_table(entry).events:
                self._note(entry.at, event)

    def _note(self, at: int, event: object) -> None:
        match event:
            case ChipsBought() if not event.practice:
                self._of(event.player, at).moves.append((at, event.amount))
            case ChipsCashed() if not event.practice:
                self._of(event.player, at).moves.append((at, -event.amount))
            case PlayerSat():
                day = self._of(event.player, at)
                day.since = day.since if day.seats else at
                day.seats += 1
            case SeatLeft():
                day = self._of(event.player, at)
                day.seats -= 1
                if not day.seats:
                    day.sittings.append((day.since, at))
            case _:
                pass

    def _of(self, player: str, at: int) -> PlayerDay:
        """What is older than two days is forgotten."""
        day = self._days.setdefault(player, PlayerDay())
        if day.moves and day.moves[0][0] < at - 2 * DAY:
            day.moves = [move for move in day.moves if move[0] >= at - 2 * DAY]
        if day.sittings and day.sittings[0][1] < at - 2 * DAY:
            day.sittings = [each for each in day.sittings if each[1] >= at - 2 * DAY]
        return day


class OwnLimitsView(msgspec.Struct, frozen=True):
    """Amounts are in cents; None is no limit."""

    loss: int | None
    minutes: int | None
    at_risk: int
    """Bought today, less cashed."""
    played: int
    """Minutes at tables today."""
    coming: OwnLimits | None = None
    """Limits that take effect later."""


class OwnLimitsDesk:
    """Enforces the limits, and says when new ones take effect."""

    def __init__(
        self,
        book: DayBook,
        cashier: Callable[[], Cashier],
        now: Callable[[], int],
    ) -> None:
        self._book, self._cashier, self._now = book, cashier, now

    def bars(self, command: TableCommand) -> Refusal | None:
        """Why a player's own limits do not permit a command."""
        if not isinstance(command, TAKES_PART):
            return None
        now = self._now()
        limits = self._cashier().limits_of(command.player, now)
        if limits.loss is None and limits.minutes is None:
            return None
        day, begin = self._book.day_of(command.player), self._book.begin(now)
        if limits.minutes is not None and day.played(begin, now) >= limits.minutes * MINUTE:
            minutes = "1 minute" if limits.minutes == 1 else f"{limits.minutes} minutes"
            why = f"{command.player} has set a limit of {minutes} a day"
            return Refusal(clauses.OWN_LIMITS, f"{why} and has reached it")
        if limits.loss is not None and isinstance(command, BuyIn):
            left = max(0, limits.loss - day.at_risk(begin))
            if command.amount > left:
                why = f"{command.player} has set a limit of {exact(limits.loss)} a day"
                return Refusal(clauses.OWN_LIMITS, f"{why}; {exact(left)} is left")
        return None

    def view(self, player: str) -> OwnLimitsView:
        now = self._now()
        cashier = self._cashier()
        limits = cashier.limits_of(player, now)
        day, begin = self._book.day_of(player), self._book.begin(now)
        later = [each for each in cashier.limits.get(player, ()) if each.since > now]
        return OwnLimitsView(
            limits.loss,
            limits.minutes,
            day.at_risk(begin),
            day.played(begin, now) // MINUTE,
            later[-1] if later else None,
        )

    def dated(self, player: str, loss: int | None, minutes: int | None) -> tuple[OwnLimits, ...]:
        """From when each wish holds: a narrower limit at once, a wider one after a day."""
        now = self._now()
        asked = OwnLimits(loss, minutes, now)
        at_once = asked.within(self._cashier().limits_of(player, now))
        return (at_once,) if at_once == asked else (at_once, OwnLimits(loss, minutes, now + DAY))
