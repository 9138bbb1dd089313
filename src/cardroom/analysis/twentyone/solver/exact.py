"""Exact odds of a posted game from any shoe, under perfect play or a given strategy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from cardroom.analysis.twentyone.solver.bank_rows import BankRows
from cardroom.analysis.twentyone.solver.induction import (
    NOTHING,
    HandWalk,
    Induction,
    InductionResults,
)
from cardroom.analysis.twentyone.solver.plan import Floats, PairPlan, Plan, plan_of
from cardroom.analysis.twentyone.solver.shoes import ShoeCounts
from cardroom.analysis.twentyone.solver.split_hands import SplitHands
from cardroom.analysis.twentyone.solver.starting_hands import (
    NO_OFFERS,
    Choices,
    Fixed,
    Played,
    Strategy,
)
from cardroom.model import Tables
from cardroom.model.verbs import SPLIT, VERBS

AfterSplit = Literal["pair", "unsplit"]
"""How hands of a split are played: best for one known pair card, or like hands never split."""


class Solution(NamedTuple):
    """What a strategy is worth, from the whole down to single hands."""

    plan: Plan
    shoe: ShoeCounts
    strategy: Strategy
    value: float
    """Expected win per unit of the first wager."""
    opening: Floats
    """[opening hand, up class] the worth of each opening hand."""
    chance: Floats
    """[opening hand, up class] how often it is dealt."""
    worth: Floats
    """[node, stance, up class] E[payment x 1(no natural looked at)], without splits."""
    action: Floats
    """[node, verb, up class] the same for each verb, played on by the strategy."""
    split_worth: Floats
    """[pair, up class]"""
    truncation: float
    """How much at most is missing where splitting has no limit; 0 where it has one."""


def solve(
    tables: Tables, shoe: Sequence[int] | None = None, after_split: AfterSplit = "pair"
) -> Solution:
    """Perfect play: the best verb for every hand, given its cards and the up card."""
    plan = plan_of(tables)
    return ShoeSolver(plan, shoe).best(after_split)


def evaluate(tables: Tables, strategy: Strategy, shoe: Sequence[int] | None = None) -> Solution:
    """What a given strategy is worth."""
    return ShoeSolver(plan_of(tables), shoe).given(strategy)


class ShoeSolver(Induction):
    """One shoe, and whole strategies on it."""

    def __init__(
        self, plan: Plan, shoe: Sequence[int] | None, bank: BankRows | None = None
    ) -> None:
        super().__init__(plan, shoe, bank)
        looks = self.tables.pays.natural_class.astype(bool) & bool(self.tables.peeks)
        self.money = np.where(looks, 0.0, plan.money[0])
        self.money_later = self.money
        if self.tables.splits_add:
            self.money_later = np.where(looks, 0.0, plan.money[1])

    @property
    def split_hands(self) -> SplitHands:
        """Built on request: if they were stored, the two objects would keep each other alive."""
        return SplitHands(self)

    def unsplit(self) -> InductionResults:
        """The best verbs of all hands that are not split, and what they are worth."""
        action = np.full((self.shape[0], len(VERBS), self.shape[2]), -np.inf)
        found = InductionResults(np.full(self.shape, -1, np.int8), np.zeros(self.shape), action)
        self.induce(self.whole(), self.money, found, optimise=1)
        return found

    def best(self, after_split: AfterSplit, unsplit: InductionResults | None = None) -> Solution:
        """`unsplit` may be given by those who ask twice; the worth of splits is written to it."""
        plan, nodes = self.plan, self.tables.nodes
        choice, worth, action = self.unsplit() if unsplit is None else unsplit
        later: list[tuple[Choices, Choices]] = []
        if after_split == "pair" and plan.pairs:
            self.bank.need(np.concatenate([pair.where[0] for pair in plan.pairs]))
        for pair in plan.pairs:
            if after_split == "unsplit":
                later.append((choice, choice))
                continue
            first = self.regrow(pair, self.money, choice)
            second = first
            if self.tables.splits_add:
                second = self.regrow(pair, self.money_later, choice)
            later.append((first, second))
        split = self.split_hands.worths(later, self.money, self.money_later)
        played = Played(worth, split.worth, split.raised, self.chances)
        pair_nodes = np.array([pair.pair_node for pair in plan.pairs], np.int64)
        allowed = np.zeros(split.worth.shape, bool)
        if plan.pairs:
            allowed = plan.legal[nodes.key[pair_nodes], 0] >> SPLIT & 1 > 0
            action[pair_nodes, SPLIT] = np.where(allowed, split.worth, -np.inf)
        strategy = self.root.best(Strategy(choice, tuple(later), *NO_OFFERS), played, allowed)
        return self.solution(strategy, played, action, split.full)

    def regrow(self, pair: PairPlan, money: Floats, choice: Choices) -> Choices:
        """The best verbs for a split hand, given that the other pair card is gone."""
        own = choice.copy()
        walk = HandWalk(pair.order, pair.where[0], pair.rank, 1)
        self.induce(walk, money, InductionResults(own, np.zeros(self.shape)), optimise=1)
        return own

    def given(self, strategy: Strategy) -> Solution:
        """`action` is the value of each verb if the strategy is followed afterward."""
        action = np.full((self.shape[0], len(VERBS), self.shape[2]), -np.inf)
        played, full = self._played(strategy, action)
        return self.solution(strategy, played, action, full)

    def opening(self, strategy: Strategy) -> Floats:
        """[opening hand, up class] what a strategy is worth, without the value of each verb, which
        takes most of a solution's memory."""
        played, _ = self._played(strategy, NOTHING)
        return self.root.worth(strategy, played, self.plan.money[0], self.root.fixed)

    def value(self, strategy: Strategy) -> float:
        """What a strategy is worth in all, found in the same way."""
        return self._mean(self.opening(strategy))

    def _mean(self, opening: Floats) -> float:
        chance = self.root.chance
        return float(np.where(chance > 0, opening * chance, 0).sum())

    def _played(self, strategy: Strategy, action: Floats) -> tuple[Played, Floats]:
        worth = np.zeros(self.shape)
        self.induce(self.whole(), self.money, InductionResults(strategy.choice, worth, action))
        split = self.split_hands.worths(strategy.later, self.money, self.money_later)
        return Played(worth, split.worth, split.raised, self.chances), split.full

    def solution(
        self, strategy: Strategy, played: Played, action: Floats, full: Floats
    ) -> Solution:
        opening = self.root.worth(strategy, played, self.plan.money[0], self.root.fixed)
        chance = self.root.chance
        missing = 0.0
        for place, pair in enumerate(self.plan.pairs):
            if pair.truncated:
                beyond = strategy.splits[place] * self.beyond(pair, full[place])
                missing += float((chance[pair.openings] * beyond).sum())
        return Solution(
            self.plan, self.shoe, strategy, self._mean(opening), opening, chance, played.worth,
            action, played.split_worth, missing,
        )  # fmt: skip

    def beyond(self, pair: PairPlan, full: Floats) -> Floats:
        """A bound on what hands beyond those computed could add.

        Each further pair card changes the worth by no more than eight wagers (two hands instead
        of one, each won or lost doubled), and the number of further ones falls geometrically.
        """
        counts = self.shoe.counts
        pair_cards = np.clip(counts[pair.rank] - pair.hands, 0, None)
        q = min(0.49, pair_cards / float(counts.sum() - 3 * pair.hands))
        bound: Floats = full * 8 * pair.hands * q / (1 - 2 * q)
        return bound

    # --- other amounts --------------------------------------------------------------------------

    def expectation(
        self, strategy: Strategy, money: Floats, fixed: Fixed, *, splits_count: bool
    ) -> Floats:
        """[opening hand, up class] the mean of any other amount under a strategy.

        Without `splits_count` a split counts nothing: what its hands win together depends on
        the bank's one hand, and is not a mean of single hands.
        """
        looks = self.tables.pays.natural_class.astype(bool) & bool(self.tables.peeks)
        played = np.where(looks, 0.0, money)
        worth = np.zeros(self.shape)
        self.induce(self.whole(), played, InductionResults(strategy.choice, worth))
        split = self.split_hands.none()
        if splits_count:
            split = self.split_hands.worths(strategy.later, played, played)
        done = Played(worth, split.worth, split.raised, self.chances)
        return self.root.worth(strategy, done, money, fixed)
