"""How simulated hands end, as far as money is concerned; ends that pay alike are one."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

import numpy as np

from cardroom.analysis.twentyone.simulator.automaton import BankStates, End, Ints
from cardroom.model import Tables
from cardroom.model.course import Course, owed_now
from cardroom.model.verbs import STAND, SURRENDER
from cardroom.rules.ruleset import Ruleset

LIVE, GIVEN_UP, STOOD = range(3)
"""How a hand ended, as `model.course.owed_now` takes it."""
DONE: Final = {-1: LIVE, STAND: STOOD, SURRENDER: GIVEN_UP}
"""By the last verb; -1 for a hand that was decided without one."""
SECOND, WHOLE = 1, 2
"""What a hand may need of the bank."""


class Ends:
    def __init__(
        self,
        rules: Ruleset,
        tables: Tables,
        course: Course,
        bank: BankStates,
        unit: int,
        keeps: Ints,
        merged: Literal["by-money", "by-hand"],
    ) -> None:
        """`keeps` is [key] 1 where a hand keeps a bet on the bank's hand alive; `merged` is what
        ends must have in common to be one.
        """
        self.merged = merged
        self.rules, self.tables, self.course, self.bank = rules, tables, course, bank
        self.keeps = keeps
        self.scale = unit // tables.pays.unit
        self.plain_column = int(np.argmin(tables.pays.natural_class))
        self.numbers: dict[End, int] = {}
        self.end = cache(self._end)
        self.varies = cache(self._varies)

    def number(self, end: End, key: int) -> int:
        """The number of an end; for a bet that the hand keeps alive the bank plays out."""
        if self.keeps[key]:
            end = end._replace(need=WHOLE, matters=(), keeps=1)
        if self.merged == "by-hand":
            end = end._replace(hand=key)
        return self.numbers.setdefault(end, len(self.numbers))

    def money(self, row: int, stance: int, later: int = 0) -> tuple[int, ...]:
        """[column] what a hand brings; `later` if it is not the box's first."""
        pays = self.tables.pays
        money = pays.later if later else pays.first
        return tuple((money[row, stance] * self.scale).tolist())

    def _end(self, later: int, key: int, stance: int, paid: int, verb: int) -> int:
        """The end of a hand that is decided, stands, or surrenders; `paid` where naturals are paid
        before the turns.
        """
        pays, keys, done = self.tables.pays, self.tables.keys, DONE[verb]
        row = int((pays.final, pays.given_up, pays.stood)[done][key, stance])
        money = self.money(row, stance, later)
        wagers = 1 + int(keys.added[stance])
        natural = bool(keys.natural[key])
        hidden = self._hidden(key, stance)
        if pays.instant[row] and not hidden:
            return self.number(End(money[0], 0, wagers, ()), key)
        if natural and paid:
            return self.number(End(money[self.plain_column], 0, wagers, ()), key)
        need = SECOND if (natural or done == GIVEN_UP) and not hidden else WHOLE
        matters: tuple[int, ...] = ()
        if self.course.idle and not hidden:
            matters = self._matters(row, key, stance, done)
        added = wagers - 1 + int(bool(later and self.tables.splits_add))
        more = tuple((pays.added[row] * self.scale * added).tolist()) if added else ()
        end = End(0, need, wagers, money, matters, added=added, pay_added=more)
        return self.number(end, key)

    def _hidden(self, key: int, stance: int) -> bool:
        """Whether the last card lies face down; one that was bought with a Max Bet lies face up."""
        if not self.course.hidden or self.tables.keys.size[key] != self.course.hidden:
            return False
        return not self.rules.as_read or self.tables.keys.stances[stance].waived > 0

    def _matters(self, row: int, key: int, stance: int, done: int) -> tuple[int, ...]:
        """[bank state] whether a further card of the bank may change what the hand is owed."""
        keys, pays = self.tables.keys, self.tables.pays
        found = self.varies(row).copy()
        for state in np.flatnonzero(found == 0).tolist():
            bank = self.tables.bank.keys[self.bank.keys[state]]
            now = owed_now(self.rules, keys.keys[key], keys.stances[stance], done, bank)
            column = int(self.bank.resting[state])
            then = (pays.original[row, column], pays.added[row, column])
            found[state] = any(
                ratio.over * pays.unit != money * ratio.under
                for ratio, money in zip(now, then, strict=True)
            )
        return tuple(found.tolist())

    def _varies(self, row: int) -> Ints:
        """[bank state] 1 where the columns it may lead to do not all pay the same."""
        led, pays = self.bank.leads > 0, self.tables.pays
        bounds = np.iinfo(np.int64)
        found = np.zeros(len(led), np.int64)
        for money in (pays.original[row], pays.added[row]):
            most = np.where(led, money, bounds.min).max(axis=1)
            least = np.where(led, money, bounds.max).min(axis=1)
            found |= (most != least).astype(np.int64)
        return found
