"""Backward induction over tables: the chances of the bank's hand, and the worth of a player's.

No rule is in here, and no numpy method or slice either: each would be compiled, too, and the first
run would take twice as long.

Values are carried as E[payment x 1(the bank showed no natural)] with plain draws from the shoe:
where the bank looks for a natural first, the column of the natural is zero here, and the round that
it ends is charged at the root. Games without a hole card leave that column as it is, and need no
other code.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.kernels.cache import INNER, LEAN, compiler
from cardroom.analysis.kernels.lanes import LANES, RANKS, Lanes

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Choices = NDArray[np.int8]

njit = compiler(__file__)

HIT, STAND, SPLIT, SURRENDER, VERBS = 0, 1, 3, 4, 6
"""As `model.verbs` numbers them; every verb but stand, split and surrender brings a card."""


class TrieArrays(NamedTuple):
    """The `Trie` of `model.bank`, as a kernel takes it."""

    depth: Ints
    rank: Ints
    used: Ints
    entry: Ints
    slot: Ints
    orders: Ints


class Graph(NamedTuple):
    """As in `model.nodes`."""

    key: Ints
    bag: Ints
    child: Ints
    child_other: Ints
    key_child: Ints
    key_other: Ints
    pinned: Ints
    counts: Ints
    suited: Ints
    """[node] 1 where all its cards are of one suit, and that matters."""


class Rules(NamedTuple):
    """As in `model.keys` and `model.pays`."""

    legal: Ints
    """[key, stance, up class]"""
    reached: Ints
    final: Ints
    stood: Ints
    given_up: Ints
    instant: Ints
    stance_after: Ints
    up_rank: Ints
    up_own: Ints
    """[up class] 1 where the up card is of the hand's own suit."""
    ends: Ints
    """[up rank, rank] 1 where that second card makes a natural which ends the round."""


class Gone(NamedTuple):
    """The shoe, and `extra` cards of rank `pair` gone from it: the other hands of a split."""

    shoe: Floats
    own: Floats
    """[rank] cards of each suit."""
    pair: int
    extra: int


class Walk(NamedTuple):
    order: Ints
    """The nodes to compute, children first."""
    where: Ints
    """The row of `chances` for each of them."""
    optimise: int
    """1 where the best verb is taken, and kept in `choice`; otherwise `choice` decides."""


class Stakes(NamedTuple):
    money: Floats
    """[row, stance, class] the quantity: a payment, a wager, or 1 for one kind of payment."""
    chances: Floats
    """[bag, up rank * classes + class] of the bank's final hand, given the up card."""


class Results(NamedTuple):
    choice: Choices
    """[node, stance, up class] the verb; -1 where nothing is asked."""
    worth: Floats
    """[node, stance, up class]"""
    action: Floats
    """[node, verb, up class] for the opening stance; empty where it is not wanted."""


class Rest(NamedTuple):
    """What a hand leaves in the shoe."""

    left: Floats
    """[rank] the up card still among them."""
    own: Floats
    """[rank] of them in the hand's own suit, if nothing but the hand were gone; and for one hand
    only, since of a split's other cards nobody asks the suit: each may be any of its rank."""
    whole: Floats
    """[rank] all cards of the rank, if nothing but the hand were gone."""
    makers: Floats
    """[up class] cards that would make the bank's natural."""


@njit(**LEAN)
def bank_chances(
    trie: TrieArrays, shoe: Floats, removed: Ints, wanted: Ints, chances: Floats, work: Lanes
) -> None:
    """Fill the wanted rows of `chances`.

    One walk over the trie serves `LANES` bags and all up cards. The weight of a trie node is the
    chance to draw its cards in one order; a whole hand counts with the number of its orders.
    """
    left, share, weight, found = work
    classes = found.shape[0] // RANKS
    for first in range(0, wanted.shape[0], LANES):
        count = min(LANES, wanted.shape[0] - first)
        for lane in range(LANES):
            bag = wanted[first + min(lane, count - 1)]
            total = 0.0
            for r in range(RANKS):
                left[r, lane] = max(0.0, shoe[r] - removed[bag, r])
                total += left[r, lane]
            for d in range(share.shape[0]):
                share[d, lane] = 1.0 / max(1.0, total - d)
            weight[0, lane] = 1.0
        for s in range(RANKS * classes):
            for lane in range(LANES):
                found[s, lane] = 0.0
        _walk(trie, left, share, weight, found)
        for lane in range(count):
            bag = wanted[first + lane]
            for up in range(RANKS):
                if left[up, lane] > 0.0:
                    given = 1.0 / (left[up, lane] * share[0, lane])
                    for c in range(up * classes, (up + 1) * classes):
                        chances[bag, c] = found[c, lane] * given


