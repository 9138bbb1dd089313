"""The first two cards: how often each hand is dealt, and what it is worth from there."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.plan import Flags, Floats, Plan
from cardroom.model.ranks import RANKS
from cardroom.model.verbs import DOUBLE

Choices = NDArray[np.int8]
SUITED_NATURALS: Final = 1 / 16
"""Of all naturals, those in one certain suit: each card's suit is one of four, whatever the ranks
of all cards dealt, as long as every rank holds as many of each suit."""


class Strategy(NamedTuple):
    """A verb for every hand; it looks at its own cards and the up card."""

    choice: Choices
    """[node, stance, up class] the verb, or -1 where nothing is asked; never a split."""
    later: tuple[tuple[Choices, Choices], ...]
    """By pair: the verbs of a split's first hand and of its later ones."""
    splits: Flags
    """[pair, up class] whether the pair is split, and again whenever it comes."""
    early: Flags
    """[opening hand, up class] given up before the bank looks."""
    even_money: Flags
    """[opening hand, up class] a natural settled at even money."""
    natural_doubled: tuple[Flags, Flags] | None = None
    """[opening hand, up class] a natural doubled, not paid; and one in the suit that pays more."""


class Fixed(NamedTuple):
    """Amounts of an opening hand that no row of the pay matrices knows."""

    even: float
    """A natural settled at even money."""
    suited: float
    """A natural in the suit that is paid more."""


class Played(NamedTuple):
    """What the hands are worth once they are played, and the bank's chances."""

    worth: Floats
    """[node, stance, up class]"""
    split_worth: Floats
    """[pair, up class]"""
    chances: Floats
    """[bag, up rank * classes + class]"""


