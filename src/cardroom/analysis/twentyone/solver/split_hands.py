"""Hands of a split pair, each grown from one card, and the value of splitting the pair.

Where suits matter, a hand knows only its own cards: those of the other hands may be of any suit, so
their suits are not counted, and nothing is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from cardroom.analysis.twentyone.solver import splits
from cardroom.analysis.twentyone.solver.induction import HandWalk, Induction, InductionResults
from cardroom.analysis.twentyone.solver.plan import Floats, Ints, PairPlan
from cardroom.analysis.twentyone.solver.shoes import SUITS
from cardroom.analysis.twentyone.solver.starting_hands import Choices
from cardroom.model.ranks import RANKS

SUITLESS: Final = 1
"""Which of the roots of a pair is a card without a suit."""
Play = tuple[Choices, Choices]
"""The verbs of a split's first hand and of its later ones."""
Later = Sequence[Play]
"""By pair."""


class SplitWorth(NamedTuple):
    worth: Floats
    """[pair, up class]"""
    raised: Floats
    """[pair, up class] the same where the first card has a Max Bet, which stays with its hand."""
    full: Floats
    """[pair, up class] how often a box comes to as many hands as are computed."""


class Moneys(NamedTuple):
    """The results of a split's first hand and of its later ones."""

    first: Floats
    later: Floats


