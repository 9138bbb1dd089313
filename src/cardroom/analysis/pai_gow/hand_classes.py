"""Classes of seven cards that every house way sets alike, with one hand of each.

How a hand is set depends on its ranks and, where a flush lies in it, on which ranks are in that
suit. There are 292,253 such classes for 154,143,080 hands. Hands with the same order of ranks are
kept together: where a rule of a house way puts its cards depends on that order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.kernels.hand_tables import (
    bag_rows,
    card_bits,
    card_keys,
    card_of,
    hand_tables,
    hash_places,
    rank_keys,
    rank_of,
)
from cardroom.analysis.kernels.pai_gow_tables import (
    ACE,
    BACK_BITS,
    JOKER_RANK,
    NO_RANK,
    OTHERS,
    front_tables,
)
from cardroom.cards import CARDS, JOKER_INDEX, Card
from cardroom.hands.house_way import FROM_HIGHEST, PLACES

FLUSH_SUIT: Final = 0
"""The suit of a flush, in the hand that stands for its class."""
NATURAL: Final = ("five_rows", "five_values", "flush")
WITH_JOKER: Final = ("four_joker_rows", "four_joker_values", "flush_joker")
KEY_BITS: Final = np.uint64((1 << 32) - 1)
DOWN: Final = np.array(sorted(range(53), key=lambda index: FROM_HIGHEST[CARDS[index]]), np.uint8)
"""All cards, from the highest down."""
RANKS: Final = np.array([*map(rank_of, CARDS[:JOKER_INDEX]), JOKER_RANK], np.uint8)
"""By card: 0 (deuce) to 12 (ace), 13 for the joker."""
CARD_OF: Final = np.array(
    [[card_of(rank, suit).index for rank in range(13)] for suit in range(4)], np.uint8
)

Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]


class HandClasses(NamedTuple):
    """Classes whose hands have one order of ranks, the joker an ace."""

    cards: Cards
    """[class, 7] card indices, from the highest down."""
    numbers: NDArray[np.int64]
    """Where a house way's tables keep the class."""
    jokers: int
    flush: bool

    @property
    def ranks(self) -> NDArray[np.uint8]:
        """0 (deuce) to 12 (ace), 13 for the joker."""
        return RANKS[self.cards]

    def hand(self, number: int) -> tuple[Card, ...]:
        return tuple(CARDS[card] for card in self.cards[number])

    def worths(self) -> NDArray[np.uint32]:
        """[class, front in `PLACES`] front and back as places among all values; 0 if foul."""
        tables, fronts = hand_tables(), front_tables()
        keys = card_keys()[self.cards] & KEY_BITS
        bits = card_bits()[self.cards] * (self.cards // 13 == FLUSH_SUIT) * np.uint64(self.flush)
        ranks = self.ranks
        found = np.zeros((len(self.cards), len(PLACES)), np.uint32)
        for column, (i, j) in enumerate(PLACES):
            # The joker lies at the same place in all hands of one order.
            joker = self.jokers and JOKER_INDEX not in (self.cards[0, i], self.cards[0, j])
            left = keys.sum(1) - keys[:, i] - keys[:, j]
            suited = (bits.sum(1) - bits[:, i] - bits[:, j]).astype(np.int64)
            rows, values, flushes = (tables[name] for name in (WITH_JOKER if joker else NATURAL))
            back = np.maximum(values[hash_places(rows, left)], flushes[suited]).astype(np.uint32)
            two = ranks[:, i], ranks[:, j]
            worth = fronts["fronts"][two].astype(np.uint32) << np.uint32(BACK_BITS) | back
            found[:, column] = np.where(back >= fronts["floors"][two], worth, 0)
        return found


def hand_classes(six_start: int, flush_start: Sequence[int]) -> Iterator[HandClasses]:
    """Every class. A way's tables keep those with the joker and no flush from `six_start` on, and
    those with a flush from `flush_start`, without and with the joker.
    """
    for jokers, start in enumerate((0, six_start)):
        yield from _by_order(*_without_flush(jokers, start), jokers, flush=False)
        yield from _by_order(*_with_flush(jokers, flush_start[jokers]), jokers, flush=True)


def _by_order(cards: Cards, numbers: Numbers, jokers: int, *, flush: bool) -> Iterator[HandClasses]:
    down = DOWN[np.sort(np.argsort(DOWN)[cards], axis=1)]
    high = np.minimum(RANKS[down], ACE)
    orders = (high[:, 1:] == high[:, :-1]) @ (1 << np.arange(6))
    for order in np.unique(orders):
        alike = orders == order
        yield HandClasses(down[alike], numbers[alike], jokers, flush)


def _without_flush(jokers: int, start: int) -> tuple[Cards, Numbers]:
    """By the hash of their ranks; suits in turn, so that no two equal cards arise."""
    bags = bag_rows(7 - jokers)
    cards = CARD_OF[np.arange(7 - jokers) % 4, bags]
    rows = hand_tables()["six_joker_rows" if jokers else "seven_rows"]
    return _with_jokers(cards, jokers), start + hash_places(rows, rank_keys()[bags].sum(1))


def _with_flush(jokers: int, start: int) -> tuple[Cards, Numbers]:
    """By the ranks of the flush suit, and those of the up to two other cards."""
    cards, numbers = [], []
    for missing in range(3):
        flushes = np.array(list(combinations(range(13), 7 - jokers - missing)))
        others = np.array(list(combinations_with_replacement(range(13), missing)), np.int64)
        inside = np.repeat(flushes, len(others), axis=0)
        outside = np.tile(others, (len(flushes), 1))
        none = np.full((len(outside), 2 - missing), JOKER_RANK)
        a, b = np.hstack([outside, none]).T
        bits = (1 << inside).sum(1)
        suits = np.arange(1, missing + 1)
        cards.append(np.hstack([CARD_OF[FLUSH_SUIT, inside], CARD_OF[suits, outside]]))
        numbers.append(start + bits * OTHERS + a * NO_RANK + b)
    return _with_jokers(np.vstack(cards), jokers), np.concatenate(numbers)


def _with_jokers(cards: Cards, jokers: int) -> Cards:
    return np.hstack([cards, np.full((len(cards), jokers), JOKER_INDEX, np.uint8)])
