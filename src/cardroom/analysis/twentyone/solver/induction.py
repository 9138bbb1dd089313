"""Induction over the hands of one shoe: the bank's chances, the hands' values and frequencies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cardroom.analysis.twentyone.solver.bank_rows import BankRows
from cardroom.analysis.twentyone.solver.plan import Floats, Ints, PairPlan, Plan
from cardroom.analysis.twentyone.solver.shoes import shoe_of
from cardroom.analysis.twentyone.solver.starting_hands import Choices, Root
from cardroom.model.ranks import RANKS
from cardroom.model.verbs import MAX_BET

if TYPE_CHECKING:
    from cardroom.analysis.kernels.exact import Gone

NOTHING = np.zeros((0, 0, 0))


class HandWalk(NamedTuple):
    """Hands to be computed, children first, with `extra` cards of rank `pair` gone."""

    order: Ints
    where: Ints
    pair: int = 0
    extra: int = 0


class InductionResults(NamedTuple):
    choice: Choices
    worth: Floats
    action: Floats = NOTHING


class Induction:
    """One shoe: passes over the hands, with the bank's chances that they need."""

    def __init__(
        self, plan: Plan, shoe: Sequence[int] | None, bank: BankRows | None = None
    ) -> None:
        """`bank` has the chances of the same shoe and the same cards, whatever is paid."""
        from cardroom.analysis.kernels import exact as kernels  # noqa: PLC0415 - where it runs

        self.kernels, self.plan, self.tables = kernels, plan, plan.tables
        self.written, self.shoe = shoe, shoe_of(plan, shoe)
        self.root = Root(plan, self.shoe)
        self.bank = BankRows(plan, self.shoe.counts) if bank is None else bank
        self.classes, self.trie = self.bank.classes, self.bank.trie
        self.ups = self.tables.ups.rank
        self.shape = (len(self.tables.nodes.key), len(self.tables.keys.stances), len(self.ups))
        nodes, keys, pays = self.tables.nodes, self.tables.keys, self.tables.pays
        self.raised = int(keys.stance_after[MAX_BET, 0])
        """The stance after a Max Bet; -1 where there is none."""
        self.graph = kernels.Graph(
            nodes.key, nodes.bag, nodes.child, nodes.child_other, nodes.key_child, nodes.key_other,
            nodes.pinned, nodes.counts, keys.suited[nodes.key],
        )  # fmt: skip
        self.rules = kernels.Rules(
            plan.legal, keys.reached, pays.final, pays.stood, pays.given_up, pays.instant,
            keys.stance_after, self.ups, self.tables.ups.own, plan.ends,
        )  # fmt: skip

    @property
    def chances(self) -> Floats:
        """[row, up rank * classes + class] of the bank's final hand, where they were needed."""
        return self.bank.chances

    def induce(
        self, walk: HandWalk, money: Floats, results: InductionResults, *, optimise: int = 0
    ) -> None:
        self.bank.need(walk.where)
        self.kernels.induce(
            self.graph,
            self.rules,
            self._gone(walk.pair, walk.extra),
            self.kernels.Walk(walk.order, self.bank.place[walk.where], optimise),
            self.kernels.Stakes(money, self.chances),
            self.kernels.Results(*results),
            self.kernels.scratch(len(self.ups)),
        )

    def _gone(self, pair: int, extra: int) -> Gone:
        return self.kernels.Gone(self.shoe.counts, self.shoe.own, pair, extra)

    def whole(self) -> HandWalk:
        """All hands that are not split."""
        return HandWalk(self.plan.order, self.tables.nodes.bag[self.plan.order])

    def flow(self, pair: PairPlan, choice: Choices) -> Floats:
        """[node, stance, up class] how often a hand of a split comes to each.

        Second cards come by rank, one in four of the own suit; where a first hand may have a Max
        Bet, as often with it as without.
        """
        comes, nodes = np.zeros(self.shape), self.tables.nodes
        left = np.clip(self.shoe.counts - 2 * (np.arange(RANKS) == pair.rank), 0, None)
        starts = [(root, 0) for root in set(pair.roots)]
        if self.tables.bets_on_one:
            starts += [(int(nodes.pinned[root]), self.raised) for root, _ in starts]
        for root, stance in starts:
            for share, way in ((0.25, nodes.child), (0.75, nodes.child_other)):
                met = np.flatnonzero((way[root] >= 0) & (left > 0))
                comes[way[root][met], stance] += share * (left[met] / left.sum())[:, None]
        order = pair.order[::-1].copy()
        gone = self._gone(pair.rank, 1)
        work = self.kernels.scratch(len(self.ups))
        self.kernels.flow(self.graph, self.rules, gone, order, choice, comes, work)
        return comes

    def flow_dealt(self, dealt: Floats, choice: Choices) -> Floats:
        """[node, stance, up class] the same from the opening hands, `dealt` so often."""
        comes = np.zeros(self.shape)
        comes[self.plan.openings[:, 2], 0] = dealt
        order = self.plan.order[::-1].copy()
        gone, work = self._gone(0, 0), self.kernels.scratch(len(self.ups))
        self.kernels.flow(self.graph, self.rules, gone, order, choice, comes, work)
        return comes