class SplitHands:
    def __init__(self, passes: Induction) -> None:
        self.passes, self.plan, self.tables = passes, passes.plan, passes.tables
        self.shoe, self.ups = passes.shoe, passes.ups

    def worths(self, later: Later, money: Floats, money_later: Floats) -> SplitWorth:
        found = self.none()
        walks = [
            [self._walks(pair, choice) for choice in ((one,) if one is two else (one, two))]
            for pair, (one, two) in zip(self.plan.pairs, later, strict=True)
        ]
        # All at once: the kernel works on many bags side by side.
        rows = [walk.where for each in walks for choice in each for walk in choice]
        self.passes.bank.need(np.concatenate([np.zeros(0, np.int64), *rows]))
        for place, (pair, (one, two)) in enumerate(zip(self.plan.pairs, later, strict=True)):
            first, raised = self._grow(pair, walks[place][0], one, money)
            second = first
            if one is not two or money is not money_later:
                second, _ = self._grow(pair, walks[place][-1], two, money_later)
            left = self._left(pair)
            found.worth[place], found.full[place] = splits.worth(pair.hands, left, first, second)
            if self.tables.bets_on_one:
                found.raised[place], _ = splits.worth(pair.hands, left, raised, second)
        return found

    def paired(self, place: int, later: Later, money: Floats, money_later: Floats) -> Floats:
        """[up class] a pair that is split, if the first card to it is a pair card as well."""
        pair, (one, two) = self.plan.pairs[place], later[place]
        first, _ = self._grow(pair, self._walks(pair, one), one, money)
        second, _ = self._grow(pair, self._walks(pair, two), two, money_later)
        return splits.worth(pair.hands, self._left(pair), first, second, begun=3)[0]

    def apart(self, place: int, play: Play, moneys: Moneys, hands: int, bets: int) -> Floats:
        """[up class] the value of splitting one of a box's `hands` hands: two hands, and those that
        grow from them.

        The pair cards that the box's other hands began with are gone. With one hand it is the
        whole split; with `bets` its first card has a Max Bet.
        """
        pair, gone = self.plan.pairs[place], hands - 1
        pair = pair._replace(hands=pair.hands - gone, where=pair.where[gone:])
        found = []
        for choice, money in zip(play, moneys, strict=True):
            walks = [
                walk._replace(extra=walk.extra + gone) for walk in self._walks(pair, choice, gone)
            ]
            found.append(self._grow(pair, walks, choice, money))
        left = self._left(pair)
        fewer = splits.PairDeal(left.pair_cards - gone, left.cards - gone)
        first = found[0][1] if bets else found[0][0]
        return splits.worth(pair.hands, fewer, first, found[1][0])[0]

    def none(self) -> SplitWorth:
        """Where splits are left out."""
        return SplitWorth(*(np.zeros((len(self.plan.pairs), len(self.ups))) for _ in range(3)))

    def _left(self, pair: PairPlan) -> splits.PairDeal:
        counts = self.shoe.counts
        pair_cards = counts[pair.rank] - 2.0 - (self.ups == pair.rank)
        return splits.PairDeal(pair_cards, float(counts.sum()) - 3.0)

    def _walks(self, pair: PairPlan, choice: Choices, gone: int = 0) -> list[HandWalk]:
        """The hands that play reaches, for each number of further pair cards that may be gone."""
        met = self.passes.flow(pair, choice)[pair.order].any(axis=(1, 2))
        order = pair.order[met]
        most = min(splits.further(pair.hands), int(self.shoe.counts[pair.rank]) - 1 - gone)
        return [HandWalk(order, pair.where[j][met], pair.rank, 1 + j) for j in range(most)]

    def _grow(
        self, pair: PairPlan, walks: list[HandWalk], choice: Choices, money: Floats
    ) -> tuple[splits.Grown, splits.Grown]:
        """E(j) for each j that can come, and with a Max Bet on the first card."""
        worth, roots = np.zeros(self.passes.shape), np.array(pair.roots)
        starts = [(self._children(roots), 0)]
        if self.tables.bets_on_one:
            pinned = self._children(self.tables.nodes.pinned[roots])
            starts.append((pinned, self.passes.raised))
        drawn: list[list[Floats]] = [[] for _ in starts]
        for walk in walks:
            self.passes.induce(walk, money, InductionResults(choice, worth))
            for values, (child, stance) in zip(drawn, starts, strict=True):
                values.append(np.where(child[..., None] >= 0, worth[child, stance], 0.0))
        extra = np.array([walk.extra for walk in walks], np.float64)
        plain, *raised = (self._second_card(pair, extra, values) for values in drawn)
        return plain, raised[0] if raised else self._nothing()

    def _children(self, roots: Ints) -> Ints:
        """[root, own suit or another, rank] the hand with one more card; -1 where there is none."""
        nodes = self.tables.nodes
        return np.stack([nodes.child[roots], nodes.child_other[roots]], axis=1)

    def _nothing(self) -> splits.Grown:
        nothing = np.zeros((1, len(self.ups)))
        return splits.Grown(nothing, nothing)

    def _second_card(self, pair: PairPlan, extra: Floats, drawn: list[Floats]) -> splits.Grown:
        """The value of the one-card hand, and its value given that it draws no pair card, for each
        number of pair cards that are gone besides its own.

        `drawn` has the value of the hand after each second card. All numbers are computed at once:
        the arrays are so small that calling numpy takes longer than adding them up.
        """
        if not drawn:
            return self._nothing()
        second, counts, up = np.stack(drawn), self.shoe.counts, np.arange(len(self.ups))
        mine = (np.arange(RANKS) == pair.rank).astype(np.float64)[:, None]
        whole = np.repeat(counts[:, None], len(self.ups), axis=1) - mine
        whole[self.ups, up] -= 1
        left = np.clip(whole - extra[:, None, None] * mine, 0, None)
        own = np.repeat(self.shoe.own[:, None], len(self.ups), axis=1) - mine
        own[self.ups, up] -= self.tables.ups.own
        suited = left * np.clip(own, 0, None) / np.maximum(whole, 1)
        cards = left.sum(axis=1)
        others = cards - left[:, pair.rank]
        values: dict[tuple[int, bool], tuple[Floats, Floats]] = {}
        hands = [
            (root, place != SUITLESS and bool(self.tables.ups.own.any()))
            for place, root in enumerate(pair.roots)
        ]
        # Where no suit matters, all of them are one hand.
        for root, told in dict.fromkeys(hands):
            same, mixed = np.moveaxis(second[:, pair.roots.index(root)], 1, 0)
            parts = left * mixed + (suited * (same - mixed) if told else 0.0)
            total = parts.sum(axis=1)
            # Where no other card is left, it does not matter what such a card would be worth.
            unpaired = splits.ratio(total - parts[:, pair.rank], others)
            values[root, told] = total / cards, unpaired
        found = [values[each] for each in hands]
        if len(found) > 2:
            (every, rest), _, (certain, certain_rest) = found
            # One card in four is of the suit that has rows of its own.
            found[0] = every + (certain - every) / SUITS, rest + (certain_rest - rest) / SUITS
        shares = self.passes.root.deal.first_card(pair.rank)
        return splits.Grown(self._mean(shares, 0, found), self._mean(shares, 1, found))

    def _mean(
        self, shares: tuple[Floats, Floats], part: int, found: list[tuple[Floats, Floats]]
    ) -> Floats:
        """[pair cards gone, up class] over what the hand's first card may be: of the up card's
        suit, of another, of none; the same for an up card of either kind."""
        suitless, like_up = shares
        base, own = self.tables.ups.base, self.tables.ups.own > 0
        with_suit, without = found[0][part], found[1][part]
        like = with_suit.copy()
        like[:, base[own]] = with_suit[:, own]
        mean: Floats = suitless * without + like_up * like
        mean += (1 - suitless - like_up) * with_suit[:, base]
        return mean[:, base]
