"""The mean product of what two hands of a split bring; the standard deviation needs it.

The hands do not look at each other, but draw from one shoe and meet one bank hand. What a hand
brings is a sum of events: certain cards have come to it, in one of several orders, and change its
result by an amount that depends on the bank's hand. A hand begins as a lost wager, a double loses
one more, and a hand that stands gains what it brings above that. So a bust, the most frequent end
of all, is no event.

For two hands, the cards of one event of each are drawn, whichever hand gets them first, and the
bank plays from the rest. So all pairs of events with the same cards together are added up, and need
the bank's chances only once.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.kernels.lanes import lanes
from cardroom.analysis.twentyone.solver import splits
from cardroom.analysis.twentyone.solver.induction import Induction
from cardroom.analysis.twentyone.solver.plan import Floats, Ints, PairPlan
from cardroom.analysis.twentyone.solver.starting_hands import Choices, Strategy
from cardroom.model.ranks import BITS, RANKS, bag_of, counts_of
from cardroom.model.verbs import HIT, STAND, SURRENDER
from cardroom.progress import ProgressNotice, Tell, silent

if TYPE_CHECKING:
    from cardroom.analysis.kernels.exact import TrieArrays

NEGLECTED: Final = 1e-7
"""The rarest cards are left out, as long as they change the product by no more than this part of a
squared wager."""
BLOCK: Final = 1 << 13
"""Rows of the bank's chances at a time, for the memory they take."""
SUMS: Final = 1 << 18
"""Different cards of two hands that there is room for at first."""


class Events(NamedTuple):
    """What one hand brings, by the cards that have come to its first card."""

    bags: Ints
    any: Floats
    """[event, class] the amount times the number of orders."""
    unpaired: Floats
    """The same, counting only hands whose second card is no pair card."""


Orders = tuple[float, float]
"""In how many orders cards come whose second is no pair card, and whose second is one."""


class WalkedEvents(NamedTuple):
    """Events as a walk over the hands comes to them."""

    bags: dict[int, int]
    """The place of the cards of an event."""
    places: list[int]
    numbers: list[Orders]
    amounts: list[int]

    def added_up(self, amounts: Floats) -> Floats:
        """[bag, whether the second card is a pair card, class] the amounts times the orders."""
        each = np.array(self.numbers)[:, :, None] * amounts[self.amounts][:, None]
        found = np.zeros((len(self.bags), each[0].size))
        for column, parts in enumerate(each.reshape(len(each), -1).T):
            # Added up one after the other, in the order of the walk.
            found[:, column] = np.bincount(self.places, parts, len(found))
        return found.reshape(-1, *each.shape[1:])


class Products(NamedTuple):
    """All pairs of events of two hands, added up by the cards of both."""

    bags: Ints
    amounts: tuple[Floats, Floats, Floats]
    """[cards, class] each, by how many of the hands have a second card that is no pair card."""
    drawn: Floats
    """[cards] the chance to draw them in one order, if no further pair card is gone."""


