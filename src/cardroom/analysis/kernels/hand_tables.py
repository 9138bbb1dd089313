"""Tables of poker hands for the kernels, made by evaluating `hands` at every point.

A hand's ranks are a sum of keys, unique for every bag of up to seven cards; the sum is looked up
in a displaced-row hash, small enough for a processor's cache. A suit with enough cards is looked
up by the bits of its ranks. What comes out is the hand's place among all 7,462 values of five
cards, from 1 up, and above them five aces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from cardroom import cards
from cardroom.analysis.kernels.cache import Tables, stored
from cardroom.cards import CARDS, JOKER, JOKER_INDEX, Card
from cardroom.hands import low, pai_gow, poker
from cardroom.hands.low import EIGHT
from cardroom.hands.pai_gow import back_value
from cardroom.hands.poker import ACE, Category, PokerValue, best

# K. Shackleton's keys, ace last: every sum of up to seven, at most four of each, is different.
# `hashed` refuses to build if it were not so.
RANK_KEYS: Final = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
ROW_BITS: Final = 9
VALUES: Final = 7463
HAND_SOURCES: Final = tuple(
    Path(module.__file__ or "") for module in (cards, poker, pai_gow, low)
) + (Path(__file__),)


class Hash(NamedTuple):
    """`values[rows[sum >> ROW_BITS] + (sum & (1 << ROW_BITS) - 1)]`"""

    rows: npt.NDArray[np.uint32]
    values: npt.NDArray[np.uint16]


def rank_bags(size: int) -> Iterator[tuple[int, ...]]:
    """Every bag of ranks, 0 (deuce) to 12 (ace), that one deck can deal."""
    for bag in combinations_with_replacement(range(13), size):
        if all(bag[i] != bag[i + 4] for i in range(size - 4)):
            yield bag


def bag_rows(size: int) -> npt.NDArray[np.int64]:
    """[bag, card] the same as an array."""
    every = chain.from_iterable(combinations_with_replacement(range(13), size))
    rows = np.fromiter(every, np.int64).reshape(-1, size)
    possible: npt.NDArray[np.bool_] = (rows[:, : size - 4] != rows[:, 4:]).all(axis=1)
    return rows[possible]


def key_sum(bag: Sequence[int]) -> int:
    return sum(RANK_KEYS[rank] for rank in bag)


def rainbow(bag: Sequence[int]) -> tuple[Card, ...]:
    """Cards of these ranks without a flush: suits in turn, so that no two equal cards arise."""
    return tuple(card_of(rank, place % 4) for place, rank in enumerate(sorted(bag)))


def card_of(rank: int, suit: int) -> Card:
    """Kernel ranks run from the deuce, 0, to the ace, 12."""
    return CARDS[suit * 13 + (rank + 1) % 13]


def rank_of(card: Card) -> int:
    return (card.rank + 11) % 13


@cache
def five_card_values() -> tuple[PokerValue, ...]:
    """All values of five cards in ascending order, five aces last: 7,462 and one."""
    found = {best(rainbow(bag)) for bag in rank_bags(5)}
    for five in combinations(range(13), 5):
        found.add(best(tuple(card_of(rank, 0) for rank in five)))
    return (*sorted(found), PokerValue(Category.FIVE_ACES, (ACE,)))


@cache
def place_of() -> dict[PokerValue, int]:
    return {value: place for place, value in enumerate(five_card_values(), start=1)}


def categories() -> npt.NDArray[np.uint8]:
    """The category by place; place 0 is no hand."""
    return np.array([0, *(value.category for value in five_card_values())], np.uint8)


def hashed(sums: Sequence[int], values: Sequence[int]) -> Hash:
    """Rows of 512 sums, slid over each other until no two entries meet, the fullest first."""
    assert len(set(sums)) == len(sums), "two bags of ranks have the same sum"
    by_row: dict[int, list[int]] = {}
    for total in sums:
        row, column = divmod(total, 1 << ROW_BITS)
        by_row.setdefault(row, []).append(column)
    rows = np.zeros(max(by_row) + 1, np.uint32)
    taken = 0  # a bit for each place of the table
    for row, columns in sorted(by_row.items(), key=lambda item: (-len(item[1]), item[0])):
        clash = 0
        for column in columns:
            clash |= taken >> column
        start = (~clash & clash + 1).bit_length() - 1
        taken |= sum(1 << column for column in columns) << start
        rows[row] = start
    table = np.zeros(taken.bit_length(), np.uint16)
    table[hash_places(rows, np.array(sums, np.uint64))] = values
    return Hash(rows, table)


def hash_places(
    rows: npt.NDArray[np.uint32], sums: npt.NDArray[np.uint64]
) -> npt.NDArray[np.int64]:
    """Where the values of these sums are, in a hash with these rows."""
    found: npt.NDArray[np.int64] = rows[sums >> ROW_BITS] + (sums & (1 << ROW_BITS) - 1)
    return found.astype(np.int64)


def _bags(size: int, value: Callable[[tuple[Card, ...]], PokerValue]) -> Hash:
    bags = list(rank_bags(size))
    places = place_of()
    return hashed([key_sum(b) for b in bags], [places[value(rainbow(b))] for b in bags])


def _best_of(size: int, parts: Mapping[int, Hash]) -> Hash:
    """Bags of more cards: the best of all hands in them with this number of natural cards."""
    keys = rank_keys().astype(np.uint64)[bag_rows(size)]
    found = [
        table.values[hash_places(table.rows, keys[:, part].sum(1))]
        for naturals, table in parts.items()
        for part in combinations(range(size), naturals)
    ]
    return hashed(keys.sum(1).tolist(), np.maximum.reduce(found).tolist())


def _roomy(table: Hash, size: int) -> Hash:
    """Room for every sum of this number of keys.

    A kernel that counts the holdings of an open hand by rank also looks up bags that no deck can
    deal, such as five aces, and takes away what it found.
    """
    rows = np.zeros((size * max(RANK_KEYS) >> ROW_BITS) + 1, np.uint32)
    rows[: len(table.rows)] = table.rows
    values = np.zeros(int(rows.max()) + (1 << ROW_BITS), np.uint16)
    values[: len(table.values)] = table.values
    return Hash(rows, values)


def _with_joker(naturals: tuple[Card, ...]) -> PokerValue:
    """What the joker makes of the ranks alone: `rainbow` gives at most two cards of a suit."""
    return back_value((*naturals, JOKER))


def _suited(least: int, jokers: int) -> npt.NDArray[np.uint16]:
    """By the bits of a suit's ranks: the value of its flush, 0 where there are too few."""
    table = np.zeros(1 << 13, np.uint16)
    places = place_of()
    for bits in range(1 << 13):
        ranks = [rank for rank in range(13) if bits >> rank & 1]
        if least <= len(ranks) <= 7 - jokers:
            cards = tuple(card_of(rank, 0) for rank in ranks)
            table[bits] = places[back_value((*cards, *[JOKER] * jokers))]
    return table


