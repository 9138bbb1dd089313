"""The solver's hands: bags of ranks, each with the rules' key it stands for.

A node is a bag and a key. Two nodes with one bag differ in what the rules remember (where the hand
comes from, what a Max Bet pinned); they share the bag's number, by which the bank's chances are
kept. A hand that is paid at once in every stance (an over, a five-card win) is no node: its key
says all, and such hands would be three quarters of the graph.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cardroom.hands.points import DEALT
from cardroom.model.keys import OPENING, Keys
from cardroom.model.pays import Pays
from cardroom.model.ranks import BITS, RANKS, Cards, Ints, counts_of


class Nodes(NamedTuple):
    """Columns by node number; children have higher numbers than their parents."""

    key: Ints
    bag: Ints
    """[node] the number of its bag, a row of `counts`."""
    child: Ints
    """[node, rank] -1 where no card can come, or where `key_child` is paid at once."""
    key_child: Ints
    """[node, rank] the key after the card; -1 where no card can come."""
    pinned: Ints
    """[node] the node after a Max Bet, before its card; itself where nothing is pinned."""
    counts: Ints
    """[bag, rank] how many of each rank."""
    dealt: int
    """The empty hand."""
    from_pair: Ints
    """[rank] the one-card node that a split leaves; -1 where there is none."""


def nodes_of(keys: Keys, cards: Cards, pays: Pays) -> Nodes:
    """Level by level, by number of cards: a level at a time fits numpy.

    One card class stands for a rank: a game whose hands look at suits is reckoned `by_rank`.
    """
    ranks, first = np.unique(cards.class_rank, return_index=True)
    steps = np.full((len(keys.keys), RANKS), -1, np.int64)
    steps[:, ranks] = keys.child[:, first]
    waits = _waits(keys, pays)
    from_pair = np.full(RANKS, -1, np.int64)
    from_pair[ranks] = keys.from_pair[first]
    pairs = np.flatnonzero(from_pair >= 0)
    levels: list[tuple[Ints, Ints]] = []
    bags, on = np.zeros(1, np.int64), np.full(1, keys.dealt, np.int64)
    while len(bags):
        if len(levels) == 1:
            bags = np.concatenate([bags, np.int64(1) << (BITS * pairs)])
            on = np.concatenate([on, from_pair[pairs]])
        bags = np.concatenate([bags, bags])
        on = np.concatenate([on, keys.pinned[on]])
        bags, on = _unique(bags, on)
        levels.append((bags, on))
        row, rank = np.nonzero((steps[on] >= 0) & waits[steps[on]])
        bags, on = bags[row] + (np.int64(1) << (BITS * rank)), steps[on[row], rank]
    return _number(levels, keys, steps, waits, from_pair)


def _waits(keys: Keys, pays: Pays) -> Ints:
    """[key] 1 where some stance is not paid at once; hands of one card wait, and dealt ones."""
    open_row = (pays.final >= 0) & (pays.instant[pays.final] == 0)
    dealt = (keys.origin == DEALT) & (keys.size == OPENING)
    waits: Ints = open_row.any(axis=1) | (keys.size < OPENING) | dealt
    return waits


def _unique(bags: Ints, on: Ints) -> tuple[Ints, Ints]:
    sort = np.lexsort((on, bags))
    bags, on = bags[sort], on[sort]
    new = np.ones(len(bags), bool)
    new[1:] = (bags[1:] != bags[:-1]) | (on[1:] != on[:-1])
    return bags[new], on[new]


def _number(
    levels: list[tuple[Ints, Ints]], keys: Keys, steps: Ints, waits: Ints, from_pair: Ints
) -> Nodes:
    bags = np.concatenate([level[0] for level in levels])
    on = np.concatenate([level[1] for level in levels])
    unique, bag = np.unique(bags, return_inverse=True)
    mark = bag * len(keys.keys) + on
    sort = np.argsort(mark)

    def find(bag_code: Ints, key: Ints) -> Ints:
        place = np.searchsorted(unique, bag_code)
        place = np.minimum(place, len(unique) - 1)
        wanted = place * len(keys.keys) + key
        found = np.minimum(np.searchsorted(mark[sort], wanted), len(sort) - 1)
        hit = (mark[sort[found]] == wanted) & (unique[place] == bag_code)
        return np.where(hit, sort[found], -1)

    key_child = steps[on]
    child = np.full(key_child.shape, -1, np.int64)
    row, rank = np.nonzero((key_child >= 0) & waits[key_child])
    child[row, rank] = find(bags[row] + (np.int64(1) << (BITS * rank)), key_child[row, rank])
    pairs = np.flatnonzero(from_pair >= 0)
    roots = np.full(RANKS, -1, np.int64)
    roots[pairs] = find(np.int64(1) << (BITS * pairs), from_pair[pairs])
    return Nodes(
        on, bag.ravel(), child, key_child, find(bags, keys.pinned[on]), counts_of(unique), 0, roots
    )
