"""How a player plays: a script, which both the simulator and the replay follow.

A `Script` answers for a hand of the tables: by its cards (a solver's strategy), or by its key alone
(any table of verbs). Which variant of play a hand follows depends on where it comes from: 0 is a
dealt hand, 1 + 2 i the first hand of pair i's split, 2 + 2 i a later one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.documents import StrategyChart
from cardroom.analysis.twentyone.chart.chart import (
    Cell,
    ChartFault,
    ChartLayout,
    cells_of,
    forbidden,
    layout_of,
    rescued,
)
from cardroom.analysis.twentyone.solver.starting_hands import Strategy
from cardroom.analysis.twentyone.solver.suits import BySuit
from cardroom.games.twentyone.bonus_hands import SPADES
from cardroom.hands.points import MIXED
from cardroom.model import Tables
from cardroom.model.ranks import RANKS
from cardroom.model.verbs import HIT, MAX_BET, SPLIT, STAND, SURRENDER
from cardroom.rules.ruleset import Ruleset

Ints = NDArray[np.int64]
Flags = NDArray[np.bool]


class HandColumns(NamedTuple):
    """The hands to decide, as columns."""

    variant: Ints
    node: Ints
    """-1 where the solver has no such hand."""
    key: Ints
    stance: Ints
    up: Ints


class Script(Protocol):
    def __hash__(self) -> int: ...

    @property
    def digest(self) -> str: ...

    def verbs(self, hands: HandColumns) -> Ints:
        """A verb for each hand that is not split."""

    def splits(self, hands: HandColumns) -> Flags:
        """Whether each of these pairs is split, where splitting is allowed."""

    def early(self, ranks: Ints, up: int) -> bool:
        """Whether two first cards are surrendered before the bank peeks."""

    def even_money(self, ranks: Ints, up: int) -> bool: ...

    def raises(self, rank: int, up: int) -> bool:
        """Whether a Max Bet is made on a first card of this rank."""

    def insures(self, ranks: Ints, up: int) -> bool: ...


def pair_values(tables: Tables) -> list[int]:
    """The values of pairs that may be split, in the order of the solver's plan."""
    nodes, keys = tables.nodes, tables.keys
    found: list[int] = []
    for rank in np.flatnonzero(nodes.from_pair >= 0).tolist():
        cls = int(np.flatnonzero(tables.cards.class_rank == rank)[0])
        pair = keys.child[keys.child[keys.dealt, cls], cls]
        value = int(keys.pair[pair])
        if value not in found and (tables.legal[0, pair, 0] >> SPLIT & 1).any():
            found.append(value)
    return found


def card_values(tables: Tables) -> Ints:
    """[card class] its value in a pair; a joker that counts ten pairs with a ten."""
    keys = tables.keys
    return np.array([keys.keys[one].pair for one in keys.child[keys.dealt]], np.int64)


def opening_of(ranks: Ints) -> int:
    """The number of an opening hand among all, as the solver's plan lists them."""
    low, high = sorted(int(rank) for rank in ranks)
    return low * RANKS + high


class ByCards:
    """A solver's strategy: it knows each card of the hand, and whether all are of one suit."""

    def __init__(
        self, tables: Tables, strategy: Strategy | BySuit, insures: Flags | None = None
    ) -> None:
        by_suit = strategy if isinstance(strategy, BySuit) else BySuit(*(strategy,) * 3)
        strategy = by_suit.mixed
        self._strategy = strategy
        self._pairs = {value: place for place, value in enumerate(pair_values(tables))}
        self._value = tables.keys.pair
        self._choices = [
            [each.choice] + [one for two in each.later for one in two] for each in by_suit
        ]
        self._kind = np.array([_kind(key.suit) for key in tables.keys.keys])
        """[key] which of the choices a hand of its suit makes."""
        self._raised = int(tables.keys.stance_after[MAX_BET, 0])
        ranks = tables.cards.ranks
        hands = [(low, high) for low in ranks for high in ranks if low <= high]
        self._opening = {opening_of(np.array(hand)): place for place, hand in enumerate(hands)}
        self._insures = insures
        self.digest = _digest(
            *(one for each in self._choices for one in each), strategy.splits, strategy.early,
            strategy.even_money, *([] if strategy.raises is None else strategy.raises),
            np.zeros(0) if insures is None else insures,
        )  # fmt: skip

    def verbs(self, hands: HandColumns) -> Ints:
        assert (hands.node >= 0).all(), "a hand that waits is a hand of the solver"
        found = np.empty(len(hands.node), np.int64)
        for variant in np.unique(hands.variant).tolist():
            for kind, choices in enumerate(self._choices):
                mine = (hands.variant == variant) & (self._kind[hands.key] == kind)
                choice = choices[variant]
                found[mine] = choice[hands.node[mine], hands.stance[mine], hands.up[mine]]
        return found

    def splits(self, hands: HandColumns) -> Flags:
        place = np.array([self._pairs.get(int(v), -1) for v in self._value[hands.key]], int)
        if not len(self._strategy.splits):
            return np.zeros(len(place), bool)
        chosen: Flags = self._strategy.splits[place, hands.up]
        if self._strategy.raises is not None:
            raised = self._strategy.raises.splits[place, hands.up]
            chosen = np.where(hands.stance == self._raised, raised, chosen)
        return chosen & (place >= 0)

    def raises(self, rank: int, up: int) -> bool:
        raises = self._strategy.raises
        return raises is not None and bool(raises.bets[rank, up])

    def early(self, ranks: Ints, up: int) -> bool:
        return bool(self._strategy.early[self._opening[opening_of(ranks)], up])

    def even_money(self, ranks: Ints, up: int) -> bool:
        return bool(self._strategy.even_money[self._opening[opening_of(ranks)], up])

    def insures(self, ranks: Ints, up: int) -> bool:
        if self._insures is None:
            return False
        return bool(self._insures[self._opening[opening_of(ranks)], up])


