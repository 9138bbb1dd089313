"""The bank's hand: an automaton over keys, and a trie of all its complete hands.

The exact odds use the trie. A complete hand is a bag of cards. The number of orders in which the
bank's rule can deal it from each up card is counted once. The probability of a bag is then a
product over its ranks, shared along the trie, for all up cards together.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import numpy as np

from cardroom.games.twentyone.game import PostedGame
from cardroom.hands.points import Key, PointRule, add, over, points, start
from cardroom.model.ranks import BITS, RANKS, Cards, Ints, counts_of


class Automaton(NamedTuple):
    keys: tuple[Key, ...]
    child: Ints
    """[bank key, card class] the key after the card; -1 where the bank takes no card."""
    draws: Ints
    """[bank key] 1 where the bank takes a card (if an open bet needs it)."""
    start: int
    natural: Ints
    """[bank key] 1 for a natural."""
    total: Ints
    over: Ints


class Trie(NamedTuple):
    """Complete bank hands in the order of their ranks, parents before children."""

    depth: Ints
    """[node] the number of cards above the node in its bag."""
    rank: Ints
    """[node] the rank of its last card."""
    used: Ints
    """[node] the number of cards of that rank above it."""
    entry: Ints
    """[node + 1] where its complete hands begin in `slot` and `orders`."""
    slot: Ints
    """[entry] up rank * classes + class of the bank's final hand."""
    orders: Ints
    """[entry] the number of orders in which the bank is dealt this bag from that up card."""


def bank_rule(at: PostedGame) -> PointRule:
    """The rule for the bank's hand: no game looks at its suits or its sevens."""
    return msgspec.structs.replace(at.policies.points, tracks_suits=False, tracks_runs=False)


def automaton_of(at: PostedGame, cards: Cards) -> Automaton:
    rule = bank_rule(at)
    keys: list[Key] = [start(rule)]
    number = {keys[0]: 0}
    child: list[list[int]] = []
    draws: list[int] = []
    for key in keys:
        takes = key.size < 2 or at.game.bank_draws(at.policies, key)
        row = [-1] * len(cards.samples)
        if takes:
            for cls, card in enumerate(cards.samples):
                after = add(rule, key, card)
                if after not in number:
                    number[after] = len(keys)
                    keys.append(after)
                row[cls] = number[after]
        child.append(row)
        draws.append(takes)
    return Automaton(
        tuple(keys),
        np.array(child, np.int64),
        np.array(draws, np.int64),
        0,
        np.array([key.natural for key in keys], np.int64),
        np.array([points(key) for key in keys], np.int64),
        np.array([over(key) for key in keys], np.int64),
    )


def trie_of(bank: Automaton, cards: Cards, classes: Ints, count: int) -> Trie:
    """`classes` is the pay class of every standing bank key, `count` the number of classes."""
    bags, final, orders = whole_hands(bank, cards, classes)
    # The same bag may end in several classes; one leaf then has several entries.
    unique, leaf = np.unique(bags, return_inverse=True)
    sequences = _sequences(unique)
    place = np.lexsort(sequences.T[::-1])
    sequences = sequences[place]
    position = np.empty(len(place), np.int64)
    position[place] = np.arange(len(place))
    depth, rank, used, node_of_leaf = _branches(sequences)
    hand, up = np.nonzero(orders)
    node = node_of_leaf[position[leaf[hand]]]
    sort = np.argsort(node, kind="stable")
    entry = np.zeros(len(depth) + 1, np.int64)
    np.add.at(entry, node + 1, 1)
    return Trie(
        depth,
        rank,
        used,
        np.cumsum(entry),
        (up * count + final[hand])[sort],
        orders[hand, up][sort],
    )


def whole_hands(bank: Automaton, cards: Cards, classes: Ints) -> tuple[Ints, Ints, Ints]:
    """Bags, pay classes, and orders [bag, up rank] of all hands at which the bank stops."""
    # One class per rank is enough: the bank's keys do not look at suits.
    ranks, first = np.unique(cards.class_rank, return_index=True)
    steps = bank.child[:, first]
    bags = np.int64(1) << (BITS * ranks)
    keys = steps[bank.start]
    orders = np.zeros((len(ranks), RANKS), np.int64)
    orders[np.arange(len(ranks)), ranks] = 1
    done: list[tuple[Ints, Ints, Ints]] = []
    while len(bags):
        stops = bank.draws[keys] == 0
        done.append((bags[stops], classes[keys[stops]], orders[stops]))
        bags, keys, orders = bags[~stops], keys[~stops], orders[~stops]
        bags = (bags[:, None] + (np.int64(1) << (BITS * ranks))).ravel()
        keys = steps[keys].ravel()
        orders = np.repeat(orders, len(ranks), axis=0)
        bags, keys, orders = _merge(bags, keys, orders)
    together = [np.concatenate(column) for column in zip(*done, strict=True)]
    bags, final, orders = _merge(*together)
    return bags, final, orders


def _merge(bags: Ints, labels: Ints, orders: Ints) -> tuple[Ints, Ints, Ints]:
    """Merge rows of equal bag and label, adding up their orders."""
    if not len(bags):
        return bags, labels, orders
    sort = np.lexsort((labels, bags))
    bags, labels, orders = bags[sort], labels[sort], orders[sort]
    new = np.ones(len(bags), bool)
    new[1:] = (bags[1:] != bags[:-1]) | (labels[1:] != labels[:-1])
    starts = np.flatnonzero(new)
    return bags[starts], labels[starts], np.add.reduceat(orders, starts, axis=0)


def _sequences(bags: Ints) -> Ints:
    """[bag, place] the ranks of each bag, tens first, then -1 after its end.

    High ranks come first because that keeps the trie small: a bag with a ten is short.
    """
    counts = counts_of(bags)[:, ::-1]
    sizes = counts.sum(1)
    ranks = np.repeat(np.tile(np.arange(RANKS)[::-1], len(bags)), counts.ravel())
    sequences = np.full((len(bags), int(sizes.max())), -1, np.int64)
    row = np.repeat(np.arange(len(bags)), sizes)
    place = np.arange(len(ranks)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    sequences[row, place] = ranks
    return sequences


def _branches(sequences: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Depth, rank, and used of the nodes in preorder, and the last node of each sequence."""
    sizes = (sequences >= 0).sum(1)
    same = np.cumprod(sequences[1:] == sequences[:-1], axis=1).sum(1)
    shared = np.concatenate(([0], np.minimum(same, sizes[:-1])))
    fresh = sizes - shared
    row = np.repeat(np.arange(len(sequences)), fresh)
    ends = np.cumsum(fresh)
    depth = np.arange(len(row)) - np.repeat(ends - fresh, fresh) + shared[row]
    rank = sequences[row, depth]
    used = (
        (sequences[row] == rank[:, None]) & (np.arange(sequences.shape[1]) < depth[:, None])
    ).sum(1)
    return depth, rank, used, ends - 1