def _build() -> Tables:
    five, four = _bags(5, best), _bags(4, _with_joker)
    built: dict[str, npt.NDArray[np.generic]] = {"categories": categories()}
    for name, table in (
        ("five", five),
        ("seven", _roomy(_best_of(7, {5: five}), 7)),
        ("four_joker", four),
        ("six_joker", _best_of(6, {4: four, 5: five})),
    ):
        built[f"{name}_rows"], built[f"{name}_values"] = table
    built["flush"] = _suited(5, 0)
    built["flush_joker"] = _suited(4, 1)
    return built


@cache
def hand_tables() -> Tables:
    return stored("hands", _build, HAND_SOURCES)


def card_keys() -> npt.NDArray[np.uint64]:
    """By card index: the rank's key, and one in the four bits that count the suit; the joker 0."""
    keys = [RANK_KEYS[rank_of(card)] + (1 << (32 + 4 * card.suit)) for card in CARDS[:JOKER_INDEX]]
    return np.array([*keys, 0], np.uint64)


def rank_keys() -> npt.NDArray[np.uint32]:
    """By rank, 0 (deuce) to 12 (ace)."""
    return np.array(RANK_KEYS, np.uint32)


def bit_counts() -> npt.NDArray[np.uint8]:
    """By the bits of the ranks of a suit: how many there are."""
    return np.array([bits.bit_count() for bits in range(1 << 13)], np.uint8)


def card_bits() -> npt.NDArray[np.uint64]:
    """By card index: one bit, sixteen to a suit; the joker 0."""
    bits = [1 << (16 * card.suit + rank_of(card)) for card in CARDS[:JOKER_INDEX]]
    return np.array([*bits, 0], np.uint64)


def low_card_bits() -> npt.NDArray[np.int64]:
    """By card index: the bit of a rank that counts for a low, the ace the lowest; others 0."""
    return np.array([1 << card.rank - 1 if 1 <= card.rank <= EIGHT else 0 for card in CARDS])


def three_lowest() -> npt.NDArray[np.int64]:
    """By the bits of low ranks: the three lowest of them; 0 if there are fewer."""
    table = np.zeros(1 << EIGHT, np.int64)
    for ranks in chain(*(combinations(range(EIGHT), size) for size in range(3, EIGHT + 1))):
        table[sum(1 << rank for rank in ranks)] = sum(1 << rank for rank in ranks[:3])
    return table
