"""The first two cards: how often each hand is dealt, and what it is worth from there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.plan import Flags, Floats, Plan
from cardroom.model.ranks import RANKS

Choices = NDArray[np.int8]


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

    def worth(self, strategy: Strategy, played: Played, money: Floats, even: float) -> Floats:
        """[opening hand, up class] with splits, offers, and the round a natural ends."""
        nodes = self.plan.openings[:, 2]
        keys = self.tables.nodes.key[nodes]
        found = played.worth[nodes, 0].copy()
        for place, pair in enumerate(self.plan.pairs):
            hand = np.flatnonzero(nodes == pair.pair_node)
            found[hand] = np.where(strategy.splits[place], played.split_worth[place], found[hand])
        if self.tables.peeks:
            column = int(np.flatnonzero(self.tables.pays.natural_class)[0])
            taken = money[self.tables.pays.final[keys, 0], 0, column][:, None]
            found += self.natural(played.chances) * taken
        given_up = self.tables.pays.given_up[keys, 0]
        found = np.where(strategy.early, money[given_up, 0, 0][:, None], found)
        return np.where(strategy.even_money, even, found)

    def offers(self, split: Flags, played: Played) -> tuple[Flags, Flags]:
        """Where early surrender and even money are better than to play on."""
        keys = self.tables.nodes.key[self.plan.openings[:, 2]]
        none = np.zeros((len(keys), len(self.ups)), bool)
        plain = Strategy(np.zeros(0, np.int8), (), split, none, none)
        value = self.worth(plain, played, self.plan.money[0], 1.0)
        natural = self.tables.keys.natural[keys][:, None] > 0
        half = self.plan.money[0][self.tables.pays.given_up[keys, 0], 0, 0][:, None]
        early, even = self.plan.early & (half > value), none
        if self.tables.even_money:
            insured = np.arange(len(self.ups)) == self.tables.insured
            even = natural & insured & (value < 1.0)
        return early, even
