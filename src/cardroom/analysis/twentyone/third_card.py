"""The first card that a box draws under perfect play: its chance, and what follows it.

Play depends only on ranks, so a third card of a rank is any remaining card of that rank.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from cardroom.analysis.twentyone.solver.exact import ShoeSolver, Solution
from cardroom.model.verbs import DOUBLE, HIT


class ThirdCards:
    """By opening hand, as the solver numbers them, and by the rank of the third card."""

    def __init__(self, work: ShoeSolver, solution: Solution) -> None:
        self.work, self.solution = work, solution
        self.plan, self.tables = work.plan, work.tables
        self.counts = [int(count) for count in work.shoe.counts]
        self.openings = [tuple(row) for row in self.plan.openings[:, :2].tolist()]
        self.pairs = {(pair.rank, pair.rank): place for place, pair in enumerate(self.plan.pairs)}

    def takes(self, opening: int, up: int) -> bool:
        """Whether the hand takes a card against this class of up cards."""
        strategy = self.solution.strategy
        place = self.pairs.get(self.openings[opening], -1)
        if strategy.early[opening, up]:
            return False
        return bool(place >= 0 and strategy.splits[place, up]) or self._verb(opening, up) in (
            HIT,
            DOUBLE,
        )

    def _verb(self, opening: int, up: int) -> int:
        return int(self.solution.strategy.choice[self.plan.openings[opening, 2], 0, up])

    def chance(self, opening: int, third: int) -> Fraction:
        """The chance of this hand with a third card of this rank."""
        total = Fraction(0)
        for up, rank in enumerate(self.tables.ups.rank.tolist()):
            if self.takes(opening, up):
                total += self._dealt(opening, rank) * self._drawn(opening, rank, third)
        return total

    def _dealt(self, opening: int, up: int) -> Fraction:
        """The two cards in either order, and that up card."""
        whole, ways, dealt = sum(self.counts), 1, (*self.openings[opening], up)
        for place, rank in enumerate(dealt):
            ways *= self.counts[rank] - dealt[:place].count(rank)
        orders = 1 if dealt[0] == dealt[1] else 2
        return Fraction(orders * ways, whole * (whole - 1) * (whole - 2))

    def _drawn(self, opening: int, up: int, third: int) -> Fraction:
        """That third card, if the bank's natural does not end the round first."""
        seen = (*self.openings[opening], up)
        left = sum(self.counts) - len(seen)
        return Fraction(self.counts[third] - seen.count(third), left) * self._goes_on(seen, third)

    def _goes_on(self, seen: tuple[int, ...], third: int) -> Fraction:
        """The chance that the bank's hidden card makes no natural, once the third card is drawn."""
        makers = np.flatnonzero(self.plan.ends[seen[-1]]).tolist()
        left = sum(self.counts[rank] - (*seen, third).count(rank) for rank in makers)
        return 1 - Fraction(left, sum(self.counts) - len(seen) - 1)

    def is_known(self, opening: int, third: int) -> bool:
        """Whether `worth` knows the hand.

        Of a split pair, the solver knows what follows a card that is split again.
        """
        ranks = self.openings[opening]
        place = self.pairs.get(ranks, -1)
        return place < 0 or (third == ranks[0] and self.plan.pairs[place].hands > 2)

    def worth(self, opening: int, third: int) -> float:
        """The hand's mean result, counted only if its third card is of this rank."""
        place, strategy, work = (
            self.pairs.get(self.openings[opening], -1),
            self.solution.strategy,
            self.work,
        )
        ups = self.tables.ups.rank.tolist()
        split = np.zeros(len(ups))
        if place >= 0 and strategy.splits[place].any():
            split = work.split_hands.paired(place, strategy.later, work.money, work.money_later)
        total = 0.0
        for up, rank in enumerate(ups):
            if not self.takes(opening, up):
                continue
            splits = place >= 0 and strategy.splits[place, up]
            worth = split[up] if splits else self._hit(opening, third, up)
            counts, seen = work.shoe.counts, (*self.openings[opening], rank)
            held = counts[third] - seen.count(third)
            total += self.solution.chance[opening, up] * held / (counts.sum() - 3) * worth
        return float(total)

    def _hit(self, opening: int, third: int, up: int) -> float:
        """The value of the hand with its third card, against a class of up cards."""
        nodes, keys, pays = self.tables.nodes, self.tables.keys, self.tables.pays
        verb, node = self._verb(opening, up), self.plan.openings[opening, 2]
        drawn = node if verb == HIT else nodes.pinned[node]
        stance = int(keys.stance_after[verb, 0])
        child = int(nodes.child[drawn, third])
        if child >= 0:
            return float(self.solution.worth[child, stance, up])
        # Paid at once, if no natural of the bank has ended the round.
        seen = (*self.openings[opening], int(self.tables.ups.rank[up]))
        paid = self.plan.money[0][pays.final[nodes.key_child[drawn, third], stance], stance, 0]
        return float(paid * float(self._goes_on(seen, third)))