@njit(**INNER)
def _walk(trie: TrieArrays, left: Floats, share: Floats, weight: Floats, found: Floats) -> None:
    for node in range(trie.depth.shape[0]):
        d, r, q = trie.depth[node], trie.rank[node], float(trie.used[node])
        for lane in range(LANES):
            weight[d + 1, lane] = weight[d, lane] * (left[r, lane] - q) * share[d, lane]
        for e in range(trie.entry[node], trie.entry[node + 1]):
            s, times = trie.slot[e], float(trie.orders[e])
            for lane in range(LANES):
                found[s, lane] += weight[d + 1, lane] * times


class Scratch(NamedTuple):
    """What is computed for one hand at a time."""

    rest: Rest
    value: Floats
    """[up class] of one verb."""
    best: Floats
    """[up class] of the verb that is taken."""


def scratch(ups: int) -> Scratch:
    rest = Rest(np.empty(RANKS), np.empty(RANKS), np.empty(RANKS), np.empty(ups))
    return Scratch(rest, np.empty(ups), np.empty(ups))


@njit(**LEAN)
def induce(
    graph: Graph,
    rules: Rules,
    gone: Gone,
    walk: Walk,
    stakes: Stakes,
    results: Results,
    work: Scratch,
) -> None:
    """The worth of every node of the walk, for every stance and up card."""
    rest, value, best = work
    optimise = walk.optimise
    ups = value.shape[0]
    for place in range(walk.order.shape[0]):
        node = walk.order[place]
        k = graph.key[node]
        _leave(graph, rules, gone, node, rest)
        # A hand that the shoe cannot deal is worth nothing and weighs nothing.
        possible = _possible(rest.left)
        for s in range(rules.stance_after.shape[1]):
            for u in range(ups):
                best[u] = -np.inf if possible and rules.reached[k, s] else 0.0
            # A hand that is decided waits for nothing but its money. One that is never reached has
            # no row.
            decided = rules.instant[max(0, rules.final[k, s])] << STAND
            asked = _asked(rules.legal[k, s], results, node, s, optimise) | decided
            for verb in range(VERBS):
                if not (asked >> verb & 1 and possible and rules.reached[k, s]):
                    continue
                if verb in (STAND, SURRENDER):
                    row = rules.stood[k, s] if verb == STAND else rules.given_up[k, s]
                    row = rules.final[k, s] if decided else row
                    _end(rules, stakes, walk.where[place], row, s, value)
                else:
                    _draw(graph, rules, stakes, results, (node, s, verb), rest, value)
                for u in range(ups):
                    allowed = (rules.legal[k, s, u] | decided) >> verb & 1
                    if s == 0 and results.action.shape[0]:
                        results.action[node, verb, u] = value[u] if allowed else -np.inf
                    if optimise and allowed and value[u] > best[u]:
                        results.choice[node, s, u] = verb
                    if results.choice[node, s, u] == verb:
                        best[u] = value[u]
            for u in range(ups):
                results.worth[node, s, u] = best[u]


@njit(**INNER)
def _asked(legal: Ints, results: Results, node: int, stance: int, optimise: int) -> int:
    """Bits of the verbs to evaluate: all that are allowed, or those that are chosen."""
    allowed, chosen = 0, 0
    for u in range(legal.shape[0]):
        allowed |= legal[u]
        chosen |= 1 << max(0, results.choice[node, stance, u])
    if optimise or results.action.shape[0]:
        chosen = allowed
    return chosen & allowed & ~(1 << SPLIT)


@njit(**INNER)
def _possible(left: Floats) -> bool:
    least = 0.0
    for count in left:
        least = min(least, count)
    return least == 0.0


@njit(**INNER)
def _cards(left: Floats) -> float:
    """Cards to draw from: without the up card."""
    total = -1.0
    for count in left:
        total += count
    return total


