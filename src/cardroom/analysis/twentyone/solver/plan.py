"""What the exact kernels walk over: made once from the tables of a game, for any shoe."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.families import NotComputed
from cardroom.hands.points import DEALT
from cardroom.model import Tables
from cardroom.model.keys import OPENING
from cardroom.model.ranks import BITS, RANKS, bag_of
from cardroom.model.verbs import SPLIT

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool]

SPLIT_HANDS_MAX: Final = 8
"""Where a house sets no limit to splitting, this many hands are computed at most."""


class PairPlan(NamedTuple):
    """A pair that may be split."""

    rank: int
    pair_node: int
    """The dealt pair; an unsuited one if suits matter."""
    roots: tuple[int, ...]
    """The hand of one card that the split leaves, the same of a card without a suit, and the same
    in the suit that has rows of its own, if there is one."""
    openings: Ints
    """The dealt pair among the opening hands, suited or not."""
    hands: int
    """Hands there may be at most."""
    truncated: int
    """1 where the house has no limit, and `hands` is ours."""
    order: Ints
    """Hands that grow from the roots, children first."""
    where: tuple[Ints, ...]
    """For each number of further pair cards gone: the rows of `chances` in that order."""


class Plan(NamedTuple):
    tables: Tables
    order: Ints
    """All hands of two cards or more, children first."""
    bags: Ints
    """[row of chances] the cards that are gone in a row; first the bags of the nodes."""
    pairs: tuple[PairPlan, ...]
    legal: Ints
    """[key, stance, up class] without regard to the number of hands."""
    ends: Ints
    """[up rank, rank] 1 where that second card makes a natural which ends the round at once."""
    natural_seconds: Ints
    """[up rank, rank] 1 where that second card makes the bank's natural."""
    early: Flags
    """[opening hand, up class] whether it may be given up before the bank looks."""
    money: tuple[Floats, Floats, Floats]
    """[row, stance, class] of a first hand, of a later hand of a split, and the wagers made."""
    openings: Ints
    """[hand, 3] low rank, high rank and node of every hand of two cards, suited ones apart."""
    kinds: int
    """How many openings of the same ranks there are: suited, mixed, suited in a certain suit."""
    raised: Ints
    """[hand] the node of those cards after a Max Bet on the first; empty where there is none."""


@lru_cache(maxsize=8)
def plan_of(tables: Tables) -> Plan:
    told = len(tables.cards.ranks) < len(tables.cards.class_rank)
    if told and not tables.keys.suited.any():
        raise NotComputed("its tables tell every suit; exact odds want those of `for_odds`")
    nodes, keys = tables.nodes, tables.keys
    assert ((nodes.child < 0) == (nodes.child_other < 0)).all(), "no suit ends a hand at once"
    size = keys.size[nodes.key]
    order = np.flatnonzero(size >= OPENING)[::-1].copy()
    legal: Ints = np.bitwise_or.reduce(
        tables.legal[1:] if tables.levels > 1 else tables.legal, axis=0
    )
    dealt = keys.origin == DEALT
    legal[dealt] = tables.legal[0][dealt]
    codes = bag_of(nodes.counts)
    found = [codes]
    pairs: list[PairPlan] = []
    openings, raised = _openings(tables)
    for rank in np.flatnonzero(nodes.from_pair >= 0).tolist():
        pair = _pair(tables, rank, order, openings)
        if pair is not None:
            pairs.append(pair)
            mine = nodes.bag[pair.order]
            for extra in range(1, 2 * pair.hands - 2):
                # More of a rank than a bag can count is more than a shoe holds.
                fits = nodes.counts[mine, rank] + extra < 1 << BITS
                found.append(np.where(fits, codes[mine] + (extra << (BITS * rank)), codes[mine]))
    unique, place = _keeping_first(np.concatenate(found), len(codes))
    starts = np.cumsum([0] + [len(each) for each in found])
    blocks = iter([place[a:b] for a, b in pairwise(starts[1:])])
    pairs = [
        pair._replace(where=tuple(next(blocks) for _ in range(1, 2 * pair.hands - 2)))
        for pair in pairs
    ]
    natural = _natural_seconds(tables)
    return Plan(
        tables,
        order,
        unique,
        tuple(pairs),
        np.ascontiguousarray(legal),
        natural * tables.peeks,
        natural,
        _early(tables, openings, natural),
        _moneys(tables),
        openings,
        len(openings) // len({(low, high) for low, high, _ in openings.tolist()}),
        raised,
    )


