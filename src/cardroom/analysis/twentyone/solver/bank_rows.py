"""The chances of the bank's final hand for one shoe, by the cards that are gone from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from cardroom.analysis.kernels.lanes import lanes
from cardroom.analysis.twentyone.solver.plan import Floats, Ints, Plan
from cardroom.model.ranks import RANKS, counts_of

if TYPE_CHECKING:
    from cardroom.analysis.kernels.exact import TrieArrays

BLOCK: Final = 1 << 13
"""Rows whose cards are counted at a time, for the memory that takes."""


class BankRows:
    """A row for each bag of cards that was asked for so far.

    They depend on the shoe and on how the bank draws, not on what anybody is paid: solvers that
    differ in nothing but payments share them.
    """

    def __init__(self, plan: Plan, shoe: Floats) -> None:
        from cardroom.analysis.kernels import exact as kernels  # noqa: PLC0415 - where it runs

        self.kernels, self.plan, self.shoe = kernels, plan, shoe
        self.trie: TrieArrays = kernels.TrieArrays(*plan.tables.trie[:6])
        self.classes = len(plan.tables.pays.natural_class)
        self.own = len(plan.tables.nodes.counts)
        self.forget()

    def forget(self) -> None:
        """Give the memory back: rows that are asked for again are computed again."""
        rows = len(self.plan.bags)
        # Rows are filled from the front, in the order they are needed: memory that is never
        # written to is never taken. The bags of the nodes come first, at their own numbers.
        self.chances: Floats = np.zeros((rows, RANKS * self.classes))
        self.ready = np.zeros(rows, bool)
        self.place = np.arange(rows)
        """Where each row of the plan lies in `chances`."""
        self.filled = self.own

    def need(self, rows: Ints) -> None:
        if self.ready[rows].all():
            return
        asked = np.zeros(len(self.ready), bool)
        asked[rows] = True
        wanted = np.flatnonzero(asked & ~self.ready)
        start = self.filled
        split = wanted[wanted >= self.own]
        self.filled += len(split)
        self.place[split] = np.arange(start, self.filled)
        self._fill(self.plan.tables.nodes.counts, wanted[wanted < self.own], self.chances)
        for first in range(0, len(split), BLOCK):
            removed = counts_of(self.plan.bags[split[first : first + BLOCK]])
            self._fill(removed, np.arange(len(removed)), self.chances[start + first :])
        self.ready[wanted] = True

    def _fill(self, removed: Ints, rows: Ints, chances: Floats) -> None:
        if len(rows):
            work = lanes(self.trie.depth, self.classes)
            self.kernels.bank_chances(self.trie, self.shoe, removed, rows, chances, work)
