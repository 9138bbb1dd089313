"""The first two cards: how often each hand is dealt, and what it is worth from there."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.twentyone.solver.deal_chances import DealChances
from cardroom.analysis.twentyone.solver.plan import Flags, Floats, Plan
from cardroom.analysis.twentyone.solver.shoes import ShoeCounts
from cardroom.model.ranks import RANKS
from cardroom.model.verbs import DOUBLE, MAX_BET

Choices = NDArray[np.int8]
SUITED_NATURALS: Final = 1 / 16
"""Of all naturals, those in one certain suit: each card's suit is one of four, whatever the ranks
of all cards dealt, as long as every rank holds as many of each suit."""


class Raises(NamedTuple):
    """Max Bets on the first card."""

    bets: Flags
    """[rank of the first card, up class]"""
    splits: Flags
    """[pair, up class] whether a pair is split whose first card has one."""


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
    raises: Raises | None = None
    """None is never, too."""


NO_OFFERS: Final = (np.zeros((0, 0), bool),) * 3
"""The offers of a strategy that are still to be found."""


class Fixed(NamedTuple):
    """Amounts of an opening hand that are in no row of the pay matrices."""

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
    raised_split: Floats
    """[pair, up class] with a Max Bet on the first card."""
    chances: Floats
    """[bag, up rank * classes + class]"""


class Root:
    """The deal of one shoe."""

    def __init__(self, plan: Plan, shoe: ShoeCounts) -> None:
        self.plan, self.shoe, self.tables = plan, shoe.counts, plan.tables
        self.deal = DealChances(plan, shoe)
        self.chance = self.deal.hands()
        """[opening hand, up class] how often it is dealt."""
        self.ups = plan.tables.ups.rank
        self.keys = plan.tables.nodes.key[plan.openings[:, 2]]
        self.naturals: list[int] = np.flatnonzero(plan.tables.keys.natural[self.keys]).tolist()
        even, suited = plan.tables.even_pays, plan.tables.natural_suited
        self.fixed = Fixed(even[0] / even[1], suited[0] / suited[1])
        """What the amounts are in money."""

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
        found = self._split(played.worth[nodes, 0], strategy.splits, played.split_worth)
        if self.tables.peeks:
            found += self.natural(played.chances) * self.taken(money)
        given_up = self.tables.pays.given_up[keys, 0]
        found = np.where(strategy.early, money[given_up, 0, 0][:, None], found)
        found = np.where(strategy.even_money, fixed.even, found)
        for own in self.naturals:
            found[own] = self._natural_worth(own, found[own], strategy, played, money, fixed)
        if strategy.raises is not None:
            raised = self._split(self.raised(played), strategy.raises.splits, played.raised_split)
            share = self._first(strategy.raises.bets)
            found = (1 - share) * found + share * raised
        return found

    def _split(self, plain: Floats, splits: Flags, split_worth: Floats) -> Floats:
        """[opening hand, up class] with the pairs that are split."""
        found = plain.copy()
        for place, pair in enumerate(self.plan.pairs):
            hands = pair.openings
            found[hands] = np.where(splits[place], split_worth[place], found[hands])
        return found

    def raised(self, played: Played) -> Floats:
        """[opening hand, up class] not split, after a Max Bet on the first card."""
        found: Floats = played.worth[self.plan.raised, self.tables.keys.stance_after[MAX_BET, 0]]
        return found

    def _first(self, bets: Flags) -> Floats:
        """[opening hand, up class] the share of the hand that follows a Max Bet on its first card;
        either card is equally likely to have come first.
        """
        low, high, _ = self.plan.openings.T
        share: Floats = (bets[low].astype(np.float64) + bets[high]) / 2
        return share

    def taken(self, money: Floats) -> Floats:
        """[opening hand, 1] what happens to it when the bank peeks and has a natural."""
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
            worth += self.natural(played.chances)[hand] * self.taken(money)[other]
        return worth

    def best(self, strategy: Strategy, played: Played, allowed: Flags) -> Strategy:
        """The strategy with what is best before the turns; pairs are split where that is `allowed`.

        Whether to split looks at ranks, whatever the suits.
        """
        none = np.zeros(self.chance.shape, bool)
        plain = played.worth[self.plan.openings[:, 2], 0]
        split = allowed & (played.split_worth > self._unsplit(plain))
        strategy = strategy._replace(splits=split, early=none, even_money=none)
        value = self.worth(strategy, played, self.plan.money[0], self.fixed)
        natural = self.tables.keys.natural[self.keys][:, None] > 0
        half = self.plan.money[0][self.tables.pays.given_up[self.keys, 0], 0, 0][:, None]
        early, even = self.plan.early & (half > value), none
        if self.tables.even_money:
            insured = np.arange(len(self.ups)) == self.tables.insured
            even = natural & insured & (value < self.fixed.even)
        strategy = strategy._replace(
            early=early, even_money=even, natural_doubled=self._doubles(played)
        )
        return strategy._replace(raises=self._raises(strategy, played, allowed))

    def _unsplit(self, worth: Floats) -> Floats:
        """[pair, up class] the value of a pair that is not split, whatever its suits."""
        found = np.zeros((len(self.plan.pairs), len(self.ups)))
        base = self.tables.ups.base
        for place, pair in enumerate(self.plan.pairs):
            if len(pair.openings) == 1:
                found[place] = worth[pair.openings[0]]
                continue
            chance, total, mass = (
                self.chance[pair.openings],
                np.zeros(len(base)),
                np.zeros(len(base)),
            )
            np.add.at(total, base, (chance * worth[pair.openings]).sum(axis=0))
            np.add.at(mass, base, chance.sum(axis=0))
            found[place] = np.divide(total, mass, out=np.zeros_like(total), where=mass > 0)[base]
        return found

    def _raises(self, strategy: Strategy, played: Played, allowed: Flags) -> Raises | None:
        if not self.tables.bets_on_one:
            return None
        base = self.tables.ups.base
        plain = self.worth(strategy, played, self.plan.money[0], self.fixed)
        unsplit = self.raised(played)
        splits = allowed & (played.raised_split > self._unsplit(unsplit))
        more = self._split(unsplit, splits, played.raised_split) - plain
        weighed = np.where(self.chance > 0, self.chance * more, 0)
        gain = np.zeros((RANKS, len(base)))
        for card in (0, 1):
            np.add.at(gain, self.plan.openings[:, card], weighed)
        by_rank = np.zeros_like(gain)
        np.add.at(by_rank.T, base, gain.T)
        return Raises(by_rank[:, base] > 0, splits)

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
