"""The solver's hands: bags of ranks, each with its key in the rules.

A node is a bag and a key. Two nodes with the same bag differ in what the rules remember (where the
hand comes from, what a Max Bet pinned). They share the number of the bag, under which the bank's
probabilities are kept. A hand that is paid at once in every stance (a bust, a five-card win) is not
a node: its key says everything, and such hands would be three quarters of the graph.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cardroom.hands.points import DEAD_RUN
from cardroom.model.keys import OPENING, Keys
from cardroom.model.pays import Pays
from cardroom.model.ranks import BITS, RANKS, Cards, Ints, counts_of


class Nodes(NamedTuple):
    """Columns by node number; children have higher numbers than their parents."""

    key: Ints
    bag: Ints
    """[node] the number of its bag, a row of `counts`."""
    child: Ints
    """[node, rank] -1 where no card can be dealt, or where `key_child` is paid at once."""
    child_other: Ints
    """[node, rank] the same for a card that is not of the hand's own suit."""
    key_child: Ints
    """[node, rank] the key after the card; -1 where no card can be dealt."""
    key_other: Ints
    """[node, rank] the same for a card that is not of the hand's own suit."""
    pinned: Ints
    """[node] the node after a Max Bet, before its card; the same node if nothing is pinned."""
    counts: Ints
    """[bag, rank] how many of each rank."""
    dealt: int
    """The empty hand."""
    from_pair: Ints
    """[rank] the one-card node after a split; -1 where there is none."""
    from_other: Ints
    """[rank] the same for a card without a suit."""
    certain: Ints
    """[rank] the first card of a box in the suit that has rows of its own; -1 for no such suit."""
    certain_pair: Ints
    """[rank] the same for a hand of a split."""


def nodes_of(keys: Keys, cards: Cards, waits: Ints) -> Nodes:
    """Built level by level, by number of cards, because numpy can handle a whole level at once.

    At most two cards of a rank are distinguished: of the hand's own suit, or not. Where every suit
    is a class, nodes are hands of one suit only.
    """
    ways, roots = [], []
    for place in (0, 1) if keys.suited.any() else (0,):
        steps = np.full((len(keys.keys), RANKS), -1, np.int64)
        root = np.full(RANKS, -1, np.int64)
        for rank in cards.ranks:
            classes = cards.of_rank(rank)
            cls = classes[min(place, len(classes) - 1)]
            steps[:, rank], root[rank] = keys.child[:, cls], keys.from_pair[cls]
        ways.append(steps)
        roots.append(root)
    own = [_by_rank(cards, column) for column in (keys.certain_dealt, keys.certain_pair)]
    levels: list[tuple[Ints, Ints]] = []
    bags, on = np.zeros(1, np.int64), np.full(1, keys.dealt, np.int64)
    while len(bags):
        if len(levels) == 1:
            for root in (*roots, *own):
                pairs = np.flatnonzero(root >= 0)
                bags = np.concatenate([bags, np.int64(1) << (BITS * pairs)])
                on = np.concatenate([on, root[pairs]])
        pins = keys.pinned[on] != on
        bags = np.concatenate([bags, bags[pins]])
        on = np.concatenate([on, keys.pinned[on[pins]]])
        bags, on = _unique(bags, on)
        levels.append((bags, on))
        bags, on = _next(bags, on, ways, waits)
    return _number(levels, keys, ways, waits, [roots[0], roots[-1], *own])


def _by_rank(cards: Cards, column: Ints) -> Ints:
    """[rank] what a column says of the first class of each rank."""
    found = np.full(RANKS, -1, np.int64)
    for rank in cards.ranks:
        found[rank] = column[cards.of_rank(rank)[0]]
    return found


def _next(bags: Ints, on: Ints, ways: list[Ints], waits: Ints) -> tuple[Ints, Ints]:
    """The hands with one more card that are nodes."""
    found = []
    for steps in ways:
        row, rank = np.nonzero((steps[on] >= 0) & waits[steps[on]])
        found.append((bags[row] + (np.int64(1) << (BITS * rank)), steps[on[row], rank]))
    return np.concatenate([one for one, _ in found]), np.concatenate([one for _, one in found])


def waiting(keys: Keys, pays: Pays) -> Ints:
    """[key] 1 where a stance is not paid at once.

    Hands of one or two cards always wait, and so do hands of three cards whose suits may be paid:
    what is drawn to a hand counts by rank where it is paid at once.
    """
    open_row = (pays.final >= 0) & (pays.instant[pays.final] == 0)
    run = np.array([key.run != DEAD_RUN for key in keys.keys]) & (keys.size > OPENING)
    waits: Ints = open_row.any(axis=1) | (keys.size <= OPENING) | run
    return waits


def _unique(bags: Ints, on: Ints) -> tuple[Ints, Ints]:
    sort = np.lexsort((on, bags))
    bags, on = bags[sort], on[sort]
    new = np.ones(len(bags), bool)
    new[1:] = (bags[1:] != bags[:-1]) | (on[1:] != on[:-1])
    return bags[new], on[new]


def _number(
    levels: list[tuple[Ints, Ints]], keys: Keys, ways: list[Ints], waits: Ints, roots: list[Ints]
) -> Nodes:
    bags = np.concatenate([level[0] for level in levels])
    on = np.concatenate([level[1] for level in levels])
    unique, bag = np.unique(bags, return_inverse=True)
    mark = bag * len(keys.keys) + on
    sort = np.argsort(mark)
    in_order = mark[sort]

    def find(bag_code: Ints, key: Ints) -> Ints:
        place = np.searchsorted(unique, bag_code)
        place = np.minimum(place, len(unique) - 1)
        wanted = place * len(keys.keys) + key
        found = np.minimum(np.searchsorted(in_order, wanted), len(sort) - 1)
        hit = (in_order[found] == wanted) & (unique[place] == bag_code)
        return np.where(hit, sort[found], -1)

    children, grown = [], []
    for steps in ways:
        key_child = steps[on]
        child = np.full(key_child.shape, -1, np.int64)
        row, rank = np.nonzero((key_child >= 0) & waits[key_child])
        child[row, rank] = find(bags[row] + (np.int64(1) << (BITS * rank)), key_child[row, rank])
        children.append((child, key_child))
    for root in roots:
        pairs = np.flatnonzero(root >= 0)
        node = np.full(RANKS, -1, np.int64)
        node[pairs] = find(np.int64(1) << (BITS * pairs), root[pairs])
        grown.append(node)
    (child, key_child), (child_other, key_other) = children[0], children[-1]
    pinned, pins = np.arange(len(on)), np.flatnonzero(keys.pinned[on] != on)
    pinned[pins] = find(bags[pins], keys.pinned[on[pins]])
    return Nodes(
        on, bag.ravel(), child, child_other, key_child, key_other, pinned, counts_of(unique), 0,
        *grown,
    )  # fmt: skip