def _kind(suit: int) -> int:
    """The place of a hand's strategy in `BySuit`; only spades may have rows of their own."""
    if suit == SPADES:
        return BySuit._fields.index("certain")
    return BySuit._fields.index("mixed" if suit == MIXED else "suited")


class ByKey:
    """Verbs by the hand's key, and offers by the ranks of the first two cards."""

    def __init__(self, verbs: Ints, splits: Flags, offers: Flags) -> None:
        """`verbs` and `splits` are [key, stance, up class]; `offers` is [early, even money,
        insurance, Max Bet; up class; rank; rank], the lower rank first, or one rank twice."""
        self._verbs, self._splits, self._offers = verbs, splits, offers
        self.digest = _digest(verbs, splits, offers)

    def verbs(self, hands: HandColumns) -> Ints:
        return self._verbs[hands.key, hands.stance, hands.up]

    def splits(self, hands: HandColumns) -> Flags:
        return self._splits[hands.key, hands.stance, hands.up]

    def early(self, ranks: Ints, up: int) -> bool:
        return self._offer(0, ranks, up)

    def even_money(self, ranks: Ints, up: int) -> bool:
        return self._offer(1, ranks, up)

    def insures(self, ranks: Ints, up: int) -> bool:
        return self._offer(2, ranks, up)

    def raises(self, rank: int, up: int) -> bool:
        return self._offer(3, np.array([rank, rank]), up)

    def _offer(self, kind: int, ranks: Ints, up: int) -> bool:
        low, high = sorted(int(rank) for rank in ranks)
        return bool(self._offers[kind, up, low, high])


class Insuring:
    """Any script, except that insurance is taken whenever it is offered."""

    def __init__(self, script: Script) -> None:
        self.digest = f"{script.digest}, insured"
        self.verbs, self.splits, self.raises = script.verbs, script.splits, script.raises
        self.early, self.even_money = script.early, script.even_money

    def insures(self, ranks: Ints, up: int) -> bool:  # noqa: ARG002 - whatever the hand
        return True


def by_chart(rules: Ruleset, tables: Tables, chart: StrategyChart) -> ByKey:
    """A printed chart: for every hand, the first verb of its row that is allowed."""
    layout = layout_of(tables)
    cells = cells_of(layout, chart)
    faults = tuple(forbidden(rules, tables, layout, cells))
    if faults:
        raise ChartFault(faults)
    legal = np.bitwise_or.reduce(tables.legal, axis=0)
    verbs = np.where(legal >> STAND & 1, STAND, HIT)
    splits, rescue = np.zeros(legal.shape, bool), rescued(tables)
    offers = np.zeros((4, legal.shape[2], RANKS, RANKS), bool)
    offers[1] = chart.even_money
    for key, up in zip(*np.nonzero(legal.any(axis=1)), strict=True):
        pair = cells.get((int(layout.pair[key]), int(up)), ())
        total = cells.get((int(layout.total[key]), int(up)), ())
        splits[key, :, up] = SPLIT in pair
        for stance in range(legal.shape[1]):
            wishes = [verb for verb in (*pair[:1], *total) if verb != SPLIT]
            if pair[:1] == (SPLIT,):
                wishes = list(total)
            if rescue[key, stance, up]:
                wishes = list(cells[int(layout.doubled[key]), int(up)])
            allowed = [verb for verb in wishes if legal[key, stance, up] >> verb & 1]
            if allowed:
                verbs[key, stance, up] = allowed[0]
    _early(tables, layout, cells, offers)
    for rank in np.flatnonzero(layout.first >= 0).tolist():
        for up in range(offers.shape[1]):
            offers[3, up, rank, rank] = MAX_BET in cells[int(layout.first[rank]), up]
    # A pair that is given up is not split, where giving up is allowed.
    splits &= (verbs != SURRENDER) | (legal >> SURRENDER & 1 == 0)
    return ByKey(verbs, splits, offers)


def _early(
    tables: Tables, layout: ChartLayout, cells: Mapping[tuple[int, int], Cell], offers: Flags
) -> None:
    """Hands that the chart surrenders, where that is offered before the bank peeks."""
    keys, ranks = tables.keys, tables.cards.class_rank
    for one, two in np.ndindex(len(ranks), len(ranks)):
        key = keys.child[keys.child[keys.dealt, one], two]
        low, high = sorted((int(ranks[one]), int(ranks[two])))
        for up in range(offers.shape[1]):
            row = cells.get((int(layout.pair[key]), up), ()) or cells.get(
                (int(layout.total[key]), up), ()
            )
            offers[0, up, low, high] = row[:1] == (SURRENDER,)


def _digest(*arrays: NDArray[np.generic]) -> str:
    found = hashlib.sha256()
    for array in arrays:
        found.update(f"{array.dtype.str}{array.shape}".encode())
        found.update(np.ascontiguousarray(array).tobytes())
    return found.hexdigest()[:24]
