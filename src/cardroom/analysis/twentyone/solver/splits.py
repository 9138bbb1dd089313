"""The exact value of a split pair, for strategies that look only at their own hand.

Let E(j) be the value of a hand that grows from one pair card when j pair cards are gone besides
the pair itself. The hands of a split do not look at each other, and cards are exchangeable, so
every hand is worth some E, given how many of the other hands' second cards were pair cards, which
made more hands, and how many were not. E(j|k), with k of them known not to be pair cards, follows
from the law of total probability over one more card:

    E(j|k-1) = Q E(j+1|k-1) + (1-Q) E(j|k)

where Q is the chance that the card is a pair card. So E(j|k) needs no new play of the hand. The
same holds for the mean product of two hands, from which the standard deviation follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Grown(NamedTuple):
    """Hands from one pair card: [further pair cards gone, up class]."""

    any: Floats
    """Whatever the second card."""
    unpaired: Floats
    """Given that the second card is no pair card."""


class GrownPair(NamedTuple):
    """The mean product of two hands of one pair card each: [further pair cards gone, up class]."""

    any: Floats
    one_unpaired: Floats
    """Given that the second card of one of them is no pair card."""
    unpaired: Floats
    """Given that of both."""


class PairDeal(NamedTuple):
    """What is left after the pair and the up card are dealt."""

    pair_cards: Floats
    """[up class] pair cards left."""
    cards: float


def ratio(above: Floats, below: Floats) -> Floats:
    """Zero where the denominator is zero: the mean of an impossible case, which has no weight."""
    zeros = np.zeros(np.broadcast_shapes(np.shape(above), np.shape(below)))
    found: Floats = np.divide(above, below, out=zeros, where=below > 0)
    return found


def further(hands: int) -> int:
    """For how many numbers of further pair cards E(j) is needed."""
    return 2 * hands - 3


def worth(
    hands: int, deal: PairDeal, first: Grown, later: Grown, begun: int = 2
) -> tuple[Floats, Floats]:
    """The value of the whole split, and the chance of ending with `hands` hands.

    The first hand's money may count otherwise than the later ones'. With `begun` 3 the next card
    is a pair card.
    """
    given_first, given_later = _of_one(deal, first), _of_one(deal, later)
    total = np.zeros_like(deal.pair_cards)
    full = np.zeros_like(deal.pair_cards)
    for count, done, chance in ends(hands, deal, begun):
        total += chance * _together(count, done, given_first, given_later)
        full += chance * (count == hands)
    return total, full


def ends(hands: int, deal: PairDeal, begun: int = 2) -> Iterator[tuple[int, int, Floats]]:
    """How many hands a split may come to, how many of them are known to have drawn no pair card,
    and the chance of it.

    Every pair card makes a new hand while there are fewer than `hands`.
    """
    comes = {(begun, 0): np.ones_like(deal.pair_cards)}
    for count in range(begun, hands + 1):
        for done in range(count + 1):
            chance = comes.get((count, done))
            if chance is None:
                continue
            if done == count or count == hands:
                yield count, done, chance
                continue
            j = count - 2
            pair = deal.pair_cards - j
            q = np.clip(pair, 0, None) / (deal.cards - j - done)
            for place, part in (((count + 1, done), q), ((count, done + 1), 1 - q)):
                comes[place] = comes.get(place, 0) + chance * part


def product(hands: int, deal: PairDeal, grown: GrownPair) -> Floats:
    """The mean, over all ways the split may come out, of the sum of the products of every two of
    its hands."""
    given = conditional(deal, {0: grown.any, 1: grown.one_unpaired, 2: grown.unpaired})
    total = np.zeros_like(deal.pair_cards)
    for count, done, chance in ends(hands, deal):
        for unpaired in range(3):
            pairs = comb(done, unpaired) * comb(count - done, 2 - unpaired)
            if pairs:
                total += chance * pairs * given(unpaired, count - 2, done - unpaired)
    return total


Given = Callable[[int, int, int], Floats]


def _together(count: int, done: int, first: Given, later: Given) -> Floats:
    """All hands of a box: `done` of them drew no pair card; the others may have drawn any."""
    j = count - 2
    if done == 0:
        return first(0, j, 0) + (count - 1) * later(0, j, 0)
    others = (done - 1) * later(1, j, done - 1)
    rest = (count - done) * later(0, j, done) if count > done else 0.0
    return first(1, j, done - 1) + others + rest


def _of_one(deal: PairDeal, grown: Grown) -> Given:
    return conditional(deal, {0: grown.any, 1: grown.unpaired})


def conditional(deal: PairDeal, grown: Mapping[int, Floats]) -> Given:
    """E(j|k) from E(j), by how many of the hands in question are known to have drawn no pair card
    as their second."""
    known: dict[tuple[int, int, int], Floats] = {}

    def given(unpaired: int, j: int, k: int) -> Floats:
        """E(j|k): j more pair cards gone, k other second cards that are none."""
        if (unpaired, j, k) not in known:
            if k == 0:
                table = grown[unpaired]
                known[unpaired, j, k] = table[min(j, len(table) - 1)]
            else:
                cards = deal.cards - j - (k - 1) - unpaired
                q = np.clip(deal.pair_cards - j, 0, None) / cards
                one, more = given(unpaired, j, k - 1), given(unpaired, j + 1, k - 1)
                known[unpaired, j, k] = ratio(one - q * np.where(q > 0, more, 0), 1 - q)
        return known[unpaired, j, k]

    return given