def _keeping_first(codes: Ints, first: int) -> tuple[Ints, Ints]:
    """Distinct codes, the first ones in their places, and the place of every code."""
    unique, place = np.unique(codes, return_inverse=True)
    place = place.ravel()
    rows = np.full(len(unique), -1, np.int64)
    rows[place[:first]] = np.arange(first)
    rest = np.flatnonzero(rows < 0)
    rows[rest] = np.arange(first, first + len(rest))
    ordered = np.empty_like(unique)
    ordered[rows] = unique
    return ordered, rows[place]


def _pair(tables: Tables, rank: int, order: Ints, openings: Ints) -> PairPlan | None:
    nodes, keys = tables.nodes, tables.keys
    pair_node = nodes.child_other[nodes.child[nodes.dealt, rank], rank]
    root = nodes.from_pair[rank]
    splits = tables.legal >> SPLIT & 1
    if not splits[0, nodes.key[pair_node], 0].any():
        return None
    again: Ints = splits[:, nodes.key_child[root, rank], 0].max(axis=1)
    hands, truncated = 2, 0
    while hands <= tables.levels and again[hands - 1]:
        hands += 1
    if tables.hands_max == 0 and again[-1]:
        hands, truncated = SPLIT_HANDS_MAX, 1
    grows = (keys.origin[nodes.key[order]] == keys.origin[nodes.key[root]]) & (
        nodes.counts[nodes.bag[order], rank] > 0
    )
    dealt = np.flatnonzero((openings[:, 0] == rank) & (openings[:, 1] == rank))
    roots: tuple[int, ...] = (int(root), int(nodes.from_other[rank]))
    if nodes.certain_pair[rank] >= 0:
        roots = (*roots, int(nodes.certain_pair[rank]))
    return PairPlan(rank, int(pair_node), roots, dealt, hands, truncated, order[grows].copy(), ())


def _natural_seconds(tables: Tables) -> Ints:
    """[up rank, rank] 1 where the second card makes the bank's natural."""
    bank, found = tables.bank, np.zeros((RANKS, RANKS), np.int64)
    ranks = tables.cards.class_rank
    for up, up_rank in enumerate(ranks):
        for second, rank in enumerate(ranks):
            after = bank.child[bank.child[bank.start, up], second]
            found[up_rank, rank] = after >= 0 and bank.natural[after]
    return found


def _moneys(tables: Tables) -> tuple[Floats, Floats, Floats]:
    pays, more = tables.pays, tables.keys.added[None, :, None]
    first, later = pays.first / pays.unit, pays.later / pays.unit
    return first, np.ascontiguousarray(later), np.ones_like(first) * (1 + more)


def _early(tables: Tables, openings: Ints, natural: Ints) -> Flags:
    """Offered where the bank may have a natural, to hands that are none."""
    threat = natural.max(axis=1)[tables.ups.rank] > 0
    own = tables.keys.natural[tables.nodes.key[openings[:, 2]]] > 0
    offered: Flags = threat & ~own[:, None] & bool(tables.early_surrender)
    return offered


def _openings(tables: Tables) -> tuple[Ints, Ints]:
    """The hands of two cards, and their nodes after a Max Bet on the first of them.

    A Max Bet pins both cards, whichever came first.
    """
    nodes, found, raised = tables.nodes, [], []
    ranks = tables.cards.ranks
    for low, high in ((low, high) for low in ranks for high in ranks if low <= high):
        one = nodes.child[nodes.dealt, low]
        after = nodes.pinned[one]
        ways = (nodes.child, nodes.child_other) if tables.ups.own.any() else (nodes.child,)
        for way in ways:
            found.append((low, high, way[one, high]))
            raised.append(way[after, high])
        if nodes.certain[low] >= 0:
            assert not tables.bets_on_one, "no Max Bet where a suit has rows of its own"
            found.append((low, high, nodes.child[nodes.certain[low], high]))
    return np.array(found, np.int64), np.array(raised if tables.bets_on_one else [], np.int64)