@njit(**INNER)
def _leave(graph: Graph, rules: Rules, gone: Gone, node: int, rest: Rest) -> None:
    own = graph.bag[node]
    for r in range(RANKS):
        rest.left[r] = rest.whole[r] = gone.shoe[r] - graph.counts[own, r]
        rest.own[r] = gone.own[r] - graph.counts[own, r] if graph.suited[node] else 0.0
    rest.left[gone.pair] -= gone.extra
    for u in range(rest.makers.shape[0]):
        up = rules.up_rank[u]
        rest.makers[u] = 0.0
        for r in range(RANKS):
            if rules.ends[up, r]:
                rest.makers[u] += rest.left[r] - (1.0 if up == r else 0.0)


@njit(**INNER)
def _end(rules: Rules, stakes: Stakes, chance: int, row: int, stance: int, value: Floats) -> None:
    """The hand waits with this row of the pay matrix for the bank's hand."""
    classes = stakes.money.shape[2]
    for u in range(value.shape[0]):
        value[u] = 0.0
        slot = rules.up_rank[u] * classes
        for c in range(classes):
            value[u] += stakes.chances[chance, slot + c] * stakes.money[row, stance, c]


@njit(**INNER)
def _draw(
    graph: Graph,
    rules: Rules,
    stakes: Stakes,
    results: Results,
    asked: tuple[int, int, int],
    rest: Rest,
    value: Floats,
) -> None:
    """A card of every rank comes, by its chance."""
    node, stance, verb = asked
    then = rules.stance_after[verb, stance]
    start = node if verb == HIT else graph.pinned[node]
    cards = _cards(rest.left)
    for u in range(value.shape[0]):
        value[u] = 0.0
    for r in range(RANKS):
        if rest.left[r] <= 0.0:
            continue
        child = graph.child_other[start, r]
        if child >= 0:
            for u in range(value.shape[0]):
                value[u] += rest.left[r] * results.worth[child, then, u]
            for u in range(value.shape[0]):
                if rules.up_rank[u] == r:
                    value[u] -= results.worth[child, then, u]
        else:
            paid = stakes.money[rules.final[graph.key_other[start, r], then], then, 0]
            for u in range(value.shape[0]):
                up = rules.up_rank[u]
                free = 1.0 - (rest.makers[u] - rules.ends[up, r]) / (cards - 1.0)
                value[u] += (rest.left[r] - (1.0 if up == r else 0.0)) * paid * free
        same = graph.child[start, r]
        if rest.own[r] > 0.0 and same >= 0 and child >= 0:
            # So much more, or less, if the card is of the hand's own suit.
            for u in range(value.shape[0]):
                more = results.worth[same, then, u] - results.worth[child, then, u]
                value[u] += _own_left(rules, rest, r, u) * more
    for u in range(value.shape[0]):
        value[u] /= cards


@njit(**INNER)
def _own_left(rules: Rules, rest: Rest, r: int, u: int) -> float:
    """Cards of a rank and the hand's own suit: any card of the rank may be gone with a split."""
    up = 1.0 if rules.up_rank[u] == r else 0.0
    own = rest.own[r] - up * rules.up_own[u]
    if own <= 0.0 or rest.whole[r] <= up:
        return 0.0
    return float(own * (rest.left[r] - up) / (rest.whole[r] - up))


@njit(**LEAN)
def flow(
    graph: Graph,
    rules: Rules,
    gone: Gone,
    order: Ints,
    choice: Choices,
    weight: Floats,
    work: Scratch,
) -> None:
    """How often a strategy comes to each node (parents first), from the weights of its first ones.

    By plain draws given the up card, as in `induce`.
    """
    rest, ups = work.rest, work.value.shape[0]
    for place in range(order.shape[0]):
        node = order[place]
        _leave(graph, rules, gone, node, rest)
        cards = _cards(rest.left)
        for s in range(rules.stance_after.shape[1]):
            for u in range(ups):
                comes, verb = weight[node, s, u], choice[node, s, u]
                if comes == 0.0 or verb < 0 or verb in (STAND, SURRENDER, SPLIT):
                    continue
                start = node if verb == HIT else graph.pinned[node]
                then = rules.stance_after[verb, s]
                for r in range(RANKS):
                    free = rest.left[r] - (1.0 if rules.up_rank[u] == r else 0.0)
                    own = _own_left(rules, rest, r, u)
                    same, child = graph.child[start, r], graph.child_other[start, r]
                    if same >= 0 and own > 0.0:
                        weight[same, then, u] += comes * own / cards
                    if child >= 0 and free > own:
                        weight[child, then, u] += comes * (free - own) / cards
