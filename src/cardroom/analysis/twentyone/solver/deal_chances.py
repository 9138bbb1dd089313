"""The deal: the chance of each two cards and up card, with their suits where those matter.

Suits are alike, so the first card's suit is the hand's own, whichever it is. A hand of two cards is
suited or not; the up card is of the own suit or not, which matters to a suited hand only.
"""

from __future__ import annotations

import numpy as np

from cardroom.analysis.twentyone.solver.plan import Floats, Ints, Plan
from cardroom.analysis.twentyone.solver.shoes import SUITS, ShoeCounts

JOKER_UP = 0
"""As the rules name a joker that is the up card."""


class DealChances:
    def __init__(self, plan: Plan, shoe: ShoeCounts) -> None:
        self.plan, self.shoe, self.tables = plan, shoe, plan.tables
        self.ups, self.base = plan.tables.ups.rank, plan.tables.ups.base
        self.told = plan.tables.ups.own > 0
        self.share, self.suited_share = self._shares()

    def _shares(self) -> tuple[Floats, Floats]:
        """[up class] its share of its rank: of all cards, and of those that have a suit.

        Kinds within a rank share its cards as they do in a full deck; jokers are counted.
        """
        ups, counts, suitless = self.tables.ups, self.shoe.counts, self.shoe.suitless
        kinds = np.bincount(ups.cls[1:], minlength=len(self.ups)).astype(np.float64)
        of_rank = np.array([kinds[self.ups == rank].sum() for rank in self.ups])
        suited = np.divide(kinds, of_rank, out=np.zeros_like(kinds), where=of_rank > 0)
        cards = suited * (counts - suitless)[self.ups]
        if ups.cls[JOKER_UP] >= 0:
            cards[ups.cls[JOKER_UP]] += suitless[self.ups[ups.cls[JOKER_UP]]]
        every = counts[self.ups]
        share = np.divide(cards, every, out=np.zeros_like(cards), where=every > 0)
        return share[self.base], suited[self.base]

    def hands(self) -> Floats:
        """[opening hand, up class] how often they are dealt together."""
        counts, own, total = self.shoe.counts, self.shoe.own, float(self.shoe.counts.sum())
        low, high, node = self.plan.openings.T
        same = low == high
        ways = np.where(same, 1, 2) / total / (total - 1) / (total - 2)
        in_hand = (low[:, None] == self.ups).astype(np.float64) + (high[:, None] == self.ups)
        up = np.clip(counts[self.ups] - in_hand, 0, None) * self.share
        every = counts[low] * np.clip(counts[high] - same, 0, None) * ways
        chance: Floats = every[:, None] * up
        if not self.told.any():
            return chance
        suits = self._suits(node)
        alike = suits * own[low] * np.clip(own[high] - same, 0, None) * ways
        up_own = np.clip(own[self.ups] - in_hand, 0, None) * self.suited_share
        suited = self.tables.keys.suited[self.tables.nodes.key[node]] > 0
        both = alike[:, None] * up
        like = np.where(self.told, alike[:, None] * up_own, 0.0)
        unlike = both.copy()
        unlike[:, self.base[self.told]] -= like[:, self.told]
        chance = np.where(suited[:, None], np.where(self.told, like, unlike), chance - both)
        chance[np.ix_(~suited, self.told)] = 0.0
        return chance

    def _suits(self, node: Ints) -> Ints:
        """[opening hand] how many suits a suited hand may be of, and for mixed hands all four."""
        keys = self.tables.keys
        key = self.tables.nodes.key[node]
        others = SUITS - 1 if keys.certain.any() else SUITS
        found: Ints = np.where(keys.suited[key] > 0, others, SUITS)
        return np.where(keys.certain[key] > 0, 1, found)

    def first_card(self, rank: int) -> tuple[Floats, Floats]:
        """[up class] the chance that a card of this rank has no suit, or that of the up card."""
        nothing = np.zeros(len(self.ups))
        if not self.told.any():
            return nothing, nothing
        counts, own, plain = self.shoe.counts, self.shoe.own, self.shoe.suitless
        with_suit = np.divide(
            SUITS * own[self.ups] * self.suited_share, counts[self.ups] * self.share,
            out=nothing.copy(), where=counts[self.ups] > 0,
        )  # fmt: skip
        equal = (self.ups == rank).astype(np.float64)
        left = np.maximum(counts[rank] - equal, 1.0)
        suitless: Floats = (plain[rank] - equal * (1 - with_suit)) / left
        like: Floats = with_suit * np.clip(own[rank] - equal, 0, None) / left
        return np.clip(suitless, 0, None), like
