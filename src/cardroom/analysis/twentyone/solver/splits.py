"""The exact value of a split pair, for strategies that look only at their own hand.

Let E(j) be the value of a hand that grows from one pair card when j pair cards are gone besides
the pair itself. The hands of a split do not look at each other, and cards are exchangeable, so
every hand is worth some E, given how many of the other hands' second cards were pair cards, which
made more hands, and how many were not. E(j|k), with k of them known not to be pair cards, follows
from the law of total probability over one more card:

    E(j|k-1) = Q E(j+1|k-1) + (1-Q) E(j|k)

where Q is the chance that the card is a pair card. So E(j|k) needs no new play of the hand.
"""

from __future__ import annotations

from collections.abc import Callable
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

    Every pair card makes a new hand while there are fewer than `hands`. The first hand's money
    may count otherwise than the later ones'. With `begun` 3 the next card is a pair card.
    """
    given_first, given_later = _conditional(deal, first), _conditional(deal, later)
    total = np.zeros_like(deal.pair_cards)
    full = np.zeros_like(deal.pair_cards)
    comes = {(begun, 0): np.ones_like(deal.pair_cards)}
    for count in range(begun, hands + 1):
        for done in range(count + 1):
            chance = comes.get((count, done))
            if chance is None:
                continue
            j = count - 2
            if done == count or count == hands:
                total += chance * _together(count, done, given_first, given_later)
                full += chance * (count == hands)
                continue
            pair = deal.pair_cards - j
            q = np.clip(pair, 0, None) / (deal.cards - j - done)
            for place, part in (((count + 1, done), q), ((count, done + 1), 1 - q)):
                comes[place] = comes.get(place, 0) + chance * part
    return total, full


Conditional = Callable[[str, int, int], Floats]


def _together(count: int, done: int, first: Conditional, later: Conditional) -> Floats:
    """All hands of a box: `done` of them drew no pair card; the others may have drawn any."""
    j = count - 2
    if done == 0:
        return first("any", j, 0) + (count - 1) * later("any", j, 0)
    others = (done - 1) * later("unpaired", j, done - 1)
    rest = (count - done) * later("any", j, done) if count > done else 0.0
    return first("unpaired", j, done - 1) + others + rest


def _conditional(deal: PairDeal, grown: Grown) -> Conditional:
    known: dict[tuple[str, int, int], Floats] = {}

    def given(kind: str, j: int, k: int) -> Floats:
        """E(j|k): j more pair cards gone, k other second cards that are none."""
        if (kind, j, k) not in known:
            if k == 0:
                table = grown.any if kind == "any" else grown.unpaired
                known[kind, j, k] = table[min(j, len(table) - 1)]
            else:
                cards = deal.cards - j - (k - 1) - (kind == "unpaired")
                q = np.clip(deal.pair_cards - j, 0, None) / cards
                one, more = given(kind, j, k - 1), given(kind, j + 1, k - 1)
                known[kind, j, k] = ratio(one - q * np.where(q > 0, more, 0), 1 - q)
        return known[kind, j, k]

    return given
