"""Exact odds of a posted game from any shoe: what perfect play is worth, or any given play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import numpy as np

from cardroom.analysis import splits
from cardroom.analysis.opening import Choices, Fixed, Played, Root, Strategy
from cardroom.analysis.plan import Floats, Ints, PairPlan, Plan, plan_of
from cardroom.model import Tables
from cardroom.model.ranks import RANKS
from cardroom.model.verbs import SPLIT, VERBS

AfterSplit = Literal["pair", "unsplit"]
"""How hands of a split are played: best for one known pair card, or like hands never split."""

NOTHING = np.zeros((0, 0, 0))
COUNT_MAX: Final = 1_000_000
"""Beyond it a card more or less is lost in the last digits of a float."""


class ShoeFault(ValueError):
    """A shoe from which no round can be dealt."""


class Solution(NamedTuple):
    """What a strategy is worth, from the whole down to single hands."""

    plan: Plan
    shoe: Floats
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


class Counts(NamedTuple):
    """A shoe by the eleven ranks of the tables."""

    ranks: tuple[int, ...]

    @classmethod
    def of_deck(cls, tables: Tables) -> Counts:
        found = [0] * RANKS
        for rank, count in zip(tables.cards.rank, tables.cards.in_deck, strict=True):
            found[int(rank)] += int(count)
        return cls(tuple(found))


def checked(plan: Plan, shoe: Sequence[int]) -> Floats:
    """The shoe as numbers, or why no round can be dealt from it."""
    if len(shoe) != RANKS:
        raise ShoeFault(
            f"a shoe has {RANKS} ranks (A, 2 to 9, ten-values, jokers), not {len(shoe)}"
        )
    if any(count < 0 for count in shoe):
        raise ShoeFault("a shoe has no negative number of cards")
    if any(count > COUNT_MAX for count in shoe):
        raise ShoeFault(
            f"a shoe has at most {COUNT_MAX:,} cards of a rank; that many are as good as endless"
        )
    if any(shoe[rank] for rank in set(range(RANKS)) - set(plan.tables.cards.class_rank.tolist())):
        raise ShoeFault("this game is played without jokers")
    hands = max((pair.hands for pair in plan.pairs if shoe[pair.rank] > 1), default=1)
    # A hand draws at 20 at most and a bank at 16: with more points than that nothing runs out.
    needed = 30 * hands + 26
    points = sum((rank + 1) * count for rank, count in enumerate(shoe[:10]))
    if points <= needed:
        raise ShoeFault(
            f"the shoe may run out in a round: its cards count {points} points with aces as 1,"
            f" and {hands} hands and the bank may draw {needed}"
        )
    return np.array(shoe, np.float64)


def solve(
    tables: Tables, shoe: Sequence[int] | None = None, after_split: AfterSplit = "pair"
) -> Solution:
    """Perfect play: the best verb for every hand, cards of the hand and up card known."""
    plan = plan_of(tables)
    return Work(plan, shoe).best(after_split)


def evaluate(tables: Tables, strategy: Strategy, shoe: Sequence[int] | None = None) -> Solution:
    """What a given strategy is worth."""
    return Work(plan_of(tables), shoe).given(strategy)


class _Walk(NamedTuple):
    """Hands to be reckoned, children first, with `extra` cards of rank `pair` gone."""

    order: Ints
    where: Ints
    pair: int = 0
    extra: int = 0


class _Results(NamedTuple):
    choice: Choices
    worth: Floats
    action: Floats = NOTHING


class Work:
    """One shoe: the bank's chances that were needed so far, and passes over the hands."""

    def __init__(self, plan: Plan, shoe: Sequence[int] | None) -> None:
        from cardroom.analysis.kernels import exact as kernels  # noqa: PLC0415 - imports numba

        self.kernels, self.plan, self.tables = kernels, plan, plan.tables
        ranks = Counts.of_deck(plan.tables).ranks if shoe is None else shoe
        self.shoe = checked(plan, ranks)
        self.root = Root(plan, self.shoe)
        self.classes = len(self.tables.pays.natural_class)
        self.chances = np.zeros((len(plan.removed), RANKS * self.classes))
        self.ready = np.zeros(len(plan.removed), bool)
        self.ups = self.tables.ups.rank
        self.shape = (len(self.tables.nodes.key), len(self.tables.keys.stances), len(self.ups))
        looks = self.tables.pays.natural_class.astype(bool) & bool(self.tables.peeks)
        self.money = np.where(looks, 0.0, plan.money[0])
        self.money_later = self.money
        if self.tables.splits_add:
            self.money_later = np.where(looks, 0.0, plan.money[1])
        nodes, keys, pays = self.tables.nodes, self.tables.keys, self.tables.pays
        self.trie = kernels.Trie(*self.tables.trie[:6])
        self.graph = kernels.Graph(
            nodes.key, nodes.bag, nodes.child, nodes.key_child, nodes.pinned, nodes.counts
        )
        self.rules = kernels.Rules(
            plan.legal, keys.reached, pays.final, pays.stood, pays.given_up, pays.instant,
            keys.stance_after, self.ups, plan.ends,
        )  # fmt: skip

    # --- passes ---------------------------------------------------------------------------------

    def need(self, rows: Ints) -> None:
        wanted = np.unique(rows[~self.ready[rows]])
        self.kernels.bank_chances(
            self.trie, self.shoe, self.plan.removed, wanted, self.chances, self.classes
        )
        self.ready[wanted] = True

    def induce(self, walk: _Walk, money: Floats, results: _Results, *, optimise: int = 0) -> None:
        self.need(walk.where)
        self.kernels.induce(
            self.graph,
            self.rules,
            self.kernels.Gone(self.shoe, walk.pair, walk.extra),
            self.kernels.Walk(walk.order, walk.where),
            self.kernels.Stakes(money, self.chances),
            self.kernels.Results(*results),
            optimise,
        )

    def flow(self, pair: PairPlan, choice: Choices) -> Floats:
        """[node, stance, up class] how often a hand of a split comes to each."""
        comes = np.zeros(self.shape)
        left = np.clip(self.shoe - 2 * (np.arange(RANKS) == pair.rank), 0, None)
        children = self.tables.nodes.child[pair.root]
        met = np.flatnonzero((children >= 0) & (left > 0))
        comes[children[met], 0] = (left[met] / left.sum())[:, None]
        gone, order = self.kernels.Gone(self.shoe, pair.rank, 1), pair.order[::-1].copy()
        self.kernels.flow(self.graph, self.rules, gone, order, choice, comes)
        return comes

    def flow_dealt(self, dealt: Floats, choice: Choices) -> Floats:
        """[node, stance, up class] the same from the opening hands, `dealt` so often."""
        comes = np.zeros(self.shape)
        comes[self.plan.openings[:, 2], 0] = dealt
        gone, order = self.kernels.Gone(self.shoe, 0, 0), self.plan.order[::-1].copy()
        self.kernels.flow(self.graph, self.rules, gone, order, choice, comes)
        return comes

    def whole(self) -> _Walk:
        """All hands that are not split."""
        return _Walk(self.plan.order, self.tables.nodes.bag[self.plan.order])

    # --- whole strategies -----------------------------------------------------------------------

    def best(self, after_split: AfterSplit) -> Solution:
        plan, nodes = self.plan, self.tables.nodes
        choice = np.full(self.shape, -1, np.int8)
        worth = np.zeros(self.shape)
        action = np.full((self.shape[0], len(VERBS), self.shape[2]), -np.inf)
        self.induce(self.whole(), self.money, _Results(choice, worth, action), optimise=1)
        later: list[tuple[Choices, Choices]] = []
        if after_split == "pair" and plan.pairs:
            self.need(np.concatenate([pair.where[0] for pair in plan.pairs]))
        for pair in plan.pairs:
            if after_split == "unsplit":
                later.append((choice, choice))
                continue
            first = self.regrow(pair, self.money, choice)
            second = first
            if self.tables.splits_add:
                second = self.regrow(pair, self.money_later, choice)
            later.append((first, second))
        split_worth, full = self.split_worths(later, self.money, self.money_later)
        pairs = len(plan.pairs)
        pair_nodes = np.array([pair.pair_node for pair in plan.pairs], np.int64)
        allowed = plan.legal[nodes.key[pair_nodes], 0] >> SPLIT & 1 if pairs else split_worth
        split = (allowed > 0) & (split_worth > worth[pair_nodes, 0])
        action[pair_nodes, SPLIT] = np.where(allowed > 0, split_worth, -np.inf)
        strategy = Strategy(
            choice,
            tuple(later),
            split,
            *self.root.offers(split, Played(worth, split_worth, self.chances)),
        )
        return self.solution(strategy, worth, action, split_worth, full)

    def regrow(self, pair: PairPlan, money: Floats, choice: Choices) -> Choices:
        """The best verbs for a hand of a split, when the other pair card is known to be gone."""
        own = choice.copy()
        walk = _Walk(pair.order, pair.where[0], pair.rank, 1)
        self.induce(walk, money, _Results(own, np.zeros(self.shape)), optimise=1)
        return own

    def given(self, strategy: Strategy) -> Solution:
        """`action` is what each verb is worth if the strategy is followed after it."""
        worth = np.zeros(self.shape)
        action = np.full((self.shape[0], len(VERBS), self.shape[2]), -np.inf)
        self.induce(self.whole(), self.money, _Results(strategy.choice, worth, action))
        split_worth, full = self.split_worths(strategy.later, self.money, self.money_later)
        return self.solution(strategy, worth, action, split_worth, full)

    def solution(
        self, strategy: Strategy, worth: Floats, action: Floats, split_worth: Floats, full: Floats
    ) -> Solution:
        opening = self.root.worth(
            strategy,
            Played(worth, split_worth, self.chances),
            self.plan.money[0],
            self.root.fixed,
        )
        chance = self.root.deals()
        missing = 0.0
        for place, pair in enumerate(self.plan.pairs):
            if pair.truncated:
                hand = int(np.flatnonzero(self.plan.openings[:, 2] == pair.pair_node)[0])
                missing += float(
                    (chance[hand] * strategy.splits[place] * self.beyond(pair, full[place])).sum()
                )
        value = float(np.where(chance > 0, opening * chance, 0).sum())
        return Solution(
            self.plan, self.shoe, strategy, value, opening, chance, worth, action, split_worth,
            missing,
        )  # fmt: skip

    # --- splits ---------------------------------------------------------------------------------

    def split_worths(
        self, later: Sequence[tuple[Choices, Choices]], money: Floats, money_later: Floats
    ) -> tuple[Floats, Floats]:
        found = np.zeros((len(self.plan.pairs), len(self.ups)))
        full = np.zeros_like(found)
        walks = [
            [self.walks(pair, choice) for choice in ((one,) if one is two else (one, two))]
            for pair, (one, two) in zip(self.plan.pairs, later, strict=True)
        ]
        # All at once: the kernel works on many bags side by side.
        rows = [walk.where for each in walks for choice in each for walk in choice]
        self.need(np.concatenate([np.zeros(0, np.int64), *rows]))
        for place, (pair, (one, two)) in enumerate(zip(self.plan.pairs, later, strict=True)):
            first = second = self.grow(pair, walks[place][0], one, money)
            if one is not two or money is not money_later:
                second = self.grow(pair, walks[place][-1], two, money_later)
            found[place], full[place] = splits.worth(pair.hands, self.left(pair), first, second)
        return found, full

    def left(self, pair: PairPlan) -> splits.Deal:
        pair_cards = self.shoe[pair.rank] - 2.0 - (self.ups == pair.rank)
        return splits.Deal(pair_cards, float(self.shoe.sum()) - 3.0)

    def walks(self, pair: PairPlan, choice: Choices) -> list[_Walk]:
        """The hands that play comes to, for each number of further pair cards that may be gone."""
        met = self.flow(pair, choice)[pair.order].any(axis=(1, 2))
        order = pair.order[met]
        most = min(splits.further(pair.hands), int(self.shoe[pair.rank]) - 1)
        return [_Walk(order, pair.where[j][met], pair.rank, 1 + j) for j in range(most)]

    def grow(
        self, pair: PairPlan, walks: list[_Walk], choice: Choices, money: Floats
    ) -> splits.Grown:
        """E(j) for each j that can come."""
        if not walks:
            nothing = np.zeros((1, len(self.ups)))
            return splits.Grown(nothing, nothing)
        worth = np.zeros(self.shape)
        whole, unpaired = [], []
        for walk in walks:
            self.induce(walk, money, _Results(choice, worth))
            every, rest = self.second_card(pair, walk.extra - 1, worth)
            whole.append(every)
            unpaired.append(rest)
        return splits.Grown(np.array(whole), np.array(unpaired))

    def second_card(self, pair: PairPlan, j: int, worth: Floats) -> tuple[Floats, Floats]:
        """The worth of the one-card hand, and given that no pair card comes to it."""
        left = np.repeat(self.shoe[:, None], len(self.ups), axis=1)
        left[pair.rank] -= 2 + j
        left[self.ups, np.arange(len(self.ups))] -= 1
        left = np.clip(left, 0, None)
        children = self.tables.nodes.child[pair.root]
        parts = left * np.where(children[:, None] >= 0, worth[children, 0], 0.0)
        others = left.sum(axis=0) - left[pair.rank]
        total = parts.sum(axis=0)
        # Where no other card is left, nothing hangs on what such a card would be worth.
        return total / left.sum(axis=0), splits.ratio(total - parts[pair.rank], others)

    def beyond(self, pair: PairPlan, full: Floats) -> Floats:
        """A bound for what hands beyond those reckoned could add.

        Each further pair card changes the worth by no more than eight wagers (two hands instead
        of one, each won or lost doubled), and the number of further ones falls geometrically.
        """
        pair_cards = np.clip(self.shoe[pair.rank] - pair.hands, 0, None)
        q = min(0.49, pair_cards / float(self.shoe.sum() - 3 * pair.hands))
        bound: Floats = full * 8 * pair.hands * q / (1 - 2 * q)
        return bound

    # --- other amounts --------------------------------------------------------------------------

    def reckon(
        self, strategy: Strategy, money: Floats, fixed: Fixed, *, splits_count: bool
    ) -> Floats:
        """[opening hand, up class] the mean of any other amount under a strategy.

        Without `splits_count` a split counts nothing: what its hands bring together hangs on the
        bank's one hand, and is no mean of single hands.
        """
        plan = self.plan
        looks = self.tables.pays.natural_class.astype(bool) & bool(self.tables.peeks)
        played = np.where(looks, 0.0, money)
        worth = np.zeros(self.shape)
        self.induce(self.whole(), played, _Results(strategy.choice, worth))
        split_worth = np.zeros((len(plan.pairs), len(self.ups)))
        if splits_count:
            split_worth, _ = self.split_worths(strategy.later, played, played)
        return self.root.worth(strategy, Played(worth, split_worth, self.chances), money, fixed)