class SplitProducts:
    """One shoe and one strategy, whose hands of a split are all played and paid alike."""

    def __init__(self, passes: Induction, strategy: Strategy, money: Floats) -> None:
        """`money` is [row, stance, class], and zero where the bank looks for a natural."""
        self.passes, self.plan, self.tables = passes, passes.plan, passes.tables
        from cardroom.analysis.kernels import split_pairs  # noqa: PLC0415 - where it runs

        self.strategy, self.money, self.pairs = strategy, money, split_pairs
        played = ~(self.tables.pays.natural_class.astype(bool) & bool(self.tables.peeks))
        self.lost = -(1.0 + self.tables.keys.added[:, None]) * played
        """[stance, class] what a bust brings."""
        self.amounts = np.concatenate(
            [
                (self.money - self.lost).reshape(-1, self.lost.shape[1]),
                (self.lost[:, None] - self.lost).reshape(-1, self.lost.shape[1]),
                self.lost[:1],
            ]
        )
        """[amount, class] of an event: by the row and stance of a hand that is finished, by the
        stances after and before a double, and of a hand that begins."""
        self.matters: list[bool] = (np.abs(self.amounts).max(axis=1) > 0).tolist()
        self.codes = bag_of(self.tables.nodes.counts)
        self.ranks: list[int] = np.flatnonzero(passes.shoe.counts > 0).tolist()

    def means(self, tell: Tell = silent) -> Floats:
        """[pair, up class] the products of every two hands of a split, added up; 0 where the
        strategy does not split."""
        found, done = np.zeros(self.strategy.splits.shape), 0
        openings = [self.passes.root.chance[pair.openings].sum(axis=0) for pair in self.plan.pairs]
        split = self.strategy.splits & (np.reshape(openings, found.shape) > 0)
        for up in np.flatnonzero(split.any(axis=0)).tolist():
            trie = self._trie(up)
            for place in np.flatnonzero(split[:, up]).tolist():
                choice = self.strategy.later[place][0]
                found[place, up] = self._of_pair(self.plan.pairs[place], choice, up, trie)
                done += 1
                tell(ProgressNotice("computing the standard deviation", done, int(split.sum())))
        return found

    def _of_pair(self, pair: PairPlan, choice: Choices, up: int, trie: TrieArrays) -> float:
        counts, rank = self.passes.shoe.counts, pair.rank
        left = float(counts[rank] - 2 - (self.passes.ups[up] == rank))
        deal = splits.PairDeal(np.array([left]), float(counts.sum()) - 3.0)
        products = self._products(self._events(pair, choice, up), rank, up)
        further = max(1, min(splits.further(pair.hands), int(left) + 1))
        found = np.zeros((3, further, 1))
        for j in range(further):
            kept = np.arange(len(products.bags))
            if j:
                # Every further pair card makes the case rarer, so more of it may be left out.
                times = (deal.cards / max(left, 1.0)) ** j
                kept = _kept(products.amounts[0], products.drawn, times)
            found[:, j, 0] = self._mean(products, kept, rank, 2 + j, up, trie)
            pairs, cards = max(0.0, left - j), deal.cards - j
            unpaired = 1 - pairs / cards
            found[1, j] /= unpaired
            found[2, j] /= unpaired * (1 - pairs / (cards - 1))
        return float(splits.product(pair.hands, deal, splits.GrownPair(*found))[0])

    # --- two hands ------------------------------------------------------------------------------

    def _products(self, one: Events, rank: int, up: int) -> Products:
        assert (2 * counts_of(one.bags) < 1 << BITS).all(), "a bag can count the cards of two hands"
        pairs = self.pairs
        places, bags = self._numbered(one.bags)
        every, bare = np.ascontiguousarray(one.any), np.ascontiguousarray(one.unpaired)
        whole = np.zeros((len(bags), every.shape[1]))
        pairs.add(every, every, places, whole)
        drawn = self._drawn(bags, rank, 2, up)
        kept = _kept(whole, drawn, 1.0)
        # Only of what is kept: the three amounts of everything would take too much memory.
        numbers = np.full(len(bags), -1, np.int32)
        numbers[kept] = np.arange(len(kept))
        places, whole = numbers[places], whole[kept]
        mixed, unpaired = np.zeros_like(whole), np.zeros_like(whole)
        pairs.add(bare, every, places, mixed)
        pairs.add(bare, bare, places, unpaired)
        return Products(bags[kept], (whole, mixed, unpaired), drawn[kept])

    def _numbered(self, bags: Ints) -> tuple[NDArray[np.int32], Ints]:
        """The number of every pair's cards, and the cards of each number, in order."""
        places = np.empty(len(bags) * (len(bags) + 1) // 2, np.int32)
        room = SUMS
        while True:
            keys, numbers = np.full(2 * room, -1, np.int64), np.empty(2 * room, np.int32)
            both = np.empty(room, np.int64)
            count = self.pairs.number(bags, keys, numbers, places, both)
            if count >= 0:
                order = np.argsort(both[:count])
                rank = np.empty(count, np.int32)
                rank[order] = np.arange(count)
                return rank[places], both[order]
            room *= 2

    def _mean(
        self, products: Products, kept: Ints, rank: int, gone: int, up: int, trie: TrieArrays
    ) -> Floats:
        """[as in `Products.amounts`] the products of two hands that meet the bank's hand."""
        found = np.zeros(3)
        for start in range(0, len(kept), BLOCK):
            some = kept[start : start + BLOCK]
            bags = products.bags[some]
            chances = self._bank(bags, rank, gone, up, trie)
            chances *= self._drawn(bags, rank, gone, up)[:, None]
            for place, amounts in enumerate(products.amounts):
                found[place] += (amounts[some] * chances).sum()
        return found

    def _drawn(self, bags: Ints, rank: int, gone: int, up: int) -> Floats:
        """[bag] the chance to draw its cards in one order, with pair cards and the up card gone."""
        left = self.passes.shoe.counts.copy()
        left[rank] -= gone
        left[self.passes.ups[up]] -= 1
        counts = counts_of(bags)
        size = counts.sum(axis=1)
        chance: Floats = 1 / _falling(float(left.sum()), size)[size]
        for each in self.ranks:
            chance *= _falling(left[each], counts[:, each])[counts[:, each]]
        return chance

    def _trie(self, up: int) -> TrieArrays:
        """The bank's hands from this up card alone."""
        whole, mine = self.passes.trie, int(self.passes.ups[up])
        entries = whole.slot // self.passes.classes == mine
        kept = np.zeros(len(whole.depth), bool)
        needed = -1
        for node in range(len(whole.depth) - 1, -1, -1):
            depth = int(whole.depth[node])
            own = entries[whole.entry[node] : whole.entry[node + 1]].any()
            # Children come right after their parents.
            if own or needed > depth:
                kept[node], needed = True, depth
        sizes = np.add.reduceat(np.append(entries, False), whole.entry[:-1])
        sizes[whole.entry[:-1] == whole.entry[1:]] = 0
        starts = np.concatenate([[0], np.cumsum(sizes[kept])]).astype(np.int64)
        return whole._replace(
            depth=whole.depth[kept],
            rank=whole.rank[kept],
            used=whole.used[kept],
            entry=starts,
            slot=whole.slot[entries],
            orders=whole.orders[entries],
        )

    def _bank(self, bags: Ints, rank: int, gone: int, up: int, trie: TrieArrays) -> Floats:
        """[bag, class] the chances of the bank's hand, with the bag and the pair cards gone."""
        passes, classes = self.passes, self.passes.classes
        removed = counts_of(bags)
        removed[:, rank] += gone
        first = int(passes.ups[up]) * classes
        rows = np.zeros((len(bags), RANKS * classes))
        every = np.arange(len(bags))
        work = lanes(trie.depth, classes)
        passes.kernels.bank_chances(trie, passes.shoe.counts, removed, every, rows, work)
        return rows[:, first : first + classes].copy()

    # --- one hand -------------------------------------------------------------------------------

    def _events(self, pair: PairPlan, choice: Choices, up: int) -> Events:
        """A walk over the hands that play comes to, with the number of orders for each."""
        nodes, keys, pays = self.tables.nodes, self.tables.keys, self.tables.pays
        orders: defaultdict[int, dict[int, Orders]] = defaultdict(dict)
        """By node and stance."""
        noted = WalkedEvents({}, [], [], [])

        def come(node: int, stance: int, number: Orders) -> None:
            unpaired, paired = orders[node].get(stance, (0.0, 0.0))
            orders[node][stance] = unpaired + number[0], paired + number[1]

        def note(bag: int, number: Orders, amount: int) -> None:
            if self.matters[amount]:
                noted.places.append(noted.bags.setdefault(bag, len(noted.bags)))
                noted.numbers.append(number)
                noted.amounts.append(amount)

        stances, later = self.lost.shape[0], self.money.shape[0] * self.lost.shape[0]
        for rank in self.ranks:
            number = float(rank != pair.rank), float(rank == pair.rank)
            come(int(nodes.child[pair.roots[0], rank]), 0, number)
            note(1 << BITS * rank, number, len(self.matters) - 1)
        for node in pair.order[::-1].tolist():
            if node not in orders or choice[node, :, up].max() < 0:
                continue  # play does not come here, or the shoe does not have the cards
            key = int(nodes.key[node])
            bag = int(self.codes[nodes.bag[node]]) - (1 << BITS * pair.rank)
            for stance, number in sorted(orders[node].items()):
                verb = int(choice[node, stance, up])
                row = int(pays.final[key, stance])
                if not pays.instant[row] and verb in (STAND, SURRENDER):
                    row = int((pays.stood if verb == STAND else pays.given_up)[key, stance])
                if pays.instant[row] or verb in (STAND, SURRENDER):
                    note(bag, number, row * stances + stance)
                    continue
                then = int(keys.stance_after[verb, stance])
                note(bag, number, later + then * stances + stance)
                start = node if verb == HIT else int(nodes.pinned[node])
                children, ends = nodes.child[start].tolist(), nodes.key_child[start].tolist()
                for rank in self.ranks:
                    if children[rank] >= 0:
                        come(children[rank], then, number)
                    else:
                        row = int(pays.final[ends[rank], then])
                        note(bag + (1 << BITS * rank), number, row * stances + then)
        bags, amounts = np.array(list(noted.bags), np.int64), noted.added_up(self.amounts)
        size = np.abs(amounts).sum(axis=(1, 2)) * self._drawn(bags, pair.rank, 2, up)
        kept = _largest(size, NEGLECTED)
        return Events(bags[kept], amounts[kept].sum(axis=1), amounts[kept, 0])


def _kept(amounts: Floats, drawn: Floats, times: float) -> Ints:
    """The places of all but the rarest cards, `times` as many of them as from the whole shoe."""
    return _largest(np.abs(amounts).max(axis=1) * drawn, NEGLECTED * times)


def _largest(sizes: Floats, neglected: float) -> Ints:
    """The places of all but the smallest, which add up to no more than this."""
    order = np.argsort(sizes)
    rest = int(np.searchsorted(np.cumsum(sizes[order]), neglected))
    return np.sort(order[rest:])


def _falling(cards: float, numbers: Ints) -> Floats:
    """[number] in how many ways that number of cards is drawn in order, up to the largest."""
    most = int(numbers.max(initial=0))
    steps = np.clip(cards - np.arange(most), 0, None)
    found: Floats = np.concatenate([[1.0], np.cumprod(steps)])
    return found