class Root:
    """The deal of one shoe."""

    def __init__(self, plan: Plan, shoe: Floats) -> None:
        self.plan, self.shoe, self.tables = plan, shoe, plan.tables
        self.ups = plan.tables.ups.rank
        self.keys = plan.tables.nodes.key[plan.openings[:, 2]]
        self.naturals: list[int] = np.flatnonzero(plan.tables.keys.natural[self.keys]).tolist()
        odds = plan.tables.natural_suited
        self.fixed = Fixed(1.0, odds[0] / odds[1])
        """What the amounts are in money."""

    def deals(self) -> Floats:
        """[opening hand, up class] how often it is dealt."""
        counts, total = self.shoe, float(self.shoe.sum())
        ups = self._up_chances()
        low, high, _ = self.plan.openings.T
        one = counts[low][:, None] - (low[:, None] == self.ups)
        two = counts[high][:, None] - (high[:, None] == self.ups) - (low == high)[:, None]
        ways = np.where(low == high, 1, 2)[:, None]
        both = np.clip(one, 0, None) * np.clip(two, 0, None) * ways
        chance: Floats = both * ups / (total - 1) / (total - 2)
        return chance

    def _up_chances(self) -> Floats:
        """Classes within a rank share it as the ranks do in a full deck."""
        tables = self.tables
        share = np.zeros(len(self.ups))
        for card in range(len(tables.cards.rank)):
            name = 0 if card == len(tables.cards.rank) - 1 else card % 13 + 1
            if tables.cards.in_deck[card]:
                share[tables.ups.cls[name]] += tables.cards.in_deck[card]
        of_rank = np.array([share[self.ups == rank].sum() for rank in self.ups])
        chance: Floats = share / of_rank * self.shoe[self.ups] / self.shoe.sum()
        return chance

    def natural(self, chances: Floats) -> Floats:
        """[opening hand, up class] the chance that the bank has a natural."""
        bags = self.tables.nodes.bag[self.plan.openings[:, 2]]
        columns = np.flatnonzero(self.tables.pays.natural_class)
        classes = len(self.tables.pays.natural_class)
        rows = chances[bags].reshape(len(bags), RANKS, classes)
        found: Floats = rows[:, self.ups][:, :, columns].sum(axis=2)
        return found

    def worth(self, strategy: Strategy, played: Played, money: Floats, fixed: Fixed) -> Floats:
        """[opening hand, up class] with splits, offers, and the round a natural ends."""
        nodes, keys = self.plan.openings[:, 2], self.keys
        found = played.worth[nodes, 0].copy()
        for place, pair in enumerate(self.plan.pairs):
            hand = np.flatnonzero(nodes == pair.pair_node)
            found[hand] = np.where(strategy.splits[place], played.split_worth[place], found[hand])
        if self.tables.peeks:
            found += self.natural(played.chances) * self._taken(money)
        given_up = self.tables.pays.given_up[keys, 0]
        found = np.where(strategy.early, money[given_up, 0, 0][:, None], found)
        found = np.where(strategy.even_money, fixed.even, found)
        for own in self.naturals:
            found[own] = self._natural_worth(own, found[own], strategy, played, money, fixed)
        return found

    def _taken(self, money: Floats) -> Floats:
        """[opening hand, 1] what becomes of it when the bank looks and has a natural."""
        column = int(np.flatnonzero(self.tables.pays.natural_class)[0])
        taken: Floats = money[self.tables.pays.final[self.keys, 0], 0, column][:, None]
        return taken

    def _natural_worth(
        self, hand: int, paid: Floats, strategy: Strategy, played: Played, money: Floats,
        fixed: Fixed,
    ) -> Floats:  # fmt: skip
        """[up class] some naturals are paid more for their suit, some may be doubled instead."""
        share = SUITED_NATURALS if self.tables.natural_suited[0] else 0.0
        suited = np.full_like(paid, fixed.suited)
        if strategy.natural_doubled is not None:
            doubled = self.doubled(hand, played, money)
            paid = np.where(strategy.natural_doubled[0][hand], doubled, paid)
            suited = np.where(strategy.natural_doubled[1][hand], doubled, suited)
        return (1 - share) * paid + share * suited

    def doubled(self, hand: int, played: Played, money: Floats) -> Floats:
        """[up class] a natural that is doubled: an 11, and one wager of it if the bank has one."""
        nodes, node = self.tables.nodes, self.plan.openings[hand, 2]
        then = self.tables.keys.stance_after[DOUBLE, 0]
        left = np.repeat((self.shoe - nodes.counts[nodes.bag[node]])[:, None], len(self.ups), 1)
        left[self.ups, np.arange(len(self.ups))] -= 1
        left = np.clip(left, 0, None)
        children = nodes.child[nodes.pinned[node]]
        parts = left * np.where(children[:, None] >= 0, played.worth[children, then], 0.0)
        worth: Floats = parts.sum(axis=0) / left.sum(axis=0)
        if self.tables.peeks:
            other = int(np.flatnonzero(self.tables.keys.natural[self.keys] == 0)[0])
            worth += self.natural(played.chances)[hand] * self._taken(money)[other]
        return worth

    def offers(
        self, split: Flags, played: Played
    ) -> tuple[Flags, Flags, tuple[Flags, Flags] | None]:
        """Where early surrender, even money and doubled naturals are better than to go on."""
        keys = self.keys
        none = np.zeros((len(keys), len(self.ups)), bool)
        plain = Strategy(np.zeros(0, np.int8), (), split, none, none)
        value = self.worth(plain, played, self.plan.money[0], self.fixed)
        natural = self.tables.keys.natural[keys][:, None] > 0
        half = self.plan.money[0][self.tables.pays.given_up[keys, 0], 0, 0][:, None]
        early, even = self.plan.early & (half > value), none
        if self.tables.even_money:
            insured = np.arange(len(self.ups)) == self.tables.insured
            even = natural & insured & (value < 1.0)
        return early, even, self._doubles(played)

    def _doubles(self, played: Played) -> tuple[Flags, Flags] | None:
        if not self.tables.natural_doubles:
            return None
        money = self.plan.money[0]
        plain = np.zeros((len(self.keys), len(self.ups)), bool)
        suited = plain.copy()
        for hand in self.naturals:
            worth = self.doubled(hand, played, money)
            plain[hand] = worth > money[self.tables.pays.final[self.keys[hand], 0], 0, 0]
            suited[hand] = worth > self.fixed.suited
        return plain, suited
